//! `cargo xtask test`: every step of CI, in lanes side by side, and the table of what each
//! took.
//!
//! A step is a process of its own, `cargo xtask test STEP`: its processor time and that of all it
//! starts is counted, what it prints stays together, and it can be run alone.

mod lanes;
mod package;
mod python;
mod real_drive;
mod repeatable;
mod review;

use crate::run::{self, Failure, cargo, command, show};
use crate::{benchmark, browser, install, pseudo, soak, theory, tidy, vm};
use lanes::Outcome;
use std::num::NonZero;
use std::time::Instant;

/// A part of CI by its name.
pub struct Step {
    name: &'static str,
    run: fn() -> Result<(), Failure>,
}

const fn step(name: &'static str, run: fn() -> Result<(), Failure>) -> Step {
    Step { name, run }
}

/// Steps one after the other, from when the step `after` has ended.
pub struct Lane {
    after: Option<&'static str>,
    steps: &'static [Step],
}

/// What the others need.
const FIRST: Lane = Lane {
    after: None,
    steps: &[step("install", install::install)],
};

const CHEAP: Lane = Lane {
    after: Some("install"),
    steps: &[
        step("format", || {
            show(command(&cargo(), &["fmt", "--all", "--check"]))
        }),
        step("tidy", tidy::tidy),
        step("bundle", browser::is_fresh),
    ],
};

const BUILD_TESTS: &str = "build tests";

/// Cargo lets only one at a time into target/debug.
const BUILD: Lane = Lane {
    after: Some("install"),
    steps: &[step(BUILD_TESTS, run::build_tests)],
};

/// Not a step of CI: there, clippy looks at the crates while the tests are built (`lanes.rs`).
const CLIPPY: Step = step("clippy", clippy);

const TESTS: Lane = Lane {
    after: Some(BUILD_TESTS),
    steps: &[step("tests", tests)],
};

const PAGES: Lane = Lane {
    after: Some(BUILD_TESTS),
    steps: &[
        step("review page", || {
            review::default_review(&run::of_the_tests(PROGRAM)?, &["--duration", "60s"])
        }),
        step("suite of the reviews", review::suite_of_the_reviews),
        step("pseudo", pseudo::pseudo),
        step("repeatable", || {
            let program = run::of_the_tests(PROGRAM)?;
            repeatable::agree(&program, &program)
        }),
    ],
};

/// Begins with downloads, so that cargo has let the tests go on when it is wanted again.
const PYTHON: Lane = Lane {
    after: Some(BUILD_TESTS),
    steps: &[
        step("python", python::package),
        step("many runs", review::many_runs),
        step("fuzz", soak::short),
        step("digests", benchmark::smoke),
        step("theory", theory::quick),
    ],
};

/// Mostly waits for drives. Not next to the tests: they have loop devices over files that cannot be
/// asked any more, and a drive that may be such a file is refused.
const REAL: Lane = Lane {
    after: Some("tests"),
    steps: &[step("quick on a real drive", real_drive::quick)],
};

/// Waits as well.
const REAL_SUITE: Lane = Lane {
    after: Some("tests"),
    steps: &[step("suite on a real drive", review::suite_on_a_real_drive)],
};

/// Not part of CI, since optimizing everything takes longer than all tests: the program as people
/// build it makes the same runs, and the default review's page.
const RELEASE: Step = step("release", || {
    let release = run::binary()?;
    repeatable::agree(&release, &run::of_the_tests(PROGRAM)?)?;
    review::default_review(&release, &[])
});

/// Not part of CI: the suites of 2009 and 2010 have many phases, and most need a state prepared.
const SUITES: Step = step("suites on a real drive", || {
    let suites = ["anandtech-2009", "anandtech-2010", "anandtech-2013"];
    suites.into_iter().try_for_each(real_drive::finishes)
});

/// Not part of CI: builds every crate once more.
const PACKAGE: Step = step("package", package::package);

/// What people run.
const PROGRAM: &str = "fourcorners";

/// Guests have their own drives.
const GUESTS: Lane = Lane {
    after: Some("tests"),
    steps: &[step("virtual machines", vm::of_ci)],
};

const LANES: [Lane; 9] = [
    FIRST, CHEAP, BUILD, TESTS, PAGES, PYTHON, REAL, REAL_SUITE, GUESTS,
];

fn steps() -> impl Iterator<Item = &'static Step> {
    let of_ci = LANES.iter().flat_map(|lane| lane.steps);
    of_ci.chain([&CLIPPY, &RELEASE, &SUITES, &PACKAGE])
}

/// All steps, or the one that is named; also those after one has failed.
pub fn test(names: &[&str]) -> Result<(), Failure> {
    match names {
        [] => all(),
        [name] => match steps().find(|step| step.name == *name) {
            Some(step) => (step.run)(),
            None => Err(format!("no step is called '{name}'\nhint: {}", list())),
        },
        _ => Err(format!("one step at a time\nhint: {}", list())),
    }
}

fn list() -> String {
    let names: Vec<String> = steps().map(|step| format!("'{}'", step.name)).collect();
    format!("the steps are {}", names.join(", "))
}

fn all() -> Result<(), Failure> {
    let begin = Instant::now();
    let outcomes = lanes::run(&LANES)?;
    println!("\n{:24} {:>8} {:>8}", "step", "seconds", "CPU s");
    for outcome in &outcomes {
        println!("{outcome}");
    }
    let cpu_s: f64 = outcomes.iter().map(|outcome| outcome.cpu_s).sum();
    let seconds = begin.elapsed().as_secs_f64();
    println!("{:24} {seconds:8.1} {cpu_s:8.1}", "all, side by side");
    let failed: Vec<&Outcome> = outcomes.iter().filter(|outcome| !outcome.passed).collect();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "{} of {} steps failed",
            failed.len(),
            outcomes.len()
        ))
    }
}

fn tests() -> Result<(), Failure> {
    let words = ["test", "--quiet", "--workspace", "--no-fail-fast"];
    let mut tests = command(&cargo(), &words);
    // Those of the program wait two thirds of the time, mostly for drives.
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    tests.env("RUST_TEST_THREADS", (2 * cores).to_string());
    show(tests)
}

fn clippy() -> Result<(), Failure> {
    let words = [
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ];
    show(command(&cargo(), &words))
}
