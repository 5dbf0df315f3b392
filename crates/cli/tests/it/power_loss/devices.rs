//! Devices that vanish while they are written, come back, and lose what they acknowledged.

use super::{MIB, check, flushed, run_of, wait_for_run, wait_until};
use crate::faults::is_root;
use crate::program::{self, Desk, Ended, fourcorners, lines, program};
use fourcorners_testkit::faulty::{Fault, FaultyDevice, Kind, Medium, On};
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// What the program does to a device, to its end.
fn on_device(desk: &Desk, device: &FaultyDevice, more: &[&str]) -> Vec<String> {
    let (name, out) = (device.name(), desk.text("runs"));
    let own = ["power-loss", &name, "--destroy", &name, "--out", &out];
    own.iter().chain(more).map(|it| (*it).into()).collect()
}

#[test]
fn drive_that_vanishes_while_it_is_written_is_intact_when_it_is_back() {
    if !is_root("a drive that vanishes") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(4 * MIB));
    let arguments = on_device(&desk, &device, &["--span", "2MiB"]);
    let running = program(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_for_run(&desk);
    wait_until("a pass", || flushed(&run_of(&desk)) >= 600);
    device.inject(Fault::everywhere(Kind::Fail(libc::EIO)));
    let ended = program::ended(running.wait_with_output().expect("its end"));
    let run = run_of(&desk);
    for words in [
        ": power lost after ",
        "power-loss --check ",
        "flushed writes",
    ] {
        assert!(ended.done().stdout.contains(words), "{}", ended.stdout);
    }
    // A drive that is gone has not lost a block.
    let gone = check(&run);
    gone.refused(&["Input/output error"]);
    assert!(!gone.stderr.contains("unreadable"), "{}", gone.stderr);
    assert!(
        !fs::read_to_string(run.join("power-loss.jsonl"))
            .expect("a log")
            .contains("checked")
    );
    device.heal();
    check(&run).done();
    let sector = 9 * 4096..9 * 4096 + 512;
    device.inject(Fault::new(Kind::Fail(libc::EIO), sector).on(On::Reads));
    check(&run).refused(&["1 unreadable", "LBA 72 (512-byte blocks): unreadable"]);
}

