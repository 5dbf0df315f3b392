//! What a run's folder holds, line by line. These types are the contract between the part that
//! measures, the page, and any notebook; docs/formats.md describes the same fields in prose.
//!
//! A folder holds `run.json` ([`RunHeader`], written first), four files that grow while the
//! run goes on - `results.jsonl` ([`Entry`]), `samples.jsonl` ([`Sample`]), `positions.jsonl`
//! ([`Position`]), `histograms.jsonl` ([`HistogramLine`]) - and `wall.jsonl` ([`Wall`]), the
//! only file that holds wall-clock times, which the digest therefore leaves out. That of a real
//! drive that keeps SMART data also holds `smart-before.json` and `smart-after.json`, what the
//! tools printed, and `health.json` ([`Health`]). A run that was taken up again has a folder
//! `interrupted` besides, with the same files for each time it ended early: what was begun then and
//! not ended.

mod bench_fact;
mod comparable;
mod conditions;
mod event;
mod failure;
mod not_run;
mod replayed;
mod request;
mod schema_1;
mod seconds;

use crate::definition::PageDef;
use crate::health::Health;
use crate::plan::title;
use crate::steady_state::Verdict;
pub use bench_fact::{BenchFact, TrimLimits};
pub use comparable::NotComparable;
pub use conditions::RunConditions;
pub use event::{BenchChange, Event, Purged, Wall};
pub use failure::{FailedOp, Failure, FoundBlock, Holds, IoFailure};
use fourcorners_block::{Bytes, Identity};
pub use not_run::NotRun;
pub use replayed::{Replayed, ReplayedBeside, ReplayedIo, ReplayedOp, ResponseTime};
pub use request::{JobFile, Request, UserTrace};
pub(crate) use schema_1::{upgrade_header, year as year_told_by};
use schemars::JsonSchema;
pub use seconds::Seconds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of every file's schema; `run.json`, every line of `results.jsonl` and the first line
/// of each other file carry it as `schema_version`.
pub const SCHEMA_VERSION: u32 = 2;

/// `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunHeader {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// Suite name, or the single test's id for `run TEST`.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub suite: String,
    /// Why it may not be compared with other runs of its suite; empty: it may.
    #[serde(default)]
    pub not_comparable: Vec<NotComparable>,
    /// How the drive was connected.
    #[serde(default, skip_serializing_if = "RunConditions::is_empty")]
    pub conditions: RunConditions,
    /// The drive as it identified itself.
    pub identity: Identity,
    /// Year in which it could be bought first, of a simulated drive; absent: not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<u32>,
    /// Facts about the drive for the page, in the order to show them.
    pub facts: Vec<Fact>,
    /// What it ran on and how: T23, in the order to show them.
    pub bench: Vec<BenchFact>,
    /// What was found on the host before the first test that may spoil its figures, and, of a run
    /// that was taken up again, what was new then; empty for simulated drives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disturbances: Vec<Disturbance>,
    /// What it costs, in each currency that is known: T21.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<Price>,
    /// Root seed of all randomness.
    pub seed: u64,
    /// Which of `--repeat N` this is, from 1.
    pub repeat: u32,
    /// Command that repeats exactly this run.
    pub command: String,
    /// Version of fourcorners.
    pub version: String,
    /// Every phase that was planned, as `test variant phase`, in order; a run that ended early has
    /// results of some of them.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::former::read_titles"
    )]
    pub phases: Vec<String>,
    /// How the tests that were planned are shown, by id.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "crate::former::read_pages"
    )]
    pub pages: BTreeMap<String, PageDef>,
    /// What was asked for, to take the run up again; absent in runs of other programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Request>,
}

impl RunHeader {
    /// Whether it may be compared with other runs of its suite.
    pub fn is_comparable(&self) -> bool {
        self.not_comparable.is_empty()
    }

    /// The port that the drive was plugged into, where one was asked for.
    pub fn port(&self) -> Option<&str> {
        self.conditions.port.as_deref()
    }

