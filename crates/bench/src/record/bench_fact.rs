//! What a drive was tested on and how, fact by fact.

use super::Fact;
use fourcorners_block::{Apst, HostBuffer, LbaFormat, NvmeController, PowerState};
use serde::{Deserialize, Serialize};
use std::mem::discriminant;

/// One fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub enum BenchFact {
    /// Processor of the host, and the number of cores available.
    Cpu {
        /// Model; null: not known.
        model: Option<String>,
        /// Those that a program may use.
        cores: usize,
    },
    /// Mainboard: maker and name.
    Board {
        /// Maker and name.
        name: String,
    },
    /// Kernel release.
    Kernel {
        /// As in `6.18.5`.
        release: String,
    },
    /// The drive is simulated.
    Simulated,
    /// I/O engine.
    Engine { name: String },
    /// Why this engine was chosen.
    EngineChosenBy {
        /// As the drive says them.
        reasons: Vec<String>,
    },
    /// Logical block of the drive.
    LogicalBlock { bytes: u64 },
    /// Physical block of the drive.
    PhysicalBlock { bytes: u64 },
    /// Negotiated link.
    Link {
        /// As the host reports it.
        link: String,
    },
    /// I/O scheduler.
    Scheduler { name: String },
    /// TRIM limits (`granularity_bytes`, `max_bytes`); null: no TRIM.
    Trim {
        /// Null: not offered.
        limits: Option<TrimLimits>,
    },
    /// Cost of measuring, in ns per I/O of the null drive.
    Cost {
        /// Nanoseconds an I/O, on a drive that does nothing.
        ns: f64,
    },
    /// Why that is not known.
    CostUnknown { error: String },
    /// Suite or test.
    Suite { name: String },
    /// Root of all randomness.
    Seed {
        /// As asked for.
        seed: u64,
    },
    /// Suite file of the user that was run.
    SuiteFile {
        /// Its path.
        path: String,
    },
    /// fio job file that was run.
    JobFile {
        /// Its path.
        path: String,
    },
    /// Differences from fio, one sentence each.
    OtherwiseThanFio {
        /// A sentence each.
        notes: Vec<String>,
    },
    /// `--verify`: data carried stamps, and reads were checked.
    Verified,
    /// `--duration`, in seconds.
    Duration {
        /// In seconds.
        seconds: u64,
    },
    /// `--spare`, in percent of the raw NAND.
    SpareArea {
        /// Of the raw NAND.
        percent: u32,
    },
    /// `--zones`.
    Zones { zones: u32 },
    /// The drive was opened read-only.
    ReadOnly,
    /// How the drive is erased.
    MadeNewBy {
        /// As the host says it.
        way: String,
    },
    /// Tools that read SMART data, and notes.
    Smart {
        /// The tools that told it.
        told_by: Vec<String>,
        /// What is to be known of that.
        notes: Vec<String>,
    },
    /// NVMe controller of a real drive, before the run.
    NvmeController {
        /// What it says of itself.
        controller: NvmeController,
    },
    /// Block formats of its namespace.
    LbaFormats {
        /// By number.
        formats: Vec<LbaFormat>,
    },
    /// Its host memory buffer.
    HostMemoryBuffer {
        /// Wanted and granted.
        buffer: HostBuffer,
    },
    /// Its power states.
    PowerStates {
        /// By number.
        states: Vec<PowerState>,
    },
    /// What it does while idle.
    IdlePowerSaving {
        /// Transitions to power states.
        apst: Apst,
        /// Its power states.
        states: Vec<PowerState>,
    },
    /// Power meter.
    Power {
        /// As the meter describes itself.
        meter: String,
    },
    /// Fact of schema 1.
    #[serde(untagged)]
    Earlier(Fact),
}

/// How the drive takes TRIM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrimLimits {
    /// Smallest unit that is really released.
    pub granularity_bytes: u64,
    /// Longest single request.
    pub max_bytes: u64,
}

impl BenchFact {
    /// Whether both tell of the same thing.
    pub fn is_about_the_same(&self, other: &Self) -> bool {
        discriminant(self) == discriminant(other)
    }

    /// Whether it is measured before each run, and so never the same twice.
    pub fn is_measured(&self) -> bool {
        matches!(
            self,
            Self::Cost { .. } | Self::CostUnknown { .. } | Self::EngineChosenBy { .. }
        )
    }
}
