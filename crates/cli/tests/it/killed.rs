//! Runs are killed (`kill -9`) at instants that a seed decides, and go on until they are finished.
//! Five kills in every test run; `cargo xtask soak --kills 100` goes on with further cases.

use crate::program;

use fourcorners_block::{Generator, Seed};
use program::{Desk, ended, lines, program};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A number from the environment, as a soak gives it.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Starts the program, and kills it after so long. Whether it was still running.
fn killed(arguments: &[&str], after: Duration) -> bool {
    let mut running = program(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(after);
    let was_running = running.try_wait().expect("its state").is_none();
    running.kill().expect("killed");
    running.wait().expect("its end");
    was_running
}

/// The run in a folder, once there is one.
fn run_in(out: &Path) -> Option<PathBuf> {
    let mut entries = fs::read_dir(out).ok()?.flatten();
    let run = entries.find(|entry| entry.path().join("run.json").is_file())?;
    Some(run.path())
}

/// The whole lines of a run's results.
fn results(run: &Path) -> String {
    let mut text = fs::read_to_string(run.join("results.jsonl")).unwrap_or_default();
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    text
}

/// A run and how to begin it, to go on with it, and to begin anew if there is nothing yet.
struct Case<'a> {
    begin: Vec<&'a str>,
    /// After `--resume RUN`.
    go_on: Vec<&'a str>,
    out: PathBuf,
    /// What a run leaves behind that was killed before it had a folder.
    made: Option<PathBuf>,
}

impl Case<'_> {
    /// Kills it so many times within `whole` each, then lets it finish. Returns how many kills
    /// found it running, and what it said at last.
    fn kill(&self, kills: u64, whole: Duration, chance: &mut Generator) -> (u64, Value) {
        let mut hits = 0;
        let mut had = String::new();
        for _ in 0..kills {
            let after = Duration::from_millis(chance.below(whole.as_millis() as u64));
            let run = run_in(&self.out);
            let text = run.as_ref().map(|run| run.display().to_string());
            let hit = match &text {
                Some(run) => killed(&self.resume(run), after),
                None => {
                    if let Some(made) = &self.made {
                        let _ = fs::remove_file(made);
                    }
                    killed(&self.begin, after)
                }
            };
            hits += u64::from(hit);
            println!("killed after {after:?} of {whole:?}, running: {hit}");
            if let Some(run) = run_in(&self.out) {
                let has = results(&run);
                assert!(
                    has.starts_with(&had),
                    "results were lost: {had} became {has}"
                );
                had = has;
            }
        }
        let Some(run) = run_in(&self.out) else {
            return (hits, Value::Null);
        };
        let text = run.display().to_string();
        let output = program(&[self.resume(&text).as_slice(), &["--json"]].concat())
            .output()
            .expect("the program starts");
        let document = ended(output).done().json();
        let has = results(&run);
        assert!(
            has.starts_with(&had),
            "results were lost: {had} became {has}"
        );
        (hits, document["runs"][0].clone())
    }

    fn resume<'b>(&'b self, run: &'b str) -> Vec<&'b str> {
        [
            &["review", "--quiet", "--resume", run],
            self.go_on.as_slice(),
        ]
        .concat()
    }
}

/// Each phase has one result, and its seconds add up to it.
fn is_each_result_there_once(run: &Value) {
    let results = run["results"].as_array().expect("results");
    let folder = PathBuf::from(run["folder"].as_str().expect("a folder"));
    let samples = lines(&folder.join("samples.jsonl"));
    let name = |line: &Value| ["test", "variant", "phase"].map(|key| line[key].to_string());
    for result in results {
        let same = results.iter().filter(|other| name(other) == name(result));
        assert_eq!(same.count(), 1, "{result}");
        assert_ne!(result["status"], "interrupted", "{result}");
        let seconds = samples.iter().filter(|sample| name(sample) == name(result));
        let ios: u64 = seconds.filter_map(|sample| sample["ios"].as_u64()).sum();
        assert_eq!(
            ios,
            result["measured"]["ios"].as_u64().unwrap_or(0),
            "{result}"
        );
    }
}

