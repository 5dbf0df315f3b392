//! Real faults: a device that fails, hangs, vanishes, or lies, and what is made of it. The
//! devices let go of everything after a while by themselves, so that no test hangs for ever.

mod host;

use fourcorners_block::{
    BadBlock, Blocks, Bytes, Completion, Data, DataClass, Drive, DriveError, Found, Lba, Nanos,
    Outcome, QueueDepth, Request, Stop,
};
use fourcorners_real::{EngineChoice, OpenRequest, RealDrive, open};
use fourcorners_testkit::faulty::{Fault, FaultyDevice, Kind, Medium, On};
use host::is_root;
use std::thread;
use std::time::Duration;

const MIB: u64 = 1 << 20;
/// The bad place of most tests, where no file system would have left a signature.
const BAD: std::ops::Range<u64> = 5 * MIB..5 * MIB + 4096;
const BAD_LBA: u64 = 10_240;
const ENGINES: [EngineChoice; 2] = [EngineChoice::IoUring, EngineChoice::Synchronous];

fn device() -> FaultyDevice {
    FaultyDevice::new(Medium::new(16 * MIB))
}

fn request(device: &FaultyDevice) -> OpenRequest {
    OpenRequest {
        path: device.path().into(),
        destroy: vec![device.path().into()],
        write: true,
        timeout_s: Some(1),
        ..OpenRequest::default()
    }
}

fn opened(request: &OpenRequest) -> RealDrive {
    let mut drive = open(request).unwrap_or_else(|error| panic!("{error}"));
    drive.set_queue_depth(QueueDepth::new(8).expect("a depth"));
    drive
}

fn verifying(device: &FaultyDevice) -> RealDrive {
    opened(&OpenRequest {
        verify: true,
        ..request(device)
    })
}

/// Whole 64 KiB I/Os from the start of the drive, tagged with their LBA.
fn sequence(writes: bool, bytes: u64) -> Vec<Request> {
    (0..bytes / (64 << 10))
        .map(|index| {
            let (lba, blocks) = (Lba(index * 128), Blocks(128));
            if writes {
                Request::write(lba.0, lba, blocks, Data::RANDOM)
            } else {
                Request::read(lba.0, lba, blocks)
            }
        })
        .collect()
}

fn carried_out(drive: &mut RealDrive, requests: &[Request]) -> Result<Vec<Completion>, DriveError> {
    let mut completions = Vec::new();
    drive.submit(requests);
    drive.wait(Nanos::MAX, Stop::Drained, &mut completions)?;
    Ok(completions)
}

/// The tags of the I/Os that ended so.
fn ended(completions: &[Completion], outcome: Outcome) -> Vec<u64> {
    let mut tags: Vec<u64> = completions
        .iter()
        .filter(|completion| completion.outcome == outcome)
        .map(|completion| completion.tag)
        .collect();
    tags.sort_unstable();
    tags
}

/// The story: a SCSI drive with a bad sector 2 MiB behind its start could not be tested at all,
/// because the search for file systems failed there.
#[test]
fn drive_with_an_unreadable_start_runs_once_it_is_confirmed() {
    if !is_root("drive_with_an_unreadable_start_runs_once_it_is_confirmed") {
        return;
    }
    let device = device();
    let bad = 2 * MIB..2 * MIB + 4096;
    device.inject(Fault::new(Kind::Fail(libc::EIO), bad).on(On::Reads));
    let refused = open(&request(&device)).map(drop).expect_err("a doubt");
    let said = refused.to_string();
    assert!(
        said.contains("an unreadable block (byte 2097152)"),
        "{said}"
    );
    let confirmed = OpenRequest {
        confirm_serial: Some(device.path().display().to_string()),
        ..request(&device)
    };
    drop(opened(&confirmed));
}

#[test]
fn does_a_bad_block_fail_its_own_io_only() {
    if !is_root("bad blocks") {
        return;
    }
    for engine in ENGINES {
        let device = device();
        let sector = BAD.start + 11 * 512..BAD.start + 12 * 512;
        device.inject(Fault::new(Kind::Fail(libc::EIO), sector));
        let mut drive = opened(&OpenRequest {
            engine,
            ..request(&device)
        });
        for writes in [true, false] {
            let requests = sequence(writes, 8 * MIB);
            let completions = carried_out(&mut drive, &requests).expect("the drive is there");
            assert_eq!(completions.len(), requests.len());
            let failed = ended(&completions, Outcome::Failed(libc::EIO));
            assert_eq!(failed, [BAD_LBA], "{engine:?}");
            let bad = drive.take_bad_block();
            // What cannot be written is not looked for.
            assert_eq!(
                bad.map(|bad| bad.lba),
                (!writes).then_some(Lba(BAD_LBA + 11))
            );
        }
    }
}

