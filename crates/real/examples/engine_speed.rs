//! IOPS of the engine on a device, to be set beside fio's:
//! `setsid --wait engine_speed DEVICE read|write DEPTH SECONDS`. Writing destroys what the device holds.

use fourcorners_block::{
    Blocks, Bytes, Completion, Data, Drive, Lba, Nanos, Outcome, QueueDepth, Request, Seed, Stop,
};
use fourcorners_real::{OpenRequest, open};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [path, mode, depth, seconds] = words.as_slice() else {
        return Err("usage: engine_speed DEVICE read|write DEPTH SECONDS".into());
    };
    let write = mode == "write";
    let destroy = if write { vec![path.into()] } else { Vec::new() };
    let mut drive = open(&OpenRequest {
        path: path.into(),
        destroy,
        write,
        ..OpenRequest::default()
    })?;
    drive.set_queue_depth(QueueDepth::new(depth.parse()?).ok_or("the depth must be at least 1")?);
    let places = drive.identity().capacity.bytes().0.min(Bytes::gib(8).0) / 4096;
    let mut generator = Seed(1).generator();
    let mut completions: Vec<Completion> = Vec::with_capacity(1 << 16);
    let (mut done, mut latency, mut tag) = (0_u64, 0_u64, 0_u64);
    let start = drive.now();
    let end = start + Nanos::secs(seconds.parse()?);
    let mut batch = Vec::with_capacity(4096);
    while drive.now() < end {
        batch.clear();
        for _ in 0..4096 {
            tag += 1;
            let lba = Lba(8 * generator.below(places));
            let blocks = Blocks(8);
            batch.push(if write {
                Request::write(tag, lba, blocks, Data::RANDOM)
            } else {
                Request::read(tag, lba, blocks)
            });
        }
        drive.submit(&batch);
        drive.wait(end, Stop::Waiting(1024), &mut completions)?;
        for completion in completions.drain(..) {
            if completion.outcome != Outcome::Done {
                return Err(format!("{completion:?}").into());
            }
            done += 1;
            latency += completion.latency().0;
        }
    }
    let elapsed = drive.now().saturating_sub(start).0;
    println!(
        "{} IOPS, mean latency {} ns",
        u128::from(done) * 1_000_000_000 / u128::from(elapsed),
        latency / done.max(1)
    );
    Ok(())
}
