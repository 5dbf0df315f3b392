//! What a block device holds is not known until it is trimmed or erased.

use crate::host::{Loop, is_root, sparse_file};
use fourcorners_block::{
    Blocks, Completion, Data, Drive, Lba, Nanos, Outcome, QueueDepth, Reads, Request, Stop,
};
use fourcorners_real::{OpenRequest, RealDrive, open};

const MIB: u64 = 2048;

fn carry_out(drive: &mut RealDrive, request: Request) {
    let mut completions: Vec<Completion> = Vec::new();
    drive.submit(&[request]);
    let waited = drive.wait(Nanos::MAX, Stop::Drained, &mut completions);
    waited.expect("the drive answers");
    assert_eq!(completions[0].outcome, Outcome::Done);
}

/// Units of the first MiB without data.
fn read(drive: &mut RealDrive) -> u64 {
    let before = drive.reads();
    carry_out(drive, Request::read(0, Lba(0), Blocks(MIB)));
    let Reads { units, unwritten } = drive.reads().since(&before);
    assert_eq!(units, 256);
    unwritten
}

#[test]
fn block_device_is_without_data_only_where_it_was_trimmed() {
    if !is_root("block_device_is_without_data_only_where_it_was_trimmed") {
        return;
    }
    let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
    let device = Loop::over(&sparse_file(folder.path(), 8 << 20), &[]);
    let mut drive = open(&OpenRequest {
        path: device.device.clone(),
        destroy: vec![device.device.clone()],
        write: true,
        ..OpenRequest::default()
    })
    .unwrap_or_else(|error| panic!("{error}"));
    drive.set_queue_depth(QueueDepth::ONE);
    assert_eq!(read(&mut drive), 0, "nobody knows");
    carry_out(&mut drive, Request::discard(0, Lba(0), Blocks(MIB / 2)));
    assert_eq!(read(&mut drive), 128);
    let write = |blocks| Request::write(0, Lba(0), Blocks(blocks), Data::RANDOM);
    carry_out(&mut drive, write(MIB / 4));
    assert_eq!(read(&mut drive), 64);
    drive.purge().expect("erased");
    assert_eq!(read(&mut drive), 256);
    carry_out(&mut drive, write(MIB));
    assert_eq!(read(&mut drive), 0);
}