#[test]
fn is_a_drive_that_only_fails_writes_not_lost() {
    if !is_root("failing writes") {
        return;
    }
    let device = device();
    device.inject(Fault::everywhere(Kind::Fail(libc::EIO)).on(On::Writes));
    let mut drive = opened(&request(&device));
    let requests = sequence(true, 16 * MIB);
    let completions = carried_out(&mut drive, &requests).expect("it can be read");
    let failed = ended(&completions, Outcome::Failed(libc::EIO));
    assert_eq!(failed.len(), requests.len());
}

#[test]
fn is_an_io_that_never_comes_back_named_and_given_up() {
    if !is_root("hanging I/O") {
        return;
    }
    let device = device();
    let mut drive = opened(&request(&device));
    device.inject(Fault::new(Kind::Hold, BAD).on(On::Reads));
    let requests = sequence(false, 8 * MIB);
    let error = carried_out(&mut drive, &requests).expect_err("lost");
    let sentence = error.to_string();
    for words in [
        "does not answer",
        "the read of 64KiB at LBA 10240",
        "--timeout",
    ] {
        assert!(sentence.contains(words), "{words}: {sentence}");
    }
    assert_eq!(device.held(), 1);
    drop(drive); // Comes back though the I/O does not.
    assert_eq!(device.held(), 1);
}

/// A loop device carries out nothing behind a TRIM command that hangs, but everything is with it.
#[test]
fn trim_that_never_comes_back_is_named_and_given_up() {
    if !is_root("a hanging TRIM") {
        return;
    }
    let device = device();
    let mut drive = opened(&request(&device));
    if !drive.identity().discard.is_some_and(|limits| limits.queued) {
        println!("skipped: this kernel queues no TRIM");
        return;
    }
    device.inject(Fault::new(Kind::Hold, BAD).on(On::Trims));
    let trims = [BAD_LBA, BAD_LBA + 1024].map(|lba| Request::discard(lba, Lba(lba), Blocks(128)));
    let reads = (0..6).map(|tag| Request::read(tag, Lba(128 * tag), Blocks(128)));
    drive.submit(&trims);
    drive.submit(&reads.collect::<Vec<_>>());
    let error = drive
        .wait(Nanos::MAX, Stop::Drained, &mut Vec::new())
        .expect_err("lost");
    let sentence = error.to_string();
    for words in [
        "does not answer",
        "the TRIM of 64KiB at LBA 10240",
        "--timeout",
    ] {
        assert!(sentence.contains(words), "{words}: {sentence}");
    }
    assert_eq!(device.held(), 1);
    drop(drive);
}

#[test]
fn trim_that_hangs_has_other_io_in_flight() {
    if !is_root("I/O with a hanging TRIM") {
        return;
    }
    let device = device();
    let mut drive = opened(&request(&device));
    if !drive.identity().discard.is_some_and(|limits| limits.queued) {
        println!("skipped: this kernel queues no TRIM");
        return;
    }
    device.inject(Fault::new(Kind::Hold, BAD).on(On::Trims));
    let mut requests: Vec<Request> = (0..4)
        .map(|tag| Request::discard(tag, Lba(BAD_LBA + 1024 * tag), Blocks(128)))
        .collect();
    requests.extend((4..8).map(|tag| Request::write(tag, Lba(128 * tag), Blocks(8), Data::RANDOM)));
    drive.submit(&requests);
    let (start, mut completions) = (drive.now(), Vec::new());
    while device.held() == 0 {
        let soon = drive.now() + Nanos::millis(1);
        drive
            .wait(soon, Stop::Never, &mut completions)
            .expect("it waits");
        assert!(drive.now() < start + Nanos::millis(900), "nothing is held");
    }
    assert_eq!(drive.waiting(), 0);
    assert_eq!(drive.in_flight() + completions.len(), 8);
    assert!(drive.in_flight() > 1, "{completions:?}");
    device.heal();
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut completions)
        .expect("it came back");
    assert_eq!(
        ended(&completions, Outcome::Done),
        (0..8).collect::<Vec<_>>()
    );
}

