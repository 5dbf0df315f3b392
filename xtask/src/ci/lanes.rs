//! Steps in lanes: one after the other in each, the lanes side by side.

use super::steps::{BUILD_TESTS, Lane};
use crate::job::{Job, Outcome};
use crate::run::{self, Failure};
use crate::tests_build;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Cargo calls clippy in rustc's place for the crates of the workspace, as `cargo clippy` does, and
/// warnings are errors: what is built has been linted. As a step of its own, clippy compiles all
/// dependencies once more, a tenth of CI's processor time. In turn the simulator is an eighth
/// slower, since clippy switches off rustc's own optimizations ahead of LLVM's.
const CLIPPY_BUILDS: [(&str, &str); 2] = [
    ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"),
    (
        "CLIPPY_ARGS",
        "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
    ),
];

/// Runs every step, each as a [`Job`].
pub fn run(lanes: &[Lane]) -> Result<Vec<Outcome>, Failure> {
    // A step may replace the file of this program.
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let names = lanes.iter().flat_map(|lane| &lane.steps);
    let names: Vec<&str> = names.map(|step| step.name).collect();
    let mut awaited = lanes.iter().filter_map(|lane| lane.after);
    if let Some(name) = awaited.find(|name| !names.contains(name)) {
        return Err(format!("a lane waits for '{name}', which is no step"));
    }
    let mut lanes: Vec<_> = lanes
        .iter()
        .map(|lane| (lane.after, lane.steps.iter(), None::<Job>))
        .collect();
    let mut outcomes: Vec<Outcome> = Vec::new();
    loop {
        let mut busy = false;
        for (after, steps, running) in &mut lanes {
            if let Some(job) = running
                && let Some(outcome) = job.poll()?
            {
                outcomes.push(outcome);
                *running = None;
            }
            let ended = |name| outcomes.iter().any(|outcome| outcome.name == name);
            let may_begin = after.is_none_or(ended);
            if running.is_none()
                && may_begin
                && let Some(step) = steps.next()
            {
                let mut passed = outcomes.iter().filter(|outcome| outcome.passed);
                let are_built = passed.any(|outcome| outcome.name == BUILD_TESTS);
                *running = Some(Job::start(
                    step.name,
                    command(&program, step.name, are_built),
                )?);
            }
            busy |= running.is_some() || !may_begin;
        }
        if !busy {
            return Ok(outcomes);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A step as a process of its own: its processor time can be told, its output stays together.
fn command(program: &Path, step: &str, are_built: bool) -> Command {
    let mut command = Command::new(program);
    command.args(["test", step]).current_dir(run::root());
    if are_built {
        command.env(tests_build::IS_FRESH, "1");
    }
    command.envs(CLIPPY_BUILDS);
    command
}
