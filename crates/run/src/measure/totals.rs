//! I/Os, bytes and latencies, summed up over a second or a phase.

use fourcorners_block::Nanos;

pub struct Totals {
    pub ios: u64,
    pub bytes: u64,
    pub latency_sum: u128,
    pub latency_min: u64,
    /// Of all.
    pub latency_max: u64,
    /// Of those that count: without the I/Os that a phase begins with.
    pub longest: Longest,
}

/// The I/O that took longest.
#[derive(Clone, Copy)]
pub struct Longest {
    pub latency: u64,
    /// When the first that took so long finished.
    pub at: Nanos,
}

impl Longest {
    #[inline(always)]
    fn take(&mut self, other: Self) {
        if other.latency > self.latency {
            *self = other;
        }
    }
}

impl Default for Totals {
    fn default() -> Self {
        Self {
            ios: 0,
            bytes: 0,
            latency_sum: 0,
            latency_min: u64::MAX,
            latency_max: 0,
            longest: Longest {
                latency: 0,
                at: Nanos(0),
            },
        }
    }
}

impl Totals {
    /// Takes an I/O. `counts`: as one that may be the longest.
    #[inline(always)]
    pub fn take(&mut self, finished: Nanos, latency: u64, bytes: u64, counts: bool) {
        self.ios += 1;
        self.bytes += bytes;
        self.latency_sum += u128::from(latency);
        self.latency_min = self.latency_min.min(latency);
        self.latency_max = self.latency_max.max(latency);
        if counts {
            self.longest.take(Longest {
                latency,
                at: finished,
            });
        }
    }

    /// Adds what finished later.
    pub fn add(&mut self, later: &Self) {
        self.ios += later.ios;
        self.bytes += later.bytes;
        self.latency_sum += later.latency_sum;
        self.latency_min = self.latency_min.min(later.latency_min);
        self.latency_max = self.latency_max.max(later.latency_max);
        self.longest.take(later.longest);
    }
}
