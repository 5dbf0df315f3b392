//! What must not be written stays untouched: each refusal says why, and the bytes are the same.

mod host;

use fourcorners_block::{Blocks, Bytes, Drive, Lba, Nanos, Outcome, Purge, Request, Stop};
use fourcorners_real::{OpenError, OpenRequest, RealDrive, identify, open};
use host::{Loop, Mounted, SwapOn, digest, disk_folder, is_root, run, sparse_file};
use std::fs::{self, File};
use std::os::unix::fs::{FileExt, symlink};
use std::path::Path;

const SIZE: u64 = 16 << 20;

fn request(path: &Path) -> OpenRequest {
    OpenRequest {
        path: path.into(),
        destroy: vec![path.into()],
        write: true,
        ..OpenRequest::default()
    }
}

/// The error of opening for writing, after which the bytes of `kept` are as before.
fn refused(request: &OpenRequest, kept: &Path) -> OpenError {
    let before = digest(kept);
    let error = open(request).map(|_: RealDrive| ()).expect_err("refused");
    assert_eq!(digest(kept), before, "the bytes after: {error}");
    let sentence = error.to_string();
    assert!(
        sentence.contains(&*request.path.to_string_lossy()),
        "says where: {sentence}"
    );
    error
}

/// A folder in memory, or on disk where there is none.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| disk_folder())
}

/// A file of 16 MiB with something in it that is no signature.
fn file(folder: &Path) -> std::path::PathBuf {
    let path = sparse_file(folder, SIZE);
    let file = File::options().write(true).open(&path).expect("the file");
    file.write_all_at(b"what a user would miss", 100_000)
        .expect("its content");
    path
}

#[test]
fn does_an_existing_file_stay_untouched_unless_named() {
    let folder = folder();
    let path = file(folder.path());
    let other = folder.path().join("other");
    fs::write(&other, "x").expect("another file");
    for destroy in [vec![], vec![other], vec![folder.path().join("absent")]] {
        let error = refused(
            &OpenRequest {
                destroy,
                ..request(&path)
            },
            &path,
        );
        assert!(matches!(error, OpenError::NotNamed { .. }), "{error}");
        assert!(error.to_string().contains("--destroy"), "{error}");
    }
}

#[test]
fn does_a_size_never_touch_what_exists() {
    let folder = folder();
    let path = file(folder.path());
    let link = folder.path().join("link");
    symlink(&path, &link).expect("a link");
    for name in [&path, &link] {
        let error = refused(
            &OpenRequest {
                create_size: Some(Bytes::mib(8)),
                ..request(name)
            },
            &path,
        );
        assert!(matches!(error, OpenError::Exists { .. }), "{error}");
    }
    let dangling = folder.path().join("dangling");
    symlink(folder.path().join("nowhere"), &dangling).expect("a link");
    let error = open(&OpenRequest {
        create_size: Some(Bytes::mib(8)),
        ..request(&dangling)
    })
    .map(|_| ());
    assert!(matches!(error, Err(OpenError::Exists { .. })), "{error:?}");
    assert!(!folder.path().join("nowhere").exists());
}

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
    run("mkfs.ext4", &["-q", &device.name()]).expect("a file system");
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
fn is_what_is_no_drive_refused() {
    let folder = folder();
    for (path, expected) in [
        (folder.path(), "directory"),
        (Path::new("/dev/null"), "character device"),
    ] {
        for result in [open(&request(path)).map(|_| ()), identify(path).map(|_| ())] {
            let kind = match &result {
                Err(OpenError::WrongKind { kind, .. }) => *kind,
                _ => panic!("{result:?}"),
            };
            assert_eq!(kind, expected);
        }
    }
    let absent = open(&request(&folder.path().join("absent"))).map(|_| ());
    assert!(
        matches!(absent, Err(OpenError::NotFound { .. })),
        "{absent:?}"
    );
    let empty = folder.path().join("empty");
    File::create(&empty).expect("a file");
    assert!(matches!(
        open(&request(&empty)).map(|_| ()),
        Err(OpenError::Empty { .. })
    ));
}

