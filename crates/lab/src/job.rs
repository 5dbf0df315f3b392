//! One run of a review: of which drive, and how it ended.

use crate::message::Message;
use crate::target::Target;
use fourcorners_bench::Plan;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

/// A drive and which repetition of its runs.
pub(crate) struct Job<'a> {
    pub target: &'a Target,
    pub repeat: u32,
    /// What will be done to a simulated drive; a real one is known only when it is open.
    pub plan: Option<Plan>,
}

impl Job<'_> {
    /// The drive, and the port where one was asked for.
    pub fn name(&self) -> String {
        match self.target.port() {
            Some(port) => format!("{} on {port}", self.target.name()),
            None => self.target.name(),
        }
    }
}

/// How one job ended.
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
