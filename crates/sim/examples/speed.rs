//! How fast the simulator is, by kind of work, in CPU time of this process. With `--smoke` a
//! drive of an eighth of the size, in well under a second. Each line ends in a digest of the
//! simulated results, which must not change when only the speed does.
//! `cargo run --release -p fourcorners-sim --example speed [--smoke]`

use fourcorners_block::{
    Blocks, Completion, Data, Drive, Lba, Nanos, QueueDepth, Request, Seed, Stop,
};
use fourcorners_sim::{Ssd, load};

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--smoke");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).ok();
    let text = read("drives/crucial-m4-256.toml").expect("the drive's file");
    let mut spec = load("crucial-m4-256", &text, &|part| {
        read(&format!("nand/{part}.toml"))
    })
    .expect("a good file");
    if smoke {
        spec.nand.blocks_per_plane /= 16;
        spec.layout.reserved_blocks_per_plane /= 16;
        spec.capacity = Blocks(spec.capacity.0 / 16 / 8 * 8);
    }
    // Steady collection: the plain case of the theory.
    spec.collection.pace = fourcorners_sim::spec::Pace::Foreground;
    let units = spec.capacity.0 / 8;
    let mut drive = Ssd::new(&spec);
    drive.set_queue_depth(QueueDepth::new(32).expect("depth"));
    let count = if smoke { 200_000 } else { 20_000_000 };
    let large = spec.capacity.0 / 256;
    let sequential = |n: u64| Lba(n * 256);
    let mut generator = Seed(1).generator();

    println!(
        "{:44} {:>12} {:>10} {:>12}  digest",
        "work", "units", "CPU s", "units/CPU s"
    );
    measure(
        "128 KiB sequential writes, new memory",
        &mut drive,
        large,
        32,
        |n| Request::write(n, sequential(n), Blocks(256), Data::RANDOM),
    );
    measure(
        "128 KiB sequential writes, overwriting",
        &mut drive,
        large,
        32,
        |n| Request::write(n, sequential(n), Blocks(256), Data::RANDOM),
    );
    measure("4 KiB random reads", &mut drive, count, 1, |n| {
        Request::read(n, Lba(generator.below(units) * 8), Blocks(8))
    });
    measure(
        "4 KiB random writes, from filled",
        &mut drive,
        count,
        1,
        |n| Request::write(n, Lba(generator.below(units) * 8), Blocks(8), Data::RANDOM),
    );
    measure(
        "4 KiB random writes, steady state",
        &mut drive,
        count,
        1,
        |n| Request::write(n, Lba(generator.below(units) * 8), Blocks(8), Data::RANDOM),
    );
    measure(
        "64 KiB sequential reads, tortured",
        &mut drive,
        spec.capacity.0 / 128,
        16,
        |n| Request::read(n, Lba(n * 128), Blocks(128)),
    );
    let begin = cpu_seconds();
    let saved = drive.snapshot().expect("idle");
    let copied = cpu_seconds();
    drive.restore(&saved).expect("its own");
    println!(
        "snapshot {:.2} s, restore {:.2} s",
        copied - begin,
        cpu_seconds() - copied
    );
}

fn measure(
    what: &str,
    drive: &mut Ssd,
    count: u64,
    units_each: u64,
    mut request: impl FnMut(u64) -> Request,
) {
    let begin = cpu_seconds();
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    let mut completions: Vec<Completion> = Vec::new();
    let mut batch = Vec::with_capacity(1024);
    let mut done = 0;
    while done < count {
        batch.clear();
        batch.extend((done..(done + 1024).min(count)).map(&mut request));
        done += batch.len() as u64;
        drive.submit(&batch);
        let stop = if done < count {
            Stop::Waiting(64)
        } else {
            Stop::Drained
        };
        drive
            .wait(Nanos::MAX, stop, &mut completions)
            .expect("a simulated drive answers");
        for completion in completions.drain(..) {
            digest =
                (digest ^ completion.finished.0 ^ completion.tag).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let seconds = cpu_seconds() - begin;
    let units = count * units_each;
    println!(
        "{what:44} {units:12} {seconds:10.2} {:12.0}  {digest:016x}",
        units as f64 / seconds
    );
}

/// User and system time of this process (Linux: utime and stime in /proc/self/stat).
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks: f64 = [11, 12]
        .iter()
        .filter_map(|at| fields.get(*at)?.parse::<f64>().ok())
        .sum();
    ticks / 100.0
}
