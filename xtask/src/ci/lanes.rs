//! Steps in lanes: one after the other in each, the lanes side by side.

use super::{BUILD_TESTS, Lane};
use crate::run::{self, Failure};
use std::fmt;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Cargo calls clippy in rustc's place for the crates of the workspace, as `cargo clippy` does, and
/// warnings are errors: what is built has been looked at. As a step of its own clippy compiles all
/// dependencies once more, a tenth of CI's processor time. In turn the simulator is an eighth
/// slower, since clippy switches off rustc's own optimizations ahead of LLVM's.
const CLIPPY_BUILDS: [(&str, &str); 2] = [
    ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"),
    (
        "CLIPPY_ARGS",
        "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
    ),
];

/// What became of a step.
pub struct Outcome {
    name: &'static str,
    pub passed: bool,
    seconds: f64,
    pub cpu_s: f64,
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            name,
            seconds,
            cpu_s,
            ..
        } = self;
        let failed = if self.passed { "" } else { "  FAILED" };
        write!(out, "{name:24} {seconds:8.1} {cpu_s:8.1}{failed}")
    }
}

struct Running {
    name: &'static str,
    child: Child,
    begin: Instant,
    printed: PathBuf,
}

/// Runs every step; prints each outcome when it is known, below it what a failed step printed.
/// What the others printed is in `target/xtask/printed`.
pub fn run(lanes: &'static [Lane]) -> Result<Vec<Outcome>, Failure> {
    // A step may replace the file of this program.
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let steps = || lanes.iter().flat_map(|lane| lane.steps);
    let mut awaited = lanes.iter().filter_map(|lane| lane.after);
    if let Some(name) = awaited.find(|name| steps().all(|step| step.name != *name)) {
        return Err(format!(
            "a lane waits for '{name}', and no step is called that"
        ));
    }
    let mut lanes: Vec<_> = lanes
        .iter()
        .map(|lane| (lane.after, lane.steps.iter(), None::<Running>))
        .collect();
    let mut outcomes: Vec<Outcome> = Vec::new();
    loop {
        let mut busy = false;
        for (after, steps, running) in &mut lanes {
            if let Some(step) = running
                && let Some(outcome) = step.poll()?
            {
                println!("{outcome}");
                if !outcome.passed {
                    print!("{}", fs::read_to_string(&step.printed).unwrap_or_default());
                }
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
                *running = Some(Running::start(&program, step.name, are_built)?);
            }
            busy |= running.is_some() || !may_begin;
        }
        if !busy {
            return Ok(outcomes);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Running {
    fn start(program: &PathBuf, name: &'static str, are_built: bool) -> Result<Self, Failure> {
        let folder = run::target().join("xtask/printed");
        let printed = folder.join(format!("{}.txt", name.replace(' ', "-")));
        let failure = |error: std::io::Error| format!("{}: {error}", printed.display());
        fs::create_dir_all(&folder).map_err(failure)?;
        let file = File::create(&printed).map_err(failure)?;
        let mut command = Command::new(program);
        command
            .args(["test", name])
            .current_dir(run::root())
            .stdin(Stdio::null())
            .stdout(file.try_clone().map_err(failure)?)
            .stderr(file);
        if are_built {
            command.env(run::ARE_BUILT, "1");
        }
        command.envs(CLIPPY_BUILDS);
        Ok(Self {
            name,
            child: command.spawn().map_err(failure)?,
            begin: Instant::now(),
            printed,
        })
    }

    /// Its outcome if it has ended. No other child ends in between: what waiting for it adds to the
    /// processor time of all children is its own.
    fn poll(&mut self) -> Result<Option<Outcome>, Failure> {
        let before = run::children_cpu_us()?;
        let Some(status) = self.child.try_wait().map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        Ok(Some(Outcome {
            name: self.name,
            passed: status.success(),
            seconds: self.begin.elapsed().as_secs_f64(),
            cpu_s: (run::children_cpu_us()? - before) as f64 / 1e6,
        }))
    }
}