#[test]
fn trim_that_fails_is_an_outcome() {
    if !is_root("failing TRIM") {
        return;
    }
    for engine in ENGINES {
        let device = device();
        let mut drive = opened(&OpenRequest {
            engine,
            ..request(&device)
        });
        device.inject(Fault::new(Kind::Fail(libc::EIO), BAD).on(On::Trims));
        let trim = |lba| Request::discard(lba, Lba(lba), Blocks(128));
        let completions = carried_out(&mut drive, &[trim(0), trim(BAD_LBA), trim(128)]);
        let completions = completions.expect("the drive is there");
        assert_eq!(ended(&completions, Outcome::Done), [0, 128]);
        let failed = ended(&completions, Outcome::Failed(libc::EIO));
        assert_eq!(failed, [BAD_LBA], "{engine:?}");
    }
}

#[test]
fn is_a_drive_that_falls_silent_given_up_with_all_that_is_in_flight() {
    if !is_root("a silent drive") {
        return;
    }
    let device = device();
    let mut drive = opened(&request(&device));
    device.inject(Fault::everywhere(Kind::Hold).after(20));
    let error = carried_out(&mut drive, &sequence(true, 16 * MIB)).expect_err("lost");
    assert!(
        error.to_string().contains("does not answer: the write of"),
        "{error}"
    );
    assert!(drive.in_flight() > 0);
}

#[test]
fn can_another_thread_see_a_call_that_hangs() {
    if !is_root("a hanging call") {
        return;
    }
    let device = device();
    let mut drive = opened(&OpenRequest {
        engine: EngineChoice::Synchronous,
        ..request(&device)
    });
    let pulse = drive.pulse();
    device.inject(Fault::new(Kind::Hold, BAD));
    thread::scope(|scope| {
        let work = scope.spawn(move || carried_out(&mut drive, &sequence(false, 8 * MIB)));
        while device.held() == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        let seen = pulse.under_way().map(|(_, offset)| offset);
        assert_eq!(seen, Some(BAD.start));
        device.heal();
        let completions = work.join().expect("no panic").expect("it came back");
        assert_eq!(ended(&completions, Outcome::Done).len(), 128);
    });
    assert_eq!(pulse.under_way(), None);
}

#[test]
fn is_a_vanished_device_lost_with_the_address() {
    if !is_root("a vanishing device") {
        return;
    }
    for engine in ENGINES {
        let device = device();
        let mut drive = opened(&OpenRequest {
            engine,
            ..request(&device)
        });
        device.inject(Fault::everywhere(Kind::Fail(libc::ENXIO)).after(40));
        let error = carried_out(&mut drive, &sequence(true, 16 * MIB)).expect_err("lost");
        let sentence = error.to_string();
        assert!(
            sentence.contains("is gone: the write of") && sentence.contains("at LBA "),
            "{sentence}"
        );
    }
}

#[test]
fn is_a_device_whose_medium_is_gone_lost() {
    if !is_root("a device without medium") {
        return;
    }
    let device = device();
    let mut drive = opened(&request(&device));
    device.truncate();
    let error = carried_out(&mut drive, &sequence(false, MIB)).expect_err("lost");
    assert!(
        error.to_string().contains("is gone: the read of"),
        "{error}"
    );
}

/// The story: of an NVMe drive that was unplugged it said "No space left on device". A loop device
/// whose file is emptied has no size either, and the kernel says the same of it.
#[test]
fn drive_without_a_size_is_gone() {
    if !is_root("a device that loses its size") {
        return;
    }
    let folder = host::disk_folder();
    for writes in [true, false] {
        for engine in ENGINES {
            let file = folder.path().join("backing.img");
            // As long as no device of the other tests: one that hangs cannot be told apart else.
            std::fs::write(&file, vec![0; 17 << 20]).expect("a backing file");
            let device = host::Loop::over(&file, &[]);
            let mut drive = opened(&OpenRequest {
                path: device.device.clone(),
                destroy: vec![device.device.clone()],
                write: true,
                engine,
                ..OpenRequest::default()
            });
            let emptied = std::fs::File::create(&file).expect("emptied");
            drop(emptied);
            host::run("losetup", &["--set-capacity", &device.name()]).expect("its new size");
            let error = carried_out(&mut drive, &sequence(writes, MIB)).expect_err("lost");
            let sentence = error.to_string();
            assert!(sentence.contains("is gone: the "), "{sentence}");
            assert!(sentence.contains("the drive disappeared"), "{sentence}");
            assert!(!sentence.contains("No space"), "{sentence}");
        }
    }
}

