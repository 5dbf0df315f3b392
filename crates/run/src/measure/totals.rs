//! I/Os, bytes and latencies, summed up over a second or a phase.

use fourcorners_block::Nanos;

pub struct Totals {
    pub ios: u64,
    pub bytes: u64,
    pub latency_sum: u128,
    pub latency_min: u64,
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
            longest: Longest {
                latency: 0,
                at: Nanos(0),
            },
        }
    }
}

impl Totals {
    /// Takes an I/O.
    #[inline(always)]
    pub fn take(&mut self, finished: Nanos, latency: u64, bytes: u64) {
        self.ios += 1;
        self.bytes += bytes;
        self.latency_sum += u128::from(latency);
        self.latency_min = self.latency_min.min(latency);
        self.longest.take(Longest {
            latency,
            at: finished,
        });
    }

    /// Adds what finished later.
    pub fn add(&mut self, later: &Self) {
        self.ios += later.ios;
        self.bytes += later.bytes;
        self.latency_sum += later.latency_sum;
        self.latency_min = self.latency_min.min(later.latency_min);
        self.longest.take(later.longest);
    }
}
