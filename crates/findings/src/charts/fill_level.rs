//! Each kind of I/O on a nearly empty drive and on a fuller one, a chart per kind.

use super::bar::{Bar, bar, compared, main_variant, ranked, reads};
use super::title::{Chart, Title, Work, chart};
use crate::label::{Label, Part};
use crate::names::{PassOp, Section};
use crate::pages::Bars;
use crate::select::DriveRuns;
use fourcorners_bench::Better;
use fourcorners_bench::record::Measured;
use fourcorners_block::Bytes;

/// A phase that does some work.
struct Phase {
    name: String,
    work: Work,
    span_bytes: u64,
}

impl Work {
    fn of(measured: &Measured) -> Self {
        Self {
            op: match reads(measured) {
                true => PassOp::Read,
                false => PassOp::Write,
            },
            random: measured.pattern == "random",
            block: Bytes(measured.block_bytes),
            queue_depth: measured.queue_depth,
        }
    }
}

/// In the order of the test's page. Bars are compared with the drive's first.
pub fn fill_level(of: &Bars<'_>, groups: &[DriveRuns<'_>]) -> Vec<Chart> {
    let all: Vec<Vec<Phase>> = groups.iter().map(|group| phases(of, group)).collect();
    let mut works: Vec<&Work> = Vec::new();
    for phase in all.iter().flatten() {
        if !works.contains(&&phase.work) {
            works.push(&phase.work);
        }
    }
    let charts = works.iter().enumerate().filter_map(|(place, work)| {
        let bars = |drive: usize, group: &DriveRuns<'_>| {
            let own = all[drive].iter().filter(|phase| phase.work == **work);
            let bars = own.filter_map(|phase| {
                let variant = main_variant(group, of.test, &phase.name)?;
                let names = (of.test, variant.as_str(), phase.name.as_str());
                let bar = bar(drive, group, names, of.figure())?;
                let state = Label::one(held(phase, group));
                let label = state.and(bar.label);
                Some(Bar { label, ..bar })
            });
            compared(bars.collect())
        };
        let bars = ranked(groups, of.page.better != Some(Better::Lower), bars);
        let title = Title::FillLevel {
            work: (*work).clone(),
        };
        let id = format!("{}-{}", of.test, place + 1);
        chart(id, Section::FillLevel, title, of.unit(), bars)
    });
    charts.collect()
}

fn phases(of: &Bars<'_>, group: &DriveRuns<'_>) -> Vec<Phase> {
    let phases = of.page.phases.iter().filter_map(|(phase, _)| {
        let variant = main_variant(group, of.test, phase)?;
        let (_, measured) = group.entry(of.test, &variant, phase)?;
        Some(Phase {
            name: phase.clone(),
            work: Work::of(measured),
            span_bytes: measured.span_bytes,
        })
    });
    phases.collect()
}

/// What the drive holds, which is what the phase works on: little, if that is at most half of the
/// drive, as on small ones.
fn held(phase: &Phase, group: &DriveRuns<'_>) -> Part {
    let capacity = group.first().and_then(|run| run.header.capacity());
    let percent = capacity.map(|Bytes(all)| phase.span_bytes as f64 * 100.0 / all as f64);
    match percent {
        Some(percent) if percent > 50.5 => Part::HoldsPercent(percent.round() as u32),
        _ => Part::HoldsLittle,
    }
}
