//! Serves a drive that completes everything after the same time: how fast the server itself is.
//!
//! `cargo run --release -p fourcorners-serve --example memory SOCKET [LATENCY_US [SECONDS [SPIN]]]`

use fourcorners_block::{Blocks, Nanos, NullDrive};
use fourcorners_serve::{Address, Config, OnDamage, Server};
use std::error::Error;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

const BYTES: u64 = 1 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let socket = arguments.next().ok_or("name a socket")?;
    let latency_us = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let lasts_s = arguments.next().map_or(Ok(120), |text| text.parse())?;
    let lasts = Duration::from_secs(lasts_s);
    let drive = NullDrive::new(Blocks(BYTES / 512), Nanos::micros(latency_us));
    let config = Config {
        name: "memory",
        model: "",
        behavior: "",
        sees_data: false,
        store: None,
        on_damage: OnDamage::Refuse,
        memory_bytes: Some(2 * BYTES),
        record: None,
        control: None,
        dilation: NonZeroU32::MIN,
        spin: arguments.next().is_some(),
    };
    let mut server = Server::open(&config, Box::new(drive), &Address::Unix(socket.into()))?;
    let begin = Instant::now();
    server.run(&|| begin.elapsed() > lasts)?;
    println!("{:#?}", server.close()?);
    Ok(())
}
