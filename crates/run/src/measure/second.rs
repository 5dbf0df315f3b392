//! One second of a phase while it fills up.

use super::latencies::Latencies;
use super::totals::Totals;
use fourcorners_bench::PhaseKey;
use fourcorners_bench::record::{NandSample, Sample};
use fourcorners_block::Counters;

/// What the drive or its sensors told at the end of a second.
#[derive(Clone, Copy, Default)]
pub struct Told {
    pub nand: Option<NandSample>,
    /// In thousandths of a degree Celsius.
    pub temperature_mc: Option<i64>,
}

/// The second that is open.
#[derive(Default)]
pub struct Second {
    /// Its number, from 0.
    pub number: u32,
    /// Of I/Os that finished in it.
    pub totals: Totals,
}

impl Second {
    /// Its line and totals; it is empty and the next one then.
    pub fn close(
        &mut self,
        key: &PhaseKey,
        latencies: &mut Latencies,
        told: Told,
    ) -> (Sample, Totals) {
        let totals = std::mem::take(&mut self.totals);
        let longest = totals.longest.latency;
        let p99 = latencies.close_second(totals.ios, totals.latency_min, longest);
        let mean = totals.latency_sum.checked_div(u128::from(totals.ios));
        let sample = Sample {
            test: key.test.clone(),
            variant: key.variant.clone(),
            phase: key.phase.clone(),
            second: self.number,
            ios: totals.ios,
            bytes: totals.bytes,
            latency_mean_ns: mean.map_or(0, |mean| mean as u64),
            // The upper end of a class; the exact maximum bounds it.
            latency_p99_ns: p99.min(longest),
            latency_max_ns: longest,
            nand: told.nand,
            temperature_mc: told.temperature_mc,
        };
        self.number += 1;
        (sample, totals)
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
