//! The whole way of an erase by the drive's own command: closed, erased, opened again. A loop
//! device plays the NVMe drive, by a recorded /sys; a script plays nvme-cli.

use crate::bed::{Loop, digest, disk_folder, is_root, sparse_file};
use fourcorners_block::{Blocks, DataClass};
use fourcorners_block::{
    Data, Drive, DriveError, Lba, Nanos, Outcome, Purge, QueueDepth, Request, Stop,
};
use fourcorners_host::{Tools, open_on};
use fourcorners_real::{Erase, Host, OpenRequest, RealDrive};
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::process::Command;

const MIB: u64 = 1 << 20;

struct Disguised {
    folder: tempfile::TempDir,
    device: Loop,
}

impl Disguised {
    fn new() -> Self {
        let folder = disk_folder();
        let device = Loop::over(&sparse_file(folder.path(), 16 * MIB), &[]);
        let disguised = Self { folder, device };
        let number = fs::metadata(&disguised.device.device)
            .expect("a device")
            .rdev();
        let number = format!("7:{}", number & 0xff);
        let root = disguised.folder.path();
        let disk = root.join("sys/devices/nvme0n1");
        let blocks = (16 * MIB / 512).to_string();
        for (file, text) in [
            ("dev", number.as_str()),
            ("size", blocks.as_str()),
            ("ro", "0"),
            ("queue/logical_block_size", "512"),
            ("queue/discard_max_bytes", "0"),
            ("device/model", "Example NVMe"),
            ("device/serial", "S1"),
            ("holders/.keep", ""),
        ] {
            let file = disk.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("an attribute");
        }
        fs::remove_file(disk.join("holders/.keep")).expect("a holder less");
        for folder in ["sys/dev/block", "sys/block/nvme0n1", "proc/self", "tools"] {
            fs::create_dir_all(root.join(folder)).expect("a folder");
        }
        symlink(&disk, root.join("sys/dev/block").join(number)).expect("a link");
        let mounts = "21 1 254:0 / / rw - ext4 /dev/vda rw\n";
        fs::write(root.join("proc/self/mountinfo"), mounts).expect("mounts");
        fs::write(root.join("proc/swaps"), "Filename\n").expect("swaps");
        disguised
    }

    /// What `nvme format` does; `$DISK` is the loop device, `$SYS` its recorded folder.
    fn formats_by(&self, script: &str) {
        self.answers(&format!("format) {script}\n;;"));
    }

    /// What `nvme sanitize` does, and what its log says before and after it: SSTAT.
    fn sanitizes_by(&self, script: &str, before: u8, after: u8) {
        self.answers(&format!(
            "sanitize) {script}\ntouch $SYS/sanitized\n;;\nsanitize-log) sstat={before}\n\
             test -e $SYS/sanitized && sstat={after}\n\
             echo \"{{\\\"nvme0n1\\\":{{\\\"sprog\\\":6554,\\\"sstat\\\":$sstat}}}}\";;"
        ));
    }

    /// The cases of a script that plays nvme-cli.
    fn answers(&self, cases: &str) {
        let disk = self.folder.path().join("sys/devices/nvme0n1");
        let text = format!(
            "#!/bin/sh\nDISK={}\nSYS={}\ncase $1 in\nid-ctrl) echo \
             '{{\"oacs\":2,\"fna\":0,\"nn\":1,\"sanicap\":2}}';;\n{cases}\nesac\n",
            self.device.name(),
            disk.display()
        );
        let draft = self.folder.path().join("nvme.text");
        fs::write(&draft, text).expect("a script");
        // By another process: one that this one has open for writing cannot be run.
        let put = Command::new("install")
            .args(["-m", "755"])
            .arg(draft)
            .arg(self.folder.path().join("tools/nvme"))
            .status();
        assert!(put.expect("install").success());
    }

