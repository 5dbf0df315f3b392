//! Why a test is not run on this drive.

use crate::definition::Contradiction;
use fourcorners_block::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum NotRun {
    /// The conditions that were asked for and the test do not go together.
    Contradiction(Contradiction),
    /// It writes, or needs the drive written first, and only reads are allowed.
    WouldWrite,
    /// A test of power, and nobody measures it.
    NoMeter,
    /// TRIM is needed, and the drive does not take it.
    NoTrim,
    /// Spare area is a share of the NAND, and the drive has none.
    NoNand { percent: u32 },
    /// The same, and how much NAND there is is not known.
    NandNotKnown { percent: u32 },
    /// The drive has more spare area than that from the factory.
    TooLittleSpare(TooLittleSpare),
    /// So much spare area leaves less than 1 MiB.
    NothingLeft {
        percent: u32,
        /// All NAND.
        nand_bytes: u64,
    },
    /// The drive is smaller than the span of the test.
    TooSmall {
        /// Bytes that the test needs.
        needed_bytes: u64,
        /// Bytes that there are.
        drive_bytes: u64,
        /// Whether a shortened run would take half of the drive.
        half_would_do: bool,
    },
    /// The trace reaches beyond the end of the drive.
    TraceTooLarge {
        trace: String,
        /// The trace that lies behind it, if one does.
        beside: Option<String>,
        /// The byte behind the last of both.
        end_bytes: u64,
        /// Bytes that there are.
        drive_bytes: u64,
    },
    /// The trace waits for longer than any replay may.
    TraceTooLong {
        trace: String,
        /// How long it waits.
        waiting_s: f64,
        /// How long a replay may.
        longest_s: f64,
    },
    /// What a run of schema 1 says.
    Earlier { text: String },
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
    "{percent} % spare area of {} NAND would use {:.1} GiB of LBAs, but the drive has only \
     {:.1} GiB: it leaves {:.1} % spare from the factory",
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
