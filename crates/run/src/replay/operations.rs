//! How long the operations take that a trace's streams are.

use super::schedule::scaled;
use fourcorners_bench::record::ResponseTime;
use fourcorners_block::Nanos;
use fourcorners_trace::{Operation, Records};

#[derive(Default)]
pub struct Operations {
    known: Vec<Timed>,
    /// The last of them is not whole.
    is_cut_short: bool,
}

struct Timed {
    name: String,
    operation: Operation,
    /// When its first I/O was due, and when its last finished so far.
    first: Option<Nanos>,
    last: Nanos,
}

impl Operations {
    /// Takes notice of those that have come.
    pub fn known(&mut self, records: &dyn Records) {
        let come = records.operations().iter().zip(records.streams());
        for (operation, name) in come.skip(self.known.len()) {
            self.known.push(Timed {
                name: name.clone(),
                operation: *operation,
                first: None,
                last: Nanos(0),
            });
        }
    }

    /// The trace ends before its end.
    pub fn cut_short(&mut self) {
        self.is_cut_short = true;
    }

    /// An I/O of a stream is handed over, due then.
    pub fn issued(&mut self, stream: u32, due: Nanos) {
        if let Some(timed) = self.known.get_mut(stream as usize) {
            timed.first = Some(timed.first.map_or(due, |first| first.min(due)));
        }
    }

    /// One has finished.
    pub fn finished(&mut self, stream: u32, at: Nanos) {
        if let Some(timed) = self.known.get_mut(stream as usize) {
            timed.last = timed.last.max(at);
        }
    }

    /// The times of those that were carried out whole, with so much of their computing. `None`: the
    /// trace has no operations.
    pub fn response_times(&self, think_percent: u32) -> Option<Vec<ResponseTime>> {
        if self.known.is_empty() {
            return None;
        }
        let begun = |timed: &&Timed| timed.first.is_some();
        let whole = self.known.iter().filter(begun).count();
        let whole = whole - usize::from(self.is_cut_short && whole > 0);
        let times = self.known.iter().filter(begun).take(whole).map(|timed| {
            let computing = [timed.operation.before, timed.operation.after];
            let computing: u64 = computing
                .map(|time| scaled(time, think_percent).0)
                .iter()
                .sum();
            let ios = timed.last.saturating_sub(timed.first.unwrap_or_default());
            ResponseTime {
                operation: timed.name.clone(),
                seconds: (computing + ios.0) as f64 / 1e9,
            }
        });
        Some(times.collect())
    }
}
