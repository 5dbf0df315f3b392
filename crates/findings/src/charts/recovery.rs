//! The clean pass of a drive, and each that it took after torture until it was as fast.

use super::bar::{Bar, compared};
use super::title::{Chart, Title, chart};
use crate::label::{Label, Part};
use crate::names::{Section, Unit};
use crate::pages::Pages;
use crate::recovery::{Recovered, recoveries, worst};
use crate::select::DriveRuns;

/// The drive that recovers with the fewest passes first.
pub fn recovery(groups: &[DriveRuns<'_>], pages: &Pages) -> Option<Chart> {
    let mut drives: Vec<(u32, f64, Vec<Bar>)> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        let found = recoveries(group, pages);
        let Some(worst) = worst(&found) else {
            continue;
        };
        let bars = found.iter().flat_map(|found| bars(drive, found)).collect();
        drives.push((worst.needed(), worst.share(), bars));
    }
    drives.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let bars = drives.into_iter().flat_map(|(_, _, bars)| bars).collect();
    let id = "recovery-bars".into();
    chart(id, Section::Recovery, Title::Recovery, Unit::MbPerS, bars)
}

fn bars(drive: usize, found: &Recovered<'_>) -> Vec<Bar> {
    let passes = &found.passes;
    let bar = |part: Part, phase: &str, mb_per_s: f64| Bar {
        drive,
        label: Label::one(part).and(found.label.clone()),
        test: found.place.test.into(),
        phase: phase.into(),
        variant: found.variant.clone(),
        reads: false,
        random: false,
        value: mb_per_s,
        iops: mb_per_s * 1e6 / found.block_bytes.max(1) as f64,
        low: mb_per_s,
        high: mb_per_s,
        runs: found.runs,
        duration_s: found.span_bytes as f64 / 1e6 / mb_per_s,
        share_of_first: None,
        ends: Vec::new(),
    };
    let clean = bar(Part::CleanPass, &passes.clean_phase, passes.clean_mb_per_s);
    let each = (1..).zip(&passes.passes_mb_per_s);
    let each = each.map(|(number, speed)| bar(Part::Pass(number), found.place.phase, *speed));
    compared(std::iter::once(clean).chain(each).collect())
}
