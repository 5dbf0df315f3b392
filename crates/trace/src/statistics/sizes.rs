//! How large I/Os are.

use super::share;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// A size class of the reviews and its I/Os.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClassShare {
    /// `under 4 KiB`, `4 KiB` to `128 KiB` exactly, `other`.
    pub class: &'static str,
    pub ios: u64,
    /// Of the I/Os of the kind.
    pub share: f64,
}

/// An exact size and its I/Os.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SizeShare {
    /// Size of one.
    pub bytes: u64,
    pub ios: u64,
    /// Of the I/Os of the kind.
    pub share: f64,
}

const CLASSES: [(&str, u64); 6] = [
    ("4 KiB", 4 << 10),
    ("8 KiB", 8 << 10),
    ("16 KiB", 16 << 10),
    ("32 KiB", 32 << 10),
    ("64 KiB", 64 << 10),
    ("128 KiB", 128 << 10),
];

/// Exact sizes that are told apart; more of them, later ones, are of no class but `other` (or
/// `under 4 KiB`) and not among the most frequent.
const EXACT: usize = 65_536;
const TOP: usize = 10;

/// Counts by size.
#[derive(Default)]
pub(super) struct Sizes {
    exact: HashMap<u64, u64>,
    under: u64,
}

impl Sizes {
    pub fn add(&mut self, bytes: u64) {
        self.add_many(bytes, 1);
    }

    fn add_many(&mut self, bytes: u64, ios: u64) {
        if bytes < 4096 {
            self.under += ios;
        }
        if let Some(known) = self.exact.get_mut(&bytes) {
            *known += ios;
        } else if self.exact.len() < EXACT || CLASSES.iter().any(|(_, size)| *size == bytes) {
            self.exact.insert(bytes, ios);
        }
    }

    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = Self::default();
        // In order, so that what no longer fits is the same every time.
        for sizes in [self, other] {
            for (bytes, ios) in sizes.by_count() {
                sum.add_many(bytes, ios);
            }
        }
        sum.under = self.under + other.under;
        sum
    }

    fn by_count(&self) -> Vec<(u64, u64)> {
        let mut sizes: Vec<(u64, u64)> = self.exact.iter().map(|(b, n)| (*b, *n)).collect();
        sizes.sort_unstable_by_key(|(bytes, ios)| (std::cmp::Reverse(*ios), *bytes));
        sizes
    }

    pub fn classes(&self, all: u64) -> Vec<ClassShare> {
        let exact = |size: &u64| self.exact.get(size).copied().unwrap_or(0);
        let mut classes = vec![("under 4 KiB", self.under)];
        classes.extend(CLASSES.iter().map(|(class, size)| (*class, exact(size))));
        let listed: u64 = classes.iter().map(|(_, ios)| ios).sum();
        classes.push(("other", all.saturating_sub(listed)));
        let share = |(class, ios)| ClassShare {
            class,
            ios,
            share: share(ios, all),
        };
        classes.into_iter().map(share).collect()
    }

    pub fn top(&self, all: u64) -> Vec<SizeShare> {
        let share = |(bytes, ios)| SizeShare {
            bytes,
            ios,
            share: share(ios, all),
        };
        self.by_count().into_iter().take(TOP).map(share).collect()
    }
}