    fn open(&self, erase: Erase) -> Result<RealDrive, String> {
        let root = self.folder.path();
        let host = Host {
            dev: root.join("dev"),
            sys: root.join("sys"),
            proc: root.join("proc"),
        };
        let tools = Tools::in_folder(&root.join("tools"));
        let request = OpenRequest {
            path: self.device.device.clone(),
            destroy: vec![self.device.device.clone()],
            write: true,
            erase,
            ..OpenRequest::default()
        };
        open_on(&host, &tools, &request).map_err(|error| error.to_string())
    }
}

/// Writes the first MiB.
fn write(drive: &mut RealDrive) -> Result<Outcome, DriveError> {
    let data = Data {
        class: DataClass::FullRandom,
        identity: 1,
    };
    drive.set_queue_depth(QueueDepth::ONE);
    drive.submit(&[Request::write(1, Lba(0), Blocks(2048), data)]);
    let mut done = Vec::new();
    drive.wait(Nanos::MAX, Stop::Drained, &mut done)?;
    Ok(done[0].outcome)
}

fn first_mib(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).expect("the device");
    bytes.truncate(MIB as usize);
    bytes
}

#[test]
fn is_a_disk_closed_erased_and_open_again() {
    if !is_root("is_a_disk_closed_erased_and_open_again") {
        return;
    }
    let disk = Disguised::new();
    // blkdiscard opens it for itself alone: it fails as long as anybody has it. A ring takes a
    // moment to go.
    disk.formats_by(
        "for i in $(seq 100); do blkdiscard --zeroout $DISK && exit 0; sleep 0.1; done; exit 1",
    );
    let mut drive = disk.open(Erase::NvmeFormat).expect("open");
    for _ in 0..2 {
        assert_eq!(write(&mut drive), Ok(Outcome::Done));
        assert!(first_mib(&disk.device.device).iter().any(|byte| *byte != 0));
        assert_eq!(drive.purge(), Ok(Purge::SecureErase));
        assert!(first_mib(&disk.device.device).iter().all(|byte| *byte == 0));
    }
    // It is ours alone again.
    let other = Command::new("blkdiscard")
        .arg("--zeroout")
        .arg(&disk.device.device)
        .status();
    assert!(!other.expect("blkdiscard").success());
}

#[test]
fn disk_is_closed_sanitized_and_open_again() {
    if !is_root("disk_is_closed_sanitized_and_open_again") {
        return;
    }
    let disk = Disguised::new();
    disk.sanitizes_by(
        "for i in $(seq 100); do blkdiscard --zeroout $DISK && break; sleep 0.1; done",
        0,
        1,
    );
    let mut drive = disk.open(Erase::NvmeSanitize).expect("open");
    assert_eq!(write(&mut drive), Ok(Outcome::Done));
    assert!(first_mib(&disk.device.device).iter().any(|byte| *byte != 0));
    assert_eq!(drive.purge(), Ok(Purge::SecureErase));
    assert!(first_mib(&disk.device.device).iter().all(|byte| *byte == 0));
    assert_eq!(write(&mut drive), Ok(Outcome::Done), "and in use again");
}

/// The story: a run is killed while the drive is sanitized, and the drive goes on. It cannot be
/// read then, so opening it again fails before anything asks how far it is.
#[test]
fn disk_that_is_still_sanitized_is_refused_with_how_far_it_is() {
    if !is_root("disk_that_is_still_sanitized_is_refused_with_how_far_it_is") {
        return;
    }
    let disk = Disguised::new();
    disk.sanitizes_by("true", 2, 2);
    let before = digest(&disk.device.file);
    let refused = || {
        disk.open(Erase::NvmeSanitize)
            .map(drop)
            .expect_err("refused")
    };
    assert!(refused().contains("10 % done"), "{}", refused());
    assert_eq!(digest(&disk.device.file), before, "every byte as it was");
    // What reads as another's data is one that cannot be judged.
    let mut bytes = fs::read(&disk.device.file).expect("the file");
    bytes[..6].copy_from_slice(b"LUKS\xba\xbe");
    fs::write(&disk.device.file, bytes).expect("the file");
    assert!(refused().contains("10 % done"), "{}", refused());
    disk.sanitizes_by("true", 1, 1);
    assert!(!refused().contains("% done"), "{}", refused());
}

