//! What was not named is not touched; what is no drive is none.

use super::{file, folder, names_of, refused, request};
use crate::host::{Loop, digest, is_root};
use fourcorners_block::Bytes;
use fourcorners_real::{OpenError, OpenRequest, identify, open};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

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
        assert!(matches!(error, OpenError::NotNamed { .. }), "{error}");
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
    let short = folder.path().join("short");
    for bytes in [0, 1, 511] {
        std::fs::write(&short, vec![0; bytes]).expect("a file");
        let error = open(&request(&short)).map(|_| ()).expect_err("no block");
        assert!(matches!(error, OpenError::TooSmall { .. }), "{error}");
        assert!(
            error.to_string().contains(&format!("it has {bytes}B")),
            "{error}"
        );
    }
    let slash = open(&request(&short.join("")))
        .map(|_| ())
        .expect_err("no folder");
    assert!(matches!(slash, OpenError::NotAFolder { .. }), "{slash}");
}

#[test]
fn is_one_device_named_by_another_link_to_it() {
    if !is_root("names of a device") {
        return;
    }
    let folder = folder();
    let [device, other] = ["one", "other"].map(|name| {
        let folder = folder.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        Loop::over(&file(&folder), &[])
    });
    let names = names_of(&device.device);
    for name in &names.all {
        let wrong = OpenRequest {
            destroy: vec![other.device.clone(), other.file.clone()],
            ..request(name)
        };
        let error = refused(&wrong, &device.file);
        assert!(matches!(error, OpenError::NotNamed { .. }), "{error}");
    }
}

#[test]
fn may_an_unused_device_be_opened_by_each_of_its_names() {
    if !is_root("names of a device") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    let before = digest(&device.file);
    let names = names_of(&device.device);
    for name in &names.all {
        for destroy in &names.all {
            let named = OpenRequest {
                destroy: vec![destroy.clone()],
                ..request(name)
            };
            drop(open(&named).unwrap_or_else(|error| panic!("{error}")));
        }
    }
    assert_eq!(digest(&device.file), before, "opening alone writes nothing");
}
