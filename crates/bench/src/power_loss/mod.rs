//! What a test of power loss writes down: `power-loss.jsonl` in a folder of its own, which is all
//! that is known afterwards of what was flushed.

mod log;

pub use log::{PowerLossLog, Recorded};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file's name in the run's folder.
pub const POWER_LOSS: &str = "power-loss.jsonl";
/// The file's version.
pub const POWER_LOSS_SCHEMA: u32 = 1;

/// The first line of the file: what all writes follow from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerLossHeader {
    /// 1.
    pub schema_version: u32,
    /// Version of Four Corners that wrote.
    pub fourcorners: String,
    /// When the run began, RFC 3339 in UTC.
    pub at: String,
    /// The drive.
    pub drive: TestedDrive,
    /// Bytes from the drive's start that are written.
    pub span_bytes: u64,
    /// Bytes of a write.
    pub block_bytes: u64,
    /// Writes between two flushes.
    pub round: u64,
    /// Of the order of the writes.
    pub seed: u64,
    /// In every stamp, in hexadecimal digits.
    pub key: String,
}

/// The drive of a test of power loss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestedDrive {
    /// Path as given.
    pub path: String,
    /// Maker and model; empty: it does not say.
    pub model: String,
    /// Serial number; empty: it has none.
    pub serial: String,
    /// Firmware version; empty: it does not say.
    pub firmware: String,
    /// Its size.
    pub capacity_bytes: u64,
}

impl TestedDrive {
    /// Whether another is this drive, wherever it is now.
    pub fn is(&self, other: &Self) -> bool {
        let of = |it: &Self| (it.model.clone(), it.serial.clone(), it.capacity_bytes);
        of(self) == of(other)
    }
}

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PowerLossLine {
    /// Writing began, or began again, with this sequence number.
    Began(u64),
    /// The drive has acknowledged a flush behind all writes up to this one.
    Flushed(u64),
    /// The cut command was started.
    Cut { at: String },
    /// The drive is gone, or an I/O failed.
    Lost {
        at: String,
        /// The I/O that failed on a drive that answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<FailedWrite>,
    },
    /// The user stopped it.
    Stopped { at: String },
    /// The drive is back after the restore command.
    Restored { at: String },
    /// The drive was read back.
    Checked(Checked),
}

/// An I/O that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailedWrite {
    /// Its LBA in blocks of 512 bytes; none: it was a flush.
    pub lba: Option<u64>,
    /// The kernel's answer.
    pub errno: i32,
}

/// What was found when the drive was read back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// When, RFC 3339 in UTC.
    pub at: String,
    /// Writes that were acknowledged and flushed.
    pub flushed: u64,
    /// Blocks that had to hold a flushed write.
    pub blocks: u64,
    /// Blocks that hold the newest flushed write.
    pub intact: u64,
    /// Blocks that hold a later write, which was not flushed: permitted.
    pub kept: u64,
    /// Blocks with parts of several writes, none of them older than the newest flushed one:
    /// permitted.
    pub torn_in_flight: u64,
    /// Blocks that hold something else, by kind.
    pub failures: Failures,
    /// Each of them.
    pub bad: Vec<BadData>,
}

/// Blocks without the data that was flushed to them, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failures {
    /// An older write.
    pub stale: u64,
    /// Nothing of this run.
    pub lost: u64,
    /// Parts of several writes, one of them older than the newest flushed one.
    pub torn: u64,
    /// A write with bytes changed.
    pub corrupt: u64,
    /// A write to another LBA.
    pub misplaced: u64,
    /// Reading it fails.
    pub unreadable: u64,
}

impl Failures {
    /// Of all kinds.
    pub fn count(&self) -> u64 {
        let Self {
            stale,
            lost,
            torn,
            corrupt,
            misplaced,
            unreadable,
        } = self;
        stale + lost + torn + corrupt + misplaced + unreadable
    }
}

/// A block without the data that was flushed to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BadData {
    /// The first 512-byte block of it that shows this.
    pub lba: u64,
    /// What is wrong.
    #[serde(flatten)]
    pub holds: WrongData,
}

/// What a block holds instead of the newest write that was flushed to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "holds", rename_all = "kebab-case")]
pub enum WrongData {
    /// An older write.
    Stale {
        /// Its sequence number.
        found: u64,
        /// That of the newest flushed write.
        must: u64,
    },
    /// Nothing of this run.
    Lost {
        /// Only zeros.
        zeros: bool,
        /// The sequence number of the newest flushed write.
        must: u64,
    },
    /// Parts of several writes.
    Torn {
        /// The sequence number of the oldest; none: something that this run did not write.
        found: Option<u64>,
        /// That of the newest flushed write.
        must: u64,
    },
    /// A write with bytes changed.
    Corrupt,
    /// A write to another LBA.
    Misplaced {
        /// The LBA that it was written to, in blocks of 512 bytes.
        of_lba: u64,
    },
    /// Nothing: reading it fails.
    Unreadable,
}

impl Checked {
    /// Whether nothing that was flushed is missing.
    pub fn is_intact(&self) -> bool {
        self.failures.count() == 0
    }
}

/// What `power-loss --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PowerLoss {
    /// 1.
    pub schema_version: u32,
    /// The run's folder.
    pub run: String,
    /// The drive.
    pub drive: TestedDrive,
    /// Writes that were acknowledged and flushed.
    pub flushed: u64,
    /// How it ended.
    pub end: PowerLossEnd,
    /// Every check, one a power cut.
    pub checks: Vec<Checked>,
}

/// How a test of power loss ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PowerLossEnd {
    /// Everything that was flushed was there, each time.
    Intact,
    /// Something that was flushed was not there.
    DataLost,
    /// The drive lost its power, or an I/O failed: it is to be checked when it is back.
    PowerLost {
        /// The I/O that failed, where the drive still answers.
        failed: Option<FailedWrite>,
    },
    /// The user stopped it, and no power was lost.
    Stopped,
}

/// What happens during a test of power loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PowerLossEvent<'a> {
    /// Writing begins.
    Begins {
        drive: &'a TestedDrive,
        span_bytes: u64,
        run: &'a str,
        /// A command cuts the power.
        by_command: bool,
    },
    /// So many writes were flushed.
    Wrote { flushed: u64 },
    /// The cut command was started.
    Cutting,
    /// The drive is gone; the restore command comes next.
    Restoring,
    /// The drive is read back.
    Reading { done_bytes: u64, bytes: u64 },
    /// A cycle of a cut and a check ended.
    Cycle {
        drive: &'a str,
        number: u32,
        of: u32,
        checked: &'a Checked,
    },
}
