//! What is written to a drive: said before, and kept within `--max-writes`.

use crate::host;
use crate::program;

use fourcorners_block::{Generator, Seed};
use host::{Loop, is_root, run, sparse_file};
use program::{Desk, fourcorners, kill_once, lines, small_drive_text, with};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const MAX: u64 = 150_000_000;

/// Bytes of finished results that wrote.
fn written(results: &[Value]) -> u64 {
    let measured = results.iter().map(|line| &line["measured"]);
    let writes = measured.filter(|one| one["op"] == "write");
    writes.filter_map(|one| one["bytes"].as_u64()).sum()
}

/// What the folders of runs say was written at most.
fn recorded(desk: &Desk) -> u64 {
    let of = |run: &PathBuf| {
        let path = run.join("writes.jsonl");
        let last = path.exists().then(|| lines(&path).pop()).flatten();
        last.map_or(0, |last| last["at_most_bytes"].as_u64().expect("bytes"))
    };
    desk.runs().iter().map(of).sum()
}

/// Bytes written to a block device since it was attached, by the kernel's count.
fn counted(device: &str) -> u64 {
    let name = Path::new(device).file_name().expect("a name");
    let stat = Path::new("/sys/block").join(name).join("stat");
    let stat = fs::read_to_string(stat).expect("its counters");
    let sectors = stat.split_whitespace().nth(6).expect("sectors written");
    sectors.parse::<u64>().expect("a number") * 512
}

#[test]
fn nvme_drive_is_reviewed_with_the_modern_suite() {
    let desk = Desk::new();
    let both_ways =
        "[link]\nfull_duplex = { value = true, from = \"assumed\", source = \"test\" }\n";
    let text = small_drive_text().replace("[link]\n", both_ways);
    let nvme = desk.write("nvme.toml", &with(&text, "queue_depth", "1024"));
    let note = "suite modern, because the drive is NVMe";
    // A mistake that is found after the suite was chosen.
    let of = |drives: &[&str], more: &[&str]| {
        let arguments = [&["review", "--price", "1"], drives, more].concat();
        fourcorners(&arguments).stderr
    };
    assert!(of(&[&nvme], &[]).contains(note));
    for more in [&["--suite", "quick"][..], &["--test", "hd-tach"]] {
        assert!(!of(&[&nvme], more).contains("suite modern"), "{more:?}");
    }
    assert!(!of(&[&nvme, &desk.drive()], &[]).contains("suite modern"));
}

#[test]
fn simulated_review_keeps_to_its_budget_and_says_what_it_leaves_out() {
    let desk = Desk::new();
    let rating = "[about]\nrated_tbw = { value = 1, from = \"assumed\", source = \"test\" }\n";
    let rated = small_drive_text().replace("[about]\n", rating);
    let drive = desk.write("rated.toml", &rated);
    let review = ["review", &drive, "--suite", "quick", "--quiet"];
    let ended = desk.run(&[&review[..], &["--max-writes", "40MB"]].concat());
    ended.done();
    for said in [
        "writes about 40 MB (less than 0.01 % of its rated 1 TB)",
        "left out: consistency spare-25 would exceed --max-writes (needs ",
    ] {
        assert!(ended.stderr.contains(said), "{said} in {}", ended.stderr);
    }
    let run = desk.runs().remove(0);
    let results = lines(&run.join("results.jsonl"));
    let skipped = results.iter().filter(|line| line["status"] == "skipped");
    let reasons = skipped.map(|line| &line["because"]["because"]);
    assert!(reasons.clone().count() > 0);
    assert!(reasons.clone().all(|reason| reason == "max-writes"));
    let bytes = written(&results);
    assert!(bytes > 0 && bytes <= 40_000_000, "{bytes}");
    let run = run.display().to_string();
    let shown = fourcorners(&["show", &run]).done().stdout.clone();
    let told = shown.matches("would exceed --max-writes (needs ").count();
    assert!(told > 0, "{shown}");
    assert!(shown.contains("--max-writes left tests out"), "{shown}");
}

#[test]
fn rating_is_of_one_real_drive() {
    let desk = Desk::new();
    let ended = fourcorners(&["review", &desk.drive(), "--tbw", "600TB"]);
    ended.misused(&["--tbw is the rated endurance of one real drive"]);
}

