//! Does a medium that is written in place take the time of its lines, and nothing else?

use crate::small;
use fourcorners_block::{Blocks, Data, Drive, Lba, Op, Outcome, QueueDepth, Request, Seed};
use fourcorners_sim::DriveSpec;
use fourcorners_sim::in_place::{InPlaceSpec, MediumSpec};
use fourcorners_sim::spec::{About, LinkSpec};

fn spec() -> DriveSpec {
    DriveSpec::InPlace(Box::new(InPlaceSpec {
        name: "in-place".into(),
        model: "In place".into(),
        capacity: Blocks(1 << 20),
        link: LinkSpec {
            name: "test".into(),
            mb_per_s: 100_000,
            full_duplex: true,
            queue_depth: 32,
            command_latency_ns: 4_000,
        },
        medium: MediumSpec {
            channels: 7,
            dies: 28,
            line_bytes: 4096,
            channel_mb_per_s: 100_000,
            t_read_ns: 200,
            t_write_ns: 600,
            read_line_ns: 1_700,
            write_line_ns: 2_000,
        },
        about: About::default(),
        facts: Vec::new(),
    }))
}

fn drive(depth: u16) -> Box<dyn Drive> {
    let mut drive = spec().drive();
    drive.set_queue_depth(QueueDepth::new(depth).expect("a depth"));
    drive
}

/// I/Os per second of 4 KiB at random, begun so many blocks into their lines.
fn rate(depth: u16, writes: bool, off: u64) -> f64 {
    let mut drive = drive(depth);
    let mut generator = Seed(3).generator();
    let requests: Vec<Request> = (0..20_000)
        .map(|tag| {
            let lba = Lba(generator.below((1 << 20) / 8 - 1) * 8 + off);
            match writes {
                true => Request::write(tag, lba, Blocks(8), Data::RANDOM),
                false => Request::read(tag, lba, Blocks(8)),
            }
        })
        .collect();
    small::run(&mut *drive, &requests);
    requests.len() as f64 * 1e9 / drive.now().0 as f64
}

fn assert_near(rate: f64, predicted: f64) {
    let error = (rate / predicted - 1.0) * 100.0;
    assert!(error.abs() < 1.0, "{rate:.0}, predicted {predicted:.0}");
}

#[test]
fn medium_written_in_place_conforms() {
    fourcorners_block::conformance::check(&mut || spec().drive());
}

#[test]
fn one_command_at_a_time_takes_the_sum_and_many_the_controller() {
    // 41 ns each for a line on channel and link.
    assert_near(rate(1, false, 0), 1e9 / (4_000.0 + 1_700.0 + 200.0 + 82.0));
    assert_near(rate(16, false, 0), 1e9 / 1_700.0);
    assert_near(rate(16, true, 0), 1e9 / 2_000.0);
}

#[test]
fn unaligned_command_takes_two_lines() {
    assert_near(rate(16, false, 1), 1e9 / 3_400.0);
    assert_near(rate(16, true, 1), 1e9 / 4_000.0);
}

#[test]
fn nothing_changes_with_what_was_written_before() {
    let fresh = rate(4, true, 0);
    let mut drive = drive(4);
    let write = |tag| Request::write(tag, Lba(tag % (1 << 17) * 8), Blocks(8), Data::RANDOM);
    let writes: Vec<Request> = (0..1 << 18).map(write).collect();
    small::run(&mut *drive, &writes);
    let begin = drive.now().0;
    let mut generator = Seed(3).generator();
    let again: Vec<Request> = (0..20_000)
        .map(|tag| {
            let lba = Lba(generator.below((1 << 20) / 8 - 1) * 8);
            Request::write(tag, lba, Blocks(8), Data::RANDOM)
        })
        .collect();
    small::run(&mut *drive, &again);
    let used = again.len() as f64 * 1e9 / (drive.now().0 - begin) as f64;
    assert_near(used, fresh);
}

#[test]
fn trim_is_unknown_to_it() {
    let mut drive = drive(1);
    let discard = Request {
        op: Op::Discard,
        ..Request::read(0, Lba(0), Blocks(8))
    };
    let done = small::run(&mut *drive, &[discard]);
    assert_eq!(done[0].outcome, Outcome::Unsupported);
    assert_eq!(drive.identity().discard, None);
}
