//! How a phase ended.

use super::schema_1;
use super::{Failure, Measured, NotRun, title};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a phase ended. A phase that did not finish is never plotted as a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum Status {
    /// Ran to its end.
    Finished,
    /// Cannot run on this drive, or `--max-writes` ended it early.
    Skipped {
        #[serde(alias = "reason", deserialize_with = "schema_1::or_sentence")]
        because: NotRun,
    },
    /// Stopped by the user.
    Interrupted,
    /// An I/O or the drive failed.
    Failed {
        #[serde(alias = "reason", deserialize_with = "schema_1::or_sentence")]
        failure: Failure,
    },
}

/// One line of `results.jsonl`: one phase of one test.
///
/// A test has one phase or more; `(test, variant, phase)` names it in every file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// Version of the format: 2.
    pub schema_version: u32,
    /// Test id.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Differences from the test, joined by `+` in this order: `spare-25` (`spare-25-late` if TRIM
    /// made it), `from-STATE`, `align-512B`, `data-CLASS`, `span-8GiB`, `long`; empty if none.
    pub variant: String,
    /// Phase, such as `measure`, `probe` or `read`; empty if the whole test was skipped.
    pub phase: String,
    /// State that it started from; empty if the test was skipped, or a job file took the drive as
    /// it was.
    pub state: String,
    #[serde(flatten)]
    pub status: Status,
    /// Figures of `finished`, and partial ones of `interrupted` and of what `--max-writes` ended;
    /// fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
}

impl Entry {
    /// What names the phase: test, variant and phase.
    pub fn names(&self) -> [&str; 3] {
        [&self.test, &self.variant, &self.phase]
    }

    /// Its names for people.
    pub fn title(&self) -> String {
        title(self.names())
    }

    /// Whether `--max-writes` left it out or ended it early.
    pub fn is_by_max_writes(&self) -> bool {
        matches!(&self.status, Status::Skipped { because } if because.is_max_writes())
    }

    /// Its figures, if it ran to its end, or `--max-writes` ended it: those of whole rounds stand,
    /// though they are no result.
    pub fn with_rounds(&self) -> Option<&Measured> {
        let cut = self.measured.as_ref().filter(|_| self.is_by_max_writes());
        let figures = self.result().or(cut);
        figures.filter(|measured| measured.rounds.is_some())
    }

    /// Its figures, if it ran to its end: those of an interrupted phase are no result.
    pub fn result(&self) -> Option<&Measured> {
        let finished = self.status == Status::Finished;
        self.measured.as_ref().filter(|_| finished)
    }
}
