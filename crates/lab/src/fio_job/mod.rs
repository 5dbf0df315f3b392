//! fio's job files: one read and run as a test, and the one that repeats a test of ours.

mod data;
mod dialect;
mod include;
mod iolog;
mod mix;
mod mix_options;
mod number;
mod options;
mod places;
mod read;
mod settings;
mod sizes;
mod work;
mod write;

use crate::command::same;
use crate::error::LabError;
use crate::target::Target;
use fourcorners_bench::record::JobFile;
use fourcorners_bench::{Library, TestDef, Trace, plain_file};
use include::Whole;
use std::path::Path;
pub use write::{FioExport, write as write_fio_job};

/// Job files are written by hand; what is longer is something else.
const LONGEST_BYTES: u64 = 1 << 16;

/// A job file that can be run.
#[derive(Clone, Debug)]
pub struct FioJob {
    /// The file as it was given, and as it stood with what it includes.
    pub file: JobFile,
    /// The test that it is: a phase for each job.
    pub test: TestDef,
    /// What it replays: logs, and I/Os that are made.
    pub traces: Vec<Trace>,
    /// What is done otherwise than fio does it: sentences.
    pub notes: Vec<String>,
}

impl FioJob {
    /// Whether a name on the command line is that of a job file, not of a test.
    pub fn is_one(name: &str) -> bool {
        name.ends_with(".fio")
    }

    /// Reads a job file, to be run on a drive.
    ///
    /// # Errors
    /// The file cannot be read, or has lines that cannot be run: each is named, with what to do.
    pub fn read(path: &str, drive: &Target) -> Result<Self, LabError> {
        let (path, text) = (path.to_string(), text_of(path)?);
        Self::of(JobFile { path, text }, drive)
    }

    /// The same from a text.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn of(file: JobFile, drive: &Target) -> Result<Self, LabError> {
        let given = drive.argument();
        let is_drive = |name: &str| {
            name == given || matches!(drive, Target::Real(path) if same(Path::new(name), path))
        };
        let whole = Whole::of(&file.path, &file.text).map_err(LabError::Refused)?;
        match read::test(&id(&file.path), &file.path, &whole.text, &is_drive) {
            Ok(read::Job {
                test,
                traces,
                notes,
            }) => Ok(Self {
                file: JobFile {
                    text: whole.text,
                    ..file
                },
                test,
                traces,
                notes,
            }),
            Err(problems) => {
                let lines = problems.iter();
                let lines = lines.map(|one| format!("{}: {}", whole.place(one.line), one.sentence));
                Err(LabError::Refused(lines.collect::<Vec<_>>().join("\n")))
            }
        }
    }

    /// Puts the test and what it replays among those of ours.
    pub(crate) fn joins(&self, library: &mut Library) {
        for trace in &self.traces {
            library.add_trace(trace.clone());
        }
        library
            .tests
            .insert(self.test.id.clone(), self.test.clone());
    }
}

/// The text of a file that a person wrote.
fn text_of(path: &str) -> Result<String, LabError> {
    let bytes = plain_file::read_named(Path::new(path), LONGEST_BYTES);
    let bytes = bytes.map_err(|error| LabError::Named {
        path: path.into(),
        error,
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The name under which results are kept: never that of a test of ours.
fn id(path: &str) -> String {
    let stem = Path::new(path).file_stem().unwrap_or_default();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let stem: String = stem.to_string_lossy().chars().map(plain).collect();
    format!("fio-{stem}")
}

#[cfg(test)]
mod tests;
