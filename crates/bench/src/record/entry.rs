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
    /// Could not be run on this drive.
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
    /// [`SCHEMA_VERSION`](super::SCHEMA_VERSION).
    pub schema_version: u32,
    /// Test id, as in `random-write-4k-qd3`, `hd-tach`, `torture`, `trim`, `consistency`.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Empty, or what distinguishes it from the same test run otherwise: `spare-25`.
    pub variant: String,
    /// Phase within the test: `measure` where there is one, else as in `torture`, `probe`,
    /// `read`, `write`. Empty if the test as a whole was skipped.
    pub phase: String,
    /// State of the drive from which the phase began: `new`, `filled`, `written`, `tortured`,
    /// `trimmed`. Empty if the test as a whole was skipped.
    pub state: String,
    #[serde(flatten)]
    pub status: Status,
    /// What was measured; absent unless something was. Kept for an interrupted phase too.
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

    /// Its figures, if it ran to its end: those of an interrupted phase are no result.
    pub fn result(&self) -> Option<&Measured> {
        let finished = self.status == Status::Finished;
        self.measured.as_ref().filter(|_| finished)
    }
}
