//! Issues and completions of a block trace, put together to records.

use crate::{Op, Record};
use std::collections::{BTreeSet, VecDeque};

/// I/Os that are waited for at once: the first of more than these is delivered as one whose
/// completion was not recorded.
const MOST_IN_FLIGHT: usize = 1 << 16;
/// I/Os that are looked at to find the one that a part belongs to.
const LOOKED_AT: usize = 64;

/// Where an I/O of a stream begins, and its direction: what its events have in common.
type Place = (u32, u8, u64);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// Asked for (Q).
    Queued,
    /// Given to the drive (D).
    Issued,
    /// Completed (C).
    Finished,
    /// Merged into another, or given to the drive at a later place.
    Withdrawn,
}

struct Slot {
    record: Record,
    stage: Stage,
    /// Bytes of its parts that were completed.
    done: u64,
    /// The drive did not take the rest of it (R).
    is_put_back: bool,
}

impl Slot {
    fn is_done(&self) -> bool {
        !has_parts(&self.record) || self.done >= self.record.bytes.0
    }
}

/// Records in the order in which they were issued, until they can be delivered.
///
/// A stream whose I/Os are given to a drive has one record for each of those; one that passes
/// them on (a RAID, a mapper) is only ever asked, and has one for each that it was asked for.
#[derive(Default)]
pub(in crate::form) struct InFlight {
    slots: VecDeque<Slot>,
    /// Slots that have left the front so far.
    gone: u64,
    /// Those without a completion: by place, those that were queued before those issued.
    waiting: BTreeSet<(Place, Stage, u64)>,
    /// By number: the streams of which an issue was seen.
    gives_to_drive: Vec<bool>,
    /// I/Os of which a rest is put back.
    put_back: usize,
}

impl InFlight {
    /// It was asked for (Q).
    pub(in crate::form) fn queue(&mut self, record: Record) {
        if !self.gives_to_drive(record.stream) {
            self.push(record, Stage::Queued);
        }
    }

    /// It was given to the drive (D).
    pub(in crate::form) fn issue(&mut self, record: Record) {
        let stream = record.stream as usize;
        if self.gives_to_drive.len() <= stream {
            self.gives_to_drive.resize(stream + 1, false);
        }
        self.gives_to_drive[stream] = true;
        if self.put_back > 0
            && let Some(slot) = self.around(&record)
            && std::mem::take(&mut slot.is_put_back)
        {
            self.put_back -= 1;
            return;
        }
        self.withdraw(&record, Stage::Queued);
        self.push(record, Stage::Issued);
    }

    /// It was merged into another that was asked for (M, F).
    pub(in crate::form) fn merge(&mut self, record: &Record) {
        self.withdraw(record, Stage::Queued);
    }

    /// The drive did not take it (R), or the rest of it: that will be issued again.
    pub(in crate::form) fn requeue(&mut self, record: &Record) {
        if self.waits_at(record, Stage::Issued).is_some() {
            return self.withdraw(record, Stage::Issued);
        }
        if let Some(slot) = self.around(record)
            && slot.done > 0
            && !std::mem::replace(&mut slot.is_put_back, true)
        {
            self.put_back += 1;
        }
    }

    /// What begins where `completion` does, or a part of what is around it, was completed when that
    /// says (C). The record, if its issue was seen.
    pub(in crate::form) fn complete(&mut self, completion: &Record) -> Option<&mut Record> {
        let waits = self
            .waits_at(completion, Stage::Issued)
            .or_else(|| self.waits_at(completion, Stage::Queued));
        let number = waits.or_else(|| self.number_around(completion))?;
        let slot = self.slot(number)?;
        slot.done = slot.done.saturating_add(completion.bytes.0);
        if slot.is_done() {
            slot.record.took = Some(completion.issued.saturating_sub(slot.record.issued));
            let stage = std::mem::replace(&mut slot.stage, Stage::Finished);
            let place = place(&slot.record);
            self.waiting.remove(&(place, stage, number));
        }
        self.slot(number).map(|slot| &mut slot.record)
    }

    /// Delivers those that nothing before them waits for.
    pub(in crate::form) fn deliver(&mut self, ready: &mut VecDeque<Record>) {
        while let Some(front) = self.slots.front() {
            let waits = matches!(front.stage, Stage::Queued | Stage::Issued);
            if waits && self.slots.len() <= MOST_IN_FLIGHT {
                break;
            }
            self.deliver_front(ready);
        }
    }

