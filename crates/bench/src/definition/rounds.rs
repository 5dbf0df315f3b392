//! A phase of rounds: the same cells again and again, as SNIA's performance test specification
//! measures, until one of them is steady.

use super::Pattern;
use super::work::whole_blocks;
use crate::steady_state::{ROUNDS_MAX, WINDOW_ROUNDS};
use fourcorners_block::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};

/// Rounds of a phase: cells over the whole drive, in the order of the file, and when they end.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct RoundsDef {
    /// `steady` (the tracked cell meets SNIA's rule, or `rounds_max`), `written`
    /// (`capacities_written`, or `rounds_max`) or `count` (`rounds_max` rounds).
    pub until: RoundsUntil,
    /// Maximum number of rounds; default 25 with `steady`, required otherwise.
    pub rounds_max: Option<NonZeroU32>,
    /// Ends after writing so many times the drive's capacity; with `written` only.
    pub capacities_written: Option<NonZeroU32>,
    /// Cell whose value decides; with `steady` only: see below.
    pub track: Option<TrackDef>,
    /// Cells of a round, in order: see below.
    pub cells: Vec<CellsDef>,
    /// Measures three points of a threads x queue depth matrix afterwards: see below.
    pub points: Option<PointsDef>,
}

/// When rounds are over.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum RoundsUntil {
    /// The tracked cell meets SNIA's rule, or after `rounds_max`.
    Steady,
    /// So many capacities are written, or after `rounds_max`.
    Written,
    /// After `rounds_max`.
    Count,
}

/// One cell, or a matrix of cells: all combinations of its lists, `read_percent` outermost, then
/// `block`, `threads` and `queue_depth`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct CellsDef {
    /// `random` or `sequential`; a sequential cell continues where it ended a round earlier.
    pub pattern: Option<Pattern>,
    /// Share of reads in percent: 100 reads, 0 writes.
    #[serde(default)]
    pub read_percent: Vec<u32>,
    /// I/O sizes, as in `["4KiB", "512"]`.
    #[serde(default, deserialize_with = "sizes")]
    pub block: Vec<Bytes>,
    /// Threads; default 1. I/Os in flight: threads times `queue_depth`.
    #[serde(default)]
    pub threads: Vec<NonZeroU16>,
    /// I/Os in flight per thread; default 1.
    #[serde(default)]
    pub queue_depth: Vec<NonZeroU16>,
    /// Seconds per cell.
    pub duration_s: Option<NonZeroU64>,
    /// Instead of all of the above: idle time in seconds.
    pub idle_s: Option<NonZeroU64>,
}

/// The cell that decides whether rounds are steady: the last one that matches.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct TrackDef {
    /// `iops`, `mb-per-s` or `latency-mean`.
    pub value: TrackedValue,
    /// Share of reads in percent; default: any.
    pub read_percent: Option<u32>,
    /// I/O size; default: any.
    #[serde(default, deserialize_with = "super::work::some_size")]
    pub block: Option<Bytes>,
    /// Threads; default: any.
    pub threads: Option<NonZeroU16>,
    /// I/Os in flight per thread; default: any.
    pub queue_depth: Option<NonZeroU16>,
}

/// Value of a cell by which rounds are judged.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TrackedValue {
    /// I/Os per second.
    Iops,
    /// MB/s.
    MbPerS,
    /// Mean latency.
    LatencyMean,
}

/// Points of the demand curve: the highest IOPS with a mean latency below a limit (max), one
/// outstanding I/O (min), and the point nearest to the middle of both (mid).
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PointsDef {
    /// Seconds of the first cell before each point.
    pub settle_s: NonZeroU64,
    /// Seconds of each point.
    pub test_s: NonZeroU64,
    /// Limit of the mean latency in milliseconds.
    pub latency_max_ms: NonZeroU32,
}

impl CellsDef {
    /// Its cells in order: read percent, block, threads, queue depth. One without any of an idle
    /// cell.
    pub(crate) fn all(&self) -> Vec<(u32, Bytes, NonZeroU16, NonZeroU16)> {
        let one = [NonZeroU16::MIN];
        let or_one = |list: &[NonZeroU16]| match list {
            [] => one.to_vec(),
            list => list.to_vec(),
        };
        let (threads, depths) = (or_one(&self.threads), or_one(&self.queue_depth));
        let mut all = Vec::new();
        for read_percent in &self.read_percent {
            for block in &self.block {
                for thread in &threads {
                    let depths = depths.iter();
                    all.extend(depths.map(|depth| (*read_percent, *block, *thread, *depth)));
                }
            }
        }
        all
    }

