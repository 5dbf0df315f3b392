//! The IOPS of every second of a phase, in so much memory and no more: however long the phase is,
//! what is kept is finer than a terminal can show.

/// Columns of dots that the widest terminals have are a tenth of it.
const MOST: usize = 4096;

/// Seconds side by side: the slowest and the fastest of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    lowest: u64,
    highest: u64,
}

#[derive(Clone, Debug)]
pub struct History {
    /// `None`: seconds that nobody told of.
    ranges: Vec<Option<Range>>,
    /// Seconds of a range; a power of two.
    seconds_each: u32,
    /// Whole seconds so far.
    seconds: u32,
}

impl Default for History {
    fn default() -> Self {
        Self {
            ranges: Vec::new(),
            seconds_each: 1,
            seconds: 0,
        }
    }
}

impl History {
    /// A second is over.
    pub fn push(&mut self, second: u32, ios: u64) {
        while self.place(second) >= MOST {
            self.join_pairs();
        }
        let place = self.place(second);
        if self.ranges.len() <= place {
            self.ranges.resize(place + 1, None);
        }
        let alone = Range {
            lowest: ios,
            highest: ios,
        };
        self.ranges[place] = Some(joined(self.ranges[place], alone));
        self.seconds = self.seconds.max(second.saturating_add(1));
    }

    /// Whole seconds so far.
    pub fn seconds(&self) -> u32 {
        self.seconds
    }

    /// Seconds, each with its I/Os: every one while there are few, then the slowest and the fastest
    /// of some side by side.
    pub fn points(&self) -> impl Iterator<Item = (u32, u64)> {
        let each = self.seconds_each;
        (0..)
            .zip(&self.ranges)
            .filter_map(move |(place, range)| range.map(|range| (place * each, range)))
            .flat_map(|(second, range)| {
                let highest = (range.highest != range.lowest).then_some(range.highest);
                std::iter::once(range.lowest)
                    .chain(highest)
                    .map(move |ios| (second, ios))
            })
    }

    fn place(&self, second: u32) -> usize {
        (second / self.seconds_each) as usize
    }

    fn join_pairs(&mut self) {
        let pairs = self.ranges.chunks(2).map(|pair| match *pair {
            [Some(first), second] => Some(joined(second, first)),
            [None, second] => second,
            [first] => first,
            _ => None,
        });
        self.ranges = pairs.collect();
        self.seconds_each *= 2;
    }
}

fn joined(known: Option<Range>, other: Range) -> Range {
    known.map_or(other, |known| Range {
        lowest: known.lowest.min(other.lowest),
        highest: known.highest.max(other.highest),
    })
}

#[cfg(test)]
mod tests {
    use super::{History, MOST};

    fn history(ios: impl Iterator<Item = u64>) -> History {
        let mut history = History::default();
        (0..)
            .zip(ios)
            .for_each(|(second, ios)| history.push(second, ios));
        history
    }

    #[test]
    fn is_every_second_of_a_short_phase_kept() {
        let ios = |second: u64| second * 7 % 501;
        let history = history((0..2000).map(ios));
        let points: Vec<(u32, u64)> = history.points().collect();
        let all: Vec<(u32, u64)> = (0..2000)
            .map(|second| (second, ios(second.into())))
            .collect();
        assert_eq!(points, all);
    }

    #[test]
    fn does_the_memory_of_a_long_phase_have_an_end() {
        let long = 100_000;
        let stalls = [3_u64, 50_001, 99_999];
        let ios = |second: u64| match stalls.contains(&second) {
            true => 0,
            false => 1000 + second % 10,
        };
        let history = history((0..long).map(ios));
        assert_eq!(history.seconds(), 100_000);
        let points: Vec<(u32, u64)> = history.points().collect();
        assert!(points.len() <= 2 * MOST, "{}", points.len());
        assert!(points.len() > MOST, "and is used: {}", points.len());
        // A second that stands out is still there, where it was.
        let stalled = points.iter().filter(|(_, ios)| *ios == 0);
        let stalled: Vec<u32> = stalled.map(|(second, _)| *second).collect();
        assert_eq!(stalled.len(), stalls.len());
        for (kept, second) in stalled.iter().zip(stalls) {
            assert!(second as u32 - kept < 32, "{second} at {kept}");
        }
    }

    #[test]
    fn is_a_gap_no_second_without_ios() {
        let mut history = History::default();
        history.push(2, 9);
        history.push(4, 0);
        assert_eq!(history.points().collect::<Vec<_>>(), [(2, 9), (4, 0)]);
        history.push(u32::MAX - 1, 5);
        assert_eq!(history.points().count(), 3, "however far it is");
    }
}
