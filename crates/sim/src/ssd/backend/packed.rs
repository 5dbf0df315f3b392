//! A copy of the L2P map's forward table for a snapshot. A drive that was written sequentially
//! has long runs of units in successive places; even after torture most units lie right behind
//! the unit before them. Such a unit takes a bit, any other a bit and its entry: a copy of a
//! large drive is small, and never much larger than the table.

use serde::{Deserialize, Serialize};

/// So many entries are unpacked at a time.
pub const AT_ONCE: usize = u64::BITS as usize;

#[derive(Serialize, Deserialize)]
pub struct Packed {
    /// Whether each unit's entry follows from the one before it, a bit each.
    #[serde(with = "crate::flat")]
    follows: Vec<u64>,
    /// The entries of those that don't, in order.
    #[serde(with = "crate::flat")]
    others: Vec<u32>,
}

/// What is left to unpack.
pub struct Unpacking<'p> {
    follows: std::slice::Iter<'p, u64>,
    others: std::slice::Iter<'p, u32>,
    last: u32,
}

/// The entry behind another in a run: the next place, or none behind none.
#[inline]
fn next(entry: u32) -> u32 {
    entry.wrapping_add(u32::from(entry != 0))
}

/// Successive places from one on.
fn run(first: u32) -> impl Iterator<Item = u32> {
    (0..AT_ONCE as u32).map(move |n| first.wrapping_add(n))
}

/// A word of [`Packed::follows`]; appends the entries that do not follow.
fn one_by_one(mut last: u32, entries: &[u32], others: &mut Vec<u32>) -> u64 {
    let mut word = 0;
    for (bit, entry) in entries.iter().enumerate() {
        if *entry == next(last) {
            word |= 1 << bit;
        } else {
            others.push(*entry);
        }
        last = *entry;
    }
    word
}

impl Packed {
    /// A copy of a table of places plus one, or zero.
    pub fn new(table: &[u32]) -> Self {
        let mut follows = Vec::with_capacity(table.len().div_ceil(AT_ONCE));
        let mut others = Vec::new();
        let mut last = 0;
        for entries in table.chunks(AT_ONCE) {
            let first = next(last);
            let run = run(first).zip(entries);
            // Without a way out early, many are compared at once.
            let word = if run.fold(first != 0, |all, (n, entry)| all & (n == *entry)) {
                u64::MAX
            } else {
                one_by_one(last, entries, &mut others)
            };
            last = entries[entries.len() - 1];
            follows.push(word);
        }
        others.shrink_to_fit();
        Self { follows, others }
    }

    /// Whether it is a copy of a table of so many entries.
    pub fn is_of(&self, entries: usize) -> bool {
        self.follows.len() == entries.div_ceil(AT_ONCE)
    }
    /// Begins with the first entry.
    pub fn unpack(&self) -> Unpacking<'_> {
        Unpacking {
            follows: self.follows.iter(),
            others: self.others.iter(),
            last: 0,
        }
    }
}

impl Unpacking<'_> {
    /// Writes the next entries, [`AT_ONCE`] or all that are left. Returns the first if they are
    /// successive places.
    pub fn next(&mut self, entries: &mut [u32]) -> Option<u32> {
        let word = self.follows.next().copied().unwrap_or(0);
        let first = next(self.last);
        if word == u64::MAX && first != 0 {
            entries
                .iter_mut()
                .zip(run(first))
                .for_each(|(entry, n)| *entry = n);
            self.last = entries.last().copied().unwrap_or(0);
            return Some(first);
        }
        for (bit, entry) in entries.iter_mut().enumerate() {
            self.last = if word >> bit & 1 == 1 {
                next(self.last)
            } else {
                self.others.next().copied().unwrap_or(0)
            };
            *entry = self.last;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Runs of places and of none, and what lies at random.
    fn table() -> impl Strategy<Value = Vec<u32>> {
        // A drive has fewer places than a `u32` has values.
        let entry = || 0..u32::MAX - 1000;
        let run = prop_oneof![
            (entry(), 1_usize..200),
            (0_u32..3, 1_usize..200),
            (entry(), Just(1)),
        ];
        prop::collection::vec(run, 0..40).prop_map(|runs| {
            let entries = runs.into_iter().flat_map(|(first, many)| {
                let step = u32::from(first != 0);
                (0..many as u32).map(move |n| first + n * step)
            });
            entries.collect()
        })
    }

    proptest! {
        #[test]
        fn unpacked_table_is_the_same(table in table()) {
            let packed = Packed::new(&table);
            let mut unpacked = vec![7; table.len()];
            let mut unpacking = packed.unpack();
            for entries in unpacked.chunks_mut(AT_ONCE) {
                if let Some(first) = unpacking.next(entries) {
                    prop_assert!(entries.iter().copied().eq(first..first + entries.len() as u32));
                }
            }
            prop_assert_eq!(unpacked, table);
        }
    }
}
