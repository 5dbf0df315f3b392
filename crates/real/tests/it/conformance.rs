//! The one list of rules, on files and devices of this host, through each engine.

use crate::host::{Loop, Zram, disk_folder, is_root, sparse_file};
use fourcorners_block::{Bytes, Drive, conformance};
use fourcorners_real::{EngineChoice, OpenRequest, open};
use std::path::{Path, PathBuf};

fn check(request: &OpenRequest, engine: &str) {
    conformance::check(&mut || {
        let drive = open(request).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(drive.identity().engine, engine);
        Box::new(drive)
    });
}

fn existing(path: &Path, engine: EngineChoice) -> OpenRequest {
    OpenRequest {
        path: path.into(),
        destroy: vec![path.into()],
        write: true,
        engine,
        ..OpenRequest::default()
    }
}

fn file_conforms(engine: EngineChoice, name: &str) {
    let folder = disk_folder();
    let path = folder.path().join("scratch.img");
    let made = OpenRequest {
        create_size: Some(Bytes::mib(8)),
        ..existing(&path, engine)
    };
    drop(
        open(&OpenRequest {
            destroy: Vec::new(),
            ..made
        })
        .unwrap_or_else(|error| panic!("{error}")),
    );
    check(&existing(&path, engine), name);
}

#[test]
fn does_a_regular_file_conform_through_io_uring() {
    file_conforms(EngineChoice::IoUring, "io_uring");
}

#[test]
fn does_a_regular_file_conform_through_linux_aio() {
    file_conforms(EngineChoice::Aio, "Linux AIO");
}

#[test]
fn does_a_regular_file_conform_through_plain_calls() {
    file_conforms(EngineChoice::Synchronous, "synchronous");
}

#[test]
fn does_a_file_conform_while_its_data_is_checked() {
    let folder = disk_folder();
    let path = folder.path().join("checked.img");
    std::fs::write(&path, vec![0; 8 << 20]).expect("a file");
    let checked = OpenRequest {
        verify: true,
        ..existing(&path, EngineChoice::IoUring)
    };
    check(&checked, "io_uring");
}

#[test]
fn loop_device_conforms_while_its_data_is_checked() {
    if is_root("a checked loop device") {
        let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
        let device = Loop::over(&sparse_file(folder.path(), 8 << 20), &[]);
        let checked = OpenRequest {
            verify: true,
            ..existing(&device.device, EngineChoice::IoUring)
        };
        check(&checked, "io_uring");
    }
}

fn loop_conforms(folder: &Path, engine: EngineChoice, name: &str, options: &[&str]) {
    let device = Loop::over(&sparse_file(folder, 8 << 20), options);
    check(&existing(&device.device, engine), name);
}

#[test]
fn does_a_loop_device_over_memory_conform_through_io_uring() {
    if is_root("loop over memory") {
        let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
        loop_conforms(folder.path(), EngineChoice::IoUring, "io_uring", &[]);
    }
}

#[test]
fn does_a_loop_device_over_memory_conform_through_plain_calls() {
    if is_root("loop over memory") {
        let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
        loop_conforms(folder.path(), EngineChoice::Synchronous, "synchronous", &[]);
    }
}

#[test]
fn does_a_loop_device_over_a_disk_conform() {
    if is_root("loop over disk") {
        loop_conforms(
            disk_folder().path(),
            EngineChoice::Auto,
            "io_uring",
            &["--direct-io=on"],
        );
    }
}

#[test]
fn does_a_device_with_sectors_of_4_kib_conform() {
    if is_root("loop with large sectors") {
        let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
        loop_conforms(
            folder.path(),
            EngineChoice::IoUring,
            "io_uring",
            &["--sector-size", "4096"],
        );
    }
}

#[test]
fn does_zram_conform() {
    if !is_root("zram") {
        return;
    }
    let Some(zram) = Zram::new(64 << 20) else {
        println!("zram: skipped, this kernel makes none");
        return;
    };
    let path: PathBuf = zram.device();
    check(&existing(&path, EngineChoice::IoUring), "io_uring");
    check(&existing(&path, EngineChoice::Aio), "Linux AIO");
    let identity = fourcorners_real::identify(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (identity.model.as_str(), identity.capacity.bytes()),
        ("zram", Bytes::mib(64))
    );
}
