//! Host ports: a condition of the run, not of the drive.

mod program;

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
    with(&drive, &["--port", "sata-4"]).refused(&["'sata-4'", "sata-3", "marvell-88se9128"]);
    let scratch = desk.text("scratch.img");
    with(&scratch, &["--port", "sata-3", "--size", "8MiB"]).refused(&["--port is for simulated"]);
    assert!(!desk.at("scratch.img").exists(), "nothing is begun");
}
