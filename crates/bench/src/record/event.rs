//! What happened in a run, by the wall clock.

use super::BenchFact;
use fourcorners_block::Purge;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// One line of `wall.jsonl`: what happened when by the wall clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wall {
    /// RFC 3339, UTC.
    pub at: String,
    /// What.
    #[serde(flatten, deserialize_with = "super::schema_1::event")]
    pub event: Event,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// On what machine a drive is simulated; the rest of the folder does not depend on it.
    Host {
        /// Processor, board and kernel.
        machine: Vec<BenchFact>,
    },
    /// The run began.
    Started,
    /// Phases that have their result when the run is taken up again.
    TakenUp {
        /// So many have it,
        done: usize,
        /// of so many.
        all: usize,
    },
    /// The host is not what it was.
    BenchChanged {
        /// In what.
        changes: Vec<BenchChange>,
    },
    /// What had only been begun was put aside.
    PutAside {
        /// A folder.
        folder: PathBuf,
    },
    /// The run goes on.
    Resumed,
    /// The drive is made new.
    Purging,
    /// It was.
    Purged {
        /// In what way.
        by: Purged,
    },
    /// A state is prepared.
    Preparing { state: String },
    /// A phase is measured.
    Measuring {
        /// Its test.
        test: String,
        /// Its name within the test.
        phase: String,
    },
    /// A phase that has its result is carried out once more, for the state that it leaves.
    Again {
        /// Its test.
        test: String,
        /// Its name within the test.
        phase: String,
    },
    /// Work that goes on until it is steady has ended.
    Rounds {
        /// What was done.
        of: Box<Event>,
        /// How many rounds it had.
        rounds: usize,
        /// With which it became steady, from 1; null: with none.
        reached_at_round: Option<u32>,
    },
    /// The drive is given back by TRIM.
    Trimming,
    /// The user stopped the run.
    Interrupted,
    /// The drive is lost.
    #[serde(alias = "the drive is lost")]
    DriveLost,
    /// The run came to its end.
    Finished,
    /// What earlier versions say.
    #[serde(untagged)]
    Earlier { event: String },
}

impl Event {
    /// Whether nothing comes after it.
    pub fn is_the_end(&self) -> bool {
        matches!(self, Self::Finished | Self::Interrupted | Self::DriveLost)
    }
}

/// A fact of the bench that is another than when the run was begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchChange {
    /// Then.
    pub was: BenchFact,
    /// Now.
    pub is: BenchFact,
}

/// In what way a drive was made new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purged {
    /// Every cell was erased.
    SecureErase,
    /// Every block was given back by TRIM.
    Discarded,
    /// In none: the drive offers neither.
    Nothing,
    /// In none: the user wants it so.
    Declined,
}

impl From<Purge> for Purged {
    fn from(purge: Purge) -> Self {
        match purge {
            Purge::SecureErase => Self::SecureErase,
            Purge::Discarded => Self::Discarded,
            Purge::Nothing => Self::Nothing,
            Purge::Declined => Self::Declined,
        }
    }
}