#[test]
fn share_of_the_endurance_is_said_before_a_file_is_written() {
    let desk = Desk::new();
    let file = desk.text("scratch.img");
    let options = ["--size", "32MiB", "--tbw", "1GB", "--max-writes", "100MB"];
    let ended = desk.run(&[&["run", "random-write-4k-qd3", &file], &options[..]].concat());
    ended.done();
    let said = "writes about 100 MB (10 % of its rated 1 GB)";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    let run = desk.runs().remove(0);
    let header = fs::read_to_string(run.join("run.json")).expect("run.json");
    let header: Value = serde_json::from_str(&header).expect("JSON");
    assert_eq!(header["rated"]["bytes"], 1_000_000_000_u64);
    assert_eq!(header["rated"]["from"], "user");
    let results = lines(&run.join("results.jsonl"));
    let bytes = written(&results);
    assert!(bytes > 0 && bytes <= 100_000_000, "{bytes}");
    // I/Os in flight at the end of a phase are written, and are no part of its results; nor are
    // those that finished after it and were replaced before anybody looked at the clock.
    let left_over = recorded(&desk) - bytes;
    assert!(left_over <= 2 * 3 * 4096, "{left_over}");
    let cut = results[0]["measured"]["stopped_at_max_writes"] == true;
    assert_eq!(cut, bytes + 4096 > 100_000_000, "{}", results[0]);
}

/// The story: the first repetition used up the budget, and the others measured nothing.
#[test]
fn repetitions_share_the_budget() {
    let desk = Desk::new();
    let file = desk.text("scratch.img");
    let asked = ["run", "random-write-4k-qd3", &file, "--size", "32MiB"];
    let options = ["--max-writes", "20MB", "--repeat", "2"];
    let ended = desk.run(&[&asked[..], &options].concat());
    for said in [
        "writes about 10 MB (at most 10 MB) in each of 2 repetitions, about 20 MB in all",
        "2 repetitions share --max-writes of 20 MB: at most 10 MB each",
    ] {
        assert!(ended.stderr.contains(said), "{said} in {}", ended.stderr);
    }
    let bytes = desk.runs().into_iter().map(|run| {
        let results = lines(&run.join("results.jsonl"));
        results[0]["measured"]["bytes"].as_u64().expect("bytes")
    });
    let bytes: Vec<u64> = bytes.collect();
    assert_eq!(bytes.len(), 2);
    let all_of_it = 10_000_000 - 4 * 4096..=10_000_000;
    assert!(bytes.iter().all(|one| all_of_it.contains(one)), "{bytes:?}");
}

/// The story: a test that the budget had cut to a second of its minute met its threshold, and
/// passed in the JUnit report.
#[test]
fn test_cut_short_by_the_budget_passes_nowhere() {
    let desk = Desk::new();
    let (file, junit) = (desk.text("scratch.img"), desk.text("r.xml"));
    let asked = ["run", "random-write-4k-qd3", &file, "--size", "32MiB"];
    let options = ["--max-writes", "10MB", "--junit", &junit, "--expect"];
    let expected = "random-write-4k-qd3.iops_mean >= 1";
    let ended = desk.run(&[&asked[..], &options, &[expected]].concat());
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    let why = "stopped early: --max-writes was used up";
    let met = ended
        .stdout
        .lines()
        .find(|line| line.starts_with("NOT MET"));
    assert!(
        met.is_some_and(|line| line.contains(why)),
        "{}",
        ended.stdout
    );
    let junit = fs::read_to_string(&junit).expect("written");
    assert!(
        junit.contains("<skipped message=\"stopped early"),
        "{junit}"
    );
    let run = desk.runs().remove(0).display().to_string();
    let shown = fourcorners(&["show", &run]).done().stdout.clone();
    assert!(shown.contains(why) && !shown.contains("IOPS"), "{shown}");
}