    /// Delivers all: there are no more events.
    pub(in crate::form) fn end(&mut self, ready: &mut VecDeque<Record>) {
        while !self.slots.is_empty() {
            self.deliver_front(ready);
        }
    }

    fn deliver_front(&mut self, ready: &mut VecDeque<Record>) {
        let Some(Slot { record, stage, .. }) = self.slots.pop_front() else {
            return;
        };
        self.waiting.remove(&(place(&record), stage, self.gone));
        self.gone += 1;
        let delivered = match stage {
            Stage::Issued | Stage::Finished => true,
            // On its way to the drive under another address, or not sent at all.
            Stage::Queued => !self.gives_to_drive(record.stream),
            Stage::Withdrawn => false,
        };
        if delivered {
            ready.push_back(record);
        }
    }

    fn gives_to_drive(&self, stream: u32) -> bool {
        self.gives_to_drive.get(stream as usize) == Some(&true)
    }

    fn push(&mut self, record: Record, stage: Stage) {
        let number = self.gone + self.slots.len() as u64;
        self.waiting.insert((place(&record), stage, number));
        self.slots.push_back(Slot {
            record,
            stage,
            done: 0,
            is_put_back: false,
        });
    }

    fn withdraw(&mut self, record: &Record, stage: Stage) {
        if let Some(number) = self.waits_at(record, stage)
            && let Some(slot) = self.slot(number)
        {
            slot.stage = Stage::Withdrawn;
            self.waiting.remove(&(place(record), stage, number));
        }
    }

    /// The latest that waits at `record`'s place. One whose completion was lost waits on, and is
    /// not given those of all that follow it there.
    fn waits_at(&self, record: &Record, stage: Stage) -> Option<u64> {
        let place = place(record);
        let first = (place, stage, 0);
        let last = (place, stage, u64::MAX);
        let (.., number) = self.waiting.range(first..=last).next_back()?;
        Some(*number)
    }

    /// What waits, begins before `part` and reaches into it; one that was given to the drive first.
    fn number_around(&self, part: &Record) -> Option<u64> {
        let (stream, op, offset) = place(part);
        let first = ((stream, op, 0), Stage::Queued, 0);
        let end = ((stream, op, offset), Stage::Queued, 0);
        let before = self.waiting.range(first..end).rev().take(LOOKED_AT);
        let around = before.filter(|(.., number)| {
            let slot = number.checked_sub(self.gone);
            let slot = slot.and_then(|index| self.slots.get(index as usize));
            slot.is_some_and(|slot| has_parts(part) && slot.record.end().0 > offset)
        });
        around
            .max_by_key(|(_, stage, _)| *stage)
            .map(|(.., number)| *number)
    }

    fn around(&mut self, part: &Record) -> Option<&mut Slot> {
        let number = self.number_around(part)?;
        self.slot(number)
    }

    fn slot(&mut self, number: u64) -> Option<&mut Slot> {
        let index = usize::try_from(number.checked_sub(self.gone)?).ok()?;
        self.slots.get_mut(index)
    }
}

/// Whether it may be completed in several parts.
fn has_parts(record: &Record) -> bool {
    matches!(record.op, Op::Read | Op::Write)
}

