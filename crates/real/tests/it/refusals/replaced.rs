//! The drive that was planned for is the drive that is opened: a newcomer under its name is not.

use super::{SIZE, file, folder, refused, request};
use crate::host::{Loop, is_root, run};
use fourcorners_block::{Bytes, Drive as _};
use fourcorners_real::{Expected, OpenError, OpenRequest, identify, open};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// What opens whoever had the path when this was called.
fn expecting(path: &Path) -> OpenRequest {
    let identity = identify(path).unwrap_or_else(|error| panic!("{error}"));
    OpenRequest {
        expected: Some(Expected::seen(identity)),
        ..request(path)
    }
}

/// Refused with these words, and every byte of the victim as it was.
fn spared(request: &OpenRequest, victim: &Path, said: &[&str]) {
    let error = refused(request, victim);
    assert!(matches!(error, OpenError::Another { .. }), "{error}");
    for word in said {
        assert!(error.to_string().contains(word), "'{word}' in: {error}");
    }
}

/// Two files of one size, each in a folder of its own.
fn drive_and_victim(folder: &Path) -> [PathBuf; 2] {
    ["drive", "victim"].map(|name| {
        let folder = folder.join(name);
        fs::create_dir(&folder).expect("a folder");
        file(&folder)
    })
}

fn inode(path: &Path) -> String {
    use std::os::unix::fs::MetadataExt;
    format!("inode {} of", path.metadata().expect("the file").ino())
}

#[test]
fn file_that_took_the_path_is_left_untouched() {
    let folder = folder();
    let [drive, victim] = drive_and_victim(folder.path());
    let expecting = expecting(&drive);
    drop(open(&expecting).unwrap_or_else(|error| panic!("{error}")));
    let before = inode(&drive);
    // The names of both are in the error.
    let both = [&*before, &*inode(&victim)];
    fs::remove_file(&drive).expect("removed");
    fs::hard_link(&victim, &drive).expect("a hard link");
    spared(&expecting, &victim, &both);
    fs::remove_file(&drive).expect("removed");
    symlink(&victim, &drive).expect("a link");
    spared(&expecting, &victim, &both);
    fs::remove_file(&drive).expect("removed");
    let error = open(&expecting).map(|_| ()).expect_err("nothing is there");
    assert!(matches!(error, OpenError::NotFound { .. }), "{error}");
}

/// A link as below /dev/disk/by-id is what most users name.
#[test]
fn link_that_leads_elsewhere_by_now_is_not_followed() {
    let folder = folder();
    let [drive, victim] = drive_and_victim(folder.path());
    let link = folder.path().join("link");
    symlink(&drive, &link).expect("a link");
    let expecting = expecting(&link);
    drop(open(&expecting).unwrap_or_else(|error| panic!("{error}")));
    fs::remove_file(&link).expect("removed");
    symlink(&victim, &link).expect("another link");
    spared(&expecting, &victim, &[&inode(&drive), &inode(&victim)]);
}

#[test]
fn file_of_another_size_is_left_untouched() {
    let folder = folder();
    let drive = file(folder.path());
    let expecting = expecting(&drive);
    for bytes in [SIZE / 2, SIZE * 2] {
        let file = fs::File::options().write(true).open(&drive);
        file.and_then(|file| file.set_len(bytes)).expect("resized");
        let is = format!("capacity was {} and is now {}", SIZE / 512, bytes / 512);
        spared(&expecting, &drive, &[&is]);
    }
}

/// The story: the file that the first repetition created had become a link to another one, and was
/// overwritten in the second, although nobody had named it.
#[test]
fn file_that_was_created_is_known_again_by_its_inode() {
    let folder = folder();
    let path = folder.path().join("new.img");
    let create = OpenRequest {
        create_size: Some(Bytes(SIZE)),
        destroy: Vec::new(),
        ..request(&path)
    };
    let made = open(&create).unwrap_or_else(|error| panic!("{error}"));
    let again = OpenRequest {
        made_before: true,
        expected: Some(Expected::seen(made.identity().clone())),
        ..request(&path)
    };
    drop(made);
    drop(open(&again).unwrap_or_else(|error| panic!("{error}")));
    let victim = file(folder.path());
    fs::rename(&victim, &path).expect("renamed");
    spared(&again, &path, &[]);
}

#[test]
fn device_in_place_of_a_file_is_left_untouched() {
    if !is_root("a device in place of a file") {
        return;
    }
    let folder = folder();
    let [drive, victim] = drive_and_victim(folder.path());
    let device = Loop::over(&victim, &[]);
    let expecting = expecting(&drive);
    fs::remove_file(&drive).expect("removed");
    symlink(&device.device, &drive).expect("a link");
    spared(
        &expecting,
        &victim,
        &["a regular file and is now a block device"],
    );
}

/// The story: the second loop device of a review was attached to another file while the first was
/// tested. Number and size were the same; the other file was overwritten.
#[test]
fn loop_device_over_another_file_is_left_untouched() {
    if !is_root("a loop device over another file") {
        return;
    }
    let folder = folder();
    let [drive, victim] = drive_and_victim(folder.path());
    let device = Loop::over(&drive, &[]);
    let expecting = expecting(&device.device);
    drop(open(&expecting).unwrap_or_else(|error| panic!("{error}")));
    let (name, path) = (device.name(), victim.display().to_string());
    // At once, or another test takes the number.
    let script = format!("losetup -d {name}; losetup {name} {path}");
    if run("sh", &["-c", &script]).is_none() {
        println!("a loop device over another file: skipped, its number was taken");
        return;
    }
    spared(
        &expecting,
        &victim,
        &[
            "what lies beneath it was bytes 0 to 16777216 of ",
            &inode(&victim),
        ],
    );
}

#[test]
fn link_to_another_loop_device_is_left_untouched() {
    if !is_root("a link to another loop device") {
        return;
    }
    let folder = folder();
    let [drive, victim] = drive_and_victim(folder.path()).map(|file| Loop::over(&file, &[]));
    let link = folder.path().join("link");
    symlink(&drive.device, &link).expect("a link");
    let expecting = expecting(&link);
    fs::remove_file(&link).expect("removed");
    symlink(&victim.device, &link).expect("another link");
    spared(
        &expecting,
        &victim.file,
        &["the drive was device 7:", " and is now device 7:"],
    );
}
