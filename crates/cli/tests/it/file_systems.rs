//! File systems that are full, or cannot do direct I/O: a sentence, and nothing left behind.

use crate::host;
use crate::program;

use host::{is_root, run};
use program::{Desk, Ended};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

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
        for word in ["No space left", "cannot be saved", &out, "--out"] {
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
        "resume with: fourcorners review --resume",
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

/// The story: `--resume` of a run on a read-only file system said to free some space, or to give
/// --out, which does not go with it.
#[test]
fn run_in_a_read_only_folder_is_not_resumed_and_stays_as_it_is() {
    if !is_root("a read-only file system") {
        return;
    }
    let desk = Desk::new();
    let Some(disk) = memory_disk(&desk.at("runs"), "tmpfs", "size=16M") else {
        println!("a read-only file system: skipped, nothing can be mounted here");
        return;
    };
    let (mut running, _messages, _) = desk.running();
    running.kill().expect("killed");
    running.wait().expect("its end");
    let mut runs = fs::read_dir(&disk.0).expect("the runs").flatten();
    let run = runs.next().expect("a run").path();
    let before = host::digest(&run.join("samples.jsonl"));
    run_mount(&disk.0, "ro");
    let name = run.display().to_string();
    let words = ["--resume", &name, "read-only", "resume the copy", "cp -r"];
    program::fourcorners(&["review", "--resume", &name]).refused(&words);
    assert_eq!(host::digest(&run.join("samples.jsonl")), before);
    // What it says to do works: the copy goes on.
    let copy = desk.at("copy");
    host::run("cp", &["-r", &name, &copy.display().to_string()]);
    run_mount(&disk.0, "rw");
    let arguments = ["review", "--resume", &copy.display().to_string()];
    let mut resumed = program::program(&arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let patience = Instant::now() + Duration::from_secs(60);
    let length = |run: &Path| fs::metadata(run.join("wall.jsonl")).map_or(0, |file| file.len());
    while length(&copy) <= length(&run) {
        assert!(Instant::now() < patience, "it never went on");
        std::thread::sleep(Duration::from_millis(20));
    }
    resumed.kill().expect("killed");
    resumed.wait().expect("its end");
}

fn run_mount(at: &Path, how: &str) {
    let at = at.display().to_string();
    let how = format!("remount,{how}");
    host::run("mount", &["-o", &how, &at]).expect("remounted");
}

/// The story: the file of --size was made before it was noticed that no run could be kept, and the
/// advice was to free some space.
#[test]
fn out_folder_on_a_read_only_file_system_is_refused_before_a_file_is_made() {
    if !is_root("a read-only file system") {
        return;
    }
    let desk = Desk::new();
    let Some(disk) = memory_disk(&desk.at("disk"), "tmpfs", "ro") else {
        println!("a read-only file system: skipped, nothing can be mounted here");
        return;
    };
    let file = desk.text("scratch.img");
    for out in [disk.0.clone(), disk.0.join("runs")] {
        let out = out.display().to_string();
        let arguments = [
            "review", "--suite", "quick", &file, "--size", "16MiB", "--out", &out,
        ];
        program::fourcorners(&arguments).refused(&["--out", &out, "read-only", "another folder"]);
        assert!(!desk.at("scratch.img").exists(), "nothing is made");
    }
}
