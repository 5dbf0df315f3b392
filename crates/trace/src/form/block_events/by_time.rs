//! Events in the order of time, though their file is not: what several processors recorded is often
//! printed a part of each in turn, a completion before its issue.

use fourcorners_block::Nanos;
use std::collections::BTreeMap;

/// Events that are looked at ahead.
pub(in crate::form) const AHEAD: usize = 1 << 16;

/// Those of one instant keep the order in which they came.
pub(in crate::form) struct ByTime<T> {
    waiting: BTreeMap<(Nanos, u64), T>,
    came: u64,
}

impl<T> Default for ByTime<T> {
    fn default() -> Self {
        Self {
            waiting: BTreeMap::new(),
            came: 0,
        }
    }
}

impl<T> ByTime<T> {
    /// Takes one in, and gives out the earliest if more than [`AHEAD`] wait.
    pub(in crate::form) fn put(&mut self, at: Nanos, event: T) -> Option<T> {
        self.waiting.insert((at, self.came), event);
        self.came += 1;
        (self.waiting.len() > AHEAD).then(|| self.next()).flatten()
    }

    /// Gives out the earliest.
    pub(in crate::form) fn next(&mut self) -> Option<T> {
        self.waiting.pop_first().map(|(_, event)| event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn are_events_put_in_order_as_far_as_is_looked_ahead() {
        let mut events = ByTime::default();
        for (at, name) in [(5, "c"), (1, "a"), (5, "d"), (2, "b")] {
            assert_eq!(events.put(Nanos(at), name), None);
        }
        let all: Vec<_> = std::iter::from_fn(|| events.next()).collect();
        assert_eq!(all, ["a", "b", "c", "d"]);

        let mut events = ByTime::default();
        for at in 0..AHEAD as u64 {
            assert_eq!(events.put(Nanos(at), at), None);
        }
        assert_eq!(events.put(Nanos(1_000_000), 1_000_000), Some(0));
    }
}