    /// What the drive holds; absent: not known, as of a `run.json` that says what no drive has.
    pub fn capacity(&self) -> Option<Bytes> {
        let capacity = self.identity.capacity;
        (capacity.0 > 0).then(|| capacity.bytes())
    }
}

/// Something on the host, or about how the drive is reached, that may spoil its figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disturbance {
    /// What was looked at, as the doctor identifies it: `cpu-governor`.
    pub about: String,
    /// What was found, as the doctor says it.
    pub found: String,
    /// What to do about it; may be empty.
    pub remedy: String,
    /// Whether it was found when the run was taken up again, and not before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub when_resumed: bool,
}

/// A price, and what it is for a size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Price {
    /// As in `USD`.
    pub currency: String,
    /// Of the drive, in that currency.
    pub price: f64,
    /// Of 10^9 bytes of NAND, spare and parity included; where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_per_nand_gb: Option<f64>,
    /// Of 2^30 usable bytes.
    pub price_per_usable_gib: f64,
}

/// One row of a table of facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// What.
    pub name: String,
    /// Its value with its unit.
    pub value: String,
    /// Where it is from: `published`, `measured`, `fitted`, `assumed` and the source; may be empty.
    pub source: String,
}

/// How a phase ended. A phase that did not finish is never plotted as a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum Status {
    /// Ran to its end.
    Finished,
    /// Could not be run on this drive.
    Skipped {
        /// Why.
        #[serde(alias = "reason", deserialize_with = "schema_1::or_sentence")]
        because: NotRun,
    },
    /// Stopped by the user.
    Interrupted,
    /// An I/O or the drive failed.
    Failed {
        /// What went wrong.
        #[serde(alias = "reason", deserialize_with = "schema_1::or_sentence")]
        failure: Failure,
    },
}

/// One line of `results.jsonl`: one phase of one test.
///
/// A test has one phase or more; `(test, variant, phase)` names it in every file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// Test id, as in `random-write-4k-qd3`, `hd-tach`, `torture`, `trim`, `consistency`.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Empty, or what distinguishes it from the same test run otherwise: `spare-25`.
    pub variant: String,
    /// Phase within the test: `measure` where there is one, else as in `torture`, `probe`,
    /// `read`, `write`. Empty if the test as a whole was skipped.
    pub phase: String,
    /// State of the drive from which the phase began: `new`, `filled`, `written`, `tortured`,
    /// `trimmed`. Empty if the test as a whole was skipped.
    pub state: String,
    /// How it ended.
    #[serde(flatten)]
    pub status: Status,
    /// What was measured; absent unless something was. Kept for an interrupted phase too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
}

impl Entry {
    /// What names the phase: test, variant and phase.
    pub fn names(&self) -> [&str; 3] {
        [&self.test, &self.variant, &self.phase]
    }

    /// Its names for people.
    pub fn title(&self) -> String {
        title(self.names())
    }

    /// Its figures, if it ran to its end: those of an interrupted phase are no result.
    pub fn result(&self) -> Option<&Measured> {
        let finished = self.status == Status::Finished;
        self.measured.as_ref().filter(|_| finished)
    }
}

