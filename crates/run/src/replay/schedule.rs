//! When each I/O of a trace is due: a window of records, those of them that are due, in order, and
//! those that wait for another one. It knows no drive: it is told what has finished.

use fourcorners_bench::Pace;
use fourcorners_block::Nanos;
use fourcorners_trace::Record;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Records that are known and not issued, at most: so far ahead an I/O may be due earlier than one
/// that stands before it.
const AHEAD: usize = 8192;
/// Records that are remembered when they are over, for those that waited for them.
const REMEMBERED: usize = 8192;
/// Records in all, at most: an I/O that takes for ever ends the reading ahead.
pub const WINDOW: usize = 1 << 16;
/// In place of a record's number: none.
const NONE: u64 = u64::MAX;

/// What a record's instant follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// From the finish of this one.
    Finish(u64),
    /// From the issue of the one before it.
    Issue,
}

/// A record of the window.
struct Known<T> {
    io: T,
    after: After,
    /// From that until it is due.
    think: Nanos,
    due: Option<Nanos>,
    /// When it was handed out: not before there was a slot.
    handed: Option<Nanos>,
    finished: Option<Nanos>,
    /// Nobody asks for it any more.
    counted: bool,
    /// The last of those that wait for its finish.
    waiting: u64,
    /// The one before in the line of those that wait for the same.
    neighbour: u64,
}

/// `T`: what is kept of each record.
pub struct Schedule<T> {
    pace: Pace,
    limit: Option<Nanos>,
    /// Of the think times, so much is kept.
    think_percent: u32,
    /// As fast as possible: when each free slot became free. Slots of one batch of completions
    /// become free one after the other.
    slots: Option<BinaryHeap<Reverse<Nanos>>>,
    start: Nanos,
    /// Number of the window's first record, from 0.
    first: u64,
    window: VecDeque<Known<T>>,
    due: BinaryHeap<Reverse<(Nanos, u64)>>,
    unissued: usize,
    outstanding: usize,
    /// The latest instant at which one was recorded as issued.
    recorded: Option<Nanos>,
    /// The latest instant at which one was handed out.
    handed: Nanos,
    /// What was cut of think times and gaps.
    cut: Nanos,
}

/// So many per cent of a time.
pub fn scaled(time: Nanos, percent: u32) -> Nanos {
    let scaled = u128::from(time.0) * u128::from(percent) / 100;
    Nanos(u64::try_from(scaled).unwrap_or(u64::MAX))
}

impl<T> Schedule<T> {
    /// The first record is due at `start`. `limit`: think times and gaps are cut to it. `depth`:
    /// I/Os at once, where the pace is as fast as possible.
    pub fn new(pace: Pace, limit: Option<Nanos>, depth: usize, start: Nanos) -> Self {
        Self {
            pace,
            limit,
            think_percent: 100,
            slots: (pace == Pace::AsFastAsPossible)
                .then(|| std::iter::repeat_n(Reverse(start), depth).collect()),
            start,
            first: 0,
            window: VecDeque::new(),
            due: BinaryHeap::new(),
            unissued: 0,
            outstanding: 0,
            recorded: None,
            handed: Nanos(0),
            cut: Nanos(0),
        }
    }

    /// With think times of so many per cent of those recorded; gaps are as recorded.
    pub fn with_think(mut self, percent: u32) -> Self {
        self.think_percent = percent;
        self
    }

    /// How many more records it takes now.
    pub fn room(&mut self) -> usize {
        let over = |known: &Known<T>| known.finished.is_some() && known.counted;
        while self.window.len() > REMEMBERED && self.window.front().is_some_and(over) {
            self.window.pop_front();
            self.first += 1;
        }
        (AHEAD - self.unissued.min(AHEAD)).min(WINDOW - self.window.len().min(WINDOW))
    }

    /// Takes the next record.
    pub fn push(&mut self, record: &Record, io: T) {
        let number = self.next_number();
        let gap = match self.recorded {
            Some(before) => record.issued.saturating_sub(before),
            None => Nanos(0),
        };
        self.recorded = self.recorded.max(Some(record.issued));
        let predecessor = record.after.filter(|_| self.pace != Pace::Timestamps);
        let predecessor = predecessor.and_then(|after| {
            let number = number.checked_sub(u64::from(after.back.get()))?;
            // One that is forgotten was over long ago.
            (number >= self.first).then_some((number, after.think))
        });
        let (after, think) = match predecessor {
            Some((number, think)) => (After::Finish(number), scaled(think, self.think_percent)),
            None => (After::Issue, gap),
        };
        let think = self.shortened(think);
        self.window.push_back(Known {
            io,
            after,
            think,
            due: None,
            handed: None,
            finished: None,
            counted: false,
            waiting: NONE,
            neighbour: NONE,
        });
        self.unissued += 1;
        let from = match after {
            After::Finish(other) => self.known(other).and_then(|known| known.finished),
            After::Issue if number == 0 => Some(self.start),
            After::Issue => self.known(number - 1).and_then(|known| known.due),
        };
        match (from, after) {
            (Some(from), _) => self.is_due(number, Nanos(from.0.saturating_add(think.0))),
            (None, After::Finish(other)) => self.wait_for(number, other),
            // It is due when the one before it is.
            (None, After::Issue) => {}
        }
    }