#[test]
fn is_a_simulated_run_the_same_however_often_it_is_killed() {
    let desk = Desk::new();
    let drive = desk.drive();
    // As long as it takes to be killed somewhere in the middle, whatever this machine is.
    let (mut seconds, mut whole, mut wanted) = (4, Duration::ZERO, Value::Null);
    while whole < Duration::from_millis(700) && seconds < 4000 {
        seconds *= 2;
        let begun = Instant::now();
        let out = desk.text(&format!("undisturbed-{seconds}"));
        let duration = format!("{seconds}s");
        let words = [
            "review",
            &drive,
            "--suite",
            "quick",
            "--quiet",
            "--json",
            "--out",
            &out,
            "--duration",
            &duration,
        ];
        let output = program(&words).output().expect("the program starts");
        wanted = ended(output).done().json()["runs"][0].clone();
        whole = begun.elapsed();
    }
    let duration = format!("{seconds}s");
    let (wanted_kills, from) = match given("FOURCORNERS_KILLS") {
        Some(kills) => (kills, given("FOURCORNERS_KILLS_FROM").unwrap_or(0)),
        None => (4, 0),
    };
    let (mut kills, mut case) = (0, from);
    while kills < wanted_kills {
        let mut chance = Seed(case).child("killed").generator();
        let times = 1 + chance.below(3);
        println!("case {case}: --duration {duration}");
        let out = desk.at(&format!("killed-{case}"));
        let text = out.display().to_string();
        let begin = [
            "review",
            &drive,
            "--suite",
            "quick",
            "--quiet",
            "--out",
            &text,
            "--duration",
            &duration,
        ];
        let killed = Case {
            begin: begin.to_vec(),
            go_on: Vec::new(),
            out: out.clone(),
            made: None,
        };
        let (hits, run) = killed.kill(times, whole, &mut chance);
        kills += hits;
        case += 1;
        if run.is_null() {
            continue; // killed before there was a folder, each time
        }
        assert_eq!(run["status"], "finished", "{run}");
        assert_eq!(run["digest"], wanted["digest"], "{run}");
        assert_eq!(run["results"], wanted["results"]);
        is_each_result_there_once(&run);
        let mut files = fs::read_dir(&out).expect("a folder").flatten();
        let page = |path: PathBuf| path.extension().is_some_and(|kind| kind == "html");
        assert!(files.any(|file| page(file.path())), "a page is written");
        let _ = fs::remove_dir_all(&out);
    }
    println!("soak: cases {from} to {case}, {kills} operations");
}

#[test]
fn does_a_real_run_lose_nothing_when_it_is_killed() {
    let desk = Desk::new();
    let file = desk.text("scratch.img");
    let from = given("FOURCORNERS_KILLS_FROM").unwrap_or(0);
    let cases = given("FOURCORNERS_KILLS").unwrap_or(1).div_ceil(20);
    for case in from..from + cases {
        let mut chance = Seed(case).child("killed in earnest").generator();
        println!("real case {case}");
        let _ = fs::remove_file(&file);
        let out = desk.at(&format!("real-{case}"));
        let text = out.display().to_string();
        let begin = [
            "run",
            "torture",
            &file,
            "--quiet",
            "--size",
            "8MiB",
            "--duration",
            "1s",
            "--out",
            &text,
        ];
        let killed = Case {
            begin: begin.to_vec(),
            go_on: vec!["--destroy", &file],
            out,
            made: Some(PathBuf::from(&file)),
        };
        let (_, run) = killed.kill(2, Duration::from_millis(3000), &mut chance);
        if run.is_null() {
            continue;
        }
        assert_eq!(run["status"], "finished", "{run}");
        assert_eq!(run["results"].as_array().map(Vec::len), Some(4), "{run}");
        is_each_result_there_once(&run);
    }
}