/// The story: `writes.jsonl` was lost with a crash, and the resumed run had the whole budget again.
#[test]
fn resumed_run_that_does_not_tell_its_writes_writes_no_more() {
    let desk = Desk::new();
    let file = desk.text("scratch.img");
    let suite = ["review", &file, "--suite", "quick", "--size", "32MiB"];
    let out = desk.text("runs");
    let options = ["--max-writes", "10GB", "--out", &out, "--quiet"];
    fs::create_dir(desk.at("runs")).expect("a folder");
    let has_written = |run: &PathBuf| {
        let results = fs::read_to_string(run.join("results.jsonl"));
        results.is_ok_and(|text| text.contains("\"write\"") && text.ends_with('\n'))
    };
    kill_once(&[&suite[..], &options].concat(), || {
        desk.runs().iter().any(has_written)
    });
    let run = desk.runs().remove(0);
    fs::remove_file(run.join("writes.jsonl")).expect("it is there from the start");
    let before = written(&lines(&run.join("results.jsonl")));
    assert!(before > 0);
    let resume = ["review", "--resume", &run.display().to_string()];
    let ended = fourcorners(&[&resume[..], &["--destroy", &file]].concat());
    let said = "writes.jsonl is missing or damaged, so what this run wrote is not known";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    let results = lines(&run.join("results.jsonl"));
    assert_eq!(written(&results), before);
    assert!(results.iter().any(|line| line["status"] == "skipped"));
}

/// Two partitions of a loop device, which would outlive it.
struct Partitions(String);

impl Drop for Partitions {
    fn drop(&mut self) {
        for number in ["1", "2"] {
            run("delpart", &[&self.0, number]);
        }
    }
}

/// The story: the budget was kept by the words of the command line, so that each of two partitions
/// had all of it, and their disk got twice what it was allowed.
#[test]
fn partitions_of_a_disk_have_no_budgets_of_their_own() {
    if !is_root("partitions") {
        return;
    }
    let desk = Desk::new();
    let file = sparse_file(desk.folder.path(), 32 << 20);
    let device = Loop::over(&file, &["--partscan"]);
    let name = device.name();
    let _partitions = Partitions(name.clone());
    for (number, start) in [("1", "2048"), ("2", "26624")] {
        run("addpart", &[&name, number, start, "24576"]);
    }
    let [one, two] = ["p1", "p2"].map(|part| format!("{name}{part}"));
    if !Path::new(&two).exists() {
        println!("partitions: skipped, this kernel makes none on loop devices");
        return;
    }
    for [first, second] in [[&one, &two], [&name, &one]] {
        let review = ["review", first, second, "--suite", "quick"];
        let options = [
            "--max-writes",
            "10MB",
            "--destroy",
            first,
            "--destroy",
            second,
        ];
        let ended = desk.run(&[&review[..], &options].concat());
        ended.misused(&[&format!("{first} and {second} are on one drive ({name})")]);
    }
    assert!(!desk.at("runs").exists());
}

/// Kills the program after so many milliseconds.
fn kill_after(arguments: &[&str], milliseconds: u64) {
    let end = Instant::now() + Duration::from_millis(milliseconds);
    kill_once(arguments, || Instant::now() >= end);
}

#[test]
fn device_is_never_given_more_however_often_its_review_is_killed() {
    if !is_root("a loop device") {
        return;
    }
    let desk = Desk::new();
    let file = sparse_file(desk.folder.path(), 32 << 20);
    let device = Loop::over(&file, &[]);
    let name = device.name();
    let before = counted(&name);
    let (max, out) = (MAX.to_string(), desk.text("runs"));
    let review = ["review", &name, "--suite", "quick", "--repeat", "2"];
    let options = ["--max-writes", &max, "--duration", "1s", "--out", &out];
    let destroy = ["--destroy", &name, "--quiet"];
    let mut chance = Seed(1).generator();
    // Not by time: on a busy host five of five were killed before they had made their folder.
    fs::create_dir(desk.at("runs")).expect("a folder");
    let writes = || !desk.runs().is_empty() && counted(&name) > before;
    kill_once(&[&review[..], &options, &destroy].concat(), writes);
    let run = desk.runs().remove(0).display().to_string();
    let resume = [&["review", "--resume", &run][..], &destroy].concat();
    for _ in 0..4 {
        kill_after(&resume, 300 + Generator::below(&mut chance, 1500));
    }
    fourcorners(&resume).done();
    let device_bytes = counted(&name) - before;
    assert!(
        device_bytes > 0 && device_bytes <= MAX,
        "{device_bytes} of {MAX}"
    );
    assert!(recorded(&desk) <= MAX, "{}", recorded(&desk));
    assert!(
        device_bytes <= recorded(&desk),
        "the folders know of every byte"
    );
}
