//! Hot or cold: whether a unit is overwritten often, so that what dies together lies together.

use crate::spec::{HotCold, HotDetector};
use crate::ssd::id::Lpn;
use fourcorners_block::BLOCK_BYTES;
use serde::{Deserialize, Serialize};

/// Highest value of a counter: four bits (Hsieh et al.).
const SATURATED: u8 = 15;

/// Tells hot units from cold ones. Nothing is kept unless the drive detects by itself.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Temperature {
    /// Units below this are hot: the oracle's knowledge.
    hot_below: u32,
    filter: Option<Filter>,
}

/// A counting Bloom filter with decay: Hsieh, Kuo and Chang, "Efficient identification of hot
/// data for flash memory storage systems", ACM TOS 2(1), 2006. Two hash functions.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Filter {
    #[serde(with = "crate::flat")]
    counters: Vec<u8>,
    hot_threshold: u8,
    decay_writes: u32,
    until_decay: u32,
}

impl Temperature {
    /// Of a checked spec.
    pub fn new(spec: Option<&HotCold>, unit_bytes: u32) -> Self {
        match spec {
            None => Self::default(),
            Some(HotCold::Oracle { hot_below_lba }) => Self {
                hot_below: (hot_below_lba * BLOCK_BYTES / u64::from(unit_bytes)) as u32,
                filter: None,
            },
            Some(HotCold::Detector(detector)) => Self {
                hot_below: 0,
                filter: Some(Filter::new(detector)),
            },
        }
    }
    /// The host writes a unit.
    pub fn written(&mut self, lpn: Lpn) {
        if let Some(filter) = &mut self.filter {
            filter.count(lpn.0);
        }
    }
    /// Whether it is hot, as far as the drive knows.
    pub fn is_hot(&self, lpn: Lpn) -> bool {
        match &self.filter {
            Some(filter) => filter.is_hot(lpn.0),
            None => lpn.0 < self.hot_below,
        }
    }
}

impl Filter {
    fn new(detector: &HotDetector) -> Self {
        Self {
            counters: vec![0; detector.counters as usize],
            hot_threshold: detector.hot_threshold,
            decay_writes: detector.decay_writes,
            until_decay: detector.decay_writes,
        }
    }
    /// A unit's two counters: multiplicative hashes (Knuth; the odd constants of MurmurHash3).
    fn places(&self, unit: u32) -> [usize; 2] {
        let of = |factor: u32| {
            let hash = u64::from((unit.wrapping_mul(factor) >> 13) ^ unit.wrapping_mul(factor));
            ((hash * self.counters.len() as u64) >> 32) as usize
        };
        [of(0x85eb_ca6b), of(0xc2b2_ae35)]
    }
    fn count(&mut self, unit: u32) {
        for place in self.places(unit) {
            let counter = &mut self.counters[place];
            *counter = (*counter + 1).min(SATURATED);
        }
        self.until_decay -= 1;
        if self.until_decay == 0 {
            self.until_decay = self.decay_writes;
            for counter in &mut self.counters {
                *counter /= 2;
            }
        }
    }
    fn is_hot(&self, unit: u32) -> bool {
        let counts = self.places(unit).map(|place| self.counters[place]);
        counts.into_iter().all(|count| count >= self.hot_threshold)
    }
}
