//! Regular files: made, kept, never overwritten unless named; what their file system cannot.

use super::{SIZE, file, folder, refused, request};
use crate::host::{Loop, Mounted, digest, disk_folder, is_root, make_ext4, run, sparse_file};
use fourcorners_block::{
    Blocks, Bytes, Drive, DriveError, Lba, Nanos, Outcome, Purge, Request, Stop,
};
use fourcorners_real::{OpenError, OpenRequest, RealDrive, open};
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

#[test]
fn is_a_file_that_does_not_fit_gone_again() {
    let folder = disk_folder();
    let path = folder.path().join("huge.img");
    // Below ext4's longest file (16 TiB), above what any disk of a test machine has free.
    let error = open(&OpenRequest {
        create_size: Some(Bytes::gib(15 << 10)),
        ..request(&path)
    })
    .map(|_| ());
    assert!(matches!(error, Err(OpenError::NoSpace { .. })), "{error:?}");
    assert!(!path.exists(), "the file that was made is removed");
    for size in [
        Bytes(0),
        Bytes::kib(4),
        Bytes(Bytes::mib(8).0 + 512),
        Bytes(u64::MAX),
    ] {
        let error = open(&OpenRequest {
            create_size: Some(size),
            ..request(&path)
        })
        .map(|_| ());
        assert!(
            matches!(error, Err(OpenError::BadSize { .. })),
            "{size}: {error:?}"
        );
        assert!(!path.exists());
    }
}

#[test]
fn is_a_full_file_system_said_and_left_as_it_was() {
    if !is_root("a full file system") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&sparse_file(folder.path(), SIZE), &[]);
    make_ext4(&device.name());
    let mounted = Mounted::new(&device.name(), &folder.path().join("mnt"));
    let path = mounted.at.join("scratch.img");
    let error = open(&OpenRequest {
        create_size: Some(Bytes::mib(64)),
        ..request(&path)
    })
    .map(|_| ());
    assert!(matches!(error, Err(OpenError::NoSpace { .. })), "{error:?}");
    assert!(!path.exists());
}

#[test]
fn does_a_drive_opened_for_reading_refuse_to_change() {
    let folder = disk_folder();
    let path = file(folder.path());
    let before = digest(&path);
    let reading = OpenRequest {
        write: false,
        destroy: Vec::new(),
        ..request(&path)
    };
    let mut drive = open(&reading).unwrap_or_else(|error| panic!("{error}"));
    assert!(drive.identity().read_only);
    let (lba, blocks) = (Lba(0), Blocks(8));
    let write = Request::write(1, lba, blocks, fourcorners_block::Data::RANDOM);
    drive.submit(&[
        Request::read(0, lba, blocks),
        write,
        Request::discard(2, lba, blocks),
        Request::flush(3),
    ]);
    let mut completions = Vec::new();
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut completions)
        .expect("the drive answers");
    completions.sort_by_key(|completion| completion.tag);
    let outcomes: Vec<Outcome> = completions
        .iter()
        .map(|completion| completion.outcome)
        .collect();
    assert_eq!(
        outcomes,
        [
            Outcome::Done,
            Outcome::ReadOnly,
            Outcome::ReadOnly,
            Outcome::Done
        ]
    );
    assert!(drive.purge().is_err());
    drop(drive);
    assert_eq!(digest(&path), before);
}

#[test]
fn is_a_file_kept_when_it_was_made_and_emptied_by_purge() {
    let folder = disk_folder();
    let path = folder.path().join("scratch.img");
    let made = OpenRequest {
        create_size: Some(Bytes::mib(8)),
        destroy: Vec::new(),
        ..request(&path)
    };
    let mut drive = open(&made).unwrap_or_else(|error| panic!("{error}"));
    drive.submit(&[Request::write(
        0,
        Lba(0),
        Blocks(16384),
        fourcorners_block::Data::RANDOM,
    )]);
    let mut completions = Vec::new();
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut completions)
        .expect("the drive answers");
    assert_eq!(completions[0].outcome, Outcome::Done);
    assert!(
        fs::read(&path)
            .expect("the file")
            .iter()
            .any(|byte| *byte != 0)
    );
    let purged = drive.purge().expect("an idle drive");
    drop(drive);
    let bytes = fs::read(&path).expect("the file is kept");
    assert_eq!(bytes.len(), 8 << 20);
    assert!(
        purged == Purge::Nothing || bytes.iter().all(|byte| *byte == 0),
        "{purged:?}"
    );
}

