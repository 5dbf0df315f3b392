//! Which engine carries I/Os: compared by reading, and said.

use crate::host::{Loop, Zram, digest, disk_folder, is_root, sparse_file};
use fourcorners_block::{
    Blocks, Bytes, Completion, Data, DataClass, Drive, Lba, Nanos, Outcome, QueueDepth, Request,
    Stop,
};
use fourcorners_real::{EngineChoice, OpenRequest, RealDrive, open};
use std::path::Path;

const NAMES: [&str; 4] = ["io_uring", "io_uring, polled", "Linux AIO", "synchronous"];

fn depth(depth: u16) -> QueueDepth {
    QueueDepth::new(depth).expect("a depth")
}

fn opened(path: &Path, engine: EngineChoice) -> RealDrive {
    open(&OpenRequest {
        path: path.into(),
        destroy: vec![path.into()],
        write: true,
        engine,
        ..OpenRequest::default()
    })
    .unwrap_or_else(|error| panic!("{error}"))
}

/// Writes 200 blocks at a depth; how many were under way at once is never more.
fn written(drive: &mut RealDrive, at: u16, byte: u32) {
    drive.set_queue_depth(depth(at));
    let data = Data {
        class: DataClass::Repeating,
        identity: byte,
    };
    let requests: Vec<Request> = (0..200)
        .map(|tag| Request::write(tag, Lba(8 * tag), Blocks(8), data))
        .collect();
    drive.submit(&requests);
    let mut completions: Vec<Completion> = Vec::new();
    while drive.waiting() + drive.in_flight() > 0 {
        drive
            .wait(Nanos::MAX, Stop::Completion, &mut completions)
            .expect("the drive answers");
        assert!(drive.in_flight() <= usize::from(at));
    }
    assert_eq!(completions.len(), 200);
    assert!(completions.iter().all(|io| io.outcome == Outcome::Done));
    // At most so many overlap, by their own times.
    for io in completions.iter().step_by(17) {
        let overlap =
            |other: &&Completion| other.admitted <= io.admitted && other.finished > io.admitted;
        assert!(completions.iter().filter(overlap).count() <= usize::from(at));
    }
}

fn is_choosing_harmless(path: &Path) {
    let before = digest(path);
    let mut drive = opened(path, EngineChoice::Auto);
    let deepest = drive.identity().max_queue_depth;
    let reasons = drive
        .choose_engine(&[depth(1), depth(3), depth(32)], false)
        .expect("a choice");
    assert!(
        reasons
            .iter()
            .any(|reason| reason.contains("at queue depth 1:")),
        "{reasons:?}"
    );
    assert!(
        reasons
            .iter()
            .any(|reason| reason.contains("at queue depth 32:")),
        "{reasons:?}"
    );
    assert_eq!(drive.identity().max_queue_depth, deepest);
    let engine = drive.identity().engine.clone();
    let said: Vec<&str> = match engine.split_once(" at queue depth 1, ") {
        Some((single, deeper)) => vec![
            single,
            deeper.strip_suffix(" at deeper ones").expect("both"),
        ],
        None => vec![&engine],
    };
    assert!(said.iter().all(|name| NAMES.contains(name)), "{engine}");
    drop(drive);
    assert_eq!(digest(path), before, "a choice only reads");

    let mut drive = opened(path, EngineChoice::Auto);
    drive
        .choose_engine(&[depth(1), depth(8)], false)
        .expect("a choice");
    for (at, byte) in [(1, 0x11), (8, 0x22), (1, 0x33), (8, 0x44)] {
        written(&mut drive, at, byte);
    }
    drop(drive);
    let mut bytes = vec![0; 200 * 4096];
    let mut file = std::fs::File::open(path).expect("what was written");
    std::io::Read::read_exact(&mut file, &mut bytes).expect("reading");
    assert!(bytes.iter().all(|byte| *byte == 0x44));
}

#[test]
fn does_choosing_an_engine_only_read_a_file() {
    let folder = disk_folder();
    let path = folder.path().join("scratch.img");
    std::fs::write(&path, vec![0x5a; 8 << 20]).expect("a file");
    is_choosing_harmless(&path);
}

#[test]
fn does_choosing_an_engine_only_read_a_loop_device() {
    if is_root("loop over memory") {
        let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
        let device = Loop::over(&sparse_file(folder.path(), 8 << 20), &[]);
        is_choosing_harmless(&device.device);
    }
}

#[test]
fn does_choosing_an_engine_only_read_zram() {
    if is_root("zram") {
        match Zram::new(64 << 20) {
            Some(zram) => is_choosing_harmless(&zram.device()),
            None => println!("zram: skipped, this kernel makes none"),
        }
    }
}

#[test]
fn is_an_engine_that_was_asked_for_kept() {
    let folder = disk_folder();
    let path = folder.path().join("scratch.img");
    std::fs::write(&path, vec![0; 8 << 20]).expect("a file");
    for (engine, name) in [
        (EngineChoice::Synchronous, "synchronous"),
        (EngineChoice::Aio, "Linux AIO"),
    ] {
        let mut drive = opened(&path, engine);
        let reasons = drive
            .choose_engine(&[depth(1)], false)
            .expect("nothing to choose");
        assert_eq!((reasons.len(), drive.identity().engine.as_str()), (0, name));
    }
}

/// `--engine polled` was taken for a file whose holes could be read that way; the first block that
/// needed the disk failed with 'Operation not supported'.
#[test]
fn is_polling_a_drive_that_cannot_be_polled_refused_with_what_to_do() {
    let refused = |path: &Path, create_size: Option<Bytes>| {
        let error = open(&OpenRequest {
            path: path.into(),
            destroy: vec![path.into()],
            create_size,
            write: true,
            engine: EngineChoice::Polled,
            ..OpenRequest::default()
        });
        let sentence = error.map(drop).expect_err("cannot be polled").to_string();
        assert!(sentence.contains("cannot be polled"), "{sentence}");
    };
    // A file system in memory lies on no disk.
    let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
    let path = folder.path().join("scratch.img");
    refused(&path, Some(Bytes::mib(8)));
    assert!(!path.exists(), "a file that was made is gone again");
    if is_root("loop over memory") {
        refused(
            &Loop::over(&sparse_file(folder.path(), 8 << 20), &[]).device,
            None,
        );
    }
}

/// What a batch changes is when completions are taken, not how many I/Os are under way.
#[test]
fn do_batches_lose_nothing() {
    let folder = disk_folder();
    for batch in [1, 3, 16] {
        let path = folder.path().join(format!("{batch}.img"));
        let mut drive = open(&OpenRequest {
            path,
            create_size: Some(Bytes::mib(8)),
            write: true,
            engine: EngineChoice::IoUring,
            batch,
            ..OpenRequest::default()
        })
        .unwrap_or_else(|error| panic!("{error}"));
        for at in [1, 8, 32] {
            written(&mut drive, at, u32::from(at));
        }
    }
}
