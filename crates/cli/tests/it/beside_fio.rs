//! Does fio do what ours does with the job files that are written here, and ours what fio does with
//! anyone's?

use crate::host;
use crate::program;

use fourcorners_testkit::is_nightly;
use host::{Loop, is_root, sparse_file};
use program::{Desk, fourcorners, lines};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Whether there is a fio; says so when a test is skipped for it.
fn has_fio(test: &str) -> bool {
    let has = Command::new("fio").arg("--version").output().is_ok();
    if !has {
        println!("{test}: skipped, there is no fio");
    }
    has
}

/// fio to its end, in the desk's folder, where its logs are left.
fn fio(desk: &Desk, arguments: &[&str]) {
    let output = Command::new("fio")
        .args(arguments)
        .current_dir(desk.folder.path())
        .output()
        .expect("fio starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
}

/// A loop device of 64 MiB, of which fio and ours take all.
fn device(desk: &Desk) -> Loop {
    Loop::over(&sparse_file(desk.folder.path(), 64 << 20), &[])
}

/// An I/O: whether it writes, its first byte, its bytes.
type Io = (bool, u64, u64);

/// What fio did, by job, in the order of issuing.
fn done_by_fio(desk: &Desk, text: &str) -> BTreeMap<String, Vec<Io>> {
    let mut logs = BTreeMap::new();
    let logged = text.lines().map(|line| {
        let job = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        match job.filter(|job| *job != "global") {
            Some(job) => {
                let log = format!("{}.iolog", logs.len());
                logs.insert(job.to_string(), desk.at(&log));
                format!("{line}\nwrite_iolog={log}\n")
            }
            None => format!("{line}\n"),
        }
    });
    let file = desk.write("logged.fio", &logged.collect::<String>());
    fio(desk, &[&file]);
    let read = |(job, log): (String, PathBuf)| {
        let ios = iolog(&log);
        // fio would go on behind it.
        fs::remove_file(log).expect("fio's log");
        (job, ios)
    };
    logs.into_iter().map(read).collect()
}

/// The I/Os of a log of fio's, of version 2 or 3.
fn iolog(path: &Path) -> Vec<Io> {
    let text = fs::read_to_string(path).expect("fio's log");
    let io = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = words
            .iter()
            .position(|word| ["read", "write"].contains(word))?;
        let number = |word: &str| word.parse().expect("a number of bytes");
        Some((
            words[place] == "write",
            number(words[place + 1]),
            number(words[place + 2]),
        ))
    };
    text.lines().filter_map(io).collect()
}

/// What ours did in the newest run, by phase, in the order of admission.
fn done_by_ours(desk: &Desk) -> BTreeMap<String, Vec<Io>> {
    let run = desk.runs().pop().expect("a run");
    let log = fs::read(run.join("ios.bin")).expect("ios.bin");
    let number = |bytes: &[u8]| {
        let mut all = [0; 8];
        all[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(all)
    };
    let record = |record: &[u8]| {
        let io = (
            record[2] == 1,
            number(&record[8..16]),
            number(&record[4..8]),
        );
        (number(&record[0..2]), number(&record[24..32]), io)
    };
    let mut records: Vec<(u64, u64, Io)> = log.chunks(40).map(record).collect();
    records.sort_by_key(|(phase, admitted, _)| (*phase, *admitted));
    let names: Vec<String> = lines(&run.join("results.jsonl"))
        .iter()
        .map(|entry| entry["phase"].as_str().expect("a phase").to_string())
        .collect();
    let mut phases: BTreeMap<String, Vec<Io>> = BTreeMap::new();
    for (phase, _, io) in records {
        let name = &names[phase as usize];
        match phases.get_mut(name) {
            Some(ios) => ios.push(io),
            None => drop(phases.insert(name.clone(), vec![io])),
        }
    }
    phases
}

fn show(arguments: &[&str]) -> String {
    fourcorners(&[&["show"], arguments].concat())
        .done()
        .stdout
        .clone()
}

/// The options of a job in a file, each line as it stands.
fn options<'a>(text: &'a str, job: &str) -> Vec<&'a str> {
    let mut lines = text.lines().skip_while(|line| *line != format!("[{job}]"));
    lines.next();
    lines.take_while(|line| !line.starts_with('[')).collect()
}

