//! Ranges that cannot be read until they are written again, as after the command "write
//! uncorrectable" (NVM command set 3.2.7, ACS-3 7.68).

use std::ops::Range;

/// Ranges of bytes, in order, apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uncorrectable(Vec<Range<u64>>);

impl Uncorrectable {
    /// Ranges in order; `None`: a drive of that capacity has no such ranges.
    pub fn of(ranges: Vec<Range<u64>>, capacity: u64) -> Option<Self> {
        let is_on_drive = |range: &Range<u64>| range.start < range.end && range.end <= capacity;
        let are_apart = ranges.is_sorted_by(|one, next| one.end <= next.start);
        (are_apart && ranges.iter().all(is_on_drive)).then_some(Self(ranges))
    }

    pub fn ranges(&self) -> &[Range<u64>] {
        &self.0
    }

    pub fn bytes(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// Whether any byte of a range cannot be read.
    pub fn hits(&self, range: &Range<u64>) -> bool {
        let after = self.0.partition_point(|bad| bad.end <= range.start);
        let next = self.0.get(after).filter(|_| !range.is_empty());
        next.is_some_and(|bad| bad.start < range.end)
    }

    pub fn add(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        self.remove(&range);
        let place = self.0.partition_point(|bad| bad.start < range.start);
        self.0.insert(place, range);
    }

    /// It was written again. Says whether that changed anything.
    pub fn remove(&mut self, range: &Range<u64>) -> bool {
        if !self.hits(range) {
            return false;
        }
        let outside = |bad: &Range<u64>| {
            let before = bad.start..bad.end.min(range.start);
            let after = bad.start.max(range.end)..bad.end;
            [before, after]
        };
        let left = self.0.iter().flat_map(outside);
        self.0 = left.filter(|range| !range.is_empty()).collect();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Seed;

    /// Against a bit for each byte.
    #[test]
    fn ranges_are_those_of_a_plain_model() {
        let mut random = Seed(3).generator();
        let (mut ranges, mut model) = (Uncorrectable::default(), [false; 64]);
        for _ in 0..2000 {
            let start = random.below(64);
            let range = start..start + random.below(65 - start);
            let (from, to) = (range.start as usize, range.end as usize);
            let is_any = model[from..to].contains(&true);
            assert_eq!(ranges.hits(&range), is_any, "{ranges:?} {range:?}");
            if random.below(2) == 0 {
                ranges.add(range);
                model[from..to].fill(true);
            } else {
                assert_eq!(ranges.remove(&range), is_any);
                model[from..to].fill(false);
            }
            let count = model.iter().filter(|is_bad| **is_bad).count();
            assert_eq!(ranges.bytes(), count as u64);
            let kept = Uncorrectable::of(ranges.ranges().to_vec(), 64);
            assert_eq!(kept.as_ref(), Some(&ranges));
        }
    }

    /// A file with an end before its start, or far behind the drive, was once taken, and the sum of
    /// its bytes overflowed.
    #[test]
    fn ranges_that_no_drive_has_are_refused() {
        let refused: [&[(u64, u64)]; 6] = [
            &[(8, 4)],
            &[(4, 4)],
            &[(0, 65)],
            &[(0, u64::MAX)],
            &[(4, 8), (0, 2)],
            &[(0, 8), (4, 16)],
        ];
        for ranges in refused {
            let ranges = ranges.iter().map(|(start, end)| *start..*end).collect();
            assert_eq!(Uncorrectable::of(ranges, 64), None);
        }
    }
}
