//! What is swapped to, held by another program or by another device, or read-only, is not
//! written.

use super::refused_by_every_name_but_for;
use super::{SIZE, file, folder, refused, refused_by_every_name, request};
use crate::host::{Holder, Loop, SwapOn, disk_folder, is_root, run};
use fourcorners_real::{OpenError, OpenRequest, open};
use std::fs;

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
    // The story: on a busy host the kernel swapped to the area while the test compared its bytes.
    refused_by_every_name_but_for(&device, &["holds active swap", "swapoff"], &SwapOn::PAGES);
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
fn is_a_drive_opened_exclusively() {
    if !is_root("opened twice") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    let first = open(&request(&device.device)).unwrap_or_else(|error| panic!("{error}"));
    refused_by_every_name(&device, &["is in use by", "fuser -v"]);
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
    refused_by_every_name(&device, &["is read-only", "blockdev --setrw"]);
    let reading = OpenRequest {
        write: false,
        destroy: Vec::new(),
        ..request(&device.device)
    };
    drop(open(&reading).unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn is_a_device_refused_that_a_program_writes_to_without_claiming_it() {
    if !is_root("a program that writes") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    // As a virtual machine on a raw disk does: no O_EXCL, so the kernel would let us in.
    let writer = Holder::new(&format!("exec 3<>{}; echo ready; read wait", device.name()));
    let writer = writer.expect("a program");
    let by = format!("sh (process {})", writer.process());
    refused_by_every_name(&device, &["is in use by", &by, "stop that first"]);
    drop(writer);
    // Whoever only reads loses nothing.
    let reader = Holder::new(&format!("exec 3<{}; echo ready; read wait", device.name()));
    drop(open(&request(&device.device)).unwrap_or_else(|error| panic!("{error}")));
    drop(reader);
}

#[test]
fn is_a_file_refused_that_a_program_writes_to() {
    let folder = folder();
    let path = file(folder.path());
    let script = format!("exec 3<>{}; echo ready; read wait", path.display());
    let writer = Holder::new(&script).expect("a program");
    let error = refused(&request(&path), &path);
    let OpenError::InUse { by, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(*by, format!("sh (process {})", writer.process()));
}

#[test]
fn does_a_loop_device_protect_the_device_below_it() {
    if !is_root("a loop device on a loop device") {
        return;
    }
    let folder = folder();
    let below = Loop::over(&file(folder.path()), &[]);
    let above = Loop::over(&below.device, &[]);
    refused_by_every_name(
        &below,
        &["is backed by it", &above.name(), "losetup --detach"],
    );
}
