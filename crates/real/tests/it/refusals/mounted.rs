//! What is mounted, here or elsewhere, is not written; least of all the root disk.

use super::{file, folder, refused, refused_by_every_name, request, said};
use crate::host::{Holder, Loop, Mounted, is_root, make_ext4, run};
use fourcorners_real::{OpenError, OpenRequest, open};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

#[test]
fn does_a_mounted_device_stay_untouched() {
    if !is_root("a mounted device") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    make_ext4(&device.name());
    let mounted = Mounted::new(&device.name(), &folder.path().join("mnt"));
    let at = mounted.at.display().to_string();
    refused_by_every_name(&device, &["is mounted at", &at, "umount"]);
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
    make_ext4(&device.name());
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
        matches!(&error, OpenError::Mounted { mount_point,
        .. } if Path::new(mount_point) == bound.at),
        "{error}"
    );
}

#[test]
fn does_every_mounted_disk_of_this_host_stay_untouched() {
    let mounts = fs::read_to_string("/proc/self/mounts").expect("this host's mounts");
    let devices = mounts
        .lines()
        .filter_map(|line| line.split(' ').next())
        // Loop devices are those of other tests, and come and go.
        .filter(|source| source.starts_with("/dev/") && !source.starts_with("/dev/loop"));
    for device in devices.map(Path::new).filter(|device| device.exists()) {
        // Opening alone writes nothing, even if it were not refused.
        let result = open(&OpenRequest {
            confirm_serial: Some("yes".into()),
            ..request(device)
        })
        .map(|_| ());
        assert!(
            matches!(
                result,
                Err(OpenError::Mounted { .. } | OpenError::SystemDisk { .. })
            ),
            "{}: {result:?}",
            device.display()
        );
    }
}

#[test]
fn is_this_hosts_root_disk_refused() {
    let number = fs::metadata("/").expect("the root folder").dev();
    let (major, minor) = (libc::major(number), libc::minor(number));
    let uevent = fs::read_to_string(format!("/sys/dev/block/{major}:{minor}/uevent"));
    let name = uevent.ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("DEVNAME="));
        line.map(|name| format!("/dev/{name}"))
    });
    let Some(device) = name.filter(|device| Path::new(device).exists()) else {
        println!("the root disk: skipped, the root folder lies on no device that can be seen");
        return;
    };
    // Opening alone writes nothing, even if it were not refused.
    let confirmed = OpenRequest {
        confirm_serial: Some(device.clone()),
        ..request(Path::new(&device))
    };
    let error = open(&confirmed).map(|_| ()).expect_err("refused");
    let sentence = said(&error);
    assert!(
        sentence.contains("it holds the running system"),
        "{sentence}"
    );
    assert!(
        sentence.contains(&device) && sentence.contains("another drive"),
        "{sentence}"
    );
}

#[test]
fn is_a_device_refused_that_is_mounted_in_another_namespace() {
    if !is_root("a mount in another namespace") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    make_ext4(&device.name());
    let at = folder.path().join("mnt");
    fs::create_dir(&at).expect("a mount point");
    let mount = format!("mount {} {}", device.name(), at.display());
    let script = format!("exec unshare --mount sh -c '{mount} && echo ready && read wait'");
    let Some(_holder) = Holder::new(&script) else {
        println!("a mount in another namespace: skipped, unshare cannot make one here");
        return;
    };
    let confirmed = OpenRequest {
        confirm_serial: Some(device.name()),
        ..request(&device.device)
    };
    // Its file's bytes change while it is mounted, by ext4 itself.
    let error = open(&confirmed).map(|_| ()).expect_err("refused");
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    assert!(error.to_string().contains("mount namespace"), "{error}");
}
