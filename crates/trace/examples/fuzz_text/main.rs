//! Feeds broken texts to the readers of all text forms for so many seconds:
//! `cargo run --release --example fuzz_text -- SECONDS [SEED]`. It ends with an account; a panic
//! names the case.

mod mutation;

use fourcorners_block::Seed;
use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(seconds)), seed) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: fuzz_text SECONDS [SEED]");
        std::process::exit(2);
    };
    let seed = match seed {
        None => 1,
        Some(Ok(seed)) => seed,
        Some(Err(error)) => {
            eprintln!("SEED: {error}");
            std::process::exit(2);
        }
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut cases, mut records) = (0_u64, 0);
    while Instant::now() < end {
        let mut generator = Seed(seed).child(&cases.to_string()).generator();
        let text = mutation::text(&mut generator);
        let outcome = std::panic::catch_unwind(|| mutation::feed(&text));
        match outcome {
            Ok(found) => records += found,
            Err(_) => {
                eprintln!("case {cases} of seed {seed}: {}", text.escape_ascii());
                std::process::exit(1);
            }
        }
        cases += 1;
    }
    println!(
        "fuzz_text: {cases} cases of seed {seed}, {records} records, {}",
        peak_memory()
    );
}

/// As Linux tells it.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM:"));
    peak.unwrap_or("VmHWM: unknown").replace('\t', " ")
}