    /// A think time or gap as this pace has it.
    fn shortened(&mut self, think: Nanos) -> Nanos {
        let kept = match self.pace {
            Pace::AsFastAsPossible => Nanos(0),
            Pace::Dependencies | Pace::Timestamps => {
                self.limit.map_or(think, |limit| think.min(limit))
            }
        };
        self.cut.0 = self.cut.0.saturating_add(think.0 - kept.0);
        kept
    }

    fn next_number(&self) -> u64 {
        self.first + self.window.len() as u64
    }

    fn known(&self, number: u64) -> Option<&Known<T>> {
        self.window.get(number.checked_sub(self.first)? as usize)
    }

    fn known_mut(&mut self, number: u64) -> Option<&mut Known<T>> {
        self.window
            .get_mut(number.checked_sub(self.first)? as usize)
    }

    /// Stands in line for another one's finish.
    fn wait_for(&mut self, number: u64, other: u64) {
        let before = self
            .known_mut(other)
            .map_or(NONE, |other| std::mem::replace(&mut other.waiting, number));
        if let Some(known) = self.known_mut(number) {
            known.neighbour = before;
        }
    }

    /// Its instant is known, and with it that of those that were issued after it.
    fn is_due(&mut self, mut number: u64, mut at: Nanos) {
        loop {
            let Some(known) = self.known_mut(number) else {
                return;
            };
            known.due = Some(at);
            self.due.push(Reverse((at, number)));
            number += 1;
            match self.known(number) {
                Some(next) if next.after == After::Issue && next.due.is_none() => {
                    at.0 = at.0.saturating_add(next.think.0);
                }
                _ => return,
            }
        }
    }

    /// The next I/O to hand over when it is `now`: its number and its instant. None is handed over
    /// that another one may still precede: one that is due later waits here as long as anything is
    /// outstanding, here or of `others` that run beside it. By timestamps all are in order
    /// beforehand.
    pub fn next(&mut self, now: Nanos, others: usize) -> Option<(u64, Nanos)> {
        let Reverse((at, _)) = *self.due.peek()?;
        let settled = self.pace == Pace::Timestamps
            || self.outstanding + others == 0
            || at <= now.max(self.handed);
        if !settled {
            return None;
        }
        let free = match &mut self.slots {
            Some(slots) => slots.pop()?.0,
            None => at,
        };
        let Reverse((at, number)) = self.due.pop()?;
        let at = at.max(free);
        if let Some(known) = self.known_mut(number) {
            known.handed = Some(at);
        }
        self.handed = self.handed.max(at);
        self.unissued -= 1;
        self.outstanding += 1;
        Some((number, at))
    }

    /// When the next one is due, if that is known.
    pub fn next_due(&self) -> Option<Nanos> {
        let Reverse((at, _)) = self.due.peek()?;
        match &self.slots {
            Some(slots) => slots.peek().map(|Reverse(free)| (*at).max(*free)),
            None => Some(*at),
        }
    }

    /// An I/O has finished.
    pub fn finished(&mut self, number: u64, at: Nanos) {
        if let Some(slots) = &mut self.slots {
            slots.push(Reverse(at));
        }
        self.outstanding -= 1;
        let Some(known) = self.known_mut(number) else {
            return;
        };
        known.finished = Some(at);
        let mut waiting = std::mem::replace(&mut known.waiting, NONE);
        while waiting != NONE {
            let Some(other) = self.known(waiting) else {
                return;
            };
            let (next, think) = (other.neighbour, other.think);
            self.is_due(waiting, Nanos(at.0.saturating_add(think.0)));
            waiting = next;
        }
    }

    /// What was kept of a record that is not counted yet.
    pub fn io(&self, number: u64) -> Option<&T> {
        self.known(number).map(|known| &known.io)
    }

    /// The same for the last time.
    pub fn count(&mut self, number: u64) -> Option<&T> {
        let known = self.known_mut(number)?;
        known.counted = true;
        Some(&known.io)
    }

    /// When each of those was handed out that are not counted yet.
    pub fn uncounted(&self) -> impl Iterator<Item = Nanos> {
        let open = self.window.iter().filter(|known| !known.counted);
        open.filter_map(|known| known.handed)
    }