#[test]
fn failed_write_on_a_drive_that_answers_is_an_error() {
    if !is_root("a failed write") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(4 * MIB));
    let sectors = 3 * 4096..4 * 4096;
    let fault = Fault::new(Kind::Fail(libc::EIO), sectors).on(On::Writes);
    device.inject(fault.after(600));
    let arguments = on_device(&desk, &device, &["--span", "1MiB", "--json"]);
    let ended = fourcorners(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    for words in [
        "the write at LBA 24 (512-byte blocks) failed",
        "still answers",
    ] {
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
    let document = ended.json();
    assert_eq!(document["end"]["write-failed"]["lba"], 24);
    device.heal();
    check(&run_of(&desk)).done();
}

/// A device whose power two commands switch; every cut forgets nothing. `dropped` begins before the
/// cut.
fn switched(desk: &Desk, device: &FaultyDevice, cycles: &str, dropped: Option<Fault>) -> Ended {
    let all = || Fault::everywhere(Kind::Fail(libc::EIO));
    switched_by(desk, device, cycles, dropped, &all)
}

/// The same with this fault for a cut.
fn switched_by(
    desk: &Desk,
    device: &FaultyDevice,
    cycles: &str,
    dropped: Option<Fault>,
    cut_fault: &dyn Fn() -> Fault,
) -> Ended {
    let switch = desk.at("off");
    let cut = format!(
        "touch {0}; while [ ! -e {0}.done ]; do sleep 0.05; done",
        switch.display()
    );
    let restore = format!(
        "rm {0}; while [ -e {0}.done ]; do sleep 0.05; done",
        switch.display()
    );
    let more = [
        "--span",
        "1MiB",
        "--after",
        "1s",
        "--cut",
        &cut,
        "--restore",
        &restore,
        "--cycles",
        cycles,
        "--timeout",
        "20s",
    ];
    let arguments = on_device(desk, device, &more);
    let running = program(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let done = PathBuf::from(format!("{}.done", switch.display()));
    thread::scope(|scope| {
        let ended = scope.spawn(|| running.wait_with_output().expect("its end"));
        if let Some(fault) = dropped {
            wait_for_run(desk);
            wait_until("a pass", || flushed(&run_of(desk)) >= 300);
            device.inject(fault);
        }
        while !ended.is_finished() {
            if switch.exists() && !done.exists() {
                device.inject(cut_fault());
                fs::write(&done, "").expect("a file");
            } else if !switch.exists() && done.exists() {
                device.heal();
                fs::remove_file(&done).expect("a file");
            }
            thread::sleep(Duration::from_millis(20));
        }
        program::ended(ended.join().expect("an end"))
    })
}

#[test]
fn every_cycle_of_cut_and_restore_is_checked() {
    if !is_root("cycles of cut and restore") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(4 * MIB));
    let ended = switched(&desk, &device, "3", None);
    for cycle in ["cycle 1 of 3: ", "cycle 2 of 3: ", "cycle 3 of 3: "] {
        assert!(ended.done().stderr.contains(cycle), "{}", ended.stderr);
    }
    let words = "3 power cuts and ";
    assert!(ended.stdout.contains(words), "{}", ended.stdout);
    assert!(ended.stdout.contains(": all intact"), "{}", ended.stdout);
    let log = lines(&run_of(&desk).join("power-loss.jsonl"));
    for (key, times) in [
        ("began", 3),
        ("cut", 3),
        ("lost", 3),
        ("restored", 3),
        ("checked", 3),
    ] {
        let count = log.iter().filter(|line| line.get(key).is_some()).count();
        assert_eq!(count, times, "{key}");
    }
    // Numbers of a round that was cut off are not used again.
    let began: Vec<u64> = log
        .iter()
        .filter_map(|line| line["began"].as_u64())
        .collect();
    assert!(
        began
            .windows(2)
            .all(|two| two[1] % 256 == 1 && two[1] > two[0])
    );
    check(&run_of(&desk)).done();
}

#[test]
fn drive_that_drops_acknowledged_writes_is_caught_in_the_first_cycle() {
    if !is_root("a drive that drops writes") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(4 * MIB));
    let drop_one = Fault::new(Kind::Ignore, 20 * 4096..21 * 4096).on(On::Writes);
    let ended = switched(&desk, &device, "3", Some(drop_one));
    ended.refused(&[
        "1 stale, 0 lost",
        "LBA 160 (512-byte blocks): stale: write ",
    ]);
    let log = lines(&run_of(&desk).join("power-loss.jsonl"));
    let checked = log
        .iter()
        .find_map(|line| line.get("checked"))
        .expect("a check");
    assert_eq!(checked["failures"]["stale"], 1);
    assert_eq!(checked["bad"][0]["lba"], 160);
}

/// A write that failed in the cut counted as a power cut, and the check then found all intact.
#[test]
fn failed_write_is_no_power_cut() {
    if !is_root("a failed write in a cut") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(4 * MIB));
    let bad = || Fault::new(Kind::Fail(libc::EIO), 3 * 4096..4 * 4096).on(On::Writes);
    let ended = switched_by(&desk, &device, "1", None, &bad);
    ended.refused(&[
        "the write at LBA 24 (512-byte blocks) failed",
        "still answers after the cut command",
    ]);
    assert!(!desk.at("off").exists(), "the power is restored");
}

/// This ended as a power cut, with exit code 0, and none of the cycles was carried out.
#[test]
fn drive_that_vanishes_before_the_cut_is_an_error() {
    if !is_root("a drive that vanishes before the cut") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(4 * MIB));
    device.inject(Fault::everywhere(Kind::Fail(libc::EIO)).after(900));
    let commands = ["--cut", "true", "--restore", "true", "--after", "60s"];
    let arguments = on_device(
        &desk,
        &device,
        &[&["--span", "1MiB"], &commands[..]].concat(),
    );
    let ended = fourcorners(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    ended.refused(&["is gone before the cut command", "power-loss --check "]);
}
