//! Why a phase failed.

use super::Quantity;
use fourcorners_block::{BadBlock, Completion, Found, Op, Outcome, Request};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Failure {
    /// An I/O failed. `cause` is `out-of-range`, `misaligned`, `unsupported`, `read-only`,
    /// `wrong-data` (`block`) or `error` (`errno`, `block`); `lba` counts blocks of 512 bytes.
    Io {
        /// What it was to do.
        op: FailedOp,
        /// Its first LBA, in blocks of 512 bytes; of a flush 0.
        lba: u64,
        /// Its length; of a flush 0.
        bytes: u64,
        #[serde(flatten)]
        cause: IoFailure,
    },
    /// The drive is lost or refused.
    Drive {
        /// As the drive says it.
        error: String,
    },
    /// The trace cannot be read or replayed.
    Trace {
        /// As its reader says it.
        error: String,
    },
    /// The drive does not support TRIM.
    NoTrim,
    /// No I/O finished during the test.
    NothingFinished,
    /// No record can be replayed on this drive.
    NothingReplayed,
    /// A figure came out that no drive can have: a fault of Four Corners.
    Impossible {
        /// Which figure, as in `data-rate`.
        quantity: Quantity,
        /// In the quantity's unit.
        value: f64,
    },
    /// The clean pass has no result.
    NoCleanPass {
        /// The phase.
        phase: String,
    },
    /// `--max-writes` was used up.
    MaxWrites,
    /// The state could not be prepared.
    Preparing {
        state: String,
        failure: Box<Failure>,
    },
    /// The state was not kept.
    StateNotKept,
    /// Not started: an earlier failure left the drive in another state.
    NotInState {
        /// What happened before.
        failure: Box<Failure>,
    },
    /// Sentence of schema 1.
    Earlier {
        /// A sentence or more.
        text: String,
    },
}

/// What an I/O was to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailedOp {
    /// Read.
    Read,
    /// Write.
    Write,
    Trim,
    /// Write zeroes.
    WriteZeroes,
    /// Flush.
    Flush,
}

/// Why an I/O was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "cause", rename_all = "kebab-case")]
pub enum IoFailure {
    /// It lies beyond the end of the drive.
    OutOfRange,
    /// It is not aligned to the drive's logical blocks.
    Misaligned,
    /// The drive does not do such I/Os.
    Unsupported,
    /// The drive is open for reading only.
    ReadOnly,
    /// What was read is not what was written.
    WrongData {
        /// Which block; null: the same as in the failure before.
        block: Option<FoundBlock>,
    },
    /// The kernel says so.
    Error {
        /// As Linux numbers errors.
        errno: i32,
        /// Which block, where it was found.
        block: Option<FoundBlock>,
    },
}

/// A block that cannot be read or does not hold what was last written to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundBlock {
    /// In blocks of 512 bytes.
    pub lba: u64,
    /// What it holds.
    #[serde(flatten)]
    pub holds: Holds,
}

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "holds", rename_all = "kebab-case")]
pub enum Holds {
    /// Nothing that can be read.
    Unreadable,
    /// The data of another block.
    BlockOf {
        /// Its LBA.
        other_lba: u64,
    },
    /// What was written to it before the last write.
    Older,
    /// What was written to it, with bytes changed.
    Damaged,
    /// Zeros.
    Zeros,
    /// Nothing that this run wrote.
    Foreign,
}

impl From<BadBlock> for FoundBlock {
    fn from(bad: BadBlock) -> Self {
        let holds = match bad.found {
            Found::Unreadable => Holds::Unreadable,
            Found::BlockOf(other) => Holds::BlockOf { other_lba: other.0 },
            Found::Older => Holds::Older,
            Found::Damaged => Holds::Damaged,
            Found::Zeros => Holds::Zeros,
            Found::Foreign => Holds::Foreign,
        };
        let lba = bad.lba.0;
        Self { lba, holds }
    }
}

impl Failure {
    /// Of an I/O; `None` if it was done. `request` makes the I/O's request again; `bad_block` is
    /// what is known of its blocks.
    pub fn of_io(
        completion: &Completion,
        bad_block: Option<BadBlock>,
        request: impl FnOnce() -> Request,
    ) -> Option<Self> {
        let block = bad_block.map(FoundBlock::from);
        let cause = match completion.outcome {
            Outcome::Done => return None,
            Outcome::OutOfRange => IoFailure::OutOfRange,
            Outcome::Misaligned => IoFailure::Misaligned,
            Outcome::Unsupported => IoFailure::Unsupported,
            Outcome::ReadOnly => IoFailure::ReadOnly,
            Outcome::WrongData => IoFailure::WrongData { block },
            Outcome::Failed(errno) => IoFailure::Error { errno, block },
        };
        let request = request();
        let op = match request.op {
            Op::Read => FailedOp::Read,
            Op::Write { .. } => FailedOp::Write,
            Op::Discard => FailedOp::Trim,
            Op::WriteZeroes => FailedOp::WriteZeroes,
            Op::Flush => FailedOp::Flush,
        };
        let (lba, bytes) = match op {
            FailedOp::Flush => (0, 0),
            _ => (request.lba.0, request.blocks.bytes().0),
        };
        Some(Self::Io {
            op,
            lba,
            bytes,
            cause,
        })
    }

    /// Whether it only says that no more was to be written.
    pub fn is_max_writes(&self) -> bool {
        match self {
            Self::MaxWrites => true,
            Self::Preparing { failure, .. } | Self::NotInState { failure } => {
                failure.is_max_writes()
            }
            _ => false,
        }
    }

    /// The same failure wherever it befell: what two must have in common to be one problem.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Io { cause, .. },
                Self::Io {
                    cause: other_cause, ..
                },
            ) => cause == other_cause,
            (Self::NotInState { failure }, Self::NotInState { failure: other })
            | (Self::Preparing { failure, .. }, Self::Preparing { failure: other, .. }) => {
                failure.is_like(other)
            }
            _ => self == other,
        }
    }
}

impl From<String> for Failure {
    /// Of schema 1.
    fn from(text: String) -> Self {
        Self::Earlier { text }
    }
}
