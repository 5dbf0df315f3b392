//! A bar chart as a table.

use super::{Section, each_once, joined, model, named, published};
use crate::charts::{Bar, Chart};
use crate::data::PageData;
use crate::marks::MarkQuantity;
use crate::wording::numbers::range;
use crate::wording::tables as words;
use fourcorners_findings::names::Unit;

/// A row per bar.
pub(super) fn table(chart: &Chart, data: &PageData) -> Option<Section> {
    let rows = chart.bars.iter().map(|bar| row(data, chart, bar));
    let head = words::bars(&chart.title, chart.section, chart.unit);
    Section::remarked(head, rows.collect())
}

/// Where it ends, its IOPS, the interval of its runs or how it compares, and what was printed.
fn row(data: &PageData, chart: &Chart, bar: &Bar) -> (Vec<String>, String) {
    let figure = |value: f64| match chart.unit {
        Unit::Watts | Unit::Seconds => format!("{value:.2}"),
        Unit::Iops | Unit::Points => format!("{value:.0}"),
        _ => format!("{value:.1}"),
    };
    let ends = bar.ends.iter();
    let ends: Vec<String> = ends
        .map(|end| format!("{} {}", figure(end.value), end.label))
        .collect();
    let spread = (bar.low < bar.high).then(|| range(&figure(bar.low), &figure(bar.high)));
    let beside = [spread, Some(bar.note.clone()), Some(ends.join(", "))];
    let variants: Vec<&str> = match bar.ends.as_slice() {
        [] => vec![&bar.variant],
        ends => ends.iter().map(|end| end.variant.as_str()).collect(),
    };
    let remark = |variant: &&str| data.remark_on(bar.drive, [&bar.test, variant, &bar.phase]);
    let remarks = each_once(variants.iter().map(remark));
    let marks = variants
        .iter()
        .flat_map(|variant| data.marks_of(bar.drive, &bar.test, &bar.phase, variant));
    let value = match bar.ends.last() {
        Some(last) if figure(last.value) != figure(bar.value) => {
            range(&figure(bar.value), &figure(last.value))
        }
        _ => figure(bar.value),
    };
    let counts = bar.ends.is_empty() && chart.unit == Unit::MbPerS;
    let row = vec![
        named(&model(data, bar.drive), &bar.label),
        value,
        match counts {
            true => format!("{:.0}", bar.iops),
            false => String::new(),
        },
        joined(beside.into_iter().flatten()),
        MarkQuantity::of_bars(chart.unit).map_or(String::new(), |quantity| {
            // The bar itself says what it is of.
            published(marks, &[quantity], |_| String::new(), figure)
        }),
    ];
    (row, remarks)
}
