//! What `list` and `show` print of traces with `--json`, and what the verbs of `trace` print.

use super::TestLine;
use crate::catalogue::trace_source;
use crate::error::LabError;
use crate::synthetic::extent;
use fourcorners_bench::TestDef;
use fourcorners_bench::record::Fact;
use fourcorners_trace::{Statistics, Synthetic};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

/// A synthetic trace.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TraceLine {
    /// Name on the command line.
    pub name: String,
    /// Title for people.
    pub title: String,
    pub why: String,
    pub records: u64,
    /// Bytes that are read.
    pub read_bytes: u64,
    /// Bytes that are written.
    pub written_bytes: u64,
    /// Bytes from LBA 0 within which it stays.
    pub footprint_bytes: u64,
}

/// A synthetic trace with all that is known of what it is made from.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SyntheticShown {
    /// What a list says of it.
    #[serde(flatten)]
    pub line: TraceLine,
    /// How long its recording lasts, about, in seconds.
    pub duration_s: f64,
    /// Every number of its file, with where it is from: `published`, or ours.
    pub facts: Vec<Fact>,
}

/// A test with the traces that it replays.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TestShown {
    /// What a list says of it.
    #[serde(flatten)]
    pub line: TestLine,
    /// Those traces, in the order in which they come first; empty: it replays none.
    pub traces: Vec<SyntheticShown>,
}

/// What a trace is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TraceShown {
    /// As it was named on the command line.
    pub file: String,
    /// Broken lines that were passed over, and cut files.
    pub skipped: u64,
    /// Events that a recording by blktrace lost: I/Os are missing, or when they finished.
    pub lost_events: u64,
    /// The rest.
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// A trace that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TraceWritten {
    pub file: PathBuf,
    /// Its form, as `--to` takes it.
    pub form: String,
    pub records: u64,
    /// Broken lines that were passed over in reading, and cut files.
    pub skipped: u64,
    /// Events that a recording by blktrace lost: I/Os are missing, or when they finished.
    pub lost_events: u64,
}

impl From<&dyn Synthetic> for TraceLine {
    fn from(source: &dyn Synthetic) -> Self {
        let extent = extent(source);
        Self {
            name: source.name().into(),
            title: source.title().into(),
            why: source.why().into(),
            records: extent.records,
            read_bytes: extent.read_bytes.0,
            written_bytes: extent.written_bytes.0,
            footprint_bytes: extent.end.0,
        }
    }
}

impl From<&dyn Synthetic> for SyntheticShown {
    fn from(source: &dyn Synthetic) -> Self {
        let facts = source.facts().iter().map(|fact| Fact {
            name: fact.name.clone(),
            value: fact.value.clone(),
            source: fact.source.clone(),
        });
        Self {
            line: source.into(),
            duration_s: source.duration().0 as f64 / 1e9,
            facts: facts.collect(),
        }
    }
}

impl TestShown {
    /// With the definitions of the traces that it replays.
    ///
    /// # Errors
    /// One of them is not there, or cannot be read.
    pub fn new(test: &TestDef) -> Result<Self, LabError> {
        let replays = test.phases.iter().filter_map(|phase| phase.replay.as_ref());
        let named = replays.flat_map(|replay| {
            let beside = replay.beside.as_ref().map(|beside| beside.trace.as_str());
            [Some(replay.trace.as_str()), beside]
        });
        let mut names: Vec<&str> = Vec::new();
        for name in named.flatten() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let shown = |name: &&str| Ok((&*trace_source(name)?).into());
        let traces: Result<_, LabError> = names.iter().map(shown).collect();
        Ok(Self {
            line: test.into(),
            traces: traces?,
        })
    }
}