/// What a verifying drive finds in 8 MiB that it wrote, after this went wrong while reading or,
/// the second time, writing.
fn found(fault: Fault) -> Option<BadBlock> {
    let device = device();
    let mut drive = verifying(&device);
    let write = sequence(true, 8 * MIB);
    carried_out(&mut drive, &write).expect("writes");
    device.inject(fault);
    carried_out(&mut drive, &write).expect("writes");
    let completions = carried_out(&mut drive, &sequence(false, 8 * MIB)).expect("reads");
    let wrong = ended(&completions, Outcome::WrongData);
    assert!(wrong.is_empty() || wrong == [BAD_LBA], "{wrong:?}");
    let found = drive.take_bad_block();
    assert_eq!(found.is_some(), !wrong.is_empty());
    found
}

#[test]
fn is_wrong_data_found_and_named() {
    if !is_root("wrong data") {
        return;
    }
    let at = |found| {
        Some(BadBlock {
            lba: Lba(BAD_LBA),
            found,
        })
    };
    assert_eq!(found(Fault::new(Kind::Flip, 0..0)), None);
    // The first byte of a block belongs to the stamp's key, a later one to what it sums up.
    assert_eq!(found(Fault::new(Kind::Flip, BAD)), at(Found::Foreign));
    let within = BAD.start + 100..BAD.end;
    assert_eq!(found(Fault::new(Kind::Flip, within)), at(Found::Damaged));
    assert_eq!(
        found(Fault::new(Kind::From(512 * 77), BAD)),
        at(Found::BlockOf(Lba(77)))
    );
    assert_eq!(
        found(Fault::new(Kind::Ignore, BAD).on(On::Writes)),
        at(Found::Older)
    );
}

#[test]
fn is_nothing_wrong_with_an_honest_drive_whatever_it_is_written() {
    if !is_root("an honest drive") {
        return;
    }
    for engine in ENGINES {
        let device = device();
        let mut drive = opened(&OpenRequest {
            engine,
            verify: true,
            ..request(&device)
        });
        assert_eq!(drive.check_size(), Ok(None));
        let classes = [
            DataClass::Zero,
            DataClass::Repeating,
            DataClass::OneBuffer,
            DataClass::FullRandom,
            DataClass::Ratio(460),
        ];
        let mut requests: Vec<Request> = Vec::new();
        for (number, class) in (0..).zip(classes) {
            let data = Data {
                class,
                identity: number,
            };
            // Different lengths, beginning within each other.
            requests.extend((0..200).map(|index| {
                let lba = Lba(index * 37 + u64::from(number));
                Request::write(lba.0, lba, Blocks(1 + index % 90), data)
            }));
            requests.push(Request::write(1, Lba(9), Blocks(9000), data));
            requests.push(Request::discard(2, Lba(512), Blocks(64)));
            requests.push(Request::read(3, Lba(0), Blocks(20_000)));
        }
        let completions = carried_out(&mut drive, &requests).expect("the drive is there");
        let done = ended(&completions, Outcome::Done).len();
        assert_eq!(done, requests.len(), "{:?}", drive.take_bad_block());
    }
}

#[test]
fn is_a_drive_smaller_than_it_says_found() {
    if !is_root("a drive smaller than it reports") {
        return;
    }
    let (says, real) = (Bytes::mib(64 << 10).0, 8 * MIB);
    for medium in [Medium::wrapping(says, real), Medium::losing(says, real)] {
        let device = FaultyDevice::new(medium);
        let mut drive = verifying(&device);
        let sentence = drive.check_size().expect("it answers").expect("too small");
        for words in [
            "smaller than it reports",
            "LBA ",
            "68.719 GB",
            "at most 0.008 GB",
        ] {
            assert!(sentence.contains(words), "{words}: {sentence}");
        }
    }
}
