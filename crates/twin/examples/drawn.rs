//! Twins of drives drawn at random: each is run at its own spare area, fitted from that run alone,
//! and asked how it behaves with a quarter of its NAND as spare area: the mean of eight seeds.
//!
//! `cargo run --release -p fourcorners-twin --example drawn -- [FIRST [LAST [ROUNDS]]]`
//!
//! The search of drive N is kept in `drawn-N.search`: a stopped one goes on when begun again.

#[path = "drawn/formula.rs"]
mod formula;
#[path = "drawn/truth.rs"]
mod truth;

use fourcorners_bench::record::{Measured, Run};
use fourcorners_bench::{Library, Options, Silent, Suite, SuiteTest};
use fourcorners_block::{Bytes, Seed};
use fourcorners_lab as lab;
use fourcorners_sim::DriveSpec;
use fourcorners_twin::{
    Costs, Effort, Fit, Known, Progress, SEEDS, Stage, Values, expected, expected_share, files,
};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

/// Seconds of random writes.
const DURATION_S: u64 = 300;
const SEED: Seed = Seed(1);
/// What a prediction may be off, of the drive's own figure.
const WITHIN: f64 = 0.15;

struct Quiet;

impl Progress for Quiet {
    fn generation(&self, done: usize, of: usize, error: Option<f64>) {
        if let Some(error) = error
            && done.is_multiple_of(10)
        {
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

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { mean, median, .. } = self;
        let slow_percent = self.slow_share * 100.0;
        write!(
            f,
            "mean {mean:.0} IOPS, median {median:.0}, {slow_percent:.2} % slow seconds"
        )
    }
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
            slow_share: seconds.slow_share(),
        })
    }

    fn mean(all: Vec<Self>) -> Self {
        let of = |one: fn(&Self) -> f64| all.iter().map(one).sum::<f64>() / all.len() as f64;
        Self {
            mean: of(|one| one.mean),
            median: of(|one| one.median),
            slow_share: of(|one| one.slow_share),
        }
    }

    /// What is to be expected of a drive with this answer whose twin changes from one to another.
    fn expected(self, twin: [Self; 2]) -> Self {
        Self {
            mean: expected(self.mean, twin.map(|twin| twin.mean)),
            median: expected(self.median, twin.map(|twin| twin.median)),
            slow_share: expected_share(self.slow_share, twin.map(|twin| twin.slow_share)),
        }
    }

    /// How far mean and median are off, relative to the drive's, and the share of slow seconds, in
    /// points.
    fn errors(self, of: Self) -> [f64; 3] {
        [
            self.mean / of.mean - 1.0,
            self.median / of.median - 1.0,
            self.slow_share - of.slow_share,
        ]
    }

    /// Whether it says what the drive does. A run shows no share below one second of its own.
    fn is_right(self, of: Self) -> bool {
        let share = (WITHIN * of.slow_share).max(1.0 / DURATION_S as f64);
        let off = self.errors(of).into_iter().zip([WITHIN, WITHIN, share]);
        off.into_iter().all(|(error, most)| error.abs() <= most)
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

fn simulated(spec: &DriveSpec, library: &Library, suite: &Suite, seed: Seed) -> Option<Run> {
    let run = lab::simulate_alone(spec, library, suite, &options(), seed, &mut Silent);
    run.inspect_err(|error| eprintln!("  {error}"))
        .ok()
        .flatten()
}

fn options() -> Options {
    Options {
        duration_s: Some(DURATION_S),
        ..Options::default()
    }
}

/// Answers of the drive and of its twin at both spare areas, and what follows for the drive.
struct Asked {
    about: String,
    drive: [Answer; 2],
    twin: [Answer; 2],
    formula: Answer,
}

/// Draws a drive, fits its twin, and asks both. `None`: the drive cannot do it.
fn ask(number: u64, rounds: usize, library: &Library) -> Option<Asked> {
    // One that is not steady at the end of its run cannot be known from it.
    let is_steady = |drive: &truth::Drawn| {
        let run = simulated(&drive.spec, library, &consistency(), SEED);
        let bytes = run.and_then(|run| Some(run.entries.first()?.result()?.bytes));
        bytes.is_some_and(|bytes| (3..12).contains(&(bytes / drive.capacity.0)))
    };
    let drive = truth::drawn(number, &is_steady)?;
    let run = simulated(&drive.spec, library, &suite(), SEED)?;
    let known = Known {
        name: "twin".into(),
        model: "twin".into(),
        capacity: drive.capacity,
        queue_depth: 32,
    };
    let search = format!("drawn-{number}.search");
    let costs = Costs::open(Path::new(&search))
        .inspect_err(|error| eprintln!("  {error}"))
        .ok()?;
    let mut fit = Fit {
        known: &known,
        definitions: library,
        stages: &Stage::of(&run, &suite(), library, &options()),
        seed: SEED,
        effort: Effort {
            population: 40,
            rounds,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            seed: Seed(7),
        },
        costs: &costs,
        progress: &Quiet,
        failure: OnceLock::new(),
    };
    let begin = Instant::now();
    let found = fit.run().inspect_err(|error| eprintln!("  {error}")).ok()?;
    let best = Values::of(&found[0].genes);
    let about = format!(
        "drive {number}: {}\n  fitted in {:.0} s, error {:.2} %\n  twin: {}",
        drive.about,
        begin.elapsed().as_secs_f64(),
        found[0].cost * 100.0,
        truth::about(&best)
    );
    let less = Bytes(drive.raw.0 * 3 / 4 / 4096 * 4096);
    let [drive_file, nand_file] = files(&best, &known, &|_| String::new());
    // What a drive does with one seed is no answer: its share of slow seconds is off by a fifth.
    let asked = |spec| {
        let seeds = (0..SEEDS).map(|above| Seed(SEED.0 + above));
        let answer = |seed| Answer::of(&simulated(&spec, library, &consistency(), seed)?);
        seeds
            .map(answer)
            .collect::<Option<Vec<_>>>()
            .map(Answer::mean)
    };
    let twin = best.spec(&known).ok()?;
    let changed = truth::with_capacity([&drive_file, &nand_file], less)?;
    Some(Asked {
        about,
        drive: [Answer::of(&run)?, asked(drive.with_capacity(less)?)?],
        twin: [asked(twin)?, asked(changed)?],
        formula: formula::predicted(&run, drive.capacity, less)?,
    })
}

fn main() -> Result<(), lab::LabError> {
    let mut arguments = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok());
    let first = arguments.next().unwrap_or(1);
    let last = arguments.next().unwrap_or(10);
    let rounds = arguments.next().unwrap_or(60);
    let library = lab::library()?;
    let mut hits = [0; 3];
    for number in first..=last {
        let Some(asked) = ask(number as u64, rounds, library) else {
            println!("drive {number}: cannot be asked");
            continue;
        };
        println!("{}", asked.about);
        for (place, name) in ["own", "25 %"].into_iter().enumerate() {
            let (of_drive, of_twin) = (asked.drive[place], asked.twin[place]);
            println!("  {name} spare area: drive {of_drive}; twin {of_twin}");
        }
        let [before, after] = asked.drive;
        let answers = [
            ("predict", before.expected(asked.twin)),
            ("formula", asked.formula),
            ("twin alone", asked.twin[1]),
        ];
        for ((name, answer), hits) in answers.into_iter().zip(&mut hits) {
            let is_right = answer.is_right(after);
            *hits += usize::from(is_right);
            let [mean, median, share] = answer.errors(after).map(|error| error * 100.0);
            let verdict = if is_right { "within 15 %" } else { "miss" };
            println!(
                "  {name}: {answer}; {mean:+.1} %, {median:+.1} %, {share:+.1} points: {verdict}"
            );
        }
    }
    let [predict, formula, twin] = hits;
    println!("within 15 %: predict {predict}, formula {formula}, twin alone {twin}");
    Ok(())
}
