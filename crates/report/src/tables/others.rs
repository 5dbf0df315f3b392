//! What is in no chart and in no table of its own.

use super::{NO_FIGURE, Section};
use crate::charts::Bar;
use crate::data::PageData;
use crate::wording::{remarks, tables as words};
use fourcorners_bench::record::{Entry, Measured, Run};
use fourcorners_bench::{Role, Variant};
use fourcorners_findings::charts::MEASURE;
use fourcorners_findings::kinds::differs_in_data_alone;
use fourcorners_findings::sweeps::SweepChart;

/// A row per phase.
pub(super) fn table(runs: &[Run], data: &PageData) -> Option<Section> {
    let own = runs.iter();
    let all = own.flat_map(|run| run.entries.iter().map(move |entry| (run, entry)));
    let others = all.filter(|(run, entry)| !shown(data, entry) && !in_a_table(run, entry));
    let rows = others.filter_map(|(run, entry)| row(run, entry));
    Section::remarked(words::others(), rows.collect())
}

fn row(run: &Run, entry: &Entry) -> Option<(Vec<String>, String)> {
    // Of a pause only its power is a figure.
    let says_something = |it: &&Measured| it.op != "idle" || it.power_mean_w.is_some();
    let measured = entry.result().filter(says_something)?;
    let watts = |watts: Option<f64>| watts.map_or(String::new(), |watts| format!("{watts:.2}"));
    let row = vec![
        run.header.identity.model.clone(),
        named(entry),
        format!("{:.1}", measured.throughput_mb_per_s),
        format!("{:.0}", measured.iops_mean),
        match measured.ios {
            0 => NO_FIGURE.into(),
            _ => format!("{:.0}", measured.latency_mean_us),
        },
        watts(measured.power_mean_w),
        watts(measured.power_max_w),
    ];
    Some((row, remarks::line(&measured.remarks)))
}

/// Test, variant and phase, as far as they say anything.
fn named(entry: &Entry) -> String {
    let parts = entry.names().into_iter();
    let told = parts.filter(|part| !part.is_empty() && *part != MEASURE);
    told.collect::<Vec<_>>().join(" ")
}

/// Whether a phase is in one of the charts or plots.
fn shown(data: &PageData, entry: &Entry) -> bool {
    let (test, phase) = (entry.test.as_str(), entry.phase.as_str());
    let bars = || data.charts.iter().flat_map(|chart| &chart.bars);
    let on = |bar: &Bar| {
        let is = |variant: &str| variant == entry.variant;
        let ends = bar.ends.iter().any(|end| is(&end.variant));
        bar.test == test && bar.phase == phase && (is(&bar.variant) || ends)
    };
    let spare_area = || Variant::parse(&entry.variant)?.spare;
    let plain = differs_in_data_alone(&entry.variant) || spare_area().is_some();
    let in_a_plot = match data.pages.role(test, phase) {
        Some(Role::Consistency) => true,
        Some(Role::Torture | Role::TorturedWrites) => plain,
        Some(role) => plain && role.is_of_a_pass(),
        None => false,
    };
    let fills = data.fills.iter().flat_map(|chart| &chart.fills);
    let mut filled = fills.map(|fill| [&fill.test, &fill.variant, &fill.phase]);
    let is_swept = |sweep: &SweepChart| sweep.test == test;
    in_a_plot
        || bars().any(on)
        || filled.any(|names| names == [test, entry.variant.as_str(), phase])
        || data.sweeps.iter().any(is_swept)
}

/// Whether a phase is in the table of replays, of a job file's jobs, or of SNIA's tests.
fn in_a_table(run: &Run, entry: &Entry) -> bool {
    let measured = entry.measured.as_ref();
    let is_in_one = |it: &Measured| it.replay.is_some() || it.rounds.is_some();
    run.is_of_a_job_file() || measured.is_some_and(is_in_one)
}
