//! What must not be written stays untouched: each refusal says why, and the bytes are the same.

mod documented;
mod files;
mod held;
mod mounted;
mod names;
mod partitions;
mod replaced;
mod shared;
mod signatures;

use crate::host::{Loop, digest_without, disk_folder, run, sparse_file};
use fourcorners_real::{OpenError, OpenRequest, RealDrive, open};
use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};

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
    refused_but_for(request, kept, &(0..0))
}

/// As `refused`, but others may write to that range of bytes.
fn refused_but_for(request: &OpenRequest, kept: &Path, others: &Range<u64>) -> OpenError {
    let before = digest_without(kept, others);
    let error = open(request).map(|_: RealDrive| ()).expect_err("refused");
    let after = digest_without(kept, others);
    assert_eq!(after, before, "the bytes after: {error}");
    let sentence = error.to_string();
    assert!(
        sentence.contains(&*request.path.to_string_lossy()),
        "says where: {sentence}"
    );
    error
}

/// The error with its hint.
fn said(error: &OpenError) -> String {
    format!("{error}\nhint: {}", error.hint().unwrap_or_default())
}

/// A folder in memory, or on disk where there is none.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| disk_folder())
}

/// A file of 16 MiB with something in it that is no signature.
fn file(folder: &Path) -> PathBuf {
    let path = sparse_file(folder, SIZE);
    let file = File::options().write(true).open(&path).expect("the file");
    file.write_all_at(b"what a user would miss", 100_000)
        .expect("its content");
    path
}

fn write(path: &Path, offset: u64, bytes: &[u8]) {
    File::options()
        .write(true)
        .open(path)
        .and_then(|file| file.write_all_at(bytes, offset))
        .expect("written");
}

/// A device under all the names that a user can give it: its own, links to links as below
/// /dev/disk/by-id, and a node of its own with the same number.
struct Names {
    _folder: tempfile::TempDir,
    all: Vec<PathBuf>,
}

fn names_of(device: &Path) -> Names {
    let folder = tempfile::tempdir_in("/dev").expect("a folder that may hold device files");
    let [by_id, link, node] = ["by-id", "link", "node"].map(|name| folder.path().join(name));
    symlink(device, &by_id).expect("a link");
    symlink("by-id", &link).expect("a link to it");
    let number = device.metadata().expect("the device").rdev();
    let [major, minor] = [libc::major(number), libc::minor(number)].map(|n| n.to_string());
    run("mknod", &[&node.to_string_lossy(), "b", &major, &minor]).expect("a node");
    Names {
        _folder: folder,
        all: vec![device.into(), by_id, link, node],
    }
}

/// Refused under every name, and when confirmed, with these words.
fn refused_by_every_name(device: &Loop, words: &[&str]) {
    refused_by_every_name_but_for(device, words, &(0..0));
}

/// As `refused_by_every_name`, but others may write to that range of bytes.
fn refused_by_every_name_but_for(device: &Loop, words: &[&str], others: &Range<u64>) {
    let names = names_of(&device.device);
    let confirmed = OpenRequest {
        confirm_serial: Some(device.name()),
        ..request(&device.device)
    };
    let unconfirmed = names.all.iter().map(|name| request(name));
    for request in unconfirmed.chain([confirmed]) {
        let sentence = said(&refused_but_for(&request, &device.file, others));
        for word in words {
            assert!(sentence.contains(word), "'{word}' in: {sentence}");
        }
    }
}
