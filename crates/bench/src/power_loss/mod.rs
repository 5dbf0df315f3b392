//! Records of a power-loss test: `power-loss.jsonl` in its own folder, the only record of what was
//! flushed.

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
    /// Version of the format: 1.
    pub schema_version: u32,
    /// Version of fourcorners.
    pub fourcorners: String,
    /// Start of the run, RFC 3339 in UTC.
    pub at: String,
    /// Drive under test; fields below.
    pub drive: TestedDrive,
    /// Length of the written span, which starts at LBA 0.
    pub span_bytes: u64,
    /// Size of a write.
    pub block_bytes: u64,
    /// Writes before each flush.
    pub round: u64,
    /// Random seed of the order of writes.
    pub seed: u64,
    /// Key of the run in every stamp, hexadecimal.
    pub key: String,
}

/// A drive under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestedDrive {
    /// Path as given.
    pub path: String,
    /// Maker and model; empty: unknown.
    pub model: String,
    /// Serial number; empty: unknown.
    pub serial: String,
    /// Firmware revision; empty: unknown.
    pub firmware: String,
    /// Capacity.
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
    /// Writing starts, or starts again, with this sequence number.
    Began(u64),
    /// The drive acknowledged a flush behind all writes up to this one.
    Flushed(u64),
    /// The cut command was started.
    Cut { at: String },
    /// The drive is gone, or an I/O failed (`failed`: `lba`, absent for a flush, and `errno`).
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
    /// The drive was read back; fields below.
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
    /// Time of the check, RFC 3339 in UTC.
    pub at: String,
    /// Acknowledged and flushed writes.
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
    /// Blocks that cannot be read, but had to hold no flushed write: a warning.
    #[serde(default)]
    pub unreadable_unflushed: u64,
    /// Bad blocks by kind; fields below.
    pub failures: Failures,
    /// The first 100,000 bad blocks: `lba` (512-byte blocks) and what each holds.
    pub bad: Vec<BadData>,
}

/// Blocks without the data that was flushed to them, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failures {
    /// An older write.
    pub stale: u64,
    /// No data of this run.
    pub lost: u64,
    /// Parts of several writes, one of them older than the newest flushed one.
    pub torn: u64,
    /// A stamp with a wrong checksum.
    pub corrupt: u64,
    /// Data of another LBA.
    pub misplaced: u64,
    /// The block cannot be read.
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
    /// No data of this run.
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
    /// A stamp with a wrong checksum.
    Corrupt,
    /// Data of another LBA.
    Misplaced {
        /// The LBA that it was written to, in blocks of 512 bytes.
        of_lba: u64,
    },
    /// The block cannot be read.
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
    /// The user stopped the writes, and the run recorded no lost power.
    pub stopped: bool,
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
    /// The drive lost its power: it is to be checked when it is back.
    PowerLost,
    /// An I/O failed, and the drive answers.
    WriteFailed(FailedWrite),
    /// The user stopped it while it wrote.
    Stopped,
    /// The user stopped it before a check was complete.
    StoppedUnchecked,
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
        /// The run's folder is on the disk of the file under test.
        shares_disk: bool,
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
        number: u32,
        of: u32,
        checked: &'a Checked,
    },
}
