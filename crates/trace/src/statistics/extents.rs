//! How much of the work goes to how little of the place.

use super::share;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// The busiest twentieth of the extents that were touched.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Hot {
    /// Of all reads and writes, those that begin in the busiest 5 % of the extents.
    pub share: f64,
    /// Bytes of an extent: 1 MiB, or more if a million of them were too few.
    pub extent_bytes: u64,
    /// Extents in which an I/O begins.
    pub extents: u64,
    /// The busiest 5 % of them, rounded up.
    pub hot_extents: u64,
}

/// Extents that are counted.
const EXTENTS: usize = 1 << 20;

/// Counts by extent.
pub(super) struct Extents {
    /// An extent has 2^shift bytes.
    shift: u32,
    /// By place and number.
    ios: HashMap<(u32, u64), u64>,
}

impl Default for Extents {
    fn default() -> Self {
        Self {
            shift: 20,
            ios: HashMap::new(),
        }
    }
}

impl Extents {
    /// An I/O begins here, at a place that has addresses of its own; of places there are much fewer
    /// than extents.
    pub fn add(&mut self, place: u32, offset: u64) {
        loop {
            let extent = (place, offset >> self.shift);
            if let Some(ios) = self.ios.get_mut(&extent) {
                *ios += 1;
                return;
            }
            if self.ios.len() < EXTENTS {
                self.ios.insert(extent, 1);
                return;
            }
            self.coarsen();
        }
    }

    /// Makes extents twice as large.
    fn coarsen(&mut self) {
        self.shift += 1;
        for ((place, extent), ios) in std::mem::take(&mut self.ios) {
            *self.ios.entry((place, extent / 2)).or_default() += ios;
        }
    }

    pub fn finish(&self) -> Hot {
        let mut ios: Vec<u64> = self.ios.values().copied().collect();
        ios.sort_unstable_by_key(|ios| std::cmp::Reverse(*ios));
        let hot_extents = ios.len().div_ceil(20);
        Hot {
            share: share(ios[..hot_extents].iter().sum(), ios.iter().sum()),
            extent_bytes: 1 << self.shift,
            extents: ios.len() as u64,
            hot_extents: hot_extents as u64,
        }
    }
}
