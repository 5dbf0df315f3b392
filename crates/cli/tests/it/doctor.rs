//! `doctor`: every finding has its remedy, nothing is changed, wrong arguments are said.

use crate::host;
use crate::program;

use host::{Loop, Mounted, digest, is_root, make_ext4, sparse_file};
use program::{Desk, fourcorners};
use serde_json::Value;
use std::fs;

/// Neither of the two codes is an error: nothing is said on stderr.
fn document(devices: &[&str]) -> Value {
    let ended = fourcorners(&[&["doctor", "--json"], devices].concat());
    assert_eq!(ended.stderr, "");
    let document = ended.json();
    let expected = i32::from(document["worst"] != "fine");
    assert_eq!(ended.code, expected, "{document}");
    document
}

fn complete(findings: &Value) {
    for finding in findings.as_array().expect("findings") {
        let text = |key: &str| finding[key].as_str().expect(key);
        for key in ["about", "found", "known_by"] {
            assert!(!text(key).is_empty(), "{key}: {finding}");
        }
        if text("level") != "fine" {
            assert!(!text("remedy").is_empty(), "{finding}");
        }
    }
}

#[test]
fn does_every_finding_about_this_host_have_its_remedy() {
    let document = document(&[]);
    complete(&document["host"]);
    for device in document["devices"].as_array().expect("devices") {
        complete(&device["findings"]);
        assert_eq!(device["named"], false);
    }
}

#[test]
fn does_the_table_say_what_the_document_says() {
    let desk = Desk::new();
    let file = desk.at("scratch.img");
    fs::write(&file, vec![0; 1 << 20]).expect("a file");
    let ended = fourcorners(&["doctor", &file.display().to_string()]);
    // Too small for the tests of 8 GiB.
    assert_eq!((ended.code, ended.stderr.as_str()), (1, ""));
    for word in [
        "this host",
        "io_uring",
        "scratch.img",
        "may spoil",
        "--suite quick",
        "remedy",
    ] {
        assert!(ended.stdout.contains(word), "'{word}' in: {}", ended.stdout);
    }
    assert!(!ended.stdout.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn is_a_mounted_device_told_and_left_untouched() {
    if !is_root("a mounted device") {
        return;
    }
    let folder = host::disk_folder();
    let device = Loop::over(&sparse_file(folder.path(), 16 << 20), &[]);
    make_ext4(&device.name());
    let name = device.name();
    let overwriting = || {
        let before = digest(&device.file);
        let document = document(&[&name]);
        assert_eq!(digest(&device.file), before, "{document}");
        let device = &document["devices"][0];
        complete(&device["findings"]);
        assert_eq!(document["worst"], "prevents", "{document}");
        device["refused"].as_str().expect("a sentence").to_string()
    };
    assert!(overwriting().contains("ext4"));
    let mounted = Mounted::new(&name, &folder.path().join("mnt"));
    assert!(overwriting().contains("is mounted at"));
    drop(mounted);
}

#[test]
fn are_wrong_arguments_said() {
    let desk = Desk::new();
    let absent = desk.text("absent.img");
    fourcorners(&["doctor", &absent]).refused(&["absent.img", "does not exist"]);
    fourcorners(&["doctor", "crucial-m4-256"]).refused(&["simulated drive", "block device"]);
    fourcorners(&["doctor", "/dev/null"]).refused(&["/dev/null", "character device"]);
    let folder = desk.folder.path().display().to_string();
    fourcorners(&["doctor", &folder]).refused(&["is a directory"]);
}
