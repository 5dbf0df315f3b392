//! Why a sweep cannot begin or end.

use fourcorners_bench::near;
use fourcorners_lab::{LabError, Message};
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// Drives, ports, tests.
    #[error(transparent)]
    Lab(Box<LabError>),
    /// Drives, ports, tests or keys that a sweep file names.
    #[error("{file}: {error}")]
    Named { file: String, error: Box<LabError> },
    /// Not TOML, or not the keys of a sweep: line, column, what was expected.
    #[error("{file}: {message}")]
    Syntax { file: String, message: String },
    /// A sweep file that contradicts itself.
    #[error("{file}: {problem}")]
    Wrong { file: String, problem: Box<Problem> },
    /// `--shard` that is none.
    #[error("--shard {0}: expected I/N, as in 3/16, with I from 1 to N")]
    Shard(String),
    /// The folder holds another sweep.
    #[error("{folder} holds points of another sweep: {what}")]
    AnotherSweep { folder: PathBuf, what: Other },
    /// The folder is there and was not made by a sweep.
    #[error("{0} exists and is not the folder of a sweep")]
    NotASweep(PathBuf),
    /// Another process simulates the same points.
    #[error("another process is writing {0}")]
    InUse(PathBuf),
    /// A line of the folder that cannot be read.
    #[error("{file}:{line}: not a point of this sweep: {message}")]
    Line {
        file: PathBuf,
        /// From 1.
        line: usize,
        message: String,
    },
    /// A file of the folder.
    #[error("{path}: {error}")]
    Io {
        path: PathBuf,
        error: std::io::Error,
    },
    #[error("the table of results: {0}")]
    Table(#[from] parquet::errors::ParquetError),
    #[error("the page: {0}")]
    Page(std::io::Error),
}

/// What is different in a folder's sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Other {
    #[error("other parameters, figures, drive files or test files")]
    Files,
    #[error("they were simulated by another version of fourcorners")]
    Version,
}

/// What is wrong with a sweep file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    #[error("no parameter is called '{key}'")]
    UnknownParameter { key: String, nearest: Vec<String> },
    #[error("[vary] names no parameter")]
    NothingVaries,
    #[error("{key} has no values")]
    Empty { key: String },
    #[error("{key} is set twice")]
    Twice { key: String },
    #[error(
        "{key}: expected a list, as in [2, 4], or a range, as in {{ from = 2, to = 8, step = 2 }}"
    )]
    Values { key: String },
    #[error("{key}: {what}")]
    Range { key: String, what: RangeProblem },
    #[error("{key}: value {number} lists {given} values for {keys} parameters")]
    Tuple {
        key: String,
        /// From 1.
        number: usize,
        given: usize,
        keys: usize,
    },
    #[error("there is no drive: name one in drive, or vary it in [vary]")]
    NoDrive,
    #[error("'{0}' is a real drive; a sweep simulates")]
    RealDrive(String),
    #[error("[record] names no figure")]
    NothingRecorded,
    #[error("[record] {key}: no figure is called '{figure}'")]
    UnknownFigure {
        key: String,
        figure: String,
        nearest: Vec<String>,
    },
    #[error("[record] {key}: the sweep has no test '{test}'")]
    UnknownTest { key: String, test: String },
    #[error("[record] {key}: the sweep has {count} tests; say which with test")]
    WhichTest { key: String, count: usize },
    #[error("[record] {key}: {test} has no phase '{phase}'")]
    UnknownPhase {
        key: String,
        test: String,
        phase: String,
        nearest: Vec<String>,
    },
    #[error("[record] {key}: {test} has several phases; say which with phase")]
    WhichPhase { key: String, test: String },
    #[error("[record] {key}: another figure or parameter has this name")]
    NameTaken { key: String },
    #[error("{parameter}: no test of the sweep has a phase '{phase}' with work")]
    NoSuchPhase { parameter: String, phase: String },
    #[error("chart {number}: '{key}' is no {kind} of this sweep")]
    Chart {
        /// From 1.
        number: usize,
        key: String,
        kind: &'static str,
    },
    #[error("chart {number}: '{key}' has no better end, so it has no Pareto front")]
    NoBetter { number: usize, key: String },
    #[error("the sweep has {0} points; at most {MOST} are possible")]
    TooMany(u128),
}

/// Points of a sweep: their numbers and results are kept in memory.
pub(crate) const MOST: u128 = 10_000_000;

/// What is wrong with a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RangeProblem {
    /// One is missing, unknown, or has another type: what was expected.
    #[error("{0}")]
    Keys(String),
    #[error("from must be below to, and both finite")]
    Order,
    #[error("step must be above 0")]
    Step,
    #[error("points must be at least 2")]
    Points,
    #[error("a grid needs step or points")]
    NoStep,
    #[error("give step or points, not both")]
    Both,
    #[error("scale = \"log\" needs from above 0, and points instead of step")]
    Log,
    #[error("a range is of one parameter")]
    OfSeveral,
}

impl Problem {
    /// The nearest names to an unknown one.
    fn nearest(&self) -> &[String] {
        match self {
            Self::UnknownParameter { nearest, .. }
            | Self::UnknownFigure { nearest, .. }
            | Self::UnknownPhase { nearest, .. } => nearest,
            _ => &[],
        }
    }
}

impl From<LabError> for SweepError {
    fn from(error: LabError) -> Self {
        Self::Lab(Box::new(error))
    }
}

impl SweepError {
    pub(crate) fn wrong(file: &str, problem: Problem) -> Self {
        Self::Wrong {
            file: file.into(),
            problem: Box::new(problem),
        }
    }

    /// The same, of what this sweep file names.
    pub(crate) fn in_file(self, file: &str) -> Self {
        match self {
            Self::Lab(error) => Self::Named {
                file: file.into(),
                error,
            },
            other => other,
        }
    }

    /// What is wrong, and what to do.
    pub fn message(&self) -> Message {
        let hint = match self {
            Self::Lab(error) => return error.message(),
            Self::Named { file, error } => {
                let Message { error, hint } = error.message();
                return Message::new(format!("{file}: {error}")).maybe(hint);
            }
            Self::Wrong { problem, .. } => near(problem.nearest()),
            Self::AnotherSweep { .. } | Self::NotASweep(_) => {
                Some("choose another folder with --out".into())
            }
            Self::Line { .. } => Some("delete that line; its point is simulated again".into()),
            Self::InUse(_) => Some("wait for it, or simulate another shard with --shard".into()),
            _ => None,
        };
        Message::new(self.to_string()).maybe(hint)
    }

    /// Whether the command line or the sweep's file is wrong.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::Lab(error) => error.is_usage(),
            Self::Shard(_) => true,
            _ => false,
        }
    }
}
