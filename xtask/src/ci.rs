//! `cargo xtask test` and `cargo xtask test nightly`: steps in lanes, and the table of what each
//! took.

mod lanes;
mod nightly;
mod package;
mod python;
mod real_drive;
mod repeatable;
mod review;
mod steps;
mod test_programs;

use crate::job::Outcome;
use crate::run::Failure;
use std::time::Instant;
use steps::Lane;

/// Runs all steps, those of nightly, or the one that is named (after `nightly`, with a record). A
/// failed step does not keep the others from running.
pub fn test(words: &[&str]) -> Result<(), Failure> {
    match words {
        [] => finish(&run(&steps::of_every_run())?),
        ["nightly"] => nightly(None),
        ["nightly", name] if steps::is_recorded(name) => nightly(Some(name)),
        [name] => step(name),
        _ => Err(format!("one step at a time\nhint: {}", list())),
    }
}

fn nightly(only: Option<&str>) -> Result<(), Failure> {
    let outcomes = run(&steps::of_nightly(only))?;
    let suites = outcomes
        .iter()
        .filter(|each| steps::is_recorded(&each.name));
    nightly::record(&suites.cloned().collect::<Vec<_>>())?;
    finish(&outcomes)
}

fn step(name: &str) -> Result<(), Failure> {
    match steps::all().iter().find(|step| step.name == name) {
        Some(step) => (step.run)(),
        None => Err(format!("no step is called '{name}'\nhint: {}", list())),
    }
}

fn list() -> String {
    let steps = steps::all();
    let names: Vec<String> = steps
        .iter()
        .map(|step| format!("'{}'", step.name))
        .collect();
    format!("the steps are {}", names.join(", "))
}

/// Runs the lanes and prints the table.
fn run(lanes: &[Lane]) -> Result<Vec<Outcome>, Failure> {
    let begin = Instant::now();
    let outcomes = lanes::run(lanes)?;
    println!("\n{:24} {:>8} {:>8}", "step", "seconds", "CPU s");
    for outcome in &outcomes {
        println!("{outcome}");
    }
    let cpu_s: f64 = outcomes.iter().map(|outcome| outcome.cpu_s).sum();
    let seconds = begin.elapsed().as_secs_f64();
    println!("{:24} {seconds:8.1} {cpu_s:8.1}", "all, side by side");
    Ok(outcomes)
}

fn finish(outcomes: &[Outcome]) -> Result<(), Failure> {
    match outcomes.iter().filter(|outcome| !outcome.passed).count() {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} steps failed", outcomes.len())),
    }
}
