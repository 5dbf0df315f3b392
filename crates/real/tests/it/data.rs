//! What was written is what stands on the drive, for every class of data.

use crate::host::disk_folder;
use fourcorners_block::{
    Blocks, Bytes, Completion, Data, DataClass, Drive, DriveError, Lba, Nanos, Op, Outcome,
    QueueDepth, Request, Stop,
};
use fourcorners_real::{EngineChoice, OpenRequest, RealDrive, open};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

const ENGINES: [EngineChoice; 3] = [
    EngineChoice::Auto,
    EngineChoice::Aio,
    EngineChoice::Synchronous,
];

fn scratch(folder: &Path, engine: EngineChoice) -> (PathBuf, RealDrive) {
    let path = folder.join(format!("{engine:?}.img"));
    let create_size = Some(Bytes::mib(16));
    let request = OpenRequest {
        path: path.clone(),
        create_size,
        write: true,
        engine,
        ..OpenRequest::default()
    };
    (
        path,
        open(&request).unwrap_or_else(|error| panic!("{error}")),
    )
}

fn carried_out(drive: &mut RealDrive, requests: &[Request]) -> Vec<Completion> {
    let mut completions = Vec::new();
    drive.submit(requests);
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut completions)
        .expect("the drive answers");
    assert!(
        completions
            .iter()
            .all(|completion| completion.outcome == Outcome::Done),
        "{completions:?}"
    );
    completions
}

/// Writes 4 KiB with each identity, side by side, and reads them back without the drive.
fn blocks(engine: EngineChoice, class: DataClass, identities: &[u32]) -> Vec<Vec<u8>> {
    let folder = disk_folder();
    let (path, mut drive) = scratch(folder.path(), engine);
    drive.set_queue_depth(QueueDepth::new(4).expect("a depth"));
    let write = |(index, identity): (u64, &u32)| {
        Request::write(
            index,
            Lba(8 * index),
            Blocks(8),
            Data {
                class,
                identity: *identity,
            },
        )
    };
    let requests: Vec<Request> = (0..).zip(identities).map(write).collect();
    carried_out(&mut drive, &requests);
    let bytes = fs::read(path).expect("the file");
    bytes
        .chunks(4096)
        .take(identities.len())
        .map(<[u8]>::to_vec)
        .collect()
}

#[test]
fn are_zeros_zeros() {
    for engine in ENGINES {
        assert!(
            blocks(engine, DataClass::Zero, &[0, 1])
                .concat()
                .iter()
                .all(|byte| *byte == 0)
        );
    }
}

#[test]
fn does_repeating_data_repeat_one_byte_of_its_identity() {
    for engine in ENGINES {
        let blocks = blocks(engine, DataClass::Repeating, &[0x41, 0x42, 0x141]);
        assert_eq!(blocks, [[0x41; 4096], [0x42; 4096], [0x41; 4096]]);
    }
}

#[test]
fn is_one_buffer_the_same_each_time_and_random() {
    for engine in ENGINES {
        let blocks = blocks(engine, DataClass::OneBuffer, &[1, 2, 3]);
        assert!(blocks[0] == blocks[1] && blocks[1] == blocks[2]);
        let values: HashSet<u8> = blocks[0].iter().copied().collect();
        assert!(values.len() > 200, "{} of 256 byte values", values.len());
    }
}

#[test]
fn does_full_random_data_never_repeat() {
    for engine in ENGINES {
        let sectors: HashSet<Vec<u8>> = blocks(engine, DataClass::FullRandom, &[0; 300])
            .concat()
            .chunks(512)
            .map(<[u8]>::to_vec)
            .collect();
        assert_eq!(sectors.len(), 300 * 8);
    }
}

#[test]
fn is_the_wanted_share_of_a_block_random_and_equal_for_equal_identities() {
    for engine in ENGINES {
        let blocks = blocks(engine, DataClass::Ratio(460), &[7, 8, 7]);
        assert!(blocks[0] == blocks[2] && blocks[0] != blocks[1]);
        let zeros = blocks[0].iter().filter(|byte| **byte == 0).count();
        assert!(
            (2212..2260).contains(&zeros),
            "{zeros} zeros; 4096 x 0.54 and a few by chance"
        );
    }
}

#[test]
fn is_a_request_longer_than_a_transfer_written_whole() {
    for engine in ENGINES {
        let folder = disk_folder();
        let (path, mut drive) = scratch(folder.path(), engine);
        let all = Blocks::from_bytes(Bytes::mib(12));
        let data = Data {
            class: DataClass::Repeating,
            identity: 0x5a,
        };
        let completions = carried_out(
            &mut drive,
            &[
                Request::write(0, Lba(0), all, data),
                Request::read(1, Lba(0), all),
            ],
        );
        assert_eq!(completions[0].bytes, Bytes::mib(12));
        let bytes = fs::read(path).expect("the file");
        assert!(
            bytes[..12 << 20].iter().all(|byte| *byte == 0x5a)
                && bytes[12 << 20..].iter().all(|byte| *byte == 0)
        );
    }
}

