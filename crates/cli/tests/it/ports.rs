//! Host ports: a condition of the run, not of the drive.

use crate::program;

use program::{Desk, lines};

const READ: [&str; 2] = ["run", "sequential-read-128k"];

#[test]
fn is_a_drive_no_faster_than_its_port_and_is_the_port_kept_with_the_run() {
    let desk = Desk::new();
    let drive = desk.drive();
    let mb_per_s = |more: &[&str]| {
        let arguments = [&READ[..], &[&drive], more].concat();
        desk.run(&arguments).done();
        let run = desk.runs().pop().expect("a run");
        let header = std::fs::read_to_string(run.join("run.json")).expect("run.json");
        for word in more {
            assert!(header.contains(word), "{word} is in {header}");
        }
        let results = lines(&run.join("results.jsonl"));
        let last = results.last().expect("a result");
        std::fs::remove_dir_all(&run).expect("ours");
        last["measured"]["throughput_mb_per_s"]
            .as_f64()
            .unwrap_or_else(|| panic!("no rate in {last}"))
    };
    let (free, slow) = (mb_per_s(&[]), mb_per_s(&["--port", "sata-1.5"]));
    assert!(free > 150.0 && slow < 150.0, "{free}, {slow} MB/s");
}

#[test]
fn is_an_unknown_port_or_one_for_a_real_drive_refused() {
    let desk = Desk::new();
    let drive = desk.drive();
    let with = |drive: &str, more: &[&str]| {
        let arguments = [&READ[..], &[drive], more].concat();
        desk.run(&arguments)
    };
    with(&drive, &["--port", "sata-4"]).misused(&["'sata-4'", "sata-3gbps", "marvell-88se9128"]);
    let scratch = desk.text("scratch.img");
    with(&scratch, &["--port", "sata-3gbps", "--size", "8MiB"])
        .misused(&["--port is for simulated"]);
    assert!(!desk.at("scratch.img").exists(), "nothing is begun");
}

#[test]
fn is_a_drive_tested_once_behind_each_port_that_is_asked_for() {
    let desk = Desk::new();
    let drive = desk.drive();
    let ports = ["--port", "sata-1.5gbps", "--port", "sata-6gbps", "--json"];
    let ended = desk.run(&[&READ[..], &[&drive], &ports].concat());
    let document = ended.done().json();
    let runs = document["runs"].as_array().expect("runs");
    let told: Vec<&str> = runs.iter().filter_map(|run| run["port"].as_str()).collect();
    assert_eq!(told, ["sata-1.5gbps", "sata-6gbps"]);
    for run in runs {
        let port = run["port"].as_str().expect("a port");
        let folder = run["folder"].as_str().expect("a folder");
        assert!(folder.contains(&format!("tiny-{port}-")), "{folder}");
        let header = std::fs::read_to_string(format!("{folder}/run.json")).expect("run.json");
        let command = format!("--port {port}");
        assert!(header.contains(&command), "{command} repeats it: {header}");
        assert_eq!(header.matches("--port").count(), 1, "one run is one port");
    }
    let rate = |run: &serde_json::Value| {
        let measured = &run["results"][0]["measured"];
        measured["throughput_mb_per_s"].as_f64().expect("a rate")
    };
    assert!(rate(&runs[0]) < 150.0 && rate(&runs[1]) > 150.0);
}

#[test]
fn are_the_ports_of_a_suite_those_of_its_simulated_drives() {
    let desk = Desk::new();
    let drive = desk.drive();
    let behind = |more: &[&str]| -> Vec<String> {
        let review = ["review", &drive, "--suite", "anandtech-2010", "--json"];
        let document = desk.run(&[&review[..], more].concat()).done().json();
        let runs = document["runs"].as_array().expect("runs").iter();
        runs.map(|run| run["port"].as_str().unwrap_or("none").to_string())
            .collect()
    };
    assert_eq!(behind(&[]), ["sata-3gbps", "marvell-88se9128"]);
    assert_eq!(
        behind(&["--port", "sata-6gbps"]),
        ["sata-6gbps"],
        "what is asked for goes before"
    );
}

#[test]
fn is_the_same_port_twice_refused() {
    let desk = Desk::new();
    let twice = ["--port", "sata-3gbps", "--port", "sata-3gbps"];
    let drive = desk.drive();
    desk.run(&[&READ[..], &[&drive], &twice].concat())
        .misused(&["sata-3gbps is given twice", "--repeat"]);
}
