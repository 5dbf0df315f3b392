//! Recording at the command line: which program records, what is kept, and what is refused.

use crate::host;
use crate::program;

use host::{Loop, disk_folder, is_root, run, sparse_file};
use program::{Desk, Ended, ended, fourcorners, program};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

#[test]
fn does_the_help_print_the_commands_that_record() {
    let help = fourcorners(&["trace", "record", "--help"]);
    for words in [
        "blktrace -d /dev/sdX",
        "bpftrace -q -e",
        "trace convert work.txt",
    ] {
        assert!(help.done().stdout.contains(words), "{words}");
    }
}

#[test]
fn is_what_cannot_be_recorded_refused() {
    let desk = Desk::new();
    let (file, out) = (desk.write("file", "x"), desk.text("out"));
    fourcorners(&["trace", "record", &file, &out]).refused(&["file: not a block device"]);
    fourcorners(&["trace", "record", "/nowhere", &out]).refused(&["/nowhere"]);
    assert!(!desk.at("out").exists());
    let Ok(entries) = fs::read_dir("/sys/class/block") else {
        return;
    };
    // Without a program that records.
    let device = entries
        .flatten()
        .map(|entry| format!("/dev/{}", entry.file_name().display()));
    let Some(device) = device
        .into_iter()
        .find(|device| fs::metadata(device).is_ok())
    else {
        println!("skipped in part: there is no block device");
        return;
    };
    for with in ["blktrace", "bpftrace"] {
        let mut command = program(&["trace", "record", &device, &out, "--with", with]);
        let refused = ended(
            command
                .env("PATH", desk.text("nothing"))
                .output()
                .expect("it runs"),
        );
        if refused.stderr.contains("not installed") {
            refused.refused(&[with]);
        }
    }
    assert!(!desk.at("out").exists());
}

/// A program of that name that prints a file, and leaves a word that it ran.
fn recorder(desk: &Desk, name: &str, prints: &str) -> String {
    let folder = desk.text("bin");
    fs::create_dir_all(&folder).expect("a folder");
    let (path, ran) = (format!("{folder}/{name}"), desk.text("ran"));
    let script = format!("#!/bin/sh\n: > '{ran}'\nexec cat '{prints}'\n");
    fs::write(&path, script).expect("a program");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may run");
    format!("{folder}:{}", std::env::var("PATH").unwrap_or_default())
}

fn any_device() -> Option<String> {
    let entries = fs::read_dir("/sys/class/block").ok()?;
    let mut devices = entries
        .flatten()
        .map(|entry| format!("/dev/{}", entry.file_name().display()));
    devices.find(|device| fs::metadata(device).is_ok())
}

/// The file was made before the recording had begun, and what the recording said of itself was
/// lost: when it was. Still, a name that is taken is refused before anything is recorded.
#[test]
fn does_a_recording_keep_when_it_was_and_begin_only_where_it_can_be_kept() {
    let Some(device) = any_device() else {
        println!("skipped: there is no block device");
        return;
    };
    let desk = Desk::new();
    let text = desk.write(
        "text",
        "8,0 0 1 0.0 9 D R 0 + 8 [x]\n8,0 0 2 0.1 0 C R 0 + 8 [0]\n",
    );
    let record = |path: &str, out: &str, with: &str| {
        let mut command = program(&["trace", "record", &device, out, "--with", with]);
        ended(command.env("PATH", path).output().expect("it runs"))
    };
    let taken = desk.write("taken", "what a user would miss");
    let path = recorder(&desk, "bpftrace", &text);
    record(&path, &taken, "bpftrace").refused(&["exists"]);
    assert!(!desk.at("ran").exists(), "it was recorded in vain");
    let recorded = record(&path, &desk.text("text.fct"), "bpftrace");
    if recorded.stderr.contains("needs tracefs") {
        println!("skipped in part: there is no tracefs");
        return;
    }
    recorded.done();
    assert!(desk.at("ran").exists());

    let dated = desk.write(
        "dated",
        "0,R,0,4096,1577808000000046\n0,R,4096,4096,1577808000000046\n",
    );
    let binary = desk.text("binary");
    fourcorners(&["trace", "convert", &dated, &binary, "--to", "blktrace"]).done();
    let path = recorder(&desk, "blktrace", &binary);
    let out = desk.text("dated.fct");
    let recorded = record(&path, &out, "blktrace");
    if recorded.stderr.contains("needs debugfs") {
        println!("skipped in part: there is no debugfs");
        return;
    }
    recorded.done();
    let file = fs::read(&out).expect("the file");
    let head = String::from_utf8_lossy(&file[..200.min(file.len())]).into_owned();
    assert!(head.contains("1577808000000046000"), "{head}");
    assert!(head.contains("recorded by blktrace"), "{head}");
}