/// The figures of one phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// `read`, `write`, `idle` or `replay`.
    pub op: String,
    /// `random` or `sequential`; of a replay `trace`.
    pub pattern: String,
    /// Bytes of one I/O; of a replay, on average.
    pub block_bytes: u64,
    /// Queue depth; of a replay, I/Os that the drive was given at once at most.
    pub queue_depth: u32,
    /// Bytes from LBA 0 over which the I/Os went.
    pub span_bytes: u64,
    /// Data class written, as in `full-random`; empty for reads. Of a replay, what is written where
    /// the trace does not say it.
    pub data: String,
    /// Share of the raw NAND that the span leaves spare, parity included, in per mille; absent
    /// where raw NAND is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare_per_mille: Option<u32>,
    /// Measured time in seconds, from the first submission: to the last completion, or to the
    /// end of a timed phase. I/Os under way at that end are not counted.
    pub duration_s: f64,
    /// I/Os finished.
    pub ios: u64,
    /// Bytes of those.
    pub bytes: u64,
    /// I/Os a second over the whole duration.
    pub iops_mean: f64,
    /// I/Os of the worst whole second; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops_min: Option<u64>,
    /// I/Os of the best whole second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops_max: Option<u64>,
    /// Its whole seconds; absent if there was none, and in folders of schema 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Seconds>,
    /// 2^20 bytes a second.
    pub throughput_mib_per_s: f64,
    /// 10^6 bytes a second.
    pub throughput_mb_per_s: f64,
    /// Mean latency, admission to completion; of a replay, here and in all that follows and in
    /// samples and histograms, the service time: from the instant at which an I/O was due to its
    /// completion.
    pub latency_mean_us: f64,
    /// Median.
    pub latency_p50_us: f64,
    /// 99th percentile.
    pub latency_p99_us: f64,
    /// 99.9th percentile.
    pub latency_p999_us: f64,
    /// Worst, exact.
    pub latency_max_us: f64,
    /// When the worst I/O finished, in seconds from the phase's start.
    pub latency_max_at_s: f64,
    /// Mean time between the instant at which an I/O was due and its admission, which is no part
    /// of its latency (but of its service time); absent where I/Os are due as soon as there is a
    /// slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_mean_us: Option<f64>,
    /// The longest such time, exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_max_us: Option<f64>,
    /// NAND units programmed over host units, of this phase; simulated drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification: Option<f64>,
    /// Times that a host write had to wait for garbage collection; simulated drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalls: Option<u64>,
    /// Power drawn on average, in watts, integrated over the phase; where the drive's power is
    /// known or was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_mean_w: Option<f64>,
    /// Highest single reading of the meter, in watts; real drives with a meter only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_max_w: Option<f64>,
    /// Readings of the meter in the phase; real drives with a meter only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_readings: Option<u64>,
    /// A sentence: why the meter did not tell the power of this phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_unknown: Option<String>,
    /// Highest temperature of the drive in the phase, in degrees Celsius; real drives whose
    /// sensor the host reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_max_c: Option<f64>,
    /// Seconds of the phase in which the measuring program itself stood still (Ctrl-Z, a host that
    /// paused): latencies and seconds then tell nothing of the drive. Absent: it did not, for half
    /// a second or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood_still_s: Option<f64>,
    /// Whether it became steady; only of work that goes on until it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady_state: Option<SteadyState>,
    /// What only a replayed trace shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replayed>,
}

/// Whether a phase that goes on until it is steady by SNIA's rule became so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyState {
    /// Length of a round in seconds.
    pub round_s: u64,
    /// I/Os of each whole round, from the first on.
    pub round_ios: Vec<u64>,
    /// The round, from 1, with which it was reached; absent: it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached_at_round: Option<u32>,
    /// I/Os a second over the last five rounds; this and the next two are absent if there were
    /// fewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops_mean: Option<f64>,
    /// Highest less lowest of those rounds, in per cent of their average; absent if nothing
    /// finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_percent: Option<f64>,
    /// By how many per cent of the average the line fitted through them rises from the first to the
    /// last; below zero: falls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope_percent: Option<f64>,
}

impl SteadyState {
    /// The verdict on these rounds, in the units of a run's folder.
    pub(crate) fn new(verdict: &Verdict, round_s: u64, round_ios: Vec<u64>) -> Self {
        let window = verdict.window;
        Self {
            round_s,
            round_ios,
            reached_at_round: verdict.reached_at_round,
            iops_mean: window.map(|window| window.average() / round_s.max(1) as f64),
            range_percent: window.and_then(|window| window.range_percent()),
            slope_percent: window.and_then(|window| window.slope_percent()),
        }
    }
}