#[test]
fn does_a_mounted_device_stay_untouched() {
    if !is_root("a mounted device") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    run("mkfs.ext4", &["-q", &device.name()]).expect("a file system");
    let mounted = Mounted::new(&device.name(), &folder.path().join("mnt"));
    let link = folder.path().join("link");
    symlink(&device.device, &link).expect("a link");
    for name in [&device.device, &link] {
        // Confirmed by its name: a mount is refused all the same.
        let error = refused(
            &OpenRequest {
                confirm_serial: Some(device.name()),
                ..request(name)
            },
            &device.file,
        );
        let OpenError::Mounted { mount_point, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(Path::new(mount_point), mounted.at);
    }
    // The file below it is in use as well.
    let error = refused(&request(&device.file), &device.file);
    assert!(matches!(error, OpenError::LoopBacked { .. }), "{error}");
}

#[test]
fn does_a_bind_mount_protect_its_device() {
    if !is_root("a bind mount") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    run("mkfs.ext4", &["-q", &device.name()]).expect("a file system");
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let mounted = Mounted::new(&device.name(), &first);
    fs::create_dir(first.join("inside")).expect("a folder");
    fs::create_dir(&second).expect("a mount point");
    run(
        "mount",
        &[
            "--bind",
            &first.join("inside").to_string_lossy(),
            &second.to_string_lossy(),
        ],
    )
    .expect("bound");
    let bound = Mounted { at: second };
    drop(mounted);
    let error = refused(&request(&device.device), &device.file);
    assert!(
        matches!(&error, OpenError::Mounted { mount_point, .. } if Path::new(mount_point) == bound.at),
        "{error}"
    );
}

#[test]
fn does_a_mounted_partition_protect_its_disk() {
    if !is_root("a mounted partition") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    // A partition table with one partition, 1 MiB to 13 MiB (MBR: type 0x83).
    let mut table = [0_u8; 512];
    table[450] = 0x83;
    table[454..458].copy_from_slice(&2048_u32.to_le_bytes());
    table[458..462].copy_from_slice(&24576_u32.to_le_bytes());
    table[510..].copy_from_slice(&[0x55, 0xaa]);
    File::options()
        .write(true)
        .open(&path)
        .and_then(|file| file.write_all_at(&table, 0))
        .expect("a partition table");
    let device = Loop::over(&path, &["--partscan"]);
    let partition = format!("{}p1", device.name());
    if !Path::new(&partition).exists() {
        // A kernel that reads no MBR still takes partitions that it is told of.
        run("addpart", &[&device.name(), "1", "2048", "24576"]);
    }
    if !Path::new(&partition).exists() {
        println!("a mounted partition: skipped, this kernel makes no partitions on loop devices");
        return;
    }
    let error = refused(&request(&device.device), &path);
    assert!(
        matches!(&error, OpenError::Signature { found, .. } if found.contains("MBR")),
        "{error}"
    );

    run("mkfs.ext4", &["-q", &partition]).expect("a file system");
    let mounted = Mounted::new(&partition, &folder.path().join("mnt"));
    for name in [&device.device, Path::new(&partition)] {
        let error = refused(
            &OpenRequest {
                confirm_serial: Some(device.name()),
                ..request(name)
            },
            &path,
        );
        assert!(
            matches!(&error, OpenError::Mounted { device, .. } if *device == partition),
            "{error}"
        );
    }
    drop(mounted);
    // Naming the disk does not name its partition.
    let other = OpenRequest {
        destroy: vec![device.device.clone()],
        ..request(Path::new(&partition))
    };
    assert!(matches!(refused(&other, &path), OpenError::NotNamed { .. }));
}

#[test]
fn does_swap_in_use_stay_untouched() {
    if !is_root("swap") {
        return;
    }
    let folder = disk_folder();
    let device = Loop::over(&file(folder.path()), &[]);
    let Some(swap) = SwapOn::new(&device.name()) else {
        println!("swap: skipped, this kernel does not swap");
        return;
    };
    let error = open(&OpenRequest {
        confirm_serial: Some(device.name()),
        ..request(&device.device)
    })
    .map(|_| ());
    assert!(matches!(error, Err(OpenError::Swap { .. })), "{error:?}");
    drop(swap);
    let error = refused(&request(&device.device), &device.file);
    assert!(
        matches!(&error, OpenError::Signature { found, .. } if found.contains("swap")),
        "{error}"
    );
}

#[test]
fn does_a_swap_file_stay_untouched() {
    if !is_root("a swap file") {
        return;
    }
    let folder = disk_folder();
    let path = folder.path().join("swapfile");
    fs::write(&path, vec![0; SIZE as usize]).expect("a file without holes");
    run("chmod", &["600", &path.to_string_lossy()]).expect("mode");
    let Some(_swap) = SwapOn::new(&path.to_string_lossy()) else {
        println!("a swap file: skipped, this kernel does not swap");
        return;
    };
    let error = open(&request(&path)).map(|_| ());
    assert!(matches!(error, Err(OpenError::Swap { .. })), "{error:?}");
}

#[test]
fn is_a_device_with_a_file_system_written_only_when_confirmed() {
    if !is_root("a signature") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    run("mkfs.ext4", &["-q", &device.name()]).expect("a file system");
    let error = refused(&request(&device.device), &device.file);
    let OpenError::Signature { found, confirm, .. } = &error else {
        panic!("{error}")
    };
    assert!(
        found.contains("ext4") && *confirm == device.name(),
        "{error}"
    );
    let wrong = OpenRequest {
        confirm_serial: Some("WD-123".into()),
        ..request(&device.device)
    };
    assert!(matches!(
        refused(&wrong, &device.file),
        OpenError::WrongSerial { .. }
    ));
    let backing = device.file.to_string_lossy().into_owned();
    let name = device.name().replace("/dev/", "");
    for text in [device.name(), name, backing] {
        let confirmed = OpenRequest {
            confirm_serial: Some(text),
            ..request(&device.device)
        };
        drop(open(&confirmed).unwrap_or_else(|error| panic!("{error}")));
    }
}

#[test]
fn is_a_drive_opened_exclusively() {
    if !is_root("opened twice") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    let first = open(&request(&device.device)).unwrap_or_else(|error| panic!("{error}"));
    let error = refused(&request(&device.device), &device.file);
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    drop(first);
    drop(open(&request(&device.device)).unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn is_a_read_only_device_read_and_not_written() {
    if !is_root("a read-only device") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &["--read-only"]);
    let error = refused(&request(&device.device), &device.file);
    assert!(matches!(error, OpenError::ReadOnlyDevice { .. }), "{error}");
    let reading = OpenRequest {
        write: false,
        destroy: Vec::new(),
        ..request(&device.device)
    };
    drop(open(&reading).unwrap_or_else(|error| panic!("{error}")));
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

#[test]
fn does_every_mounted_disk_of_this_host_stay_untouched() {
    let mounts = fs::read_to_string("/proc/self/mounts").expect("this host's mounts");
    let devices = mounts
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|source| source.starts_with("/dev/"));
    for device in devices.map(Path::new).filter(|device| device.exists()) {
        // Opening alone writes nothing, even if it were not refused.
        let result = open(&OpenRequest {
            confirm_serial: Some("yes".into()),
            ..request(device)
        })
        .map(|_| ());
        assert!(
            matches!(result, Err(OpenError::Mounted { .. })),
            "{}: {result:?}",
            device.display()
        );
    }
}
