//! Bars of recorded use: each trace with the figure that its pace makes a figure of the drive.

use super::bar::{Bar, bar, compared, ranked};
use super::title::{self, Chart, Quantity, Replay, Title};
use super::vantage;
use crate::label::{Label, Part};
use crate::names::{Section, Unit};
use crate::pages::Pages;
use crate::select::DriveRuns;
use crate::trace_name::trace_name;
use fourcorners_bench::record::{Entry, Measured};
use fourcorners_bench::{Better, Pace};

impl Quantity {
    const ALL: [Self; 4] = [Self::Iops, Self::Rate, Self::Busy, Self::Service];

    fn id(self) -> &'static str {
        match self {
            Self::Iops => "iops",
            Self::Rate => "rate",
            Self::Busy => "busy",
            Self::Service => "service",
        }
    }

    fn unit(self) -> Unit {
        match self {
            Self::Iops => Unit::Iops,
            Self::Rate => Unit::MbPerS,
            Self::Busy => Unit::Seconds,
            Self::Service => Unit::Microseconds,
        }
    }

    pub(super) fn better(self) -> Better {
        match self {
            Self::Iops | Self::Rate => Better::Higher,
            Self::Busy | Self::Service => Better::Lower,
        }
    }

    /// Without pauses the drive alone makes the time, and IOPS and all of it are figures of the
    /// drive; with them, the time in which it was busy.
    fn of(self, measured: &Measured) -> Option<f64> {
        let replay = measured.replay.as_ref()?;
        let without_pauses = is_without_pauses(measured)?;
        match self {
            Self::Iops => without_pauses.then_some(measured.iops_mean),
            Self::Rate => Some(replay.data_rate_mb_per_s),
            Self::Busy => without_pauses.then_some(replay.busy_s),
            Self::Service => (!without_pauses).then_some(replay.service_mean_us),
        }
    }
}

/// `None` of what is no replay.
fn is_without_pauses(measured: &Measured) -> Option<bool> {
    let replay = measured.replay.as_ref()?;
    Some(replay.pace == Pace::AsFastAsPossible.name())
}

/// All charts, traces in the order in which they were first replayed.
pub fn replays(groups: &[DriveRuns<'_>], pages: &Pages) -> Vec<Chart> {
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
        if replayed && !known && !vantage::is_suite(&entry.test, pages) {
            phases.push(entry);
        }
    }
    let charts = phases.into_iter().flat_map(|entry| {
        let quantities = Quantity::ALL.into_iter();
        quantities.filter_map(|quantity| chart(entry, quantity, groups, pages))
    });
    charts.collect()
}

/// A drive's bars stand together, the best drive first.
fn chart(
    entry: &Entry,
    quantity: Quantity,
    groups: &[DriveRuns<'_>],
    pages: &Pages,
) -> Option<Chart> {
    let of = |drive, group: &DriveRuns<'_>| bars(drive, group, entry, quantity);
    let bars = ranked(groups, quantity.better() == Better::Higher, of);
    let trace = entry.measured.as_ref()?.replay.as_ref()?.trace.as_str();
    let replay = Replay {
        test: entry.test.clone(),
        title: match pages.get(&entry.test) {
            Some(page) => page.title.clone(),
            None => trace_name(trace).into_owned(),
        },
    };
    let id = format!("replay-{}-{}", entry.test, quantity.id());
    let title = Title::Replay(replay, quantity);
    title::chart(id, Section::RecordedUse, title, quantity.unit(), bars)
}

/// A drive's bars: as the test says it, and from other states.
fn bars(drive: usize, group: &DriveRuns<'_>, entry: &Entry, quantity: Quantity) -> Vec<Bar> {
    let value = |measured: &Measured| quantity.of(measured).unwrap_or(f64::NAN);
    let variants = group.variants(&entry.test, &entry.phase);
    let several = variants.len() > 1;
    let bars = variants.iter().filter_map(|variant| {
        let names = (entry.test.as_str(), variant.as_str(), entry.phase.as_str());
        let mut bar = bar(drive, group, names, value)?;
        let (_, measured, ..) = group.median(names.0, names.1, names.2, value)?;
        let busy_s = measured.replay.as_ref()?.busy_s;
        bar.iops = measured.ios as f64 / busy_s;
        if several && variant.is_empty() {
            bar.label = Label::one(Part::Empty);
        }
        bar.value.is_finite().then_some(bar)
    });
    compared(bars.collect())
}
