//! Recorded work at the command line: looked at, converted, made.

use crate::host;
use crate::program;

use host::run;
use program::{Desk, ended, fourcorners, program};
use std::fs::{self, File};
use std::process::Stdio;
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
            format!("{ours}: 3 records, in the Four Corners format\n")
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
    fourcorners(&two).misused(&["--svg"]);
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
    assert!(skipping.stderr.contains("skipped"), "{}", skipping.stderr);
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
        fourcorners(arguments).refused(&["precious", "exists"]);
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
        .misused(&["no trace is called", "storage-bench-2010-light"]);
    fourcorners(&["trace", "synth", "light", &out]).misused(&[
        "no trace is called 'light'\nhint: the nearest are storage-bench-201",
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
        "tencent does not store",
        "completion times (present in 2 records)",
        "between I/Os (present in 1 record)",
        "data written (present in 2 records)",
        "finer than 1 s (present in 2 records)",
        "other formats (present in 1 record)",
    ] {
        assert!(said.contains(words), "'{words}' in: {said}");
    }
    assert_eq!(to("a.fct", "own"), "");
    assert_eq!(to("a.csv", "csv"), "");
    let said = to("a.blkparse", "blkparse");
    assert!(
        !said.contains("completion") && said.contains("dependencies"),
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
    let all = ["no readable I/O", "3 broken lines"];
    fourcorners(&["trace", "stat", &table, "--skip-broken"]).refused(&all);
    fourcorners(&["trace", "convert", &table, &out, "--skip-broken"]).refused(&all);
    let replay = ["trace", "replay", &table, &desk.drive(), "--skip-broken"];
    fourcorners(&replay).refused(&["everything in it is broken"]);
    let none = desk.write("none.csv", TABLE.lines().next().expect("a line"));
    fourcorners(&["trace", "stat", &none]).refused(&["contains no I/Os"]);
}

/// Story: a recording that had lost events passed for whole, and one of completions only for empty.
#[test]
fn incomplete_recordings_are_told() {
    let desk = Desk::new();
    let lossy = desk.write(
        "lossy.txt",
        "8,0 0 1 0.0 9 D R 0 + 8 [dd]\n8,0 0 2 0.1 0 C R 0 + 8 [0]\nCPU0 (sda):\n\
         Skips: 2 forward (18 -  10.5%)\n",
    );
    let stat = fourcorners(&["trace", "stat", &lossy, "--json"]);
    assert_eq!(stat.done().json()[0]["lost_events"], 18);
    let warning = "warning: ";
    assert!(stat.stderr.contains(warning), "{}", stat.stderr);
    let out = desk.text("out.fct");
    let convert = fourcorners(&["trace", "convert", &lossy, &out, "--json"]);
    assert_eq!(convert.done().json()["lost_events"], 18);
    assert!(convert.stderr.contains(warning), "{}", convert.stderr);
    let runs = desk.text("runs");
    let replay = [
        "trace",
        "replay",
        &lossy,
        &desk.drive(),
        "--json",
        "--out",
        &runs,
    ];
    let replay = fourcorners(&replay);
    let run = &replay.done().json()["runs"][0];
    assert_eq!(run["results"][0]["measured"]["replay"]["lost_events"], 18);
    assert!(replay.stderr.contains("18 events"), "{}", replay.stderr);

    let completions = "8,0 2 1 0.0 4321 C WS 20512 + 8 [0]\n8,0 2 2 0.1 0 C R 160 + 16 [0]\n";
    let completions = desk.write("completions.txt", completions);
    let only = ["only completions (C), no issues (D)"];
    fourcorners(&["trace", "stat", &completions]).refused(&only);
    fourcorners(&["trace", "convert", &completions, &desk.text("none.csv")]).refused(&only);
    fourcorners(&["trace", "replay", &completions, &desk.drive()]).refused(&only);
}

/// Story: nothing of a gzip file that a download had cut could be read, not even with
/// --skip-broken.
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
        fourcorners(&["trace", "stat", &cut]).refused(&["is truncated", "--skip-broken"]);
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
    nowhere.refused(&["no does not exist"]);
    assert!(!nowhere.stderr.contains(".part"), "{}", nowhere.stderr);
}