fn place(record: &Record) -> Place {
    let op = match record.op {
        Op::Read => 0,
        Op::Write => 1,
        Op::Trim => 2,
        Op::Flush => 3,
    };
    (record.stream, op, record.offset.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::{Bytes, Nanos};

    fn at(issued_ns: u64, offset_bytes: u64) -> Record {
        Record {
            issued: Nanos(issued_ns),
            took: None,
            op: Op::Read,
            offset: Bytes(offset_bytes),
            bytes: Bytes(4096),
            stream: 0,
            after: None,
            data: None,
            rest: None,
        }
    }

    fn delivered(flight: &mut InFlight) -> Vec<(u64, Option<u64>)> {
        let mut ready = VecDeque::new();
        flight.deliver(&mut ready);
        ready
            .iter()
            .map(|record| (record.issued.0, record.took.map(|took| took.0)))
            .collect()
    }

    #[test]
    fn are_records_delivered_in_the_order_of_their_issue() {
        let mut flight = InFlight::default();
        flight.issue(at(10, 0));
        flight.issue(at(20, 4096));
        flight.complete(&at(30, 4096));
        assert_eq!(delivered(&mut flight), []);
        flight.complete(&at(50, 0));
        assert_eq!(delivered(&mut flight), [(10, Some(40)), (20, Some(10))]);
    }

    #[test]
    fn does_an_issue_replace_what_was_asked_for_and_a_merge_remove_it() {
        let mut flight = InFlight::default();
        flight.queue(at(1, 0));
        flight.queue(at(2, 4096));
        flight.merge(&at(3, 4096));
        flight.issue(at(4, 0));
        flight.complete(&at(9, 0));
        assert_eq!(delivered(&mut flight), [(4, Some(5))]);
        assert!(flight.slots.is_empty() && flight.waiting.is_empty());
    }

    #[test]
    fn is_what_is_only_asked_for_a_record_too() {
        let mut flight = InFlight::default();
        flight.queue(at(1, 0));
        flight.complete(&at(7, 0));
        flight.queue(at(8, 0));
        assert_eq!(delivered(&mut flight), [(1, Some(6))]);
        let mut ready = VecDeque::new();
        flight.end(&mut ready);
        assert_eq!(ready, [at(8, 0)]);
    }

    /// A read of `sectors` sectors from that one.
    fn part(issued_ns: u64, sector: u64, sectors: u64) -> Record {
        Record {
            bytes: Bytes(sectors * 512),
            ..at(issued_ns, sector * 512)
        }
    }

    /// The first part of a read was taken for all of it: it had taken half as long as it did.
    #[test]
    fn io_that_is_completed_in_parts_ends_with_the_last() {
        for parts in [[0, 8, 24], [8, 0, 24], [24, 8, 0], [0, 24, 8]] {
            let mut flight = InFlight::default();
            flight.issue(part(10, 0, 32));
            flight.issue(part(11, 32, 8));
            flight.complete(&part(12, 32, 8));
            for (number, begin) in parts.iter().enumerate() {
                assert_eq!(delivered(&mut flight), []);
                let sectors = if *begin == 8 { 16 } else { 8 };
                let finished = part(100 * (number as u64 + 1), *begin, sectors);
                assert!(flight.complete(&finished).is_some());
            }
            assert_eq!(delivered(&mut flight), [(10, Some(290)), (11, Some(1))]);
            assert!(flight.waiting.is_empty());
        }
    }

    #[test]
    fn rest_that_is_issued_again_is_no_other_io() {
        let mut flight = InFlight::default();
        flight.issue(part(10, 0, 32));
        flight.complete(&part(20, 0, 8));
        flight.requeue(&part(21, 8, 24));
        flight.issue(part(30, 8, 24));
        flight.complete(&part(40, 8, 24));
        assert_eq!(delivered(&mut flight), [(10, Some(30))]);
        assert_eq!(flight.put_back, 0);
    }

    /// A completion is missing: how long the I/O took is not known.
    #[test]
    fn io_whose_last_part_is_missing_has_no_time() {
        let mut flight = InFlight::default();
        flight.issue(part(10, 0, 32));
        flight.complete(&part(20, 0, 8));
        let mut ready = VecDeque::new();
        flight.end(&mut ready);
        assert_eq!(ready, [part(10, 0, 32)]);
    }

    #[test]
    fn is_one_that_was_requeued_counted_once() {
        let mut flight = InFlight::default();
        flight.issue(at(1, 0));
        flight.requeue(&at(2, 0));
        flight.issue(at(3, 0));
        flight.complete(&at(5, 0));
        assert_eq!(delivered(&mut flight), [(3, Some(2))]);
    }

    #[test]
    fn is_the_first_delivered_when_too_many_wait() {
        let mut flight = InFlight::default();
        for number in 0..=MOST_IN_FLIGHT as u64 {
            flight.issue(at(number, 0));
        }
        assert_eq!(delivered(&mut flight), [(0, None)]);
        assert_eq!(flight.slots.len(), MOST_IN_FLIGHT);
        assert_eq!(flight.waiting.len(), MOST_IN_FLIGHT);
        // Completions find the latest.
        let last = Nanos(MOST_IN_FLIGHT as u64);
        assert_eq!(flight.complete(&at(1_000_000, 0)).unwrap().issued, last);
    }
}
