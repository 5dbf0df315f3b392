//! What other data makes of a new drive.

use super::contrast::{Contrast, Found, worst, worst_of};
use super::{Finding, Says};
use crate::charts::Bar;
use crate::figures::Figures;
use crate::names::{Section, Unit};
use crate::spread::Difference;
use fourcorners_bench::Variant;

/// Of a drive by the kinds of data; the advice asks the same.
pub fn by_data(drive: usize, figures: &Figures) -> Option<Found<'_>> {
    worst(figures, Section::WrittenData, drive)
}

/// The same in MB/s, by sequential writes to a new drive, or by what else was written to one where
/// they show no difference.
pub fn by_sequential_data(drive: usize, figures: &Figures) -> Option<Contrast> {
    let is_sequential = |bar: &Bar| !bar.reads && !bar.random;
    // Reads tell of the same data, and of another speed.
    let is_of_new = |bar: &Bar| {
        let from_new = bar.ends.iter().all(|end| is_from_own_state(&end.variant));
        !bar.reads && from_new
    };
    let charts = || {
        let charts = figures.charts.iter();
        let charts = charts
            .filter(|chart| chart.section == Section::WrittenData && chart.unit == Unit::MbPerS);
        charts.filter(move |chart| chart.bars.iter().all(is_of_new))
    };
    let sequential = charts().filter(|chart| chart.bars.iter().any(is_sequential));
    let loses = |found: &Contrast| found.change() == Difference::Lower;
    let found = worst_of(sequential, drive).and_then(|found| found.says.ok());
    let all = || worst_of(charts(), drive).and_then(|found| found.says.ok());
    found.filter(loses).or_else(all)
}

/// Whether a variant begins from the state that the test's file names.
pub fn is_from_own_state(variant: &str) -> bool {
    let parsed = Variant::parse(variant);
    parsed.is_none_or(|variant| variant.conditions.state.is_none())
}

pub(super) fn finding(drive: usize, figures: &Figures) -> Option<Finding> {
    let found = by_data(drive, figures)?;
    let loses = matches!(&found.says, Ok(says) if says.change() == Difference::Lower);
    let finding = Finding::of_contrast(drive, found, Says::Data);
    Some(finding.in_headline_if(loses))
}
