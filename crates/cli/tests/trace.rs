//! Recorded work at the command line: looked at, converted, made, recorded.

#[path = "../../real/tests/host/mod.rs"]
mod host;
mod program;

use host::{Loop, disk_folder, is_root, run, sparse_file};
use program::{Desk, Ended, ended, fourcorners, program};
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Three I/Os of two volumes, as our table has them.
const TABLE: &str = "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n\
    0,80000,write,0,4096,a,,,zero,\n\
    100000,90000,read,8192,65536,b,,,,\n\
    250000,,write,4096,4096,a,1,60000,ratio-460,\"of \"\"theirs\"\"\"\n";

#[test]
fn is_a_trace_the_same_after_a_way_through_our_form() {
    let desk = Desk::new();
    let table = desk.write("in.csv", TABLE);
    for ours in ["work.fct", "work.fct.gz", "work.fct.zst"] {
        let (ours, back) = (desk.text(ours), desk.text("back.csv"));
        let done = fourcorners(&["trace", "convert", &table, &ours]);
        assert_eq!(
            done.done().stdout,
            format!("{ours}: 3 records, in our own form\n")
        );
        fourcorners(&["trace", "convert", &ours, &back, "--to", "csv"]).done();
        assert_eq!(fs::read_to_string(&back).expect("the table"), TABLE);
        fs::remove_file(back).expect("it was there");
    }
}

#[test]
fn does_a_trace_go_through_pipes() {
    let desk = Desk::new();
    let (table, ours) = (desk.write("in.csv", TABLE), desk.text("work.fct"));
    let arguments = ["trace", "convert", "-", "-", "--json"];
    let input = File::open(&table).expect("the table");
    let piped = program(&arguments).stdin(input).output().expect("it runs");
    assert!(piped.status.success());
    assert!(piped.stdout.starts_with(b"fourcorners trace 1\n"));
    let said = String::from_utf8_lossy(&piped.stderr).into_owned();
    assert!(said.contains("3 records"), "{said}");
    fs::write(&ours, piped.stdout).expect("a file");
    let stat = fourcorners(&["trace", "stat", &ours, "--json"]);
    assert_eq!(stat.done().json()[0]["records"], 3);
}

#[test]
fn are_statistics_printed_of_several_files() {
    let desk = Desk::new();
    let (one, two) = (desk.write("1.csv", TABLE), desk.write("2.csv", TABLE));
    let json = fourcorners(&["trace", "stat", &one, &two, "--json"])
        .done()
        .json();
    for (document, file) in [&one, &two].into_iter().enumerate() {
        assert_eq!(json[document]["file"], **file);
        assert_eq!(json[document]["reads"]["ios"], 1);
        assert_eq!(json[document]["writes"]["bytes"], 8192);
    }
    let text = fourcorners(&["trace", "stat", &one, &two]);
    for file in [one, two] {
        assert!(text.done().stdout.contains(&file), "{}", text.stdout);
    }
}

#[test]
fn is_a_picture_drawn_and_none_drawn_over() {
    let desk = Desk::new();
    let (table, svg) = (desk.write("in.csv", TABLE), desk.text("in.svg"));
    fourcorners(&["trace", "stat", &table, "--svg", &svg]).done();
    let picture = fs::read_to_string(&svg).expect("the picture");
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    fourcorners(&["trace", "stat", &table, "--svg", &svg]).refused(&["in.svg", "exists"]);
    let two = [
        "trace",
        "stat",
        &table,
        &table,
        "--svg",
        &desk.text("2.svg"),
    ];
    fourcorners(&two).refused(&["--svg"]);
}

#[test]
fn is_a_broken_line_refused_and_passed_over_only_on_request() {
    let desk = Desk::new();
    let table = desk.write("in.csv", &TABLE.replace("read", "riddle"));
    let out = desk.text("out.fct");
    let convert = ["trace", "convert", &table, &out];
    fourcorners(&convert).refused(&["in.csv:3:", "riddle"]);
    assert!(!desk.at("out.fct").exists());
    let skipping = fourcorners(&[&convert[..], &["--skip-broken", "--json"]].concat());
    let json = skipping.done().json();
    assert_eq!((&json["records"], &json["skipped"]), (&2.into(), &1.into()));
    assert!(
        skipping.stderr.contains("passed over"),
        "{}",
        skipping.stderr
    );
}

