//! `trace replay`: what is issued again, and what is refused.

use crate::program;

use program::{Desk, fourcorners, lines};
use std::fs;

/// A fio log with times, in microseconds.
const LOG: &str = "fio version 3 iolog
0 /dev/sdx add
0 /dev/sdx open
0 /dev/sdx read 0 4096
10000 /dev/sdx write 8192 8192
35000 /dev/sdx read 4096 4096
36000 /dev/sdx close
";

#[test]
fn is_a_trace_of_the_users_replayed_and_repeated_by_its_command() {
    let desk = Desk::new();
    let (log, out) = (desk.write("it.log", LOG), desk.text("runs"));
    let replay = ["trace", "replay", &log, &desk.drive(), "--out", &out];
    let ended = fourcorners(&[&replay[..], &["--pace", "timestamps", "--json"]].concat());
    let document = ended.done().json();
    let run = &document["runs"][0];
    let measured = &run["results"][0]["measured"];
    let figures = &measured["replay"];
    assert_eq!(figures["records"], 3, "{document}");
    assert_eq!(figures["pace"], "timestamps");
    assert_eq!(
        (&figures["reads"]["ios"], &figures["writes"]["bytes"]),
        (&2.into(), &8192.into())
    );
    let lasted_s = measured["duration_s"].as_f64().expect("a time");
    assert!((0.035..0.045).contains(&lasted_s), "{lasted_s}");
    assert!(document["page"].is_string(), "{document}");
    let folder = desk.runs().remove(0);
    let header = fs::read_to_string(folder.join("run.json")).expect("run.json");
    let header: serde_json::Value = serde_json::from_str(&header).expect("JSON");
    let command = header["command"].as_str().expect("a command").to_string();
    assert!(
        command.starts_with("fourcorners trace replay "),
        "{command}"
    );
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let again = fourcorners(&[&words[..], &["--json", "--out", &out]].concat());
    assert_eq!(again.done().json()["runs"][0]["digest"], run["digest"]);
}

/// Story: neither table nor chart said at which pace a trace was replayed, or how slow the slowest
/// I/O was.
#[test]
fn is_it_told_what_a_replay_did() {
    let desk = Desk::new();
    let (log, out) = (desk.write("it.log", LOG), desk.text("runs"));
    let replay = ["trace", "replay", &log, &desk.drive(), "--out", &out];
    let told = fourcorners(&[&replay[..], &["--idle-limit", "5ms"]].concat());
    let table = told.done().stdout.clone();
    let table = table
        .split("\n\n")
        .find(|table| table.starts_with("Replays"));
    let table = table.expect("a table of replays");
    for words in ["it.log", "dependencies", "35.0 ms", "25.0 ms", " at 0."] {
        assert!(table.contains(words), "'{words}' in {table}");
    }
    assert!(!told.stdout.contains("Other tests"), "{}", told.stdout);
    assert!(
        told.stderr.contains("it records no dependencies"),
        "{}",
        told.stderr
    );
    let told = fourcorners(&[&replay[..], &["--pace", "timestamps"]].concat());
    assert!(!told.stderr.contains("waited for"), "{}", told.stderr);
}

#[test]
fn is_a_trace_read_for_a_replay_as_for_anything_else() {
    let desk = Desk::new();
    let out = desk.text("runs");
    let replay = |file: &str, more: &[&str]| {
        let arguments = ["trace", "replay", file, &desk.drive(), "--out", &out];
        fourcorners(&[&arguments[..], more].concat())
    };
    let figures = |document: &serde_json::Value| {
        document["runs"][0]["results"][0]["measured"]["replay"].clone()
    };
    // Whole numbers are MQSim's nanoseconds, unless they are said to be DiskSim's milliseconds.
    let numbers = desk.write("numbers", "0 0 0 8 1\n20 0 64 8 1\n");
    let arguments = ["--pace", "timestamps", "--json", "--from", "disksim"];
    let lasted_s = &replay(&numbers, &arguments).done().json()["runs"][0]["results"][0]["measured"]
        ["duration_s"];
    assert!(lasted_s.as_f64().expect("a time") >= 0.02, "{lasted_s}");
    let broken = desk.write("broken.log", &LOG.replace("write", "riddle"));
    replay(&broken, &[]).refused(&["broken.log:5:", "riddle"]);
    let ended = replay(&broken, &["--skip-broken", "--json"]);
    let document = ended.done().json();
    assert!(ended.stderr.contains("1 broken line"), "{}", ended.stderr);
    assert_eq!(figures(&document)["records"], 2);
    assert_eq!(figures(&document)["broken"], 1);
    // Both belong to what is repeated, and gone on with.
    let run = std::path::PathBuf::from(document["runs"][0]["folder"].as_str().expect("a folder"));
    let header = fs::read_to_string(run.join("run.json")).expect("run.json");
    let header: serde_json::Value = serde_json::from_str(&header).expect("JSON");
    let command = header["command"].as_str().expect("a command");
    assert!(command.ends_with(" --skip-broken"), "{command}");
    fs::write(run.join("results.jsonl"), "").expect("taken back");
    let resume = ["review", "--resume", &run.display().to_string(), "--json"];
    let again = fourcorners(&resume).done().json();
    assert_eq!(figures(&again), figures(&document));
}