    /// Whether all of them only read, or rest.
    pub(crate) fn only_reads(&self) -> bool {
        self.read_percent.iter().all(|percent| *percent == 100)
    }

    fn contradiction(&self) -> Option<&'static str> {
        let says_work = self.pattern.is_some()
            || self.duration_s.is_some()
            || !(self.read_percent.is_empty() && self.block.is_empty())
            || !(self.threads.is_empty() && self.queue_depth.is_empty());
        let is_whole = self.pattern.is_some()
            && self.duration_s.is_some()
            && !(self.read_percent.is_empty() || self.block.is_empty());
        match self.idle_s {
            Some(_) if says_work => Some("cells with idle_s take nothing else"),
            None if !is_whole => {
                Some("cells need pattern, read_percent, block and duration_s, or idle_s alone")
            }
            _ if self.read_percent.iter().any(|percent| *percent > 100) => {
                Some("read_percent must be at most 100")
            }
            _ => None,
        }
    }
}

impl TrackDef {
    pub(crate) fn is(&self, cell: &(u32, Bytes, NonZeroU16, NonZeroU16)) -> bool {
        let (read_percent, block, threads, depth) = cell;
        self.read_percent.is_none_or(|own| own == *read_percent)
            && self.block.is_none_or(|own| own == *block)
            && self.threads.is_none_or(|own| own == *threads)
            && self.queue_depth.is_none_or(|own| own == *depth)
    }
}

impl RoundsDef {
    /// Rounds at most.
    pub(crate) fn rounds_max(&self) -> u32 {
        self.rounds_max.map_or(ROUNDS_MAX, u32::from)
    }

    /// Deepest queue of a thread: what several threads add waits in the host.
    pub(crate) fn deepest(&self) -> Option<u16> {
        let depths = self.cells.iter().flat_map(|cells| &cells.queue_depth);
        depths.map(|depth| depth.get()).max()
    }

    /// The largest I/O.
    pub(crate) fn largest(&self) -> Option<Bytes> {
        let blocks = self.cells.iter().flat_map(|cells| &cells.block);
        blocks.max().copied()
    }

    /// Whether any of its cells reads.
    pub(crate) fn reads(&self) -> bool {
        let mut shares = self.cells.iter().flat_map(|cells| &cells.read_percent);
        shares.any(|percent| *percent > 0)
    }

    /// Whether none of its cells writes.
    pub(crate) fn only_reads(&self) -> bool {
        self.cells.iter().all(CellsDef::only_reads)
    }

    /// What is wrong with it, as a sentence.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        let cells = || self.cells.iter().flat_map(CellsDef::all);
        if let Some(problem) = self.cells.iter().find_map(CellsDef::contradiction) {
            return Some(problem);
        }
        if cells().next().is_none() {
            return Some("rounds need at least one cell that reads or writes");
        }
        match (self.until, &self.track) {
            (RoundsUntil::Steady, None) => {
                return Some("until = \"steady\" needs track, the cell that decides");
            }
            (RoundsUntil::Steady, Some(track)) if !cells().any(|cell| track.is(&cell)) => {
                return Some("track matches none of its cells");
            }
            (RoundsUntil::Steady, _) if (self.rounds_max() as usize) < WINDOW_ROUNDS => {
                return Some(
                    "rounds_max must be at least 5, the number of rounds that the steady-state \
                     rule needs",
                );
            }
            (RoundsUntil::Written | RoundsUntil::Count, Some(_)) => {
                return Some("track is valid only with until = \"steady\"");
            }
            (RoundsUntil::Written | RoundsUntil::Count, None) if self.rounds_max.is_none() => {
                return Some("until = \"written\" and until = \"count\" need rounds_max");
            }
            _ => {}
        }
        let is_written = self.until == RoundsUntil::Written;
        if is_written != self.capacities_written.is_some() {
            return Some("until = \"written\" and capacities_written need each other");
        }
        let has_matrix = cells().any(|(.., threads, depth)| threads.get() == 1 && depth.get() == 1);
        (self.points.is_some() && !has_matrix)
            .then_some("points need a cell with one thread and queue depth 1")
    }
}

fn sizes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Bytes>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let sizes = texts.iter().map(|text| whole_blocks(text, ""));
    sizes
        .collect::<Result<Vec<Bytes>, String>>()
        .map_err(serde::de::Error::custom)
}