#[test]
fn does_a_deeper_queue_or_longer_request_on_the_way_lose_nothing() {
    for engine in ENGINES {
        let folder = disk_folder();
        let (path, mut drive) = scratch(folder.path(), engine);
        let mut completions = Vec::new();
        let write = |tag: u64, lba: u64, blocks: u64| {
            Request::write(
                tag,
                Lba(lba),
                Blocks(blocks),
                Data {
                    class: DataClass::Repeating,
                    identity: tag as u32 + 1,
                },
            )
        };
        let mut expected = vec![0_u8; 16 << 20];
        let mut lba = 0;
        for (tag, blocks) in [8, 8, 64, 8, 512, 8, 2048].into_iter().enumerate() {
            let depth = QueueDepth::new(1 + tag as u16).expect("a depth");
            drive.set_queue_depth(depth);
            drive.submit(&[write(tag as u64, lba, blocks)]);
            drive
                .wait(drive.now(), Stop::Never, &mut completions)
                .expect("the drive answers");
            let range = (lba * 512) as usize..((lba + blocks) * 512) as usize;
            expected[range].fill(tag as u8 + 1);
            lba += blocks;
        }
        drive
            .wait(Nanos::MAX, Stop::Drained, &mut completions)
            .expect("the drive answers");
        assert_eq!(completions.len(), 7);
        assert!(fs::read(path).expect("the file") == expected);
    }
}

#[test]
fn do_fua_and_zeroing_reach_the_drive() {
    for engine in ENGINES {
        let folder = disk_folder();
        let (path, mut drive) = scratch(folder.path(), engine);
        let data = Data {
            class: DataClass::Repeating,
            identity: 1,
        };
        let write = Request {
            op: Op::Write { data, fua: true },
            ..Request::read(0, Lba(0), Blocks(64))
        };
        let zeroes = Request {
            op: Op::WriteZeroes,
            ..Request::read(1, Lba(8), Blocks(8))
        };
        carried_out(&mut drive, &[write, zeroes, Request::flush(2)]);
        let bytes = fs::read(path).expect("the file");
        let ones = [0..4096, 8192..32768]
            .into_iter()
            .all(|range| bytes[range].iter().all(|byte| *byte == 1));
        assert!(ones && bytes[4096..8192].iter().all(|byte| *byte == 0));
    }
}

#[test]
fn is_a_read_beyond_a_file_cut_short_a_failure() {
    for engine in ENGINES {
        let folder = disk_folder();
        let (path, mut drive) = scratch(folder.path(), engine);
        fs::File::options()
            .write(true)
            .open(path)
            .and_then(|file| file.set_len(4 << 20))
            .expect("cut");
        drive.submit(&[
            Request::read(0, Lba(16384), Blocks(8)),
            Request::read(1, Lba(8192 - 8), Blocks(16)),
        ]);
        let mut completions = Vec::new();
        let lost = drive.wait(Nanos::MAX, Stop::Drained, &mut completions);
        assert!(matches!(lost, Err(DriveError::Lost(_))), "{lost:?}");
        assert!(
            completions
                .iter()
                .all(|completion| completion.outcome == Outcome::Failed(5)),
            "{completions:?}"
        );
    }
}

#[test]
fn may_a_drive_be_dropped_or_moved_between_threads() {
    let folder = disk_folder();
    let (_path, mut drive) = scratch(folder.path(), EngineChoice::Auto);
    carried_out(&mut drive, &[Request::read(0, Lba(0), Blocks(8))]);
    let mut drive = std::thread::spawn(move || {
        carried_out(&mut drive, &[Request::read(1, Lba(0), Blocks(8))]);
        drive
    })
    .join()
    .expect("the other thread");
    drive.set_queue_depth(QueueDepth::new(32).expect("a depth"));
    let requests: Vec<Request> = (0..500)
        .map(|tag| Request::write(tag, Lba(8 * tag), Blocks(8), Data::RANDOM))
        .collect();
    drive.submit(&requests);
    drive
        .wait(drive.now(), Stop::Completion, &mut Vec::new())
        .expect("the drive answers");
    drop(drive);
}

#[test]
fn are_requests_admitted_when_they_are_due() {
    for engine in ENGINES {
        let folder = disk_folder();
        let (_path, mut drive) = scratch(folder.path(), engine);
        let start = drive.now();
        let due = |tag: u64| start + Nanos::millis(1 + 3 * tag);
        let requests: Vec<Request> = (0..10)
            .map(|tag| Request::read(tag, Lba(8 * tag), Blocks(8)).at(due(tag)))
            .collect();
        let completions = carried_out(&mut drive, &requests);
        assert!(
            completions
                .iter()
                .all(|completion| completion.admitted >= due(completion.tag))
        );
        assert!(drive.now() >= due(9));
    }
}
