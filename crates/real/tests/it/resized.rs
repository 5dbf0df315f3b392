//! A drive that is resized or emptied while it is open ends with an error: what is measured from
//! then on is holes.

use crate::host::{Loop, disk_folder, is_root, run, sparse_file};
use fourcorners_block::{
    Blocks, Bytes, Data, Drive, DriveError, Lba, Nanos, QueueDepth, Request, Stop,
};
use fourcorners_real::{EngineChoice, OpenRequest, RealDrive, open};
use std::fs::{self, File};
use std::path::Path;

const SIZE: u64 = 8 << 20;

fn opened(path: &Path, engine: EngineChoice) -> RealDrive {
    let request = OpenRequest {
        path: path.into(),
        destroy: vec![path.into()],
        write: true,
        engine,
        ..OpenRequest::default()
    };
    let mut drive = open(&request).unwrap_or_else(|error| panic!("{error}"));
    drive.set_queue_depth(QueueDepth::new(4).expect("a depth"));
    drive
}

/// Writes the first MiB, and waits for it.
fn written(drive: &mut RealDrive) -> Result<(), DriveError> {
    let write = |n: u64| Request::write(n, Lba(n * 8), Blocks(8), Data::RANDOM);
    drive.submit(&(0..256).map(write).collect::<Vec<_>>());
    drive.wait(Nanos::MAX, Stop::Drained, &mut Vec::new())
}

fn resize(path: &Path, lengths: &[u64]) {
    let file = File::options().write(true).open(path).expect("the file");
    for bytes in lengths {
        file.set_len(*bytes).expect("resized");
    }
}

/// The sentence with which the drive is lost.
fn lost(drive: &mut RealDrive) -> String {
    match written(drive) {
        Err(DriveError::Lost(sentence)) => sentence,
        other => panic!("{other:?}"),
    }
}

/// The story: another program truncated the file under test from 32 to 1 MiB. The run went on, and
/// its figures were of holes.
#[test]
fn file_that_is_resized_is_lost() {
    let folder = disk_folder();
    for engine in [EngineChoice::Auto, EngineChoice::Synchronous] {
        for (bytes, words) in [
            (1 << 20, "it had 8388608 bytes and now has 1048576"),
            (0, "it had 8388608 bytes and now has "),
            (SIZE + 4096, "now has 8392704"),
        ] {
            let path = folder.path().join("scratch.img");
            fs::write(&path, vec![7; SIZE as usize]).expect("a file");
            let mut drive = opened(&path, engine);
            assert_eq!(written(&mut drive), Ok(()));
            resize(&path, &[bytes]);
            let sentence = lost(&mut drive);
            assert!(sentence.contains(words), "{sentence}");
            assert!(sentence.contains("scratch.img"), "{sentence}");
        }
    }
}

/// A write to its last block makes a truncated file as long as it was.
#[test]
fn file_that_is_emptied_is_lost_although_its_length_is_the_same() {
    let folder = disk_folder();
    let path = folder.path().join("scratch.img");
    fs::write(&path, vec![7; SIZE as usize]).expect("a file");
    let kind = run(
        "stat",
        &["--file-system", "--format=%T", &path.to_string_lossy()],
    );
    if !kind.is_some_and(|kind| kind.starts_with("ext") || kind == "xfs") {
        println!("emptied: skipped, blocks of a file say little on this file system");
        return;
    }
    let mut drive = opened(&path, EngineChoice::Auto);
    assert_eq!(written(&mut drive), Ok(()));
    resize(&path, &[1 << 20, SIZE]);
    let sentence = lost(&mut drive);
    assert!(sentence.contains("was emptied"), "{sentence}");
}

/// TRIM takes blocks away as well; that is what is measured.
#[test]
fn trim_of_our_own_is_no_loss() {
    let folder = disk_folder();
    let path = folder.path().join("scratch.img");
    let made = OpenRequest {
        path: path.clone(),
        create_size: Some(Bytes(SIZE)),
        write: true,
        ..OpenRequest::default()
    };
    let mut drive = open(&made).unwrap_or_else(|error| panic!("{error}"));
    if drive.identity().discard.is_none() {
        println!("TRIM: skipped, this file system punches no holes");
        return;
    }
    assert_eq!(written(&mut drive), Ok(()));
    drive.purge().expect("emptied");
    assert_eq!(written(&mut drive), Ok(()));
    drive.submit(&[Request::discard(0, Lba(0), Blocks(2048))]);
    assert_eq!(written(&mut drive), Ok(()));
}

#[test]
fn file_beneath_a_device_that_is_truncated_is_noticed() {
    if !is_root("a truncated file beneath a device") {
        return;
    }
    let folder = disk_folder();
    let device = Loop::over(&sparse_file(folder.path(), SIZE), &[]);
    let mut drive = opened(&device.device, EngineChoice::Auto);
    assert_eq!(written(&mut drive), Ok(()));
    // Longer is no harm: the device has its bytes.
    resize(&device.file, &[2 * SIZE]);
    assert_eq!(written(&mut drive), Ok(()));
    resize(&device.file, &[SIZE / 2]);
    let sentence = lost(&mut drive);
    let words = "backing.img was resized while it was in use: it had 8388608";
    assert!(sentence.contains(words), "{sentence}");
}
