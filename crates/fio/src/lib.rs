//! fio's job files: one read and run as a test, and the one that repeats a plan of ours.
//!
//! `include` and `dialect` (lines) -> `options` (what becomes of each) -> `work`, `range`, `depth`,
//! `mix_options`, `mix` and `iolog` (what a job does) -> `read` (a test); `write` makes a job file
//! of a plan.

mod data;
mod depth;
mod dialect;
mod error;
mod gaps;
mod include;
mod iolog;
mod mix;
mod mix_options;
mod number;
mod options;
mod places;
mod range;
mod read;
mod settings;
mod sizes;
mod spread;
mod work;
mod write;

pub use error::FioError;
use fourcorners_bench::record::JobFile;
use fourcorners_bench::{Library, TestDef, Trace, plain_file};
use fourcorners_block::Bytes;
use include::Whole;
use std::path::Path;
pub use write::write;

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

/// The drive that a job file is run on, as far as the file asks.
#[derive(Clone, Copy)]
pub struct TestedDrive<'a> {
    /// Whether a name is the drive's.
    pub is_named: &'a dyn Fn(&str) -> bool,
    /// Its size, where that is known: of it, sizes can be shares.
    pub capacity: Option<Bytes>,
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
    pub fn read(path: &str, drive: &TestedDrive<'_>) -> Result<Self, FioError> {
        let (path, text) = (path.to_string(), text_of(path)?);
        Self::of(JobFile { path, text }, drive)
    }

    /// The same from a text.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn of(file: JobFile, drive: &TestedDrive<'_>) -> Result<Self, FioError> {
        let whole =
            Whole::of(&file.path, &file.text).map_err(|line| FioError::Lines(vec![line]))?;
        match read::test(&id(&file.path), &file.path, &whole.text, drive) {
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
                Err(FioError::Lines(lines.collect()))
            }
        }
    }

    /// Puts the test and what it replays among those of ours.
    pub fn joins(&self, library: &mut Library) {
        for trace in &self.traces {
            library.add_trace(trace.clone());
        }
        library
            .tests
            .insert(self.test.id.clone(), self.test.clone());
    }
}

/// The text of a file that a person wrote.
fn text_of(path: &str) -> Result<String, FioError> {
    let bytes = plain_file::read_named(Path::new(path), LONGEST_BYTES);
    let bytes = bytes.map_err(|error| FioError::Named {
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
