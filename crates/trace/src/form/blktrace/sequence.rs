//! Sequence numbers of events, which show what a recording lost: each processor counts its own, of
//! each device. Some programs, ours too, count all events of a file together.

use super::event::{Event, category};
use crate::SequenceGap;
use std::collections::HashMap;

/// Processors and devices that are followed.
const FOLLOWED: usize = 1 << 16;

/// The numbers in one file.
#[derive(Default)]
pub(super) struct Sequences {
    /// The last, by device and processor.
    last: HashMap<(u32, u32), u32>,
    last_of_all: u32,
    /// Not all events of the file are counted together.
    is_apart: bool,
    lost: u64,
    first: Option<SequenceGap>,
}

impl Sequences {
    /// Takes notice of the next event in the file.
    pub(super) fn follow(&mut self, event: &Event) {
        let (cpu, number) = (event.cpu, event.sequence);
        let is_notice = event.is(category::NOTICE);
        // The kernel gives notices no number.
        if !is_notice || number > 0 {
            let before = std::mem::replace(&mut self.last_of_all, number);
            // A lower one begins another recording.
            self.is_apart |= number == before || number.wrapping_sub(before) > 1 && number > before;
        }
        if is_notice {
            return;
        }
        let is_full = self.last.len() >= FOLLOWED;
        let last = match self.last.get_mut(&(event.device, cpu)) {
            Some(last) => std::mem::replace(last, number),
            None if is_full => return,
            None => {
                self.last.insert((event.device, cpu), number);
                return;
            }
        };
        if number > last && number - last > 1 {
            self.lost += u64::from(number - last) - 1;
            self.first.get_or_insert(SequenceGap {
                cpu,
                from: last + 1,
                to: number - 1,
            });
        }
    }

    /// Numbers that are missing, and the first of them. Those before the first event and behind the
    /// last are not known.
    pub(super) fn missing(&self) -> (u64, Option<SequenceGap>) {
        match self.is_apart {
            true => (self.lost, self.first),
            false => (0, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Seed;

    fn event(device: u32, cpu: u32, sequence: u32) -> Event {
        Event {
            device,
            cpu,
            sequence,
            ..Event::default()
        }
    }

    /// Against counting the numbers that are left out.
    #[test]
    fn every_missing_number_is_counted() {
        let mut random = Seed(9).generator();
        for counters in [&[(8, 0)][..], &[(8, 0), (8, 1), (9, 0)]] {
            for _ in 0..100 {
                let (mut sequences, mut left_out) = (Sequences::default(), 0);
                for number in 1..200 {
                    for (device, cpu) in counters {
                        match number > 1 && number < 199 && random.below(10) == 0 {
                            true => left_out += 1,
                            false => sequences.follow(&event(*device, *cpu, number)),
                        }
                    }
                }
                assert_eq!(sequences.missing().0, left_out);
            }
        }
    }

    #[test]
    fn first_gap_is_told() {
        let mut sequences = Sequences::default();
        for number in [1, 2, 7, 9] {
            sequences.follow(&event(8, 3, number));
        }
        let gap = SequenceGap {
            cpu: 3,
            from: 3,
            to: 6,
        };
        assert_eq!(sequences.missing(), (5, Some(gap)));
    }

    #[test]
    fn one_count_of_all_events_has_no_gaps() {
        let mut sequences = Sequences::default();
        for number in 1..100 {
            let notice = Event {
                action: category::NOTICE,
                ..event(0, 0, number)
            };
            sequences.follow(&match number % 7 {
                0 => notice,
                cpu => event(8, cpu, number),
            });
        }
        assert_eq!(sequences.missing(), (0, None));
    }

    #[test]
    fn second_recording_in_a_file_begins_anew() {
        let mut sequences = Sequences::default();
        for number in [5, 5, 6, 1, 2, 3] {
            sequences.follow(&event(8, 0, number));
        }
        assert_eq!(sequences.missing(), (0, None));
    }
}
