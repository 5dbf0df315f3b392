//! One point of `cargo xtask engine`, in a process of its own so that its CPU time can be told.
//! Everything that a run does to record what it measures is done here, too; there is no state
//! to prepare, so that no other I/O is counted.
//!
//! * `engine null IOS`: nanoseconds an I/O on a drive that does nothing; `null-logged`: with a
//!   record of each I/O.
//! * `engine fill TARGET SPAN`: writes full random data.
//! * `engine TARGET read|write random|sequential BLOCK DEPTH SECONDS SPAN BATCH`: prints what
//!   was measured, the engine that was chosen, and the CPU time that choosing took, as JSON.

use fourcorners_bench::{Direction, Pattern, Until, Work};
use fourcorners_block::{Bytes, DataClass, Drive, QueueDepth};
use fourcorners_lab as lab;
use fourcorners_real::{EngineChoice, OpenRequest, RealDrive, open};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["null", ios] => println!("{}", lab::recording_ns(ios.parse()?, false)?),
        ["null-logged", ios] => println!("{}", lab::recording_ns(ios.parse()?, true)?),
        ["fill", target, span] => {
            let work = Work {
                until: Until::Pass,
                duration_s: 0,
                ..work("write", "sequential", &["128KiB", "32", "1", span])?
            };
            lab::measure_alone(&mut drive(target, 0)?, work, false)?;
        }
        [target, op, pattern, block, depth, seconds, span, batch] => {
            let work = work(op, pattern, &[block, depth, seconds, span])?;
            let mut drive = drive(target, batch.parse()?)?;
            let before = cpu_us()?;
            let reasons = match *batch {
                "0" => drive.choose_engine(&[work.queue_depth], false)?,
                _ => Vec::new(),
            };
            let choosing_cpu_us = cpu_us()? - before;
            let engine = drive.identity().engine.clone();
            let measured = serde_json::to_value(lab::measure_alone(&mut drive, work, false)?)?;
            println!(
                "{}",
                serde_json::json!({
                    "engine": engine, "reasons": reasons, "measured": measured,
                    "choosing_cpu_us": choosing_cpu_us,
                })
            );
        }
        _ => return Err("see the head of crates/lab/examples/engine.rs".into()),
    }
    Ok(())
}

/// User and system time of this process.
fn cpu_us() -> nix::Result<i64> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    Ok(usage.user_time().num_microseconds() + usage.system_time().num_microseconds())
}

fn drive(target: &str, batch: u16) -> Result<RealDrive, Box<dyn Error>> {
    // With batches io_uring is what is compared.
    let engine = match batch {
        0 => EngineChoice::Auto,
        _ => EngineChoice::IoUring,
    };
    Ok(open(&OpenRequest {
        path: target.into(),
        destroy: vec![target.into()],
        write: true,
        engine,
        batch,
        ..OpenRequest::default()
    })?)
}

fn work(op: &str, pattern: &str, numbers: &[&str; 4]) -> Result<Work, Box<dyn Error>> {
    let [block, depth, seconds, span] = numbers;
    let block: Bytes = block.parse()?;
    Ok(Work {
        op: match op {
            "read" => Direction::Read,
            "write" => Direction::Write,
            _ => return Err("read or write".into()),
        },
        read_percent: 0,
        trim_percent: 0,
        pattern: match pattern {
            "random" => Pattern::Random,
            "sequential" => Pattern::Sequential,
            _ => return Err("random or sequential".into()),
        },
        block,
        queue_depth: QueueDepth::new(depth.parse()?).ok_or("the depth must be at least 1")?,
        rate_iops: None,
        start: Bytes(0),
        span: span.parse()?,
        data: DataClass::FullRandom,
        align: block,
        until: Until::Duration,
        duration_s: seconds.parse()?,
        round_s: 0,
        zones: None,
        recovery: None,
        replay: None,
        first: 0,
        rounds: None,
    })
}
