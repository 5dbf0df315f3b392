//! How many I/Os were outstanding.

use super::share;
use super::sorted::Span;
use super::time::Clock;
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Outstanding I/Os of the recording.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct QueueDepth {
    /// Time average over busy time: of the time in which at least one was outstanding.
    pub mean: f64,
    /// The most there were at once.
    pub max: u64,
    /// I/Os by how many were outstanding once they had been issued, they themselves and all that
    /// were issued at the same instant included: the reviews' rows, in order.
    pub distribution: Vec<DepthShare>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DepthShare {
    /// The least depth.
    pub from: u64,
    /// The greatest; `None`: any.
    pub to: Option<u64>,
    pub ios: u64,
    /// Of all records.
    pub share: f64,
}

/// The least depth of each row.
const ROWS: [u64; 8] = [1, 2, 3, 4, 6, 11, 21, 33];
/// Outstanding I/Os that are counted; a deeper queue counts as so deep.
const DEEPEST: usize = 1 << 20;

/// I/Os that have not finished, by the instant at which they do.
#[derive(Default)]
pub(super) struct Queue {
    finishing: BinaryHeap<Reverse<u64>>,
    /// The instant of the I/Os that were issued last, and how many they are.
    issued: u64,
    together: u64,
    rows: [u64; ROWS.len()],
    max: u64,
}

impl Queue {
    /// In order of issue.
    pub fn add(&mut self, (issued, finished): Span) {
        if issued != self.issued {
            self.count();
            self.issued = issued;
            while self.finishing.peek().is_some_and(|first| first.0 <= issued) {
                self.finishing.pop();
            }
        }
        self.together += 1;
        if self.finishing.len() == DEEPEST {
            self.finishing.pop();
        }
        self.finishing.push(Reverse(finished));
    }

    /// Counts the I/Os that were issued together.
    fn count(&mut self) {
        let depth = self.finishing.len() as u64;
        self.max = self.max.max(depth);
        if let Some(row) = ROWS.iter().rposition(|from| *from <= depth) {
            self.rows[row] += self.together;
        }
        self.together = 0;
    }

    pub fn finish(mut self, clock: &Clock) -> Option<QueueDepth> {
        self.count();
        if clock.busy_ns() == 0 {
            return None;
        }
        let all = self.rows.iter().sum();
        let row = |(index, ios): (usize, &u64)| DepthShare {
            from: ROWS[index],
            to: ROWS.get(index + 1).map(|next| next - 1),
            ios: *ios,
            share: share(*ios, all),
        };
        Some(QueueDepth {
            mean: clock.outstanding as f64 / clock.busy_ns() as f64,
            max: self.max,
            distribution: self.rows.iter().enumerate().map(row).collect(),
        })
    }
}