#[test]
fn is_an_existing_file_left_as_it_is() {
    let desk = Desk::new();
    let table = desk.write("in.csv", TABLE);
    let out = desk.write("precious", "what a user would miss");
    for arguments in [
        &["trace", "convert", &table, &out][..],
        &["trace", "synth", "storage-bench-2010-light", &out],
    ] {
        fourcorners(arguments).refused(&["precious", "nothing is overwritten"]);
    }
    assert_eq!(
        fs::read(out).expect("it is there"),
        b"what a user would miss"
    );
}

#[test]
fn is_what_is_no_trace_refused_with_a_sentence() {
    let desk = Desk::new();
    let out = desk.text("out");
    let (none, empty) = (
        desk.write("none", "hello\nthere\n"),
        desk.write("empty", ""),
    );
    for (input, words) in [
        (none.as_str(), &["none: ", "--from", "blktrace"][..]),
        (&empty, &["empty: it is empty"]),
        ("/nowhere", &["/nowhere: No such file"]),
        (&desk.text("."), &["folder"]),
    ] {
        fourcorners(&["trace", "convert", input, &out]).refused(words);
        fourcorners(&["trace", "stat", input]).refused(words);
    }
    let head = desk.write("head.csv", TABLE.lines().next().expect("a line"));
    fourcorners(&["trace", "convert", &head, &out]).refused(&["no I/Os"]);
    assert!(!desk.at("out").exists());
    let unknown = fourcorners(&["trace", "convert", &none, &out, "--to", "tape"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("blkparse"), "{}", unknown.stderr);
}

#[test]
fn is_a_scenario_a_synthetic_trace_like_others() {
    let desk = Desk::new();
    let out = desk.text("launch");
    fourcorners(&["trace", "synth", "launch-applications", &out]).done();
    let stat = fourcorners(&["trace", "stat", &out, "--json"])
        .done()
        .json();
    assert_eq!(stat[0]["reads"]["ios"], 800 + 2400 + 500 + 1000);
    let list = fourcorners(&["list", "traces", "--json"]).done().json();
    let lines = list.as_array().expect("a list");
    let listed = |line: &&serde_json::Value| line["name"] == "launch-applications";
    assert_eq!(lines.iter().filter(listed).count(), 1);
}

#[test]
fn is_a_synthetic_trace_a_matter_of_its_seed() {
    let desk = Desk::new();
    let files = [("a", "1"), ("b", "1"), ("c", "2")].map(|(file, seed)| {
        let out = desk.text(file);
        fourcorners(&[
            "trace",
            "synth",
            "storage-bench-2010-light",
            &out,
            "--seed",
            seed,
        ])
        .done();
        fs::read(out).expect("the trace")
    });
    assert!(files[0] == files[1] && files[0] != files[2]);
    let stat = fourcorners(&["trace", "stat", &desk.text("a"), "--json"]);
    assert_eq!(stat.done().json()[0]["reads"]["ios"], 37_501);
    let out = desk.text("d");
    fourcorners(&["trace", "synth", "storage-bench-2010-lihgt", &out])
        .refused(&["there is no trace", "storage-bench-2010-light"]);
    fourcorners(&["trace", "synth", "light", &out]).refused(&[
        "there is no trace 'light'; the nearest are storage-bench-201",
        "storage-bench-2011-light",
        "`fourcorners list traces`",
    ]);
    fourcorners(&["trace", "synth", &desk.text("none.toml"), &out]).refused(&["none.toml"]);
    let list = fourcorners(&["list", "traces", "--json"]).done().json();
    let lines = list.as_array().expect("a list");
    assert!(
        lines.iter().any(|line| line["records"] == 49_810_000),
        "{list}"
    );
}

#[test]
fn does_an_interrupted_verb_leave_nothing() {
    let desk = Desk::new();
    fs::create_dir(desk.at("out")).expect("a folder");
    let mut running = program(&["trace", "synth", "destroyer", &desk.text("out/d.fct")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let files = || fs::read_dir(desk.at("out")).expect("the folder").count();
    while files() == 0 {
        std::thread::sleep(Duration::from_millis(10));
        assert!(
            running.try_wait().expect("its state").is_none(),
            "it ended early"
        );
    }
    let pid = running.id().to_string();
    run("kill", &["-INT", &pid]).or(Some(String::new()));
    let ended = ended(running.wait_with_output().expect("its end"));
    assert_eq!(ended.code, 130, "{}", ended.stderr);
    assert_eq!(files(), 0);
}

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
    fourcorners(&["trace", "record", &file, &out]).refused(&["file: no block device"]);
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

/// The file was made before the recording had begun, and what the recording said of itself was lost:
/// when it was. Still, a name that is taken is refused before anything is recorded.
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
    record(&path, &taken, "bpftrace").refused(&["nothing is overwritten"]);
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

/// Story: `convert light.fct light.csv` wrote our binary form under a name that says CSV.
#[test]
fn is_the_form_written_that_the_name_tells() {
    let desk = Desk::new();
    let table = desk.write("in.csv", TABLE);
    for (name, begins) in [
        ("a.csv", &b"issued_ns,"[..]),
        ("a.fct", b"fourcorners trace 1\n"),
        ("a.CSV", b"issued_ns,"),
        ("none", b"fourcorners trace 1\n"),
    ] {
        fourcorners(&["trace", "convert", &table, &desk.text(name)]).done();
        let written = fs::read(desk.at(name)).expect("the file");
        assert!(written.starts_with(begins), "{name}");
    }
    let packed = desk.text("b.csv.gz");
    fourcorners(&["trace", "convert", &table, &packed]).done();
    assert!(
        fs::read(&packed)
            .expect("the file")
            .starts_with(&[0x1f, 0x8b])
    );
    let stat = fourcorners(&["trace", "stat", &packed, "--json"])
        .done()
        .json();
    assert_eq!(stat[0]["form"], "csv");
    let text = desk.text("a.txt");
    fourcorners(&["trace", "convert", &table, &text]).refused(&["a.txt", "--to", ".fct", "msr"]);
    assert!(!desk.at("a.txt").exists());
}

/// Story: completions, dependencies, data and the time below a second were gone, without a word.
#[test]
fn is_it_said_what_a_form_does_not_hold() {
    let desk = Desk::new();
    let table = desk.write("in.csv", TABLE);
    let to = |name: &str, form: &str| {
        let arguments = ["trace", "convert", &table, &desk.text(name), "--to", form];
        fourcorners(&arguments).done().stderr.clone()
    };
    let said = to("a.tencent", "tencent");
    for words in [
        "tencent does not hold",
        "completed (known of 2 records)",
        "waited for (known of 1 records)",
        "data is written (known of 2 records)",
        "below 1 s (known of 2 records)",
        "besides (known of 1 records)",
    ] {
        assert!(said.contains(words), "'{words}' in: {said}");
    }
    assert_eq!(to("a.fct", "own"), "");
    assert_eq!(to("a.csv", "csv"), "");
    let said = to("a.blkparse", "blkparse");
    assert!(
        !said.contains("completed") && said.contains("waited for"),
        "{said}"
    );
}

/// Story: a page of zeros and exit code 0, of a file in which every line was broken.
#[test]
fn is_a_file_of_which_all_is_broken_an_error() {
    let desk = Desk::new();
    let table = desk.write(
        "in.csv",
        &TABLE.replace("write", "riddle").replace("read", "riddle"),
    );
    let out = desk.text("out.fct");
    let all = ["all of it is broken", "3 lines"];
    fourcorners(&["trace", "stat", &table, "--skip-broken"]).refused(&all);
    fourcorners(&["trace", "convert", &table, &out, "--skip-broken"]).refused(&all);
    let replay = ["trace", "replay", &table, &desk.drive(), "--skip-broken"];
    fourcorners(&replay).refused(&["all of it is broken"]);
    let none = desk.write("none.csv", TABLE.lines().next().expect("a line"));
    fourcorners(&["trace", "stat", &none]).refused(&["no I/Os in it"]);
}

/// Story: nothing of a gzip file that a download had cut could be read, not even with --skip-broken.
#[test]
fn is_what_stands_in_a_cut_compressed_file_read_on_request() {
    let desk = Desk::new();
    let mut table: String = TABLE
        .lines()
        .take(1)
        .map(|line| format!("{line}\n"))
        .collect();
    for record in 0..20_000_u64 {
        let offset = record.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 30 << 9;
        table += &format!("{},900,read,{offset},4096,a,,,,\n", record * 1000);
    }
    let table = desk.write("in.csv", &table);
    for ending in ["gz", "zst"] {
        let packed = desk.text(&format!("b.csv.{ending}"));
        fourcorners(&["trace", "convert", &table, &packed]).done();
        let whole = fs::read(&packed).expect("the file");
        let cut = desk.text(&format!("cut.csv.{ending}"));
        fs::write(&cut, &whole[..whole.len() * 3 / 4]).expect("a file");
        fourcorners(&["trace", "stat", &cut]).refused(&["is cut", "--skip-broken"]);
        let stat = fourcorners(&["trace", "stat", &cut, "--skip-broken", "--json"]);
        let json = stat.done().json();
        assert!(
            json[0]["records"].as_u64().expect("a count") > 10_000,
            "{json}"
        );
        assert!(json[0]["skipped"].as_u64().expect("a count") >= 1, "{json}");
    }
}

#[test]
fn does_a_reader_that_goes_away_end_a_conversion_in_silence() {
    let desk = Desk::new();
    let out = [
        "trace",
        "synth",
        "storage-bench-2010-light",
        "-",
        "--to",
        "csv",
    ];
    let mut running = program(&out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(running.stdout.take());
    let ended = ended(running.wait_with_output().expect("its end"));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
    // A folder that is not there is named, not a temporary file.
    let table = desk.write("in.csv", TABLE);
    let nowhere = fourcorners(&["trace", "convert", &table, &desk.text("no/x.fct")]);
    nowhere.refused(&["there is no folder"]);
    assert!(!nowhere.stderr.contains(".part"), "{}", nowhere.stderr);
}

/// The program with these in place of the recorders, debugfs and tracefs mounted in a namespace of its own;
/// `None`: that cannot be had here.
fn record_by(desk: &Desk, blktrace: &str, bpftrace: &str, device: &str) -> Option<Ended> {
    use std::os::unix::fs::PermissionsExt as _;
    for (name, script) in [("blktrace", blktrace), ("bpftrace", bpftrace)] {
        desk.write(name, &format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(desk.at(name), fs::Permissions::from_mode(0o755)).expect("its mode");
    }
    let mounted = "mount -t debugfs debugfs /sys/kernel/debug && { test -e /sys/kernel/debug/tracing/events/block || \
                   mount -t tracefs tracefs /sys/kernel/tracing; } && test -e /sys/kernel/debug/block || exit 77";
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

/// Story: on a kernel that lets nobody read debugfs, blktrace failed, bpftrace was never tried, and the device
/// stayed set up for blktrace.
#[test]
fn does_another_program_record_where_the_first_cannot() {
    if !is_root("recording") {
        return;
    }
    let (desk, folder) = (Desk::new(), disk_folder());
    let device = Loop::over(&sparse_file(folder.path(), 1 << 20), &[]).name();
    let fails = format!(
        "echo \"$@\" >> {}; case \"$*\" in *-k*) exit 0;; esac; echo 'FAILED to start thread on CPU 0: 1/Operation not permitted' >&2; exec sleep 100",
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
        "blktrace cannot record it",
        "Operation not permitted",
        "bpftrace is tried",
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
    let idle = ["nothing was issued to it", "nothing is written"];
    assert!(!failed("exit 0", "exit 1", idle).contains("root"));
}