#[test]
fn is_the_work_of_a_device_recorded() {
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !is_root("recording") || !has("bpftrace") || !has("dd") {
        println!("skipped: recording needs root, bpftrace and dd");
        return;
    }
    let (desk, folder) = (Desk::new(), disk_folder());
    let device = Loop::over(&sparse_file(folder.path(), 16 << 20), &[]);
    let out = desk.text("work.fct");
    let arguments = [
        "trace",
        "record",
        &device.name(),
        &out,
        "--with",
        "bpftrace",
        "--duration",
        "5s",
    ];
    let recording = program(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It is not said when recording begins: the work goes on until it ends.
    let mut recording = Some(recording);
    let to = format!("of={}", device.name());
    let recorded = loop {
        run(
            "dd",
            &[
                "if=/dev/zero",
                &to,
                "bs=64k",
                "count=16",
                "oflag=direct",
                "status=none",
            ],
        );
        let mut running = recording.take().expect("it is running");
        if running.try_wait().expect("its state").is_some() {
            break ended(running.wait_with_output().expect("its end"));
        }
        recording = Some(running);
    };
    if recorded.code != 0
        && ["Recording needs", "needs tracefs"]
            .iter()
            .any(|why| recorded.stderr.contains(why))
    {
        println!(
            "skipped: this kernel lets nobody record: {}",
            recorded.stderr
        );
        return;
    }
    recorded.done();
    let json = fourcorners(&["trace", "stat", &out, "--json"])
        .done()
        .json();
    let writes = &json[0]["writes"];
    assert!(writes["ios"].as_u64().expect("a count") >= 16, "{json}");
    assert_eq!(writes["top_sizes"][0]["bytes"], 65_536, "{json}");
}

/// The program with these in place of the recorders, debugfs and tracefs mounted in a namespace of
/// its own; `None`: that cannot be had here.
fn record_by(desk: &Desk, blktrace: &str, bpftrace: &str, device: &str) -> Option<Ended> {
    use std::os::unix::fs::PermissionsExt as _;
    for (name, script) in [("blktrace", blktrace), ("bpftrace", bpftrace)] {
        desk.write(name, &format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(desk.at(name), fs::Permissions::from_mode(0o755)).expect("its mode");
    }
    let mounted = "mount -t debugfs debugfs /sys/kernel/debug && \
        { test -e /sys/kernel/debug/tracing/events/block || \
                   mount -t tracefs tracefs /sys/kernel/tracing; } && test -e \
                   /sys/kernel/debug/block || exit 77";
    let fourcorners = env!("CARGO_BIN_EXE_fourcorners");
    let (out, folder) = (desk.text("out.fct"), desk.text(""));
    let script =
        format!("{mounted}; PATH={folder}:$PATH exec {fourcorners} trace record {device} {out}");
    let output = Command::new("unshare")
        .args(["-m", "sh", "-c", &script])
        .stdin(Stdio::null())
        .output();
    let output = output.ok().filter(|output| {
        !matches!(output.status.code(), Some(77 | 1) if output.stderr.starts_with(b"unshare"))
            && output.status.code() != Some(77)
    });
    output.map(ended)
}

/// Story: on a kernel that lets nobody read debugfs, blktrace failed, bpftrace was never tried, and
/// the device stayed set up for blktrace.
#[test]
fn does_another_program_record_where_the_first_cannot() {
    if !is_root("recording") {
        return;
    }
    let (desk, folder) = (Desk::new(), disk_folder());
    let device = Loop::over(&sparse_file(folder.path(), 1 << 20), &[]).name();
    let fails = format!(
        "echo \"$@\" >> {}; case \"$*\" in *-k*) exit 0;; esac; echo 'FAILED to start thread on \
         CPU 0: 1/Operation not permitted' >&2; exec sleep 100",
        desk.text("asked")
    );
    let records =
        "echo '7,0 0 1 0.000001000 1 D R 8 + 8 [x]'; echo '7,0 0 1 0.000101000 1 C R 8 + 8 [0]'";
    let Some(recorded) = record_by(&desk, &fails, records, &device) else {
        println!("skipped: debugfs and tracefs cannot be mounted");
        return;
    };
    recorded.done();
    for words in [
        "blktrace cannot record this device",
        "Operation not permitted",
        "trying bpftrace",
    ] {
        assert!(recorded.stderr.contains(words), "{}", recorded.stderr);
    }
    assert!(recorded.stdout.contains("1 records"), "{}", recorded.stdout);
    let asked = fs::read_to_string(desk.at("asked")).expect("what blktrace was asked");
    assert!(
        asked.lines().last().expect("a line").ends_with("-k"),
        "{asked}"
    );
    // What another program has set up is that one's.
    fs::remove_file(desk.at("out.fct")).expect("it was there");
    fs::remove_file(desk.at("asked")).expect("it was there");
    let busy = fails
        .replace(
            "FAILED to start thread on CPU 0: 1/Operation not permitted",
            "BLKTRACESETUP(2) x failed: 16/Device or resource busy",
        )
        .replace("exec sleep 100", "exit 1");
    record_by(&desk, &busy, records, &device)
        .expect("as before")
        .done();
    let asked = fs::read_to_string(desk.at("asked")).expect("what blktrace was asked");
    assert!(!asked.contains("-k"), "{asked}");
    // Neither can, and neither has anything to do.
    fs::remove_file(desk.at("out.fct")).expect("it was there");
    let failed = |blktrace: &str, bpftrace: &str, words: [&str; 2]| {
        let ended = record_by(&desk, blktrace, bpftrace, &device).expect("as before");
        assert_eq!(ended.code, 1, "{}", ended.stderr);
        for word in words {
            assert!(ended.stderr.contains(word), "'{word}' in: {}", ended.stderr);
        }
        assert!(!desk.at("out.fct").exists());
        ended.stderr
    };
    failed(
        &busy,
        "echo 'no BPF here' >&2; exit 1",
        ["no BPF here", "needs root"],
    );
    let idle = ["no I/O in", "nothing was written"];
    assert!(!failed("exit 0", "exit 1", idle).contains("root"));
}
