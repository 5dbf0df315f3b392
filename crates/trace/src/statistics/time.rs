//! How long the recording lasted, and how much of that there was work.

use crate::Record;
use schemars::JsonSchema;
use serde::Serialize;

/// Durations of the recording. Where more than one record in a hundred has no completion, busy time and
/// idle are not known; else they are those of the others.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Time {
    /// From the first record's issue to the last one's end, or its issue if that is all that was
    /// recorded, in s.
    pub duration_s: f64,
    /// At least one I/O was outstanding, in s.
    pub busy_s: Option<f64>,
    /// Gaps without any that were longer than 25 ms.
    pub pauses: Option<u64>,
    /// What is beyond 25 ms of each of them, in s: what replaying with that limit leaves out.
    pub idle_beyond_25_ms_s: Option<f64>,
}

/// The longest idle time that the reviews' replays keep (The Destroyer), in ns.
const KEPT_IDLE_NS: u64 = 25_000_000;

/// One record in so many may lack its completion, as those do that were under way when a recording ended:
/// what is said of the others holds for all.
const MAY_LACK: u64 = 100;

/// Times of records, in ns.
#[derive(Default)]
pub(super) struct Clock {
    first: Option<u64>,
    issued: u64,
    /// When all that began so far will have ended.
    end: u64,
    busy: u64,
    pauses: u64,
    idle: u64,
    /// All records' times summed.
    pub outstanding: u128,
    pub out_of_order: u64,
    records: u64,
    pub without_completion: u64,
}

impl Clock {
    pub fn add(&mut self, record: &Record) {
        self.records += 1;
        let issued = record.issued.0;
        if self.first.is_none() {
            self.end = issued;
        } else {
            self.out_of_order += u64::from(issued < self.issued);
            let gap = issued.saturating_sub(self.end);
            if gap > KEPT_IDLE_NS {
                self.pauses += 1;
                self.idle += gap - KEPT_IDLE_NS;
            }
        }
        self.first = Some(self.first.map_or(issued, |first| first.min(issued)));
        self.issued = issued;
        let finished = match record.finished() {
            Some(finished) => finished.0,
            None => {
                self.without_completion += 1;
                issued
            }
        };
        self.outstanding += u128::from(finished - issued);
        self.busy += finished.saturating_sub(self.end.max(issued));
        self.end = self.end.max(finished);
    }

    /// At least one I/O was outstanding, in ns.
    pub fn busy_ns(&self) -> u64 {
        self.busy
    }

    /// Whether so many completions are known that busy time and queue depth are.
    pub fn knows_completions(&self) -> bool {
        self.without_completion.saturating_mul(MAY_LACK) <= self.records
    }

    pub fn finish(&self) -> Time {
        let seconds = |ns: u64| ns as f64 / 1e9;
        let known = |value| self.knows_completions().then_some(value);
        Time {
            duration_s: seconds(self.end - self.first.unwrap_or(0).min(self.end)),
            busy_s: known(seconds(self.busy)),
            pauses: self.knows_completions().then_some(self.pauses),
            idle_beyond_25_ms_s: known(seconds(self.idle)),
        }
    }
}