    /// Those that were handed out and have not finished.
    pub fn outstanding(&self) -> usize {
        self.outstanding
    }

    /// Whether every record that is known was handed out.
    pub fn is_empty(&self) -> bool {
        self.unissued == 0
    }

    /// What was cut of think times and gaps so far.
    pub fn cut(&self) -> Nanos {
        self.cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Bytes;
    use fourcorners_trace::{Op, Predecessor};
    use std::num::NonZeroU32;

    fn record(back: Option<u32>) -> Record {
        Record {
            issued: Nanos(0),
            took: None,
            op: Op::Flush,
            offset: Bytes(0),
            bytes: Bytes(0),
            stream: 0,
            after: back.and_then(NonZeroU32::new).map(|back| Predecessor {
                back,
                think: Nanos(1_000),
            }),
            data: None,
            rest: None,
        }
    }

    fn schedule(pace: Pace) -> Schedule<()> {
        Schedule::new(pace, None, 2, Nanos(10))
    }

    #[test]
    fn does_an_io_that_takes_for_ever_end_the_reading_ahead() {
        let mut schedule = schedule(Pace::Dependencies);
        let mut known = 0_u64;
        loop {
            let room = schedule.room();
            if room == 0 {
                break;
            }
            (0..room).for_each(|_| schedule.push(&record(None), ()));
            known += room as u64;
            assert!(known <= WINDOW as u64, "bounded");
            // All go at once, and all but the first finish.
            while let Some((number, at)) = schedule.next(Nanos(20), 0) {
                if number > 0 {
                    schedule.finished(number, at);
                    schedule.count(number);
                }
            }
        }
        assert_eq!(known, WINDOW as u64);
        schedule.finished(0, Nanos(30));
        schedule.count(0);
        assert!(schedule.room() > 0, "and goes on when it has finished");
    }

    #[test]
    fn is_an_io_that_is_forgotten_no_predecessor() {
        let mut schedule = schedule(Pace::Dependencies);
        for number in 0..REMEMBERED as u64 + 10 {
            assert!(schedule.room() > 0);
            schedule.push(&record(None), ());
            assert_eq!(schedule.next(Nanos(20), 0), Some((number, Nanos(10))));
            schedule.finished(number, Nanos(20));
            schedule.count(number);
        }
        assert!(schedule.room() > 0);
        let number = REMEMBERED as u32 + 10;
        schedule.push(&record(Some(number)), ());
        let next = schedule.next(Nanos(20), 0);
        assert_eq!(
            next,
            Some((number.into(), Nanos(10))),
            "with the one before it"
        );
        schedule.push(&record(Some(5)), ());
        assert_eq!(
            schedule.next(Nanos(20), 0),
            None,
            "its think time is not over"
        );
        assert_eq!(schedule.next_due(), Some(Nanos(1_020)));
    }

    #[test]
    fn are_no_more_at_once_than_the_depth_when_as_fast_as_possible() {
        let mut schedule = schedule(Pace::AsFastAsPossible);
        (0..3).for_each(|_| schedule.push(&record(None), ()));
        assert_eq!(schedule.next(Nanos(10), 0), Some((0, Nanos(10))));
        assert_eq!(schedule.next(Nanos(10), 0), Some((1, Nanos(10))));
        assert_eq!(
            (schedule.next(Nanos(10), 0), schedule.next_due()),
            (None, None)
        );
        schedule.finished(1, Nanos(70));
        assert_eq!(
            schedule.next(Nanos(70), 0),
            Some((2, Nanos(70))),
            "due as its place is free"
        );
        assert!(schedule.is_empty());
    }

    /// The story: a real drive delivers several completions at once. Every I/O that followed them
    /// was due when the first of their slots became free, so more seemed outstanding than slots.
    #[test]
    fn each_slot_of_a_batch_becomes_free_when_its_io_finishes() {
        let mut schedule = schedule(Pace::AsFastAsPossible);
        (0..4).for_each(|_| schedule.push(&record(None), ()));
        let handed: Vec<_> = (0..2).map(|_| schedule.next(Nanos(10), 0)).collect();
        assert_eq!(handed, [Some((0, Nanos(10))), Some((1, Nanos(10)))]);
        schedule.finished(0, Nanos(50));
        schedule.finished(1, Nanos(70));
        schedule.count(0);
        schedule.count(1);
        assert_eq!(schedule.next(Nanos(80), 0), Some((2, Nanos(50))));
        assert_eq!(schedule.next(Nanos(80), 0), Some((3, Nanos(70))));
        let open: Vec<Nanos> = schedule.uncounted().collect();
        assert_eq!(open, [Nanos(50), Nanos(70)]);
    }
}
