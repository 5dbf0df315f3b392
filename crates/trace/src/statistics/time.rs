//! How long the recording lasted, and how much of that there was work.

use super::sorted::Span;
use crate::Record;
use schemars::JsonSchema;
use serde::Serialize;

/// Durations of the recording. Where more than one record in a hundred has no completion, or one
/// stands more than 65,536 records from its place in time, busy time and idle are not known; else
/// they are those of the records with a completion.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Time {
    /// Seconds from the first issue to the last completion.
    pub duration_s: f64,
    /// Seconds with at least one I/O outstanding; null, like the next two, if more than 1 % of the
    /// records have no completion, or records are too far out of order.
    pub busy_s: Option<f64>,
    /// Gaps longer than 25 ms.
    pub pauses: Option<u64>,
    /// Their time beyond 25 ms each, in seconds.
    pub idle_beyond_25_ms_s: Option<f64>,
}

/// The longest idle time that the reviews' replays keep (The Destroyer), in ns.
const KEPT_IDLE_NS: u64 = 25_000_000;

/// One record in so many may lack its completion, as those do that were under way when a recording
/// ended: what is said of the others holds for all.
const MAY_LACK: u64 = 100;

/// What the times of records as they stand say of the recording.
#[derive(Default)]
pub(super) struct Counted {
    records: u64,
    issued: u64,
    pub out_of_order: u64,
    pub without_completion: u64,
}

impl Counted {
    pub fn add(&mut self, record: &Record) {
        self.records += 1;
        self.out_of_order += u64::from(record.issued.0 < self.issued);
        self.issued = record.issued.0;
        self.without_completion += u64::from(record.took.is_none());
    }

    /// Whether so many completions are known that busy time and queue depth are.
    pub fn knows_completions(&self) -> bool {
        self.without_completion.saturating_mul(MAY_LACK) <= self.records
    }
}

/// Times of records, in ns.
#[derive(Default)]
pub(super) struct Clock {
    first: Option<u64>,
    /// When all that began so far will have ended.
    end: u64,
    busy: u64,
    pauses: u64,
    idle: u64,
    /// All records' times summed.
    pub outstanding: u128,
}

impl Clock {
    /// In order of issue.
    pub fn add(&mut self, (issued, finished): Span) {
        if self.first.is_none() {
            self.end = issued;
        }
        let gap = issued.saturating_sub(self.end);
        if gap > KEPT_IDLE_NS {
            self.pauses += 1;
            self.idle += gap - KEPT_IDLE_NS;
        }
        // Those that came too late for their place are the only ones that may be before the first.
        self.first = Some(self.first.map_or(issued, |first| first.min(issued)));
        self.outstanding += u128::from(finished - issued);
        self.busy += finished.saturating_sub(self.end.max(issued));
        self.end = self.end.max(finished);
    }

    /// At least one I/O was outstanding, in ns.
    pub fn busy_ns(&self) -> u64 {
        self.busy
    }

    /// `is_known`: nearly every record has a completion, and each stood in its place.
    pub fn finish(&self, is_known: bool) -> Time {
        let seconds = |ns: u64| ns as f64 / 1e9;
        Time {
            duration_s: seconds(self.end - self.first.unwrap_or(0).min(self.end)),
            busy_s: is_known.then_some(seconds(self.busy)),
            pauses: is_known.then_some(self.pauses),
            idle_beyond_25_ms_s: is_known.then_some(seconds(self.idle)),
        }
    }
}
