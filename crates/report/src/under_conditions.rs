//! What other data, alignment, use or rest make of a drive, in sentences.

use crate::charts::{Bar, CORNERS};
use crate::data::PageData;
use crate::vantage::HDD_POINTS;

/// A finding, the section that shows it, and the rule behind it.
pub type Finding = (String, &'static str, &'static str);

/// A difference of less than a tenth is called none.
const SAME: f64 = 0.9;

/// All of a drive.
pub fn findings(drive: usize, data: &PageData) -> Vec<Finding> {
    let found = [
        of_data(drive, data),
        of_alignment(drive, data),
        of_use(drive, data),
        of_use_in_traces(drive, data),
        of_rest(drive, data),
    ];
    found.into_iter().flatten().collect()
}

/// The drive's bars in the first chart of a section that has any; writes are what the documents ask about.
fn bars<'a>(data: &'a PageData, section: &str, drive: usize) -> Option<Vec<&'a Bar>> {
    let charts = data.charts.iter().filter(|chart| chart.section == section);
    let of = charts.map(|chart| {
        let bars = chart.bars.iter().filter(|bar| bar.drive == drive);
        bars.collect::<Vec<_>>()
    });
    let all: Vec<Vec<&Bar>> = of.filter(|bars| !bars.is_empty()).collect();
    let writes = |bars: &&Vec<&Bar>| bars.iter().any(|bar| bar.test.contains("write"));
    all.iter().find(writes).or(all.first()).cloned()
}

/// `random write, 4 KiB, QD3`: what was done, within a sentence.
fn within(bar: &Bar) -> String {
    let title = CORNERS.iter().find(|(test, _)| *test == bar.test);
    title
        .map_or(String::new(), |(_, title)| title.to_lowercase())
        .replace("kib", "KiB")
        .replace("mib", "MiB")
        .replace("qd", "QD")
}

fn of_data(drive: usize, data: &PageData) -> Option<Finding> {
    let bars = bars(data, "written-data", drive)?;
    let bar = bars.first()?;
    let (worst, best) = (bar.ends.first()?, bar.ends.last()?);
    let what = within(bar);
    let text = if worst.value >= best.value * SAME {
        format!(
            "does not mind what is written ({:.0} to {:.0} MB/s, {what})",
            worst.value, best.value
        )
    } else {
        format!(
            "{} is {:.1} times as fast as {} ({:.0} and {:.0} MB/s, {what})",
            best.label,
            best.value / worst.value,
            worst.label,
            best.value,
            worst.value
        )
    };
    Some((
        text,
        "written-data",
        "the best against the worst of the kinds of data that were written; a difference below 10 % is called none",
    ))
}

fn of_alignment(drive: usize, data: &PageData) -> Option<Finding> {
    let bars = bars(data, "alignment", drive)?;
    let (aligned, not) = (bars.first()?, bars.get(1)?);
    let share = not.value / aligned.value;
    let text = if share >= SAME {
        format!(
            "is no slower with writes {} than with aligned ones ({:.0} and {:.0} MB/s)",
            not.label, not.value, aligned.value
        )
    } else {
        format!(
            "writes {} reach {:.0} % of the speed of aligned ones ({:.0} and {:.0} MB/s)",
            not.label,
            share * 100.0,
            not.value,
            aligned.value
        )
    };
    Some((
        text,
        "alignment",
        "random writes aligned to sectors against those aligned to their own size; from 90 % on they are called as fast",
    ))
}

fn of_use(drive: usize, data: &PageData) -> Option<Finding> {
    let bars = bars(data, "used", drive)?;
    let (first, used) = (bars.first()?, bars.get(1)?);
    let share = used.value / first.value;
    let (before, after) = (first.value, used.value);
    let (what, state) = (within(first), &used.label);
    let text = if share >= SAME {
        format!(
            "is no slower {state} than {} ({after:.0} and {before:.0} MB/s, {what})",
            first.label
        )
    } else {
        format!(
            "loses {:.0} % when {state} ({before:.0} to {after:.0} MB/s, {what})",
            (1.0 - share) * 100.0
        )
    };
    Some((
        text,
        "used",
        "the used drive against the new one in the same test; a loss below 10 % is called none",
    ))
}

/// What a person would notice of it: the recorded work of the Vantage-style HDD suite.
fn of_use_in_traces(drive: usize, data: &PageData) -> Option<Finding> {
    let chart = data.charts.iter().find(|chart| chart.id == HDD_POINTS)?;
    let mut bars = chart.bars.iter().filter(|bar| bar.drive == drive);
    let new = bars.next()?;
    let states: Vec<String> = bars
        .map(|bar| {
            let lost = (1.0 - bar.value / new.value) * 100.0;
            let points = format!("({:.0} to {:.0} points)", new.value, bar.value);
            match lost {
                1.0.. => format!("{lost:.0} % when {} {points}", bar.label),
                _ => format!("nothing when {} {points}", bar.label),
            }
        })
        .collect();
    let text = format!(
        "loses {} in the Vantage-style HDD suite",
        states.join(" and ")
    );
    (!states.is_empty()).then_some((
        text,
        "vantage",
        "points of the suite on a drive that was filled or used against those on a new one; a loss below 1 % is called none",
    ))
}

fn of_rest(drive: usize, data: &PageData) -> Option<Finding> {
    let bars = bars(data, "idle", drive)?;
    let (at_once, rested) = (bars.first()?.value, bars.get(1)?.value);
    let is_write = |state: &str| {
        let mut curves = data.curves.iter();
        let curve = curves
            .find(|curve| curve.drive == drive && curve.op == "write" && curve.state == state);
        curve.map(|curve| curve.mean_mb_per_s)
    };
    let whole = is_write("clean").or(is_write("trimmed"));
    let text = match whole {
        Some(whole) if at_once >= whole * SAME && at_once >= rested * SAME => format!(
            "written at random while four fifths full it loses nothing that a rest could bring back ({at_once:.0} MB/s, {whole:.0} in a pass without that)"
        ),
        _ if at_once < rested * SAME => format!(
            "cleans up while it is left idle: its write pass becomes {:.1} times as fast ({at_once:.0} to {rested:.0} MB/s)",
            rested / at_once
        ),
        _ => format!("hardly cleans up while it is left idle ({at_once:.0} to {rested:.0} MB/s)"),
    };
    Some((
        text,
        "idle",
        "mean of the HD Tach write pass after a rest against the one at once; a difference below 10 % is called none",
    ))
}