/// Alibaba's traces are of many volumes: two reads at byte 0 of two volumes both went to LBA 0,
/// which the cache had then.
#[test]
fn are_volumes_of_a_trace_laid_one_behind_the_other_unless_asked_otherwise() {
    let desk = Desk::new();
    let lines = "0,R,0,4096,1577808000000046\n1,R,0,4096,1577808000000050\n";
    let (trace, out) = (desk.write("ali.csv", lines), desk.text("runs"));
    let replay = |more: &[&str]| {
        let arguments = ["trace", "replay", &trace, &desk.drive(), "--out", &out];
        let ended = fourcorners(&[&arguments[..], more, &["--json"]].concat());
        let document = ended.done().json();
        let measured = document["runs"][0]["results"][0]["measured"].clone();
        (measured, ended.stderr)
    };
    let (measured, said) = replay(&[]);
    assert_eq!(measured["replay"]["volumes"], 2, "{measured}");
    assert_eq!(measured["span_bytes"], 8192, "{measured}");
    assert!(said.contains("2 streams"), "{said}");
    let (measured, said) = replay(&["--overlay"]);
    assert!(measured["replay"]["volumes"].is_null(), "{measured}");
    assert_eq!(measured["span_bytes"], 4096, "{measured}");
    assert!(!said.contains("streams"), "{said}");
}

/// A table had I/Os of 10 s, 0 s and 20 s, in this order: by timestamps the third was issued after
/// 10 s.
#[test]
fn is_a_trace_out_of_order_replayed_in_order_and_told() {
    let desk = Desk::new();
    let table = desk.write(
        "it.csv",
        "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest
10000000000,,read,0,4096,a,,,,
0,,read,8192,4096,a,,,,
20000000000,,read,8192,4096,a,,,,
",
    );
    let arguments = ["trace", "replay", &table, &desk.drive(), "--out"];
    let more = [&desk.text("runs"), "--pace", "timestamps", "--json"];
    let ended = fourcorners(&[&arguments[..], &more].concat());
    let document = ended.done().json();
    let measured = &document["runs"][0]["results"][0]["measured"];
    assert_eq!(measured["replay"]["moved"], 1, "{measured}");
    let lasted_s = measured["duration_s"].as_f64().expect("a time");
    assert!((20.0..20.1).contains(&lasted_s), "{lasted_s}");
    assert!(
        ended.stderr.contains("1 records are out of order"),
        "{}",
        ended.stderr
    );
}

#[test]
fn is_a_replay_that_ended_early_gone_on_with() {
    let desk = Desk::new();
    let (log, out) = (desk.write("it.log", LOG), desk.text("runs"));
    fourcorners(&["trace", "replay", &log, &desk.drive(), "--out", &out]).done();
    let run = desk.runs().remove(0);
    let whole = fs::read(run.join("results.jsonl")).expect("results");
    fs::write(run.join("results.jsonl"), "").expect("taken back");
    let ended = fourcorners(&["review", "--resume", &run.display().to_string()]);
    assert!(
        ended.done().stdout.contains("it.log, average data rate"),
        "{}",
        ended.stdout
    );
    assert_eq!(fs::read(run.join("results.jsonl")).expect("results"), whole);
}

