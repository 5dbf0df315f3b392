//! A drive that is opened for reading cannot be written, whatever is asked of it.

use crate::host::{Loop, Mounted, digest, disk_folder, is_root, make_ext4, sparse_file};
use fourcorners_block::{
    Blocks, Completion, Data, Drive, Lba, Nanos, Op, Outcome, QueueDepth, Request, Stop,
};
use fourcorners_real::{EngineChoice, OpenRequest, RealDrive, open};
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

fn opened(path: &Path, engine: EngineChoice) -> RealDrive {
    let request = OpenRequest {
        path: path.into(),
        engine,
        ..OpenRequest::default()
    };
    open(&request).unwrap_or_else(|error| panic!("{error}"))
}

/// Flags of every descriptor of this program that leads to this file.
fn flags(path: &Path) -> Vec<i32> {
    let of = |entry: fs::DirEntry| {
        let leads_there = fs::read_link(entry.path()).is_ok_and(|to| to == path);
        let info = Path::new("/proc/self/fdinfo").join(entry.file_name());
        let info = fs::read_to_string(info).ok().filter(|_| leads_there)?;
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"))?;
        i32::from_str_radix(flags.trim(), 8).ok()
    };
    let entries = fs::read_dir("/proc/self/fd").expect("descriptors");
    entries.flatten().filter_map(of).collect()
}

fn outcomes(drive: &mut RealDrive, requests: &[Request]) -> Vec<Outcome> {
    let mut completions: Vec<Completion> = Vec::new();
    drive.submit(requests);
    let waited = drive.wait(Nanos::MAX, Stop::Drained, &mut completions);
    waited.expect("the drive answers");
    completions.sort_by_key(|completion| completion.tag);
    completions.iter().map(|one| one.outcome).collect()
}

#[test]
fn descriptor_of_a_drive_that_is_read_is_read_only() {
    let folder = disk_folder();
    let path = sparse_file(folder.path(), 16 << 20);
    let path = path.canonicalize().expect("the file");
    for engine in [
        EngineChoice::Auto,
        EngineChoice::Aio,
        EngineChoice::Synchronous,
    ] {
        let drive = opened(&path, engine);
        let flags = flags(&path);
        assert!(!flags.is_empty());
        for flags in flags {
            let access = flags & libc::O_ACCMODE;
            let is_path = flags & libc::O_PATH != 0;
            assert!(is_path || access == libc::O_RDONLY, "{flags:o}");
        }
        assert!(drive.identity().read_only);
    }
}

#[test]
fn every_write_through_a_read_only_drive_is_refused() {
    let folder = disk_folder();
    let path = sparse_file(folder.path(), 16 << 20);
    let before = (digest(&path), path.metadata().expect("the file"));
    for engine in [
        EngineChoice::Auto,
        EngineChoice::Aio,
        EngineChoice::Synchronous,
    ] {
        let mut drive = opened(&path, engine);
        drive.set_queue_depth(QueueDepth::new(4).expect("a depth"));
        let read = Request::read(1, Lba(0), Blocks(8));
        let write = Request::write(2, Lba(0), Blocks(8), Data::RANDOM);
        let [trim, zero] =
            [(3, Op::Discard), (4, Op::WriteZeroes)].map(|(tag, op)| Request { tag, op, ..read });
        let refused = Outcome::ReadOnly;
        assert_eq!(
            outcomes(&mut drive, &[read, write, trim, zero]),
            [Outcome::Done, refused, refused, refused],
            "{engine:?}"
        );
        assert!(drive.purge().is_err());
    }
    let after = path.metadata().expect("the file");
    assert_eq!(digest(&path), before.0);
    let times = |of: &fs::Metadata| (of.mtime(), of.mtime_nsec(), of.ctime(), of.blocks());
    assert_eq!(times(&after), times(&before.1));
}

#[test]
fn mounted_device_can_be_read() {
    if !is_root("a mounted device") {
        return;
    }
    let folder = disk_folder();
    let device = Loop::over(&sparse_file(folder.path(), 16 << 20), &[]);
    make_ext4(&device.name());
    let _mounted = Mounted::new(&device.name(), &folder.path().join("mnt"));
    let mut drive = opened(&device.device, EngineChoice::Auto);
    let read = Request::read(1, Lba(0), Blocks(8));
    assert_eq!(outcomes(&mut drive, &[read]), [Outcome::Done]);
}
