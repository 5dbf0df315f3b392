//! File systems that are full, or cannot do direct I/O: a sentence, and nothing left behind.

use crate::host;
use crate::program;

use host::{is_root, run};
use program::{Desk, Ended};
use std::fs;
use std::path::{Path, PathBuf};

fn quick(desk: &Desk, drive: &Path, options: &[&str]) -> Ended {
    let drive = drive.display().to_string();
    desk.run(&[&["review", &drive, "--suite", "quick"], options].concat())
}

/// A memory file system of its own.
fn memory_disk(at: &Path, kind: &str, options: &str) -> Option<Unmount> {
    fs::create_dir_all(at).expect("a mount point");
    run(
        "mount",
        &["-t", kind, "-o", options, "none", &at.to_string_lossy()],
    )?;
    Some(Unmount(at.into()))
}

struct Unmount(PathBuf);

impl Drop for Unmount {
    fn drop(&mut self) {
        run("umount", &[&self.0.to_string_lossy()]);
    }
}

#[test]
fn is_a_full_disk_a_sentence_for_the_file() {
    if !is_root("a full disk") {
        return;
    }
    let desk = Desk::new();
    let Some(disk) = memory_disk(&desk.at("small"), "tmpfs", "size=4M") else {
        println!("a full disk: skipped, nothing can be mounted here");
        return;
    };
    let file = disk.0.join("scratch.img");
    quick(&desk, &file, &["--size", "64MiB"]).refused(&["scratch.img", "not enough space", "64"]);
    assert!(!file.exists(), "nothing is left behind");
}

#[test]
fn is_a_full_disk_a_sentence_for_the_runs_folder() {
    if !is_root("a full disk") {
        return;
    }
    let desk = Desk::new();
    // 16 KiB take the first files of a run; 0 bytes free take none.
    for (number, size) in ["size=16k", "size=64k", "size=256k"].iter().enumerate() {
        let at = desk.at(&format!("small{number}"));
        let Some(disk) = memory_disk(&at, "tmpfs", size) else {
            println!("a full disk: skipped, nothing can be mounted here");
            return;
        };
        if number == 0 {
            fs::write(disk.0.join("ballast"), [0; 16 << 10]).expect("a full disk");
        }
        let out = disk.0.display().to_string();
        let ended = program::fourcorners(&[
            "review",
            &desk.drive(),
            "--suite",
            "quick",
            "--duration",
            "600s",
            "--out",
            &out,
        ]);
        assert_eq!(ended.code, 1, "{size}: {}", ended.stderr);
        for word in ["No space left", "cannot be kept", &out, "--out"] {
            assert!(
                ended.stderr.contains(word),
                "{size}: '{word}' in: {}",
                ended.stderr
            );
        }
    }
}

#[test]
fn does_a_run_go_on_when_space_is_free_again() {
    if !is_root("a full disk") {
        return;
    }
    let desk = Desk::new();
    let Some(disk) = memory_disk(&desk.at("small"), "tmpfs", "size=16m") else {
        println!("a full disk: skipped, nothing can be mounted here");
        return;
    };
    let review = |out: &str| {
        let drive = desk.drive();
        let words = [
            "review",
            &drive,
            "--suite",
            "quick",
            "--duration",
            "3s",
            "--json",
            "--quiet",
            "--out",
            out,
        ];
        program::fourcorners(&words)
    };
    let ballast = disk.0.join("ballast");
    fs::write(&ballast, vec![0; (16 << 20) - (80 << 10)]).expect("a nearly full disk");
    let out = disk.0.display().to_string();
    let ended = review(&out);
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    let run = ended.json()["runs"][0]["folder"]
        .as_str()
        .expect("a folder")
        .to_string();
    for word in [
        "No space left",
        "free some space",
        "to go on: fourcorners review --resume",
        &run,
    ] {
        assert!(ended.stderr.contains(word), "'{word}' in: {}", ended.stderr);
    }
    // Still full: nothing is lost by trying.
    assert_eq!(program::fourcorners(&["review", "--resume", &run]).code, 1);
    fs::remove_file(&ballast).expect("space");
    let ended = program::fourcorners(&["review", "--resume", &run, "--json", "--quiet"]);
    let digest = |ended: &Ended| ended.done().json()["runs"][0]["digest"].clone();
    assert_eq!(digest(&ended), digest(&review(&desk.text("runs"))));
}

#[test]
fn is_a_file_system_without_direct_io_said() {
    let desk = Desk::new();
    // Files of /proc are regular, and take no O_DIRECT.
    quick(
        &desk,
        Path::new("/proc/self/comm"),
        &["--destroy", "/proc/self/comm"],
    )
    .refused(&["/proc/self/comm", "O_DIRECT"]);
    if !is_root("a memory file system without O_DIRECT") {
        return;
    }
    let Some(disk) = memory_disk(&desk.at("ram"), "ramfs", "mode=700") else {
        println!("a file system without O_DIRECT: skipped, nothing can be mounted here");
        return;
    };
    let file = disk.0.join("scratch.img");
    quick(&desk, &file, &["--size", "8MiB"]).refused(&["scratch.img", "O_DIRECT", "ramfs"]);
    assert!(!file.exists(), "nothing is left behind");
}