#[test]
fn does_a_scenario_out_of_a_file_show_what_a_person_waits_for() {
    let desk = Desk::new();
    let (file, table, out) = (
        desk.text("launch.fct"),
        desk.text("launch.csv"),
        desk.text("runs"),
    );
    fourcorners(&["trace", "synth", "launch-applications", &file]).done();
    let replay = |trace: &str| {
        let arguments = ["trace", "replay", trace, &desk.drive(), "--out", &out];
        fourcorners(&[&arguments[..], &["--wrap", "--json"]].concat())
            .done()
            .json()
    };
    let document = replay(&file);
    let figures = &document["runs"][0]["results"][0]["measured"]["replay"];
    let times = figures["operations"].as_array().expect("operations");
    assert_eq!(times.len(), 4, "{figures}");
    let computing = |time: &serde_json::Value| time["seconds"].as_f64().expect("s") > 0.1;
    assert!(times.iter().all(computing), "{figures}");
    assert!(figures["response_geomean_s"].is_f64(), "{figures}");
    // A form that cannot hold them says what is lost.
    let converted = fourcorners(&["trace", "convert", &file, &table, "--to", "csv"]);
    let said = &converted.done().stderr;
    assert!(said.contains("no response times"), "{said}");
    let document = replay(&table);
    let figures = &document["runs"][0]["results"][0]["measured"]["replay"];
    assert!(figures["operations"].is_null(), "{figures}");
    // Nothing is lost of what has none.
    let log = desk.write("it.log", LOG);
    let converted = fourcorners(&[
        "trace",
        "convert",
        &log,
        &desk.text("it.csv"),
        "--to",
        "csv",
    ]);
    assert_eq!(converted.done().stderr, "");
}

#[test]
fn is_a_real_file_replayed_on_only_if_it_is_named_to_be_destroyed() {
    let desk = Desk::new();
    let (log, out) = (desk.write("it.log", LOG), desk.text("runs"));
    let precious = vec![7; 1 << 20];
    fs::write(desk.at("drive.img"), &precious).expect("a file");
    let drive = desk.text("drive.img");
    let replay = ["trace", "replay", &log, &drive, "--out", &out];
    fourcorners(&replay).refused(&["drive.img", "--destroy"]);
    assert!(fs::read(&drive).expect("the file") == precious, "untouched");
    assert!(!desk.at("runs").exists(), "no run was begun");
    fourcorners(&[&replay[..], &["--destroy", &drive]].concat()).done();
    let results = lines(&desk.runs().remove(0).join("results.jsonl"));
    assert_eq!(results[0]["measured"]["ios"], 3, "{results:?}");
    assert!(
        fs::read(&drive).expect("the file") != precious,
        "overwritten"
    );
}

#[test]
fn is_what_cannot_be_replayed_refused() {
    let desk = Desk::new();
    let (log, drive) = (desk.write("it.log", LOG), desk.drive());
    let empty = desk.write("empty.log", "fio version 3 iolog\n0 /dev/sdx add\n");
    let replay = |file: &str, more: &[&str]| {
        let arguments = ["trace", "replay", file, &drive];
        fourcorners(&[&arguments[..], &["--out", &desk.text("runs")], more].concat())
    };
    replay("-", &[]).refused(&["name a file"]);
    replay(&desk.text("none.log"), &[]).refused(&["none.log"]);
    replay(&drive, &[]).refused(&["tiny.toml"]);
    replay(&empty, &[]).refused(&["contains no I/O"]);
    let fast = ["--pace", "as-fast-as-possible", "--idle-limit", "25ms"];
    replay(&log, &fast).refused(&["no idle time"]);
    replay(&log, &["--queue-depth", "4"]).refused(&["as-fast-as-possible"]);
    // Such a write once made a plan of 18446744 TB.
    let endless = "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n\
                   0,,read,0,4096,a,,,,\n1,,write,0,18446744073709551615,a,,,,\n";
    let endless = desk.write("endless.csv", endless);
    let reason = [
        "endless.csv:record 2",
        "18446744073709551615 bytes",
        "less than 4GiB",
    ];
    replay(&endless, &["--wrap"]).refused(&reason);
    assert!(!desk.at("runs").exists(), "no run was begun");
    // Beyond the drive's end.
    let far = desk.write("far.log", &LOG.replace("read 4096", "read 1099511627776"));
    let ended = replay(&far, &["--json"]);
    let json = ended.json();
    let because = &json["runs"][0]["results"][0]["because"];
    assert_eq!(because["because"], "trace-too-large", "{because}");
    let wrapped = replay(&far, &["--json", "--wrap"]).done().json();
    let figures = &wrapped["runs"][0]["results"][0]["measured"]["replay"];
    assert_eq!(figures["wrapped"], 1, "{wrapped}");
}
