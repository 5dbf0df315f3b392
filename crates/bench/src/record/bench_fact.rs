//! What a drive was tested on and how, fact by fact.

use super::Fact;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::mem::discriminant;

/// Reads those facts that are known here: a newer program may have recorded others.
pub(super) fn known<'de, D>(deserializer: D) -> Result<Vec<BenchFact>, D::Error>
where
    D: Deserializer<'de>,
{
    let facts = Vec::<Value>::deserialize(deserializer)?;
    let known = facts.into_iter().map(serde_json::from_value);
    Ok(known.filter_map(Result::ok).collect())
}

/// One fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub enum BenchFact {
    /// The host's processor.
    Cpu {
        /// Model; null: not known.
        model: Option<String>,
        /// Those that a program may use.
        cores: usize,
    },
    /// Its board.
    Board {
        /// Maker and name.
        name: String,
    },
    /// Its kernel.
    Kernel {
        /// As in `6.18.5`.
        release: String,
    },
    /// The drive is simulated.
    Simulated,
    /// What carries I/O to the drive.
    Engine { name: String },
    /// How the engine was chosen.
    EngineChosenBy {
        /// As the drive says them.
        reasons: Vec<String>,
    },
    /// Logical block of the drive.
    LogicalBlock { bytes: u64 },
    /// Physical block of the drive.
    PhysicalBlock { bytes: u64 },
    /// Link that the drive and its host negotiated.
    Link {
        /// As the host reports it.
        link: String,
    },
    /// The kernel's I/O scheduler.
    Scheduler { name: String },
    Trim {
        /// Null: not offered.
        limits: Option<TrimLimits>,
    },
    /// What making and recording an I/O takes.
    Cost {
        /// Nanoseconds an I/O, on a drive that does nothing.
        ns: f64,
    },
    /// The same, where it was not found out.
    CostUnknown { error: String },
    /// The suite or test.
    Suite { name: String },
    /// Root of all randomness.
    Seed {
        /// As asked for.
        seed: u64,
    },
    /// A suite file of the user's that was run.
    SuiteFile {
        /// Its path.
        path: String,
    },
    /// A job file of fio's that was run.
    JobFile {
        /// Its path.
        path: String,
    },
    /// What is done otherwise than fio does it.
    OtherwiseThanFio {
        /// A sentence each.
        notes: Vec<String>,
    },
    /// Data carried stamps, and reads were checked.
    Verified,
    /// Every timed phase lasted so long.
    Duration {
        /// In seconds.
        seconds: u64,
    },
    /// Every test of the whole drive left so much spare.
    SpareArea {
        /// Of the raw NAND.
        percent: u32,
    },
    /// Zones that a pass was sampled by.
    Zones { zones: u32 },
    /// The drive was opened for reading only.
    ReadOnly,
    /// How the drive is made new.
    MadeNewBy {
        /// As the host says it.
        way: String,
    },
    /// What the drive says of its health.
    Smart {
        /// The tools that told it.
        told_by: Vec<String>,
        /// What is to be known of that.
        notes: Vec<String>,
    },
    /// What measures the power that the drive draws.
    Power {
        /// As the meter describes itself.
        meter: String,
    },
    /// What earlier versions say.
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
