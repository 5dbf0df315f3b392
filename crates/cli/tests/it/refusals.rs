//! Real drives that must not be written, or cannot be: a sentence, a code, and untouched bytes.

use crate::host;
use crate::program;

use host::{Loop, Mounted, SwapOn, digest, is_root, make_ext4, run, sparse_file};
use program::{Desk, Ended, fourcorners};
use std::fs::{self, File};
use std::os::unix::fs::{FileExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

const SIZE: u64 = 16 << 20;

/// A folder in memory, or on disk where there is none.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| host::disk_folder())
}

/// A file of 16 MiB that holds something.
fn precious(folder: &Path) -> PathBuf {
    let path = sparse_file(folder, SIZE);
    let file = File::options().write(true).open(&path).expect("the file");
    file.write_all_at(b"what a user would miss", 100_000)
        .expect("its content");
    path
}

fn quick(desk: &Desk, drive: &Path, options: &[&str]) -> Ended {
    let drive = drive.display().to_string();
    desk.run(&[&["review", &drive, "--suite", "quick"], options].concat())
}

/// Refused for each of these words, the bytes of `kept` as before, and no run begun.
fn untouched(drive: &Path, kept: &Path, options: &[&str], words: &[&str]) {
    let desk = Desk::new();
    let before = digest(kept);
    let ended = quick(&desk, drive, options);
    assert_eq!(digest(kept), before, "{}", ended.stderr);
    ended.refused(&[words, &[&*drive.display().to_string()]].concat());
    assert!(!desk.at("runs").exists(), "no run was begun");
}

#[test]
fn is_an_existing_file_not_named_in_destroy_left_untouched() {
    let folder = folder();
    let file = precious(folder.path());
    untouched(&file, &file, &[], &["--destroy"]);
    let other = folder.path().join("other");
    fs::write(&other, "x").expect("another");
    let (desk, before) = (Desk::new(), digest(&file));
    quick(&desk, &file, &["--destroy", &other.display().to_string()])
        .misused(&["--destroy", &file.display().to_string()]);
    assert_eq!(digest(&file), before);
    assert!(!desk.at("runs").exists(), "no run was begun");
}

#[test]
fn is_a_size_for_an_existing_file_refused() {
    let folder = folder();
    let file = precious(folder.path());
    let name = file.display().to_string();
    untouched(&file, &file, &["--size", "8MiB"], &["exists", "--size"]);
    untouched(
        &file,
        &file,
        &["--size", "8MiB", "--destroy", &name],
        &["exists", "--size"],
    );
    // The first repetition was refused, and the second took the file for one that the first had
    // made.
    untouched(
        &file,
        &file,
        &["--size", "8MiB", "--repeat", "2"],
        &["exists", "--size"],
    );
}

#[test]
fn is_a_read_only_file_refused() {
    let folder = folder();
    let file = precious(folder.path());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("mode");
    let name = file.display().to_string();
    // Root could open it all the same; whoever took its write permission meant something.
    untouched(&file, &file, &["--destroy", &name], &["read-only"]);
}

#[test]
fn is_a_read_only_device_refused() {
    if !is_root("a read-only device") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&precious(folder.path()), &["--read-only"]);
    untouched(
        &device.device,
        &device.file,
        &["--destroy", &device.name()],
        &["read-only"],
    );
}

#[test]
fn is_a_directory_refused() {
    let desk = Desk::new();
    let folder = folder();
    let name = folder.path().display().to_string();
    quick(&desk, folder.path(), &["--destroy", &name]).refused(&[&name, "is a directory"]);
    quick(&desk, Path::new("/dev/null"), &["--destroy", "/dev/null"])
        .refused(&["/dev/null", "character device"]);
}

#[test]
fn is_a_drive_that_is_not_there_said() {
    let desk = Desk::new();
    let absent = desk.at("absent.img");
    quick(&desk, &absent, &[]).refused(&["absent.img", "--size"]);
    assert!(!absent.exists());
}

#[test]
fn is_a_mounted_device_left_untouched() {
    if !is_root("a mounted device") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&precious(folder.path()), &[]);
    make_ext4(&device.name());
    let mounted = Mounted::new(&device.name(), &folder.path().join("mnt"));
    let at = mounted.at.display().to_string();
    for options in [
        &["--destroy", &device.name()][..],
        &["--destroy", &device.name(), "--serial", &device.name()],
    ] {
        untouched(
            &device.device,
            &device.file,
            options,
            &["is mounted at", &at, "umount"],
        );
    }
}

#[test]
fn does_a_mounted_partition_protect_its_disk() {
    if !is_root("a mounted partition") {
        return;
    }
    let folder = folder();
    let path = precious(folder.path());
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
        run("addpart", &[&device.name(), "1", "2048", "24576"]);
    }
    if !Path::new(&partition).exists() {
        println!("a mounted partition: skipped, this kernel makes no partitions on loop devices");
        return;
    }
    make_ext4(&partition);
    let _mounted = Mounted::new(&partition, &folder.path().join("mnt"));
    untouched(
        &device.device,
        &path,
        &["--destroy", &device.name()],
        &[&partition, "is mounted at"],
    );
}

