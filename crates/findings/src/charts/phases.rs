//! Phases of one test side by side.

use super::bar::{Bar, bar, compared, main_variant, mb_per_s, ranked};
use super::title::{Chart, Title, chart};
use crate::kinds;
use crate::label::{Label, Part};
use crate::names::{PassOp, Section, Unit};
use crate::pages::{Bars, Pages, Place};
use crate::select::DriveRuns;
use fourcorners_bench::{Better, ChartKind, Role};

/// Idle collection: the mean of the write pass at once, and after the rest.
pub fn rest(groups: &[DriveRuns<'_>], pages: &Pages) -> Option<Chart> {
    let passes = [
        (Role::PassAtOnce, Part::AtOnce),
        (Role::RestedPass, Part::AfterRest),
    ];
    let of = |drive: usize, group: &DriveRuns<'_>| {
        let write = |variant: &str, (role, label): &(Role, Part)| {
            let passes = pages.all_with(*role).into_iter();
            let mut bars = passes.filter_map(|Place { test, phase }| {
                bar(drive, group, (test, variant, phase), mb_per_s)
            });
            let bar = bars.find(|bar| !bar.reads)?;
            Some(Bar {
                label: Label::one(label.clone()).and(bar.label),
                ..bar
            })
        };
        let of_variant = |variant: &String| {
            let bars = passes.iter().map(|pass| write(variant, pass));
            bars.collect::<Option<Vec<Bar>>>()
                .map_or(Vec::new(), compared)
        };
        let places = pages.all_with(Role::PassAtOnce);
        let variants = kinds::variants_of_any(group, &places);
        variants.iter().flat_map(of_variant).collect()
    };
    let bars = ranked(groups, true, of);
    let id = "idle-bars".into();
    chart(id, Section::Idle, Title::Rest, Unit::MbPerS, bars)
}

/// A test's phases side by side, as its file names them; the drive with the best first one first.
pub fn in_phases(of: &Bars<'_>, groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let all = |drive: usize, group: &DriveRuns<'_>| {
        let phases = of.page.phases.iter();
        let bars = phases.filter_map(|(phase, title)| {
            let variant = main_variant(group, of.test, phase)?;
            let mut bar = bar(drive, group, (of.test, &variant, phase), of.figure())?;
            let of_a_row = matches!(of.page.chart, ChartKind::Quartet);
            let op = of_a_row.then_some(Part::Op(match bar.reads {
                true => PassOp::Read,
                false => PassOp::Write,
            }));
            let phase = Label(
                std::iter::once(Part::Phase(title.clone()))
                    .chain(op)
                    .collect(),
            );
            bar.label = phase.and(bar.label);
            bar.value.is_finite().then_some(bar)
        });
        bars.collect::<Vec<Bar>>()
    };
    let bars = ranked(groups, of.page.better != Some(Better::Lower), all);
    let section = match (of.page.chart, of.unit()) {
        (ChartKind::Quartet, _) => Section::QuickLook,
        (_, Unit::Watts | Unit::MbPerSPerWatt) => Section::Power,
        _ => Section::Corners,
    };
    let title = Title::Phases { test: of.name() };
    chart(
        format!("phases-{}", of.test),
        section,
        title,
        of.unit(),
        bars,
    )
}
