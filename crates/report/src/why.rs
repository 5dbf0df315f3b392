//! Why random writes fall: what the NAND of a simulated drive did over the seconds of its consistency run.

use crate::charts::MEASURE;
use crate::consistency::{CONSISTENCY, shown, variants};
use crate::select::DriveRuns;
use fourcorners_bench::record::NandSample;
use serde::Serialize;

/// One consistency run, in steps of some seconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)] // described once, in web/src/data.ts
pub struct Why {
    pub drive: usize,
    pub variant: String,
    pub step_s: u32,
    pub write_amplification: Vec<Option<f64>>,
    pub free_superblocks: Vec<u64>,
    pub moved_units_per_s: Vec<u64>,
    pub erases_per_s: Vec<u64>,
    pub stalls: Vec<Option<u64>>,
    pub stalled_ms: Vec<Option<u64>>,
}

/// Steps of a run at most: a curve has no more pixels, and a page no more room.
const STEPS: usize = 200;

/// Of the consistency runs that the page shows; none where the NAND told nothing.
pub(crate) fn why(drive: usize, group: &DriveRuns<'_>, late_from_s: u32) -> Vec<Why> {
    let of = |variant: &String| {
        let (run, ..) = shown(group, variant, late_from_s)?;
        let seconds = run.samples.iter().filter(|sample| {
            sample.test == CONSISTENCY && sample.variant == *variant && sample.phase == MEASURE
        });
        // The last part of a second has no account.
        let seconds: Vec<NandSample> = seconds.map_while(|sample| sample.nand).collect();
        let step = seconds.len().div_ceil(STEPS).max(1);
        let mut why = Why {
            drive,
            variant: variant.clone(),
            step_s: step as u32,
            write_amplification: Vec::new(),
            free_superblocks: Vec::new(),
            moved_units_per_s: Vec::new(),
            erases_per_s: Vec::new(),
            stalls: Vec::new(),
            stalled_ms: Vec::new(),
        };
        for step in seconds.chunks(step) {
            why.add(step);
        }
        (!seconds.is_empty()).then_some(why)
    };
    variants(group).iter().filter_map(of).collect()
}

impl Why {
    fn add(&mut self, seconds: &[NandSample]) {
        let sum = |of: fn(&NandSample) -> u64| seconds.iter().map(of).sum::<u64>();
        let known =
            |of: fn(&NandSample) -> Option<u64>| seconds.iter().map(of).sum::<Option<u64>>();
        let count = seconds.len().max(1) as u64;
        let (host, moved) = (sum(|one| one.host_units), sum(|one| one.moved_units));
        let amplification = (host + moved) as f64 / host as f64;
        self.write_amplification
            .push((host > 0).then_some((amplification * 100.0).round() / 100.0));
        let free = seconds.iter().map(|one| one.free_superblocks).min();
        self.free_superblocks.push(free.unwrap_or(0));
        self.moved_units_per_s.push(moved / count);
        self.erases_per_s.push(sum(|one| one.erases) / count);
        self.stalls.push(known(|one| one.stalls));
        self.stalled_ms
            .push(known(|one| one.stall_ns).map(|ns| ns / 1_000_000));
    }
}