#[test]
fn is_another_disk_in_its_place_not_written() {
    if !is_root("is_another_disk_in_its_place_not_written") {
        return;
    }
    for (change, word) in [
        (
            "echo S2 > $SYS/device/serial",
            "serial number was S1 and is now S2",
        ),
        ("echo 16384 > $SYS/size", "the drive's capacity was"),
        (
            "echo 4096 > $SYS/queue/logical_block_size",
            "the drive's logical block was",
        ),
    ] {
        let disk = Disguised::new();
        disk.formats_by(change);
        let mut drive = disk.open(Erase::NvmeFormat).expect("open");
        let before = digest(&disk.device.file);
        let error = drive.purge().expect_err("another disk").to_string();
        assert!(error.contains(word), "{error}");
        assert!(
            matches!(write(&mut drive), Err(DriveError::Lost(_))),
            "and stays lost"
        );
        drop(drive);
        assert_eq!(digest(&disk.device.file), before, "every byte as it was");
    }
}

#[test]
fn is_a_disk_that_was_taken_meanwhile_not_written() {
    if !is_root("is_a_disk_that_was_taken_meanwhile_not_written") {
        return;
    }
    let disk = Disguised::new();
    disk.formats_by(
        "mkdir -p $SYS/holders/dm-0/holders $SYS/holders/dm-0/slaves && echo 253:0 > \
        $SYS/holders/dm-0/dev",
    );
    let mut drive = disk.open(Erase::NvmeFormat).expect("open");
    let error = drive.purge().expect_err("held").to_string();
    assert!(error.contains("in use by dm-0"), "{error}");
}

#[test]
fn is_a_failed_erase_the_end_of_the_drive_with_the_tools_words() {
    if !is_root("is_a_failed_erase_the_end_of_the_drive_with_the_tools_words") {
        return;
    }
    let disk = Disguised::new();
    disk.formats_by("echo 'NVMe status: Internal Error' >&2; exit 1");
    let mut drive = disk.open(Erase::NvmeFormat).expect("open");
    for _ in 0..2 {
        let error = drive.purge().expect_err("failed").to_string();
        assert!(error.contains("Internal Error"), "{error}");
    }
}

#[test]
fn is_what_cannot_be_erased_as_asked_refused_when_it_is_opened() {
    if !is_root("is_what_cannot_be_erased_as_asked_refused_when_it_is_opened") {
        return;
    }
    let disk = Disguised::new();
    let before = digest(&disk.device.file);
    let reason = |erase| disk.open(erase).map(drop).expect_err("refused");
    assert!(reason(Erase::NvmeFormat).contains("nvme is not installed"));
    assert!(reason(Erase::AtaSecureErase).contains("not a SATA drive"));
    assert!(reason(Erase::Discard).contains("does not support TRIM"));
    assert_eq!(digest(&disk.device.file), before);
    // And a file by none of the commands.
    let file = OpenRequest {
        path: disk.device.file.with_file_name("new.img"),
        create_size: Some(fourcorners_block::Bytes::mib(4)),
        write: true,
        erase: Erase::NvmeFormat,
        ..OpenRequest::default()
    };
    let error = open_on(&Host::default(), &Tools::default(), &file)
        .map(drop)
        .expect_err("refused");
    assert!(error.to_string().contains("it is a file"), "{error}");
    assert!(!file.path.exists(), "nothing was made");
}

#[test]
fn is_a_drive_that_is_to_be_left_left() {
    if !is_root("is_a_drive_that_is_to_be_left_left") {
        return;
    }
    let disk = Disguised::new();
    let mut drive = disk.open(Erase::Leave).expect("open");
    assert_eq!(write(&mut drive), Ok(Outcome::Done));
    assert_eq!(drive.purge(), Ok(Purge::Declined));
    drop(drive);
    assert!(first_mib(&disk.device.device).iter().any(|byte| *byte != 0));
}
