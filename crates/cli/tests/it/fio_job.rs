//! Job files of fio's that are run, and those that are refused.

use crate::host;
use crate::program;

use host::digest;
use program::{Desk, Ended, fourcorners, lines};
use std::fs;
use std::path::PathBuf;

#[test]
fn is_the_drive_left_alone_where_a_line_cannot_be_run() {
    let desk = Desk::new();
    let image = desk.write("drive.img", &"data".repeat(1 << 20));
    let before = digest(&PathBuf::from(&image));
    for (text, words) in [
        (
            "[a]\nrw=write\ndirect=1\nfrobnicate=1\n",
            ["job.fio:4", "frobnicate", "not supported"],
        ),
        ("[a]\nrw=tango\n", ["job.fio:2", "rw=tango", "randrw"]),
        (
            "[a]\nrw=randrw\nrate_iops=9\n",
            ["job.fio:3", "rate_iops=9", "separate rates"],
        ),
        (
            "[a]\nfilename=/dev/none-such\n",
            ["job.fio:2", "/dev/none-such", "DRIVE"],
        ),
        ("[a]\n[b]\n", ["job.fio:2", "job 'b'", "stonewall"]),
    ] {
        let file = desk.write("job.fio", text);
        desk.run(&["run", &file, &image, "--destroy", &image])
            .refused(&words);
    }
    desk.run(&["run", "none-such.fio", &image, "--destroy", &image])
        .refused(&["none-such.fio", "is missing"]);
    assert_eq!(digest(&PathBuf::from(&image)), before);
    assert!(!desk.at("runs").exists(), "no run was begun");
}

/// A run of a job file on the small simulated drive.
fn simulated(desk: &Desk) -> Ended {
    let text = "[write]\nrw=randwrite\nruntime=1\ntime_based\nrefill_buffers\ndirect=1\n[rest]\n\
        stonewall\nexec_prerun=sleep 2\nrw=read\nbs=64k\n";
    let file = desk.write("some.job.fio", text);
    fourcorners(&["run", &file, &desk.drive(), "--out", &desk.text("runs")])
}

#[test]
fn are_the_results_where_those_of_every_run_are() {
    let desk = Desk::new();
    let ended = simulated(&desk);
    assert!(
        ended.done().stderr.contains("without norandommap"),
        "{}",
        ended.stderr
    );
    let run = desk.runs().pop().expect("a run");
    let results = lines(&run.join("results.jsonl"));
    let names: Vec<&str> = results
        .iter()
        .map(|entry| entry["phase"].as_str().expect("a phase"))
        .collect();
    assert_eq!(names, ["write", "rest-rest", "rest"]);
    assert!(
        results
            .iter()
            .all(|entry| entry["test"] == "fio-some-job" && entry["status"] == "finished")
    );
    let header = fs::read_to_string(run.join("run.json")).expect("run.json");
    let header: serde_json::Value = serde_json::from_str(&header).expect("JSON");
    assert_ne!(header["not_comparable"], serde_json::json!([]));
    assert!(
        header["command"]
            .as_str()
            .expect("a command")
            .contains("some.job.fio")
    );
    assert!(header["bench"].to_string().contains("without norandommap"));
    let shown = fourcorners(&["show", &run.display().to_string()])
        .done()
        .stdout
        .clone();
    assert!(shown.contains("rest") && shown.contains("MB/s"), "{shown}");
}

#[test]
fn is_a_mix_run_and_its_reads_told_from_its_writes() {
    let desk = Desk::new();
    desk.write("all.inc", "direct=1\nnorandommap\nrefill_buffers\n");
    let text = "[global]\ninclude \
        all.inc\n[mix]\nrw=randrw\nrwmixread=75\nsize=4m\nruntime=100\nioengine=libaio\n\
        iodepth=4\n";
    let file = desk.write("mix.fio", text);
    let out = desk.text("runs");
    let ended = fourcorners(&[
        "run",
        &file,
        &desk.drive(),
        "--state",
        "filled",
        "--out",
        &out,
    ]);
    let text = &ended.done().stdout;
    for row in [" mix ", " mix, reads ", " mix, writes "] {
        assert!(text.contains(row), "'{row}' in: {text}");
    }
    assert!(!text.contains("average"), "once: {text}");
    let results = lines(&desk.runs().remove(0).join("results.jsonl"));
    let measured = &results[0]["measured"];
    assert_eq!(
        measured["bytes"],
        4 << 20,
        "it ended with its bytes: {measured}"
    );
    assert_eq!(measured["queue_depth"], 4);
    let of = |what: &str| measured["replay"][what]["ios"].as_f64().expect("a count");
    let reads = of("reads") / (of("reads") + of("writes"));
    assert!((0.7..0.8).contains(&reads), "{reads}");
    // What it read from other files belongs to the run.
    fs::remove_file(desk.at("all.inc")).expect("it was there");
    let run = desk.runs().remove(0);
    fs::write(run.join("results.jsonl"), "").expect("taken back");
    fourcorners(&["review", "--resume", &run.display().to_string()]).done();
    let again = lines(&run.join("results.jsonl"));
    assert_eq!(again[0]["measured"], *measured);
}

#[test]
fn is_the_drive_prepared_where_that_is_asked_for() {
    let desk = Desk::new();
    let file = desk.write("read.fio", "[read]\nbs=64k\ndirect=1\n");
    let out = desk.text("runs");
    fourcorners(&[
        "run",
        &file,
        &desk.drive(),
        "--state",
        "filled",
        "--out",
        &out,
    ])
    .done();
    let run = desk.runs().pop().expect("a run");
    let results = lines(&run.join("results.jsonl"));
    assert_eq!(results[0]["variant"], "from-filled");
    let events = fs::read_to_string(run.join("wall.jsonl")).expect("wall.jsonl");
    assert!(
        events.contains(r#""event":"preparing","state":"filled""#),
        "{events}"
    );
}

#[test]
fn does_a_run_go_on_with_the_job_file_that_it_began_with() {
    let desk = Desk::new();
    simulated(&desk).done();
    fs::remove_file(desk.at("some.job.fio")).expect("the file");
    let run = desk.runs().pop().expect("a run").display().to_string();
    let ended = fourcorners(&["review", "--resume", &run]);
    assert!(
        ended.done().stderr.contains("nothing to resume"),
        "{}",
        ended.stderr
    );
}

#[test]
fn is_a_job_file_no_json_and_its_drive_known() {
    fourcorners(&["show", "hd-tach", "--fio", "--json", "--size", "1GiB"]).misused(&["--json"]);
    fourcorners(&["show", "hd-tach", "--fio"]).misused(&["--device", "--size"]);
    fourcorners(&["show", "hd-tac", "--fio", "--size", "1GiB"]).misused(&["hd-tach"]);
}
