//! One run of a review: of which drive, and how it ended.

use crate::message::Message;
use crate::renamed::Renamed;
use crate::target::Target;
use fourcorners_bench::Plan;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A drive and which repetition of its runs.
pub(crate) struct Job<'a> {
    pub target: &'a Target,
    pub repeat: u32,
    /// Which run of its review it is, from 1.
    pub number: usize,
    /// What will be done to a simulated drive; a real one is known only when it is open.
    pub plan: Option<Plan>,
    /// A real drive that has another path than when the review began.
    pub renamed: Option<&'a Renamed>,
}

impl Job<'_> {
    /// The drive, and the port where one was asked for.
    pub fn name(&self) -> String {
        match self.target.port() {
            Some(port) => format!("{} on {port}", self.target.name()),
            None => self.target.name(),
        }
    }

    /// Where a real drive is now.
    pub fn path(&self) -> Option<&Path> {
        match (self.target, self.renamed) {
            (Target::Simulated { .. }, _) => None,
            (Target::Real(_), Some(renamed)) => Some(&renamed.now),
            (Target::Real(path), None) => Some(path),
        }
    }
}

/// How one job ended.
#[derive(Clone)]
pub(crate) struct Done {
    pub folder: Option<PathBuf>,
    pub status: RunStatus,
    pub reason: Option<Message>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunStatus {
    /// All that was planned was done.
    Finished,
    /// The user stopped it, or it was never begun.
    Interrupted,
    /// It ended early, or could not begin.
    Failed,
}

impl RunStatus {
    /// As in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
        }
    }
}
