//! The steps of `cargo xtask test` and of `cargo xtask test nightly`, in lanes.

use super::{nightly, package, python, real_drive, repeatable, review, test_programs};
use crate::run::{Failure, cargo, command, show};
use crate::{benchmark, browser, install, pseudo, soak, tests_build, theory, tidy, vm};

/// A part of CI.
#[derive(Clone)]
pub struct Step {
    pub name: &'static str,
    pub run: fn() -> Result<(), Failure>,
}

const fn step(name: &'static str, run: fn() -> Result<(), Failure>) -> Step {
    Step { name, run }
}

/// Steps one after the other, from when the step `after` has ended.
pub struct Lane {
    pub after: Option<&'static str>,
    pub steps: Vec<Step>,
}

fn lane<const N: usize>(after: Option<&'static str>, steps: [Step; N]) -> Lane {
    let steps = steps.into();
    Lane { after, steps }
}

const INSTALL: Step = step("install", install::install);
/// Cargo lets only one at a time into target/debug: whatever builds waits for this.
pub const BUILD_TESTS: &str = "build tests";
const BUILD: Step = step(BUILD_TESTS, tests_build::build);
const TESTS: &str = "tests";
/// In a whole test run, clippy takes rustc's place in the build instead (`lanes.rs`).
const CLIPPY: Step = step("clippy", || {
    let lint = ["clippy", "--quiet", "--workspace", "--all-targets"];
    let words = [&lint[..], &["--", "-D", "warnings"]].concat();
    show(command(&cargo(), &words))
});

/// A step of nightly. `cargo xtask test` also runs it if one of `own` differs from the last commit
/// that passed it, or if no commit has.
struct Nightly {
    step: Step,
    own: &'static [&'static str],
}

const fn heavy(
    name: &'static str,
    run: fn() -> Result<(), Failure>,
    own: &'static [&'static str],
) -> Nightly {
    let step = step(name, run);
    Nightly { step, own }
}

/// The suites that take too long for every test run, in lanes side by side.
const NIGHTLY: [&[Nightly]; 3] = [
    &[
        // Wheels, types, notebooks and clusters.
        heavy("python in full", python::package, &["python"]),
        heavy(
            "pseudo",
            pseudo::pseudo,
            &["xtask/src/pseudo.rs", "xtask/src/pseudo", "web/src/wording"],
        ),
        heavy("release", repeatable::release, &[]),
        heavy("package", package::package, &["xtask/src/ci/package.rs"]),
    ],
    &[
        heavy("quick on a real drive", real_drive::quick, REAL_DRIVE),
        heavy(
            "suite on a real drive",
            review::suite_on_a_real_drive,
            REAL_DRIVE,
        ),
        heavy("suites on a real drive", real_drive::suites, REAL_DRIVE),
        heavy(
            "suite of the reviews",
            review::suite_of_the_reviews,
            &["suites"],
        ),
    ],
    &[
        heavy(
            "virtual machines",
            vm::all,
            &["crates/testkit/examples/vm", "crates/testkit/src/vm"],
        ),
        heavy("fio in full", test_programs::fio_in_full, &["crates/fio"]),
        heavy("fuzz in full", soak::nightly, &["crates/testkit/src/soak"]),
    ],
];
const REAL_DRIVE: &[&str] = &["xtask/src/ci/real_drive.rs"];

/// Every test run, with the steps of nightly whose own files have changed.
pub fn of_every_run() -> Vec<Lane> {
    let nightly = NIGHTLY.into_iter().flatten();
    let changed = nightly.filter(|each| nightly::has_changed(each.step.name, each.own));
    let changed = Lane {
        after: Some(TESTS),
        steps: changed.map(|each| each.step.clone()).collect(),
    };
    every_run().into_iter().chain([changed]).collect()
}

fn every_run() -> Vec<Lane> {
    vec![
        lane(None, [INSTALL]),
        lane(
            Some(INSTALL.name),
            [
                step("format", || {
                    show(command(&cargo(), &["fmt", "--all", "--check"]))
                }),
                step("tidy", tidy::tidy),
                step("bundle", browser::is_fresh),
            ],
        ),
        lane(Some(INSTALL.name), [BUILD]),
        lane(Some(BUILD_TESTS), [step(TESTS, test_programs::run)]),
        lane(
            Some(BUILD_TESTS),
            [
                step("review page", review::short_default_review),
                step("repeatable", repeatable::threads),
                step("digests", benchmark::smoke),
                step("theory", theory::quick),
            ],
        ),
        lane(
            Some(BUILD_TESTS),
            [
                step("python", python::short),
                step("fuzz", soak::short),
                step("many runs", review::many_runs),
            ],
        ),
        // Mostly waits for drives. Not during the tests: they have loop devices over files that
        // can no longer be examined, and a drive that may be such a file is refused.
        lane(
            Some(TESTS),
            [step("brief on a real drive", real_drive::brief)],
        ),
        // A guest has its own drives.
        lane(Some(TESTS), [step("virtual machine", vm::short)]),
    ]
}

/// All suites of nightly, or only the one of this name.
pub fn of_nightly(only: Option<&str>) -> Vec<Lane> {
    let suites = NIGHTLY.map(|suites| Lane {
        after: Some(BUILD_TESTS),
        steps: suites
            .iter()
            .filter(|each| only.is_none_or(|name| each.step.name == name))
            .map(|each| each.step.clone())
            .collect(),
    });
    [lane(None, [INSTALL, BUILD])]
        .into_iter()
        .chain(suites)
        .collect()
}

/// Whether nightly records this step.
pub fn is_recorded(name: &str) -> bool {
    NIGHTLY
        .into_iter()
        .flatten()
        .any(|each| each.step.name == name)
}

/// Every step, to be run by its name.
pub fn all() -> Vec<Step> {
    let every_run = every_run().into_iter().flat_map(|lane| lane.steps);
    let nightly = NIGHTLY.into_iter().flatten();
    let nightly = nightly.map(|each| each.step.clone());
    every_run.chain(nightly).chain([CLIPPY]).collect()
}
