//! Why random writes fall: what the NAND of a simulated drive did over the seconds of its
//! consistency run.

use crate::consistency::{shown, variants};
use crate::pages::{Pages, Place};
use crate::select::DriveRuns;
use fourcorners_bench::Role;
use fourcorners_bench::record::{Measured, NandSample, Run};
use schemars::JsonSchema;
use serde::Serialize;

/// What the NAND of a simulated drive did in a consistency run, in steps of some seconds. In each
/// list null means not known.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Why {
    /// Index of the drive.
    pub drive: usize,
    /// Variant of the test.
    pub variant: String,
    /// Length of a step in seconds.
    pub step_s: u32,
    /// Units programmed over units that the host wrote.
    pub write_amplification: Vec<Option<f64>>,
    /// The fewest at the end of a second.
    pub free_superblocks: Vec<Option<u64>>,
    /// Units that garbage collection moved per second.
    pub moved_units_per_s: Vec<Option<u64>>,
    /// Blocks erased per second.
    pub erases_per_s: Vec<Option<u64>>,
    /// How often host writes waited for garbage collection in the whole step.
    pub stalls: Vec<Option<u64>>,
    /// How long they waited in the whole step, in milliseconds.
    pub stalled_ms: Vec<Option<u64>>,
}

/// Steps of a run at most: a curve has no more pixels, and a page no more room.
const STEPS: usize = 200;

/// Of the consistency runs that the page shows; none where the NAND told nothing.
pub fn why(drive: usize, group: &DriveRuns<'_>, pages: &Pages, late_from_s: u32) -> Vec<Why> {
    let Some(place) = pages.with(Role::Consistency) else {
        return Vec::new();
    };
    let of = |variant: &String| {
        let (run, measured, _) = shown(group, place, variant, late_from_s)?;
        let seconds = by_second(run, place, variant, measured);
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
    variants(group, place).iter().filter_map(of).collect()
}

/// The account of every whole second in its place, as far as any is known; `None`: its line is
/// lost.
fn by_second(
    run: &Run,
    Place { test, phase }: Place<'_>,
    variant: &str,
    measured: &Measured,
) -> Vec<Option<NandSample>> {
    let whole = measured.duration_s as usize;
    let mut seconds = Vec::new();
    for sample in &run.samples {
        let place = sample.second as usize;
        let is_its = (&*sample.test, &*sample.variant, &*sample.phase) == (test, variant, phase);
        if is_its && place < whole && sample.nand.is_some() {
            seconds.resize(seconds.len().max(place + 1), None);
            seconds[place] = sample.nand;
        }
    }
    seconds
}

impl Why {
    /// A step of some seconds, of those that are known.
    fn add(&mut self, seconds: &[Option<NandSample>]) {
        let known = || seconds.iter().flatten();
        let count = known().count() as u64;
        let sum = |of: fn(&NandSample) -> u64| known().map(of).sum::<u64>();
        let a_second = |of: fn(&NandSample) -> u64| sum(of).checked_div(count);
        let told = |of: fn(&NandSample) -> Option<u64>| match count {
            0 => None,
            _ => known().map(of).sum::<Option<u64>>(),
        };
        let (host, moved) = (sum(|one| one.host_units), sum(|one| one.moved_units));
        let amplification = (host + moved) as f64 / host as f64;
        self.write_amplification
            .push((host > 0).then_some((amplification * 100.0).round() / 100.0));
        let free = known().map(|one| one.free_superblocks).min();
        self.free_superblocks.push(free);
        self.moved_units_per_s.push(a_second(|one| one.moved_units));
        self.erases_per_s.push(a_second(|one| one.erases));
        self.stalls.push(told(|one| one.stalls));
        self.stalled_ms
            .push(told(|one| one.stall_ns).map(|ns| ns / 1_000_000));
    }
}
