//! Serves a drive that completes everything after the same time: how fast the server itself is.
//!
//! `cargo run --release -p fourcorners-serve --example memory -- SOCKET [MICROSECONDS [SPIN]]`

use fourcorners_block::{Blocks, Drive, Nanos, NullDrive};
use fourcorners_serve::nbd::Export;
use fourcorners_serve::{Address, Contents, Listener, Served, Server};
use std::error::Error;
use std::num::NonZeroU32;

const BYTES: u64 = 1 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let socket = arguments.next().ok_or("name a socket")?;
    let latency_us = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let drive: Box<dyn Drive> = Box::new(NullDrive::new(
        Blocks(BYTES / 512),
        Nanos::micros(latency_us),
    ));
    let contents = Contents::in_memory(BYTES)?;
    let served = Served::new(drive, false, contents, NonZeroU32::MIN)?;
    let listener = Listener::new(&Address::Unix(socket.into()))?;
    let spin = arguments.next().is_some();
    let mut server = Server::new(served, Export::new("memory", BYTES), listener, None, spin)?;
    let begin = std::time::Instant::now();
    let result = server.run(&|| begin.elapsed().as_secs() > 120);
    for (depth, delays) in server.lag().by_depth() {
        println!("queue depth {depth}: {delays:?}");
    }
    println!("wake-ups: {:?}", server.lag().wake_ups());
    Ok(result?)
}
