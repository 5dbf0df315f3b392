//! What of a run's folder could not be read, or cannot be.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that is left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Damage {
    /// Name of the file in the run's folder.
    pub file: String,
    /// What is wrong with it.
    pub what: Harm,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// It was not read.
    Unread {
        /// Why, as its reader says it.
        why: String,
    },
    /// Its last line has no end.
    Torn,
    /// A line is broken.
    Line {
        /// From 1.
        number: usize,
        /// Why, as its reader says it; none: it has no end.
        why: Option<String>,
    },
    /// More lines are broken, too many to name each.
    MoreLines(usize),
    /// A figure is one that no drive can have.
    Impossible(Figure),
    /// More lines have such figures.
    MoreImpossible(usize),
    /// A capacity is one that no drive has.
    Capacity {
        /// In blocks of 512 bytes.
        sectors: u64,
    },
}

/// A figure that no drive can have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Of what it is.
    pub of: FigureOf,
    /// Which.
    pub quantity: Quantity,
    /// In the quantity's unit.
    pub value: f64,
}

/// Of what a figure is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureOf {
    /// A phase, by its title.
    Phase(String),
    /// One second of it.
    Second {
        /// Title of the phase.
        phase: String,
        /// From 0.
        second: u32,
    },
    /// One zone of a pass.
    Zone {
        test: String,
        phase: String,
        /// First byte of the zone.
        offset_bytes: u64,
    },
    /// A price.
    Price {
        /// As in `USD`.
        currency: String,
    },
}

/// A quantity, and what it is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// 10^6 bytes a second.
    Speed,
    /// 2^20 bytes a second.
    SpeedMib,
    /// I/Os a second; this and the next two.
    Rate,
    /// Of the worst second.
    WorstSecond,
    /// Of the best second.
    BestSecond,
    /// Seconds; this and the next two.
    Duration,
    /// In which the drive was busy.
    BusyTime,
    /// From due to done.
    ResponseTime,
    /// Seconds from the start.
    Place,
    /// Microseconds; this and the next five.
    MeanLatency,
    /// The median.
    MedianLatency,
    /// 99th percentile.
    LatencyP99,
    /// 99.9th percentile.
    LatencyP999,
    /// The longest.
    LongestLatency,
    /// Of a replay.
    ServiceTime,
    /// No unit.
    WriteAmplification,
    /// Watts; this and the next.
    Power,
    /// The highest reading.
    HighestPower,
    /// 10^6 bytes a second, of a replay.
    DataRate,
    /// Any currency.
    Price,
}
