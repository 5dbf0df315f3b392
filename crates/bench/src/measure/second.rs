//! One second of a phase while it fills up.

use crate::plan::PhaseKey;
use crate::record::{NandSample, Sample};
use fourcorners_block::Counters;
use hdrhistogram::Histogram;

pub struct Second {
    /// Its number, from 0.
    pub number: u32,
    /// I/Os finished in it.
    pub ios: u64,
    bytes: u64,
    latency_sum: u64,
    latency_max: u64,
    /// Latencies to two significant digits: enough for a second's p99, and quickly emptied.
    histogram: Histogram<u64>,
}

impl Second {
    /// Second 0.
    pub fn first(histogram: Histogram<u64>) -> Self {
        Self {
            number: 0,
            ios: 0,
            bytes: 0,
            latency_sum: 0,
            latency_max: 0,
            histogram,
        }
    }

    /// Takes an I/O that finished in it.
    #[inline]
    pub fn take(&mut self, latency_ns: u64, bytes: u64) {
        self.histogram.saturating_record(latency_ns);
        self.ios += 1;
        self.bytes += bytes;
        self.latency_sum = self.latency_sum.saturating_add(latency_ns);
        self.latency_max = self.latency_max.max(latency_ns);
    }

    /// Its line; it is empty and the next one then.
    pub fn close(&mut self, key: &PhaseKey, nand: Option<NandSample>) -> Sample {
        // The histogram's answer is the upper end of a class; the exact maximum bounds it.
        let p99 = if self.ios == 0 {
            0
        } else {
            self.histogram.value_at_quantile(0.99).min(self.latency_max)
        };
        let sample = Sample {
            test: key.test.clone(),
            variant: key.variant.clone(),
            phase: key.phase.clone(),
            second: self.number,
            ios: self.ios,
            bytes: self.bytes,
            latency_mean_ns: self.latency_sum.checked_div(self.ios).unwrap_or(0),
            latency_p99_ns: p99,
            latency_max_ns: self.latency_max,
            nand,
        };
        self.number += 1;
        self.ios = 0;
        self.bytes = 0;
        self.latency_sum = 0;
        self.latency_max = 0;
        self.histogram.reset();
        sample
    }
}

/// What the NAND did between two readings of the drive's counters.
pub fn nand(now: &Counters, before: &Counters) -> NandSample {
    let work = now.since(before);
    NandSample {
        host_units: work.nand_host_units,
        moved_units: work.nand_moved_units,
        erases: work.block_erases,
        free_superblocks: work.free_superblocks,
        stalls: Some(work.stalls),
        stall_ns: Some(work.stall_ns),
    }
}