/// The story: a new file of 4 GiB was erased for 71 s before its first test, although nothing had
/// been written to it.
#[test]
fn new_file_is_not_erased_until_something_is_written() {
    let folder = disk_folder();
    let path = folder.path().join("scratch.img");
    let made = OpenRequest {
        create_size: Some(Bytes::mib(8)),
        destroy: Vec::new(),
        ..request(&path)
    };
    let mut drive = open(&made).unwrap_or_else(|error| panic!("{error}"));
    let one = |drive: &mut RealDrive, request| {
        let mut completions = Vec::new();
        drive.submit(&[request]);
        let waited = drive.wait(Nanos::MAX, Stop::Drained, &mut completions);
        waited.expect("the drive answers");
    };
    assert!(drive.is_empty());
    assert_eq!(drive.purge(), Ok(Purge::AlreadyEmpty));
    one(&mut drive, Request::read(0, Lba(0), Blocks(8)));
    assert_eq!(drive.purge(), Ok(Purge::AlreadyEmpty));
    if drive.identity().discard.is_none() {
        println!("erasing a file: skipped, this file system frees no blocks");
        return;
    }
    let set_aside = || fs::metadata(&path).expect("the file").blocks() * 512 >= 8 << 20;
    let before = set_aside();
    let random = fourcorners_block::Data::RANDOM;
    for request in [
        Request::write(0, Lba(0), Blocks(16384), random),
        Request::discard(0, Lba(0), Blocks(8)),
    ] {
        one(&mut drive, request);
        assert!(!drive.is_empty());
        assert_eq!(drive.purge(), Ok(Purge::BlocksFreed));
        assert!(drive.is_empty());
        assert_eq!(set_aside(), before, "its space is set aside again");
        let bytes = fs::read(&path).expect("the file");
        assert!(bytes.iter().all(|byte| *byte == 0));
    }
    // The user stops it before its first piece.
    one(&mut drive, Request::write(0, Lba(0), Blocks(8), random));
    drive.pulse().stop();
    assert_eq!(drive.purge(), Err(DriveError::Stopped));
    assert!(!drive.is_empty());
}

/// A file system of that type, mounted with those options.
fn mounted(folder: &Path, kind: &str, options: &str) -> Mounted {
    let at = folder.join("mnt");
    fs::create_dir(&at).expect("a mount point");
    run(
        "mount",
        &["-t", kind, "-o", options, "none", &at.to_string_lossy()],
    )
    .expect("mounted");
    Mounted { at }
}

#[test]
fn is_a_file_system_without_direct_io_said() {
    if !is_root("a file system without O_DIRECT") {
        return;
    }
    let folder = folder();
    let mounted = mounted(folder.path(), "ramfs", "rw");
    let path = mounted.at.join("scratch.img");
    let made = OpenRequest {
        create_size: Some(Bytes::mib(8)),
        ..request(&path)
    };
    let error = open(&made).map(|_| ()).expect_err("refused");
    assert!(
        matches!(&error, OpenError::NoDirectIo { file_system, .. } if file_system == "ramfs"),
        "{error}"
    );
    assert!(!path.exists(), "the file that was made is removed");
}

#[test]
fn is_a_read_only_file_system_said() {
    if !is_root("a read-only file system") {
        return;
    }
    let folder = folder();
    let mounted = mounted(folder.path(), "tmpfs", "rw");
    let (path, at) = (file(&mounted.at), mounted.at.to_string_lossy().into_owned());
    run("mount", &["-o", "remount,ro", &at]).expect("remounted");
    let error = refused(&request(&path), &path);
    assert!(
        matches!(error, OpenError::ReadOnlyFileSystem { .. }),
        "{error}"
    );
    let new = OpenRequest {
        create_size: Some(Bytes::mib(8)),
        ..request(&mounted.at.join("new.img"))
    };
    assert!(matches!(
        open(&new).map(|_| ()),
        Err(OpenError::ReadOnlyFileSystem { .. })
    ));
}
