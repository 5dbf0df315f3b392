//! A state as bytes: taken at any time, refused by any other drive.

use crate::small;
use fourcorners_block::{
    Blocks, Completion, Counters, Data, Drive, DriveError, Lba, Nanos, NullDrive, QueueDepth,
    Request, Seed, StateError, Stop,
};
use fourcorners_sim::in_place::{InPlaceSpec, MediumSpec};
use fourcorners_sim::ram_disk::RamDiskSpec;
use fourcorners_sim::spec::*;
use fourcorners_sim::{DriveSpec, Ssd};

fn random_writes(drive: &mut dyn Drive, count: u64) -> Vec<Completion> {
    let units = drive.identity().capacity.0 / 8;
    let mut generator = Seed(9).generator();
    let requests: Vec<Request> = (0..count)
        .map(|tag| {
            let lba = Lba(generator.below(units) * 8);
            Request::write(tag, lba, Blocks(8), Data::RANDOM)
        })
        .collect();
    small::run(drive, &requests)
}

fn idle(drive: &mut dyn Drive, millis: u64) {
    let until = drive.now() + Nanos::millis(millis);
    drive
        .wait(until, Stop::Never, &mut Vec::new())
        .expect("idle");
}

fn moved(drive: &dyn Drive) -> u64 {
    let counters: Counters = drive.counters().expect("simulated");
    counters.nand_moved_units
}

/// A server may save a drive at any pause, also one in which it collects.
#[test]
fn state_taken_in_the_middle_of_idle_gc_goes_on_with_it() {
    let mut spec = small::wide(Pacing::Balanced);
    spec.gc.idle = Some(IdleSpec {
        after_ns: 100_000_000,
        high_watermark: 20,
        max_valid_per_mille: 1000,
        copies_in_flight: 2,
    });
    let mut drive = Ssd::drive(&spec);
    drive.set_queue_depth(QueueDepth::new(32).expect("a depth"));
    random_writes(&mut drive, 3 * spec.capacity.0 / 8);
    let before = moved(&drive);
    idle(&mut drive, 400);
    let state = drive.state().expect("an idle drive has a state");
    let then = moved(&drive);
    assert!(then > before, "GC has not begun");
    let mut other = Ssd::drive(&spec);
    other.set_state(&state).expect("its own state");
    for drive in [&mut drive, &mut other] {
        idle(drive, 5000);
    }
    assert!(moved(&other) > then, "GC had ended");
    assert_eq!(drive.counters(), other.counters());
    assert_eq!(
        random_writes(&mut drive, 5000),
        random_writes(&mut other, 5000)
    );
    assert!(drive.state() == other.state());
}

fn link() -> LinkSpec {
    small::plain(16, 128, 100).link
}

fn in_place(dies: u32) -> Box<dyn Drive> {
    DriveSpec::InPlace(Box::new(InPlaceSpec {
        name: format!("in-place-{dies}"),
        model: "In place".into(),
        capacity: Blocks(1 << 20),
        link: link(),
        medium: MediumSpec {
            channels: 7,
            dies,
            line_bytes: 4096,
            channel_mb_per_s: 1000,
            t_read_ns: 200,
            t_write_ns: 600,
            read_line_ns: 1_700,
            write_line_ns: 2_000,
        },
        about: About::default(),
        facts: Vec::new(),
    }))
    .drive()
}

fn ram_disk(capacity: u64) -> Box<dyn Drive> {
    DriveSpec::RamDisk(Box::new(RamDiskSpec {
        name: format!("ram-{capacity}"),
        model: "RAM disk".into(),
        capacity: Blocks(capacity),
        link: link(),
        about: About::default(),
        facts: Vec::new(),
    }))
    .drive()
}

#[test]
fn states_of_other_drives_are_refused() {
    let mut drives: Vec<Box<dyn Drive>> = small::shapes()
        .into_iter()
        .map(|(_, spec)| -> Box<dyn Drive> { Box::new(Ssd::drive(&spec)) })
        .collect();
    drives.extend([
        in_place(14),
        in_place(28),
        ram_disk(1 << 20),
        ram_disk(2 << 20),
    ]);
    for (service, capacity) in [(5, 1 << 20), (10, 1 << 20), (5, 2 << 20)] {
        let service = Nanos::micros(service);
        drives.push(Box::new(NullDrive::new(Blocks(capacity), service)));
    }
    let states: Vec<Vec<u8>> = drives
        .iter_mut()
        .map(|drive| {
            random_writes(&mut **drive, 100);
            drive.state().expect("idle")
        })
        .collect();
    for (own, drive) in drives.iter_mut().enumerate() {
        for (other, state) in states.iter().enumerate() {
            let answer = drive.set_state(state);
            if own == other {
                assert_eq!(answer, Ok(()));
            } else {
                let (Err(DriveError::State(StateError::OtherDrive(_)))
                | Err(DriveError::State(StateError::NotAState))) = answer
                else {
                    panic!("{own} took the state of {other}: {answer:?}");
                };
            }
        }
        for nothing in [&b""[..], b"[drive]\n", &[0; 4096]] {
            assert!(drive.set_state(nothing).is_err());
        }
        assert!(drive.state().as_ref() == Some(&states[own]), "{own}");
    }
}
