//! Who watches a run.

use crate::plan::PhaseKey;
use crate::record::{Entry, Event};
use fourcorners_block::Nanos;

/// Where a run stands, about once a second of the drive's clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress<'a> {
    /// The phase that is measured; `None` while a state is prepared.
    pub phase: Option<&'a PhaseKey>,
    /// What is being done: preparing a state, or measuring.
    pub doing: &'a Event,
    /// Share of this work that is done, 0 to 1.
    pub fraction: f64,
    /// Share of the whole run that is done, by planned time, 0 to 1.
    pub whole: f64,
    /// The number of the second that is over, from 0 when this work began; `None` for what is left
    /// of one when the work came to its own end.
    pub second: Option<u32>,
    /// I/Os of the last second.
    pub iops: f64,
    /// 10^6 bytes a second over the last second.
    pub mb_per_s: f64,
    /// Latency of the I/Os of that second; `None` where it is not measured, and of a second without
    /// any.
    pub latency: Option<Latency>,
    /// Planned time left of the whole run, in seconds of the drive's clock.
    pub left_s: f64,
}

/// Latency of the I/Os that finished in one second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latency {
    /// Their mean.
    pub mean: Nanos,
    /// The longest.
    pub max: Nanos,
}

/// Who watches a run, and may stop it.
pub trait Observer {
    /// A second has passed.
    fn progress(&mut self, _progress: &Progress<'_>) {}
    /// Something happened that belongs to the run's history. Returns the wall-clock time for
    /// `wall.jsonl`.
    fn event(&mut self, _event: &Event) -> String {
        String::new()
    }
    /// A phase has its result, or has none; it is already in the run's folder.
    fn result(&mut self, _entry: &Entry) {}
    /// True as soon as the user wants it to end.
    fn stop_requested(&self) -> bool {
        false
    }
}

/// Nobody watches.
pub struct Silent;
impl Observer for Silent {}
