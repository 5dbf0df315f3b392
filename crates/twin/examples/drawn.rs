//! Twins of drives drawn at random: each is run at its own spare area, fitted from that run alone,
//! and asked how it behaves with a quarter of its NAND as spare area.
//!
//! `cargo run --release -p fourcorners-twin --example drawn -- [FIRST [LAST [ROUNDS]]]`

#[path = "drawn/formula.rs"]
mod formula;
#[path = "drawn/truth.rs"]
mod truth;

use fourcorners_bench::record::{Measured, Run};
use fourcorners_bench::{Library, Options, Silent, Suite, SuiteTest};
use fourcorners_block::{Bytes, Seed};
use fourcorners_lab as lab;
use fourcorners_sim::DriveSpec;
use fourcorners_twin::{Effort, Fit, Known, Progress, Stage, Values, files};
use std::time::Instant;

/// Seconds of random writes.
const DURATION_S: u64 = 300;
const SEED: Seed = Seed(1);

struct Quiet;

impl Progress for Quiet {
    fn generation(&self, done: usize, of: usize, error: f64) {
        if done.is_multiple_of(10) {
            eprintln!("  {done}/{of}: {:.2} %", error * 100.0);
        }
    }

    fn stop_requested(&self) -> bool {
        false
    }
}

/// What is predicted.
#[derive(Clone, Copy, Debug)]
struct Answer {
    mean: f64,
    median: f64,
    slow_share: f64,
}

impl Answer {
    fn of(run: &Run) -> Option<Self> {
        let entry = run
            .entries
            .iter()
            .find(|entry| entry.test == "consistency")?;
        let measured: &Measured = entry.result()?;
        let seconds = measured.seconds.as_ref()?;
        Some(Self {
            mean: measured.iops_mean,
            median: seconds.ios_median as f64,
            slow_share: f64::from(seconds.slow) / f64::from(seconds.whole),
        })
    }

    /// Errors of mean, median and share of slow seconds, relative to the drive's.
    fn errors(self, of: Self) -> [f64; 3] {
        let share = match of.slow_share {
            0.0 => self.slow_share,
            share => self.slow_share / share - 1.0,
        };
        [
            self.mean / of.mean - 1.0,
            self.median / of.median - 1.0,
            share,
        ]
    }
}

fn suite() -> Suite {
    let ids = [
        "random-write-4k-qd1",
        "random-write-4k-qd3",
        "random-write-4k-qd32",
        "random-read-4k-qd1",
        "random-read-4k-qd3",
        "random-read-4k-qd32",
        "sequential-write-128k",
        "sequential-write-128k-qd32",
        "sequential-read-128k",
        "sequential-read-128k-qd32",
        "consistency",
    ];
    Suite {
        fixed_span_at_most_half_the_drive: true,
        ..Suite::of("drawn", ids.map(SuiteTest::plain).to_vec())
    }
}

fn consistency() -> Suite {
    Suite::of("drawn", vec![SuiteTest::plain("consistency")])
}

fn simulated(spec: &DriveSpec, library: &Library, suite: &Suite) -> Option<Run> {
    let options = Options {
        duration_s: Some(DURATION_S),
        ..Options::default()
    };
    let run = lab::simulate_alone(spec, library, suite, &options, SEED, &mut Silent);
    run.inspect_err(|error| eprintln!("  {error}"))
        .ok()
        .flatten()
}

fn main() -> Result<(), lab::LabError> {
    let mut arguments = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok());
    let (first, last) = (
        arguments.next().unwrap_or(1),
        arguments.next().unwrap_or(10),
    );
    let generations = arguments.next().unwrap_or(30);
    let library = lab::library()?;
    let mut hits = [0; 2];
    for number in first..=last {
        // One that is not steady at the end of its run cannot be known from it.
        let is_steady = |drive: &truth::Drawn| {
            let run = simulated(&drive.spec, library, &consistency());
            let bytes = run.and_then(|run| Some(run.entries.first()?.result()?.bytes));
            bytes.is_some_and(|bytes| (3..12).contains(&(bytes / drive.capacity.0)))
        };
        let Some(drive) = truth::drawn(number as u64, &is_steady) else {
            println!("drive {number}: none");
            continue;
        };
        let begin = Instant::now();
        let Some(run) = simulated(&drive.spec, library, &suite()) else {
            continue;
        };
        let ran = begin.elapsed().as_secs_f64();
        let less = Bytes(drive.raw.0 * 3 / 4 / 4096 * 4096);
        let Some(truth) = drive
            .with_capacity(less)
            .and_then(|spec| Answer::of(&simulated(&spec, library, &consistency())?))
        else {
            continue;
        };
        let options = Options {
            duration_s: Some(DURATION_S),
            ..Options::default()
        };
        let stages = Stage::of(&run, &suite(), library, &options);
        let known = Known {
            name: "twin".into(),
            model: "twin".into(),
            capacity: drive.capacity,
            queue_depth: 32,
        };
        let effort = Effort {
            population: 40,
            early: 30,
            late: generations,
            threads: 2,
            seed: Seed(7),
        };
        let fit = Fit {
            known: &known,
            library,
            stages: &stages,
            seed: SEED,
            effort,
            progress: &Quiet,
        };
        let begin = Instant::now();
        let Ok(found) = fit.run() else { continue };
        let best = Values::of(&found[0].genes);
        let [drive_file, nand_file] = files(&best, &known, &|_| String::new());
        let asked = truth::with_capacity([&drive_file, &nand_file], less);
        let twin = asked.and_then(|spec| Answer::of(&simulated(&spec, library, &consistency())?));
        let plain = formula::predicted(&run, drive.capacity, less);
        println!(
            "drive {number}: {} ran {ran:.1} s, fitted {:.0} s, {} trials kept, error {:.2} %",
            drive.about,
            begin.elapsed().as_secs_f64(),
            found.len(),
            found[0].cost * 100.0
        );
        println!("  best: {}", truth::about(&best));
        println!("  before:  {:?}", Answer::of(&run));
        println!("  drive:   {truth:?}");
        for (index, (name, answer)) in [("twin", twin), ("formula", plain)].into_iter().enumerate()
        {
            let Some(answer) = answer else {
                println!("  {name}: none");
                continue;
            };
            let errors = answer.errors(truth);
            let hit = errors.iter().all(|error| error.abs() <= 0.15);
            hits[index] += usize::from(hit);
            println!(
                "  {name}: {answer:?}\n    {:?} {}",
                errors.map(|error| format!("{:+.1} %", error * 100.0)),
                if hit { "HIT" } else { "miss" }
            );
        }
    }
    println!("within 15 %: twin {}, formula {}", hits[0], hits[1]);
    Ok(())
}
