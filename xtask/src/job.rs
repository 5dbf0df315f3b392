//! A child process: its output in a file, its time and processor time.

use crate::run::{self, Failure, children_cpu_us};
use std::fmt;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// Result of a job that has ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub name: String,
    pub passed: bool,
    pub seconds: f64,
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

/// A process that runs.
pub struct Job {
    name: String,
    child: Child,
    begin: Instant,
    printed: PathBuf,
}

impl Job {
    /// Starts a command. Its output goes to `target/xtask/printed/NAME.txt`.
    pub fn start(name: &str, mut command: Command) -> Result<Self, Failure> {
        let folder = run::target().join("xtask/printed");
        let printed = folder.join(format!("{}.txt", name.replace(' ', "-")));
        let failure = |error: std::io::Error| format!("{}: {error}", printed.display());
        fs::create_dir_all(&folder).map_err(failure)?;
        let file = File::create(&printed).map_err(failure)?;
        command
            .stdin(Stdio::null())
            .stdout(file.try_clone().map_err(failure)?)
            .stderr(file);
        Ok(Self {
            name: name.into(),
            child: command.spawn().map_err(failure)?,
            begin: Instant::now(),
            printed,
        })
    }

    /// Returns the outcome if the process has ended, and prints it, below it the output of a failed
    /// process. No other child is waited for in between, so the processor time that all children
    /// gain here is this one's and its descendants'.
    pub fn poll(&mut self) -> Result<Option<Outcome>, Failure> {
        let before = children_cpu_us()?;
        let Some(status) = self.child.try_wait().map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        let outcome = Outcome {
            name: self.name.clone(),
            passed: status.success(),
            seconds: self.begin.elapsed().as_secs_f64(),
            cpu_s: (children_cpu_us()? - before) as f64 / 1e6,
        };
        println!("{outcome}");
        if !outcome.passed {
            print!("{}", fs::read_to_string(&self.printed).unwrap_or_default());
        }
        Ok(Some(outcome))
    }
}
