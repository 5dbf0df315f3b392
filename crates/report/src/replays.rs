//! Bars of recorded use: each trace with the figure that its pace makes a figure of the drive.

use crate::charts::{Bar, Chart, bar, compared, ranked};
use crate::names::{Section, Unit};
use crate::select::DriveRuns;
use crate::vantage;
use fourcorners_bench::Pace;
use fourcorners_bench::record::{Entry, Measured};
use std::borrow::Cow;
use std::path::Path;

/// Titles of the tests that are shipped.
const TITLES: [(&str, &str); 6] = [
    ("storage-bench-2010-light", "Storage Bench 2010, light"),
    ("storage-bench-2010-heavy", "Storage Bench 2010, heavy"),
    ("storage-bench-2010-gaming", "Storage Bench 2010, gaming"),
    ("storage-bench-2011-heavy", "Storage Bench 2011, heavy"),
    ("storage-bench-2011-light", "Storage Bench 2011, light"),
    ("destroyer", "The Destroyer"),
];

/// What a bar is as long as.
struct Figure {
    id: &'static str,
    what: &'static str,
    unit: Unit,
    more_is_better: bool,
    of: fn(&Measured) -> Option<f64>,
}

/// Without pauses the drive alone makes the time, and IOPS and all of it are figures of the drive; with them, the
/// time in which it was busy.
const FIGURES: [Figure; 4] = [
    Figure {
        id: "iops",
        what: "average",
        unit: Unit::Iops,
        more_is_better: true,
        of: |measured| is_without_pauses(measured)?.then_some(measured.iops_mean),
    },
    Figure {
        id: "rate",
        what: "average data rate",
        unit: Unit::MbPerS,
        more_is_better: true,
        of: |measured| Some(measured.replay.as_ref()?.data_rate_mb_per_s),
    },
    Figure {
        id: "busy",
        what: "time in which it was busy",
        unit: Unit::Seconds,
        more_is_better: false,
        of: |measured| {
            let busy_s = measured.replay.as_ref()?.busy_s;
            is_without_pauses(measured)?.then_some(busy_s)
        },
    },
    Figure {
        id: "service",
        what: "average service time",
        unit: Unit::Microseconds,
        more_is_better: false,
        of: |measured| {
            let service_us = measured.replay.as_ref()?.service_mean_us;
            (!is_without_pauses(measured)?).then_some(service_us)
        },
    },
];

/// `None` of what is no replay.
fn is_without_pauses(measured: &Measured) -> Option<bool> {
    let replay = measured.replay.as_ref()?;
    Some(replay.pace == Pace::AsFastAsPossible.name())
}

/// All charts, traces in the order in which they were first replayed.
pub fn replays(groups: &[DriveRuns<'_>]) -> Vec<Chart> {
    let mut phases: Vec<&Entry> = Vec::new();
    let runs = groups.iter().flat_map(|group| &group.runs);
    // What a job file's jobs show stands in a table of theirs.
    let runs = runs.filter(|run| !run.is_of_a_job_file());
    for entry in runs.flat_map(|run| &run.entries) {
        // Of a scenario the response times are shown.
        let is_replay = |measured: &Measured| {
            let replay = measured.replay.as_ref();
            replay.is_some_and(|replay| replay.operations.is_none())
        };
        let replayed = entry.result().is_some_and(is_replay);
        let known = phases
            .iter()
            .any(|known| (&known.test, &known.phase) == (&entry.test, &entry.phase));
        if replayed && !known && !vantage::is_suite(&entry.test) {
            phases.push(entry);
        }
    }
    let charts = phases.into_iter().flat_map(|entry| {
        FIGURES
            .iter()
            .filter_map(|figure| chart(entry, figure, groups))
    });
    charts.collect()
}

/// What a trace is called: one of the user's by its file alone.
pub fn name(trace: &str) -> Cow<'_, str> {
    let file = Path::new(trace).file_name().unwrap_or_default();
    file.to_string_lossy()
}

/// A drive's bars stand together, the best drive first.
fn chart(entry: &Entry, figure: &Figure, groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let of = |drive, group: &DriveRuns<'_>| bars(drive, group, entry, figure);
    let bars = ranked(groups, figure.more_is_better, of);
    let trace = entry.measured.as_ref()?.replay.as_ref()?.trace.as_str();
    let title = TITLES.iter().find(|(test, _)| *test == entry.test);
    let title = title.map_or_else(|| name(trace), |(_, title)| (*title).into());
    (!bars.is_empty()).then(|| Chart {
        id: format!("replay-{}-{}", entry.test, figure.id),
        section: Section::RecordedUse,
        title: format!("{title}, {}", figure.what),
        unit: figure.unit,
        bars,
    })
}

/// A drive's bars: as the test says it, and from other states.
fn bars(drive: usize, group: &DriveRuns<'_>, entry: &Entry, figure: &Figure) -> Vec<Bar> {
    let value = |measured: &Measured| (figure.of)(measured).unwrap_or(f64::NAN);
    let variants = group.variants(&entry.test, &entry.phase);
    let several = variants.len() > 1;
    let bars = variants.iter().filter_map(|variant| {
        let names = (entry.test.as_str(), variant.as_str(), entry.phase.as_str());
        let mut bar = bar(drive, group, names, value)?;
        let (_, measured, ..) = group.median(names.0, names.1, names.2, value)?;
        let busy_s = measured.replay.as_ref()?.busy_s;
        bar.iops = measured.ios as f64 / busy_s;
        if several && variant.is_empty() {
            bar.label = "empty".into();
        }
        bar.value.is_finite().then_some(bar)
    });
    compared(bars.collect())
}