/// One line of `samples.jsonl`: second `second` of a phase holds the completions in
/// [second, second + 1) after the first submission. Every second is there, also one with none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    /// Test id.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Variant, as in [`Entry`].
    pub variant: String,
    /// Phase.
    pub phase: String,
    /// Second, from 0.
    pub second: u32,
    /// I/Os finished in it.
    pub ios: u64,
    /// Bytes of those.
    pub bytes: u64,
    /// Mean latency in nanoseconds; 0 if `ios` is 0.
    pub latency_mean_ns: u64,
    /// 99th percentile; 0 if `ios` is 0.
    pub latency_p99_ns: u64,
    /// Worst; 0 if `ios` is 0.
    pub latency_max_ns: u64,
    /// What the NAND did in this second (simulated drives only; not for a last part of a second).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nand: Option<NandSample>,
}

impl Sample {
    /// The names of its phase for people, as [`Entry::title`].
    pub fn title(&self) -> String {
        title([&self.test, &self.variant, &self.phase])
    }
}

/// What the NAND did in one second (simulated drives only).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NandSample {
    /// Host units programmed.
    pub host_units: u64,
    /// Units moved by collection.
    pub moved_units: u64,
    /// Erase blocks erased.
    pub erases: u64,
    /// Free superblocks at the end of the second.
    pub free_superblocks: u64,
    /// Times that a host write waited for collection; absent in runs of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalls: Option<u64>,
    /// Time that host writes stood still for it, in nanoseconds, counted in the second in which
    /// that ended: one that began earlier may have taken longer than a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stall_ns: Option<u64>,
}

/// One line of `positions.jsonl`: throughput by position, of HD Tach passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// Test id.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Variant.
    pub variant: String,
    /// Phase, `read` or `write`.
    pub phase: String,
    /// First byte of the zone.
    pub offset_bytes: u64,
    /// Bytes of the zone that were read or written.
    pub bytes: u64,
    /// Time it took.
    pub duration_ns: u64,
}

/// One line of `histograms.jsonl`: all latencies of a phase, in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistogramLine {
    /// Test id.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Variant.
    pub variant: String,
    /// Phase.
    pub phase: String,
    /// HdrHistogram V2 (not deflated), base64; any HdrHistogram library reads it.
    pub hdr_v2_base64: String,
}

/// A run's folder, read back whole. A broken last line (the process was killed while it wrote)
/// is left out and named in `damage`; nothing else is.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The folder.
    pub path: std::path::PathBuf,
    /// `run.json`.
    pub header: RunHeader,
    /// `results.jsonl`, in order.
    pub entries: Vec<Entry>,
    /// `samples.jsonl`, in order.
    pub samples: Vec<Sample>,
    /// `positions.jsonl`, in order.
    pub positions: Vec<Position>,
    /// `histograms.jsonl`, in order.
    pub histograms: Vec<HistogramLine>,
    /// `health.json`; absent where the drive said nothing of its health.
    pub health: Option<Health>,
    /// What was begun and not ended before the run was taken up again, in order; its lines are in
    /// none of the lists above.
    pub interrupted: Vec<Entry>,
    /// What could not be read, a sentence each: file, line and reason.
    pub damage: Vec<String>,
}

impl Run {
    /// Titles of the phases that were planned and have no result: the run ended before them.
    pub fn not_reached(&self) -> impl Iterator<Item = &str> {
        let results: Vec<String> = self.entries.iter().map(Entry::title).collect();
        let planned = self.header.phases.iter().map(String::as_str);
        planned.filter(move |phase| !results.iter().any(|title| title == phase))
    }

    /// As [`is_over`].
    pub fn is_over(&self) -> bool {
        is_over(&self.header, &self.entries)
    }
}

/// Whether a run has a result of everything that was planned, and was not stopped.
pub fn is_over(header: &RunHeader, entries: &[Entry]) -> bool {
    let titles: Vec<String> = entries.iter().map(Entry::title).collect();
    let stopped = |entry: &Entry| entry.status == Status::Interrupted;
    let all = header.phases.iter().all(|phase| titles.contains(phase));
    all && !entries.is_empty() && !entries.iter().any(stopped)
}