#[test]
fn does_swap_in_use_stay_untouched() {
    if !is_root("swap") {
        return;
    }
    let folder = host::disk_folder();
    let device = Loop::over(&precious(folder.path()), &[]);
    let Some(_swap) = SwapOn::new(&device.name()) else {
        println!("swap: skipped, this kernel does not swap");
        return;
    };
    let desk = Desk::new();
    quick(&desk, &device.device, &["--destroy", &device.name()]).refused(&[
        &device.name(),
        "active swap",
        "swapoff",
    ]);
}

#[test]
fn is_a_file_system_on_the_device_confirmed_first() {
    if !is_root("a signature") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&precious(folder.path()), &[]);
    make_ext4(&device.name());
    untouched(
        &device.device,
        &device.file,
        &["--destroy", &device.name()],
        &["ext4", "--serial"],
    );
    // The story: "its device file, as it has no serial number is '/dev/loop0'".
    let instead = "the device file that stands in for its missing serial number";
    let is_named = format!("{instead} is '{}'", device.name());
    untouched(
        &device.device,
        &device.file,
        &["--destroy", &device.name(), "--serial", "another"],
        &["ext4", "'another' confirms: ", &is_named],
    );
}

#[test]
fn is_a_small_file_reviewed_and_what_does_not_fit_skipped() {
    let desk = Desk::new();
    let file = desk.at("scratch.img");
    let name = file.display().to_string();
    // Without --duration, which would cut the test's span to what there is.
    let test = ["run", "random-write-4k-qd3", &name, "--size", "8MiB"];
    let ended = fourcorners(&[&test[..], &["--json", "--out", &desk.text("runs")]].concat());
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    let document = ended.json();
    let result = &document["runs"][0]["results"][0];
    assert_eq!(result["status"], "skipped", "{document}");
    assert!(ended.stderr.contains("every test was skipped"));
    assert!(
        ended.stderr.contains("This writes nothing"),
        "said before it starts: {}",
        ended.stderr
    );
    assert_eq!(fs::metadata(&file).expect("the file").len(), 8 << 20);
}

#[test]
fn do_two_drives_with_one_size_make_no_file() {
    let desk = Desk::new();
    let (first, second) = (desk.text("a.img"), desk.text("b.img"));
    desk.run(&["review", &first, &second, "--size", "8MiB"])
        .misused(&["--size", "one DRIVE"]);
    assert!(!desk.at("a.img").exists() && !desk.at("b.img").exists());
}

#[test]
fn is_a_refused_drive_known_before_another_is_reviewed() {
    let desk = Desk::new();
    let folder = folder();
    let file = precious(folder.path());
    let name = file.display().to_string();
    let before = digest(&file);
    desk.run(&["review", &desk.drive(), &name, "--suite", "quick"])
        .refused(&[&name, "--destroy"]);
    assert_eq!(digest(&file), before);
    assert!(!desk.at("runs").exists(), "no run was begun");
}

#[test]
fn is_too_little_spare_area_said_before_the_file_is_made() {
    let desk = Desk::new();
    let file = desk.at("scratch.img");
    quick(
        &desk,
        &file,
        &["--size", "8MiB", "--nand", "16MiB", "--spare", "5%"],
    )
    .refused(&["spare area"]);
    assert!(!file.exists());
}

/// The story: a drive that was named twice was tested once, and nothing was said.
#[test]
fn drive_that_is_named_twice_is_refused() {
    let desk = Desk::new();
    let folder = folder();
    let image = precious(folder.path());
    let link = folder.path().join("link.img");
    std::os::unix::fs::symlink(&image, &link).expect("a link");
    let (image, link) = (image.display().to_string(), link.display().to_string());
    for drives in [
        [image.as_str(), &image],
        [&link, &image],
        [&desk.drive(), &desk.drive()],
        ["crucial-m4-64", "crucial-m4-64"],
    ] {
        let arguments = [&["review", "--suite", "quick"], &drives[..]].concat();
        desk.run(&arguments)
            .misused(&[drives[1], "named twice", "--repeat"]);
        assert!(!desk.at("runs").exists(), "nothing is begun");
    }
}

#[test]
fn block_device_with_two_names_is_refused() {
    if !is_root("two names of a device") {
        return;
    }
    let (desk, folder) = (Desk::new(), folder());
    let device = Loop::over(&precious(folder.path()), &[]);
    let node = folder.path().join("node");
    let name = device.name();
    let number = run("stat", &["-c", "%Hr %Lr", &name]).expect("its number");
    let node = node.display().to_string();
    let (major, minor) = number.split_once(' ').expect("two numbers");
    run("mknod", &[&node, "b", major, minor]).expect("a node");
    desk.run(&["review", "--suite", "quick", &name, &node])
        .misused(&[&node, "named twice", &name]);
}