/// All that are listed, but for SNIA's tests, as rounds of cells until one is steady are no job,
/// and for TRIM between reads and writes.
fn names(what: &str) -> Vec<String> {
    let listed = fourcorners(&["list", what, "--json"]).done().json();
    let names = listed.as_array().expect("an array").iter();
    let name = |one: &serde_json::Value| {
        one["id"]
            .as_str()
            .or(one["name"].as_str())
            .map(String::from)
    };
    let names = names.map(|one| name(one).expect("a name"));
    let is_job = |name: &String| !name.starts_with("snia-") && name != "trim-under-load";
    names.filter(is_job).collect()
}

#[test]
fn does_fio_accept_the_job_of_every_suite_and_test() {
    if !has_fio("parsing") {
        return;
    }
    let desk = Desk::new();
    for name in names("suites").iter().chain(&names("tests")) {
        let (image, size) = (desk.text("x.img"), ["--size", "240GB", "--nand", "256GiB"]);
        let text = show(&[&[name, "--fio", "--device", &image][..], &size].concat());
        assert!(!text.contains("is not in this file"), "{text}");
        let file = desk.write("job.fio", &text);
        fio(&desk, &["--parse-only", "--warnings-fatal", &file]);
    }
}

/// Tests without those whose jobs differ from the others' only in numbers. The numbers are compared
/// where jobs are read back: `written.rs` of `crates/fio`.
fn of_each_form(tests: Vec<String>) -> Vec<String> {
    let mut forms: BTreeSet<String> = BTreeSet::new();
    let mut has_another = |test: &String| {
        let image = ["--device", "x.img", "--size", "64MiB"];
        let text = show(&[&[test, "--fio", "--duration", "1s"][..], &image].concat());
        let text: String = text
            .lines()
            .filter(|line| !line.starts_with("write_"))
            .map(|line| line.replace(|letter: char| letter.is_ascii_digit(), "") + "\n")
            .collect();
        // Each job begins with its name; what stands before the first is the same for all.
        let jobs = text.split("\n[").skip(1);
        let options = jobs.filter_map(|job| Some(job.split_once(']')?.1.trim().to_string()));
        // All are remembered, also behind the first that is new.
        options.filter(|form| forms.insert(form.clone())).count() > 0
    };
    tests.into_iter().filter(|test| has_another(test)).collect()
}

/// Tests that hold each way of comparing: by time, by passes, by bytes, and at random places.
const BRIEF: [&str; 4] = [
    "sequential-read-128k",
    "recovery",
    "whole-drive-refill",
    "mixed",
];

#[test]
fn does_fio_do_what_ours_does() {
    if !is_root("loop devices") || !has_fio("the exported jobs") {
        return;
    }
    let tests = match is_nightly() {
        true => of_each_form(names("tests")),
        false => BRIEF.map(String::from).into(),
    };
    // A second of each phase is waited for, so several wait together.
    let left = Mutex::new(tests);
    let next = || left.lock().expect("no test has failed").pop();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let desk = Desk::new();
                let device = device(&desk);
                while let Some(test) = next() {
                    do_both_the_same(&desk, &device.name(), &test);
                }
            });
        }
    });
}

/// The queue depth of a job.
fn depth(options: &[&str]) -> usize {
    let mut depths = options
        .iter()
        .filter_map(|line| line.strip_prefix("iodepth="));
    depths
        .next()
        .map_or(1, |depth| depth.parse().expect("a depth"))
}

/// Whether ours were issued as fio's, as far as both went. Of what is admitted at one instant the
/// log has no order but that of finishing (once four I/Os of a batch of 32 stood 27 places late,
/// and nothing was wrong), and what was under way when the time was over is in no log: never more
/// than that is passed over.
fn is_the_same_order(job: &str, fio: &[Io], ours: &[Io], depth: usize) {
    let mut issued = fio.iter();
    let mut under_way: Vec<Io> = Vec::new();
    for (number, io) in ours.iter().enumerate() {
        if let Some(place) = under_way.iter().position(|other| other == io) {
            under_way.swap_remove(place);
            continue;
        }
        let earlier = issued.by_ref().take_while(|other| *other != io);
        under_way.extend(earlier.take(depth));
        if issued.len() == 0 {
            return;
        }
        assert!(
            under_way.len() < depth,
            "{job}: I/O {number} of ours, {io:?}, is not in its place among fio's"
        );
    }
}

