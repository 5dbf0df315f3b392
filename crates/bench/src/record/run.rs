//! A run as it is read.

use super::{Damage, Entry, HistogramLine, Position, RunHeader, Sample, Status};
use crate::health::Health;

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
    /// What could not be read.
    pub damage: Vec<Damage>,
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
