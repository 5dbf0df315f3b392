//! What happened in a run, by the wall clock.

use super::{BenchFact, Review};
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
    /// Review of several runs that this one belongs to; fields below. It is the first line.
    Review {
        /// The review.
        review: Box<Review>,
    },
    /// Machine that a drive is simulated on; values as for `bench`.
    Host {
        /// Processor, board and kernel.
        machine: Vec<BenchFact>,
    },
    /// The run started.
    Started,
    /// The run is resumed: finished phases, of all.
    TakenUp {
        /// So many have it,
        done: usize,
        /// of so many.
        all: usize,
    },
    /// The drive has another path than in `run.json`, found by its serial number.
    DriveRenamed {
        /// The path now.
        path: PathBuf,
    },
    /// The test setup has changed since the run started: `was` and `is` of each fact.
    BenchChanged {
        /// In what.
        changes: Vec<BenchChange>,
    },
    /// Folder with unfinished phases.
    PutAside {
        /// A folder.
        folder: PathBuf,
    },
    /// Measuring continues.
    Resumed,
    /// The drive is being erased.
    Purging,
    /// The file system is freeing blocks of the file under test.
    FreeingBlocks,
    /// How it was erased: `secure-erase`, `discarded` (TRIM), `blocks-freed` (a file),
    /// `already-empty` (a new file), `nothing` (unsupported) or `declined`.
    Purged {
        /// In what way.
        by: Purged,
    },
    /// A state is being prepared.
    Preparing { state: String },
    /// A phase is being measured.
    Measuring {
        /// Its test.
        test: String,
        /// Its name within the test.
        phase: String,
    },
    /// A finished phase is repeated to restore its state.
    Again {
        /// Its test.
        test: String,
        /// Its name within the test.
        phase: String,
    },
    /// Steady-state work has ended: rounds, and the one that reached steady state.
    Rounds {
        /// What was done.
        of: Box<Event>,
        /// How many rounds it had.
        rounds: usize,
        /// With which it became steady, from 1; null: with none.
        reached_at_round: Option<u32>,
    },
    /// Every LBA is being trimmed.
    Trimming,
    /// The user stopped the run.
    Interrupted,
    /// The drive disappeared.
    #[serde(alias = "the drive is lost")]
    DriveLost,
    /// The run finished.
    Finished,
    /// Sentence of schema 1.
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
    /// The file system freed every block of a file.
    BlocksFreed,
    /// In none: nothing was written to a file since it was made.
    AlreadyEmpty,
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
            Purge::BlocksFreed => Self::BlocksFreed,
            Purge::AlreadyEmpty => Self::AlreadyEmpty,
            Purge::Nothing => Self::Nothing,
            Purge::Declined => Self::Declined,
        }
    }
}