/// A job file whose timed jobs take a fifth of a second: thousands of I/Os, enough to compare.
fn briefly(text: &str) -> String {
    let line = |line: &str| match line.starts_with("runtime=") {
        true => "runtime=200ms\n".to_string(),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Runs a test, and fio with its job file, and compares their I/Os.
fn do_both_the_same(desk: &Desk, device: &str, test: &str) {
    let text = show(&[test, "--fio", "--device", device, "--duration", "1s"]);
    if text.contains("is not a job in this file: it replays a trace") {
        return;
    }
    let fio = done_by_fio(desk, &briefly(&text));
    let out = desk.text("runs");
    // On a busy machine no I/O may finish within a second; nothing compared here depends on how
    // many.
    for duration in ["1s", "5s", "25s"] {
        let mut words = vec![
            "run",
            test,
            device,
            "--destroy",
            device,
            "--log-ios",
            "--duration",
            duration,
            "--out",
            &out,
        ];
        if ["power", "efficiency"].contains(&test) {
            words.extend(["--power-command", "while sleep 0.1; do echo 1; done"]);
        }
        let ended = fourcorners(&words);
        if ended.code == 0 {
            break;
        }
        assert!(
            ended.stderr.contains("no I/O finished") && duration != "25s",
            "{}",
            ended.stderr
        );
        fs::remove_dir_all(&out).expect("the runs");
    }
    let ours = done_by_ours(desk);
    fs::remove_dir_all(&out).expect("the runs");
    assert!(!ours.is_empty(), "{test}");
    for (phase, ours) in ours {
        let job = format!("{test}-{phase}");
        let (fio, options) = (&fio[&job], options(&text, &job));
        assert!(!fio.is_empty() && !ours.is_empty(), "{job}");
        // Reads and writes of one size, or of mixed work both.
        let kinds = |ios: &[Io]| -> BTreeSet<_> { ios.iter().map(|io| (io.0, io.2)).collect() };
        assert_eq!(kinds(fio), kinds(&ours), "{job}: operations and their size");
        if options.contains(&"norandommap=1") {
            let span = if options.contains(&"size=32m") {
                32 << 20
            } else {
                64 << 20
            };
            let is_place = |io: &Io| io.1.is_multiple_of(4096) && io.1 + io.2 <= span;
            assert!(
                fio.iter().chain(&ours).all(is_place),
                "{job}: the same places"
            );
        } else if options.contains(&"time_based=1") {
            is_the_same_order(&job, fio, &ours, depth(&options));
        } else if options.iter().any(|option| option.starts_with("loops=")) {
            // Ours ends with the pass by which the drive has recovered.
            assert!(ours.len() <= fio.len(), "{job}: no more passes");
            is_the_same_order(&job, fio, &ours, depth(&options));
        } else {
            assert_eq!(fio.len(), ours.len(), "{job}: the same I/Os");
            is_the_same_order(&job, fio, &ours, depth(&options));
        }
    }
}

/// Jobs whose I/Os are counted, not timed.
const COUNTED: &str = "\
[global]
direct=1
ioengine=io_uring
[fill]
rw=write
bs=128k
iodepth=4
refill_buffers
[scatter]
stonewall
rw=randwrite
norandommap
size=16m
iodepth=8
zero_buffers
[gather]
stonewall
rw=read
bs=64k
size=32m
";

#[test]
fn does_ours_do_what_fio_does() {
    if !is_root("loop devices") || !has_fio("a job file") {
        return;
    }
    let desk = Desk::new();
    let device = device(&desk);
    let text = COUNTED.replace("direct=1", &format!("direct=1\nfilename={}", device.name()));
    let file = desk.write("counted.fio", &text);
    let fio = done_by_fio(&desk, &text);
    let out = desk.text("runs");
    let ended = fourcorners(&[
        "run",
        &file,
        &device.name(),
        "--destroy",
        &device.name(),
        "--log-ios",
        "--out",
        &out,
    ]);
    for job in ["fill", "scatter", "gather"] {
        assert!(ended.done().stdout.contains(job), "{}", ended.stdout);
    }
    let ours = done_by_ours(&desk);
    assert_eq!(ours.len(), 3);
    for job in ["fill", "gather"] {
        // Several at a time are issued in order, and admitted at one instant perhaps.
        let sorted = |mut ios: Vec<Io>| {
            ios.sort_unstable();
            ios
        };
        assert_eq!(sorted(ours[job].clone()), sorted(fio[job].clone()), "{job}");
    }
    assert_eq!(ours["gather"], fio["gather"], "one at a time, in order");
    let (ours, fio) = (&ours["scatter"], &fio["scatter"]);
    assert_eq!((ours.len(), fio.len()), (4096, 4096));
    let is_one = |io: &Io| io.0 && io.2 == 4096 && io.1 < 16 << 20 && io.1.is_multiple_of(4096);
    assert!(ours.iter().chain(fio).all(is_one));
}
