//! Why a test is not run on this drive.

use crate::definition::Contradiction;
use fourcorners_block::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum NotRun {
    /// Conditions and test contradict each other; `contradiction` is `own-state`, `nothing-to-read`
    /// or `alignment`.
    Contradiction(Contradiction),
    /// It writes, and only reads are allowed.
    WouldWrite,
    /// A test of power without a meter.
    NoMeter,
    /// The drive does not support TRIM.
    NoTrim,
    /// It mixes TRIM commands with other I/O, but they are sent to this drive one at a time: it is
    /// a file, its engine is not io_uring, or the kernel is older than Linux 6.12.
    TrimWaits,
    /// Spare area was requested, but the drive has no NAND.
    NoNand { percent: u32 },
    /// Spare area was requested, but the raw NAND is not known.
    NandNotKnown { percent: u32 },
    /// The drive has more spare area from the factory.
    TooLittleSpare(TooLittleSpare),
    /// Spare area that leaves less than 1 MiB.
    NothingLeft {
        percent: u32,
        /// All NAND.
        nand_bytes: u64,
    },
    /// The drive is smaller than the span.
    TooSmall {
        /// Bytes that the test needs.
        needed_bytes: u64,
        /// Bytes that there are.
        drive_bytes: u64,
        /// Whether a shortened run would take half of the drive.
        half_would_do: bool,
    },
    /// The trace is larger than the drive.
    TraceTooLarge {
        trace: String,
        /// The trace that lies behind it, if one does.
        beside: Option<String>,
        /// The byte behind the last of both.
        end_bytes: u64,
        /// Bytes that there are.
        drive_bytes: u64,
    },
    /// The trace lasts longer than the longest replay.
    TraceTooLong {
        trace: String,
        /// How long it waits.
        waiting_s: f64,
        /// How long a replay may.
        longest_s: f64,
    },
    /// It writes more than is left of `--max-writes`.
    MaxWrites {
        /// Bytes that it needs at least.
        needed_bytes: u64,
        /// Bytes that were left.
        left_bytes: u64,
        /// What the run may write: `--max-writes`, or its share of it.
        max_bytes: u64,
    },
    /// `--max-writes` was used up.
    MaxWritesUsedUp {
        /// Whether that was in this phase; what it did until then is in `measured`. Else in an
        /// earlier one that it depends on.
        in_it: bool,
    },
    /// Sentence of schema 1.
    Earlier { text: String },
}

impl NotRun {
    /// Whether a larger `--max-writes` would do.
    pub fn is_max_writes(&self) -> bool {
        matches!(self, Self::MaxWrites { .. } | Self::MaxWritesUsedUp { .. })
    }
}

impl From<String> for NotRun {
    /// Of schema 1.
    fn from(text: String) -> Self {
        Self::Earlier { text }
    }
}

/// Less spare area than the drive has from the factory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error(
    "{percent} % spare area of {} NAND would leave {:.1} GiB of LBAs, but the drive has only {:.1} \
     GiB: its factory spare area is already {:.1} %",
    Bytes(*nand_bytes), gib(*span_bytes), gib(*capacity_bytes),
    100.0 - *capacity_bytes as f64 * 100.0 / *nand_bytes as f64
)]
pub struct TooLittleSpare {
    /// What was asked for, of the NAND.
    pub percent: u32,
    /// All NAND.
    pub nand_bytes: u64,
    /// LBAs that would be used.
    pub span_bytes: u64,
    /// LBAs that there are.
    pub capacity_bytes: u64,
}

fn gib(bytes: u64) -> f64 {
    bytes as f64 / (1_u64 << 30) as f64
}
