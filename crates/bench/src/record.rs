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
mod damage;
mod entry;
mod event;
mod fact;
mod failure;
mod header;
mod known;
mod measured;
mod not_run;
mod power;
mod remark;
mod replayed;
mod request;
mod review;
mod rounds;
mod run;
mod samples;
mod schema_1;
mod seconds;
mod title;

pub use bench_fact::{BenchFact, TrimLimits};
pub use comparable::NotComparable;
pub use conditions::RunConditions;
pub use damage::{Damage, Figure, FigureOf, Harm, Quantity};
pub use entry::{Entry, Status};
pub use event::{BenchChange, Event, Purged, Wall};
pub use fact::Fact;
pub use failure::{FailedOp, Failure, FoundBlock, Holds, IoFailure};
pub use header::{Disturbance, Endurance, Price, Rated, RatedFrom, RunHeader};
pub use measured::{Measured, MeasuredOp, Mixed, Recovery, SteadyState};
pub use not_run::{NotRun, TooLittleSpare};
pub use power::PowerUnknown;
pub use remark::Remark;
pub use replayed::{Replayed, ReplayedBeside, ReplayedIo, ReplayedOp, ResponseTime};
pub use request::{JobFile, Request, SuiteFile, TestFile, UserTrace};
pub use review::{Review, ReviewRun};
pub use rounds::{
    CellResult, DemandPoint, LeftOut, LeftOutBecause, PointName, RoundCell, Rounds, RoundsEnd,
    Tracked,
};
pub use run::{Run, is_over};
pub use samples::{HistogramLine, NandSample, Position, Sample};
pub(crate) use schema_1::{upgrade_header, year as year_told_by};
pub use seconds::Seconds;
pub use title::title;

/// Version of every file's schema; `run.json`, every line of `results.jsonl` and the first line
/// of each other file carry it as `schema_version`.
pub const SCHEMA_VERSION: u32 = 2;
