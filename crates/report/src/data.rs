//! What the page draws, made from runs. web/src/data.ts describes the same for TypeScript.

use crate::charts::{Chart, charts};
use crate::curves::{Curve, curves};
use crate::health;
use crate::judgements::{Judgement, judge};
use crate::latency::{LatencyChart, latencies};
use crate::marks::{DriveMark, Mark};
use crate::meters;
use crate::prices::{PriceRow, prices};
use crate::replay_rows;
use crate::replays;
use crate::select::{DriveRuns, by_drive};
use crate::steady_state::{self, Steady, steady};
use crate::words;
use fourcorners_bench::record::{Entry, Fact, Measured, Run, Status};
use fourcorners_block::DriveKind;
use serde::Serialize;

/// Everything on the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)] // described once, in web/src/data.ts
pub struct PageData {
    pub title: String,
    pub warnings: Vec<String>,
    pub drives: Vec<DriveData>,
    pub judgements: Vec<Judgement>,
    pub charts: Vec<Chart>,
    pub latencies: Vec<LatencyChart>,
    pub curves: Vec<Curve>,
    pub prices: Vec<PriceRow>,
    pub torture: Vec<Torture>,
    pub consistency: Vec<Consistency>,
    pub steady: Vec<Steady>,
    pub marks: Vec<DriveMark>,
    pub late_from_s: u32,
    pub duration_s: u32,
}

/// A drive and what was done to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct DriveData {
    pub name: String,
    pub model: String,
    pub simulated: bool,
    pub capacity_gb: f64,
    pub facts: Vec<Fact>,
    pub bench: Vec<Fact>,
    pub command: String,
    pub seed: u64,
    pub version: String,
    pub runs: Vec<String>,
    pub missing: Vec<Missing>,
}

/// Something that was not measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Missing {
    pub what: String,
    pub status: &'static str,
    pub reason: String,
}

/// IOPS of every second of the torture.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Torture {
    pub drive: usize,
    pub iops: Vec<u64>,
}

/// IOPS of every second.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Consistency {
    pub drive: usize,
    pub variant: String,
    pub label: String,
    pub iops: Vec<u64>,
    /// Absent, as is `min_late`, if the run ended before `late_from_s`.
    pub mean_late: Option<f64>,
    pub min_late: Option<u64>,
    pub write_amplification: Option<f64>,
}

impl PageData {
    /// Of one or more runs. Runs of one drive, suite and seed are repetitions: medians are shown.
    /// `printed` knows the figures that were printed about the drive of a run; those that the page has a
    /// place for become marks.
    pub fn new(runs: &[Run], printed: &dyn Fn(&Run) -> Vec<Mark>) -> Self {
        let groups = by_drive(runs);
        let duration_s = runs
            .iter()
            .flat_map(|run| &run.samples)
            .filter(|sample| sample.test == "consistency")
            .map(|sample| sample.second + 1)
            .max()
            .unwrap_or(0);
        // The reviews call a drive steady from 1400 s on; a short run's last three tenths.
        let late_from_s = if duration_s > 1400 {
            1400
        } else {
            duration_s * 7 / 10
        };
        let mut data = Self {
            title: title(&groups),
            warnings: warnings(&groups),
            drives: groups.iter().filter_map(drive_data).collect(),
            judgements: Vec::new(),
            charts: charts(&groups),
            latencies: latencies(&groups),
            curves: Vec::new(),
            prices: prices(&groups),
            torture: Vec::new(),
            consistency: Vec::new(),
            steady: Vec::new(),
            marks: Vec::new(),
            late_from_s,
            duration_s,
        };
        for (drive, group) in groups.iter().enumerate() {
            data.curves.extend(curves(drive, group));
            data.torture.extend(torture(drive, group));
            data.consistency
                .extend(consistency(drive, group, late_from_s));
            data.steady.extend(steady(drive, group, &data.consistency));
        }
        for (drive, group) in groups.iter().enumerate() {
            let marks = group.first().map(printed).unwrap_or_default();
            let mut placed: Vec<DriveMark> = marks
                .into_iter()
                .filter(|mark| data.has_a_place_for(drive, mark))
                .map(|mark| DriveMark { drive, mark })
                .collect();
            placed.sort_by(|a, b| a.mark.low.total_cmp(&b.mark.low));
            data.marks.append(&mut placed);
        }
        data.judgements = (0..groups.len())
            .flat_map(|drive| {
                let steady = steady_state::finding(drive, &data);
                judge(drive, &data).into_iter().chain(steady)
            })
            .collect();
        data
    }
}

fn title(groups: &[DriveRuns<'_>]) -> String {
    match groups {
        [one] => one.model(),
        many => format!("{} drives compared", many.len()),
    }
}

fn warnings(groups: &[DriveRuns<'_>]) -> Vec<String> {
    let mut warnings: Vec<String> = Vec::new();
    for run in groups.iter().flat_map(|group| &group.runs) {
        let header = &run.header;
        if !header.comparable {
            let warning = format!(
                "{}: not comparable with other runs: {}.",
                header.identity.model, header.not_comparable_because
            );
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        warnings.extend(meters::warning(run));
        warnings.extend(health::warnings_of(run));
        warnings.extend(replays::warnings_of(run));
        warnings.extend(run.interrupted.iter().map(|entry| {
            format!(
                "{}: interrupted in {}, which began again; its part is kept in the run's folder.",
                header.identity.model,
                entry.title()
            )
        }));
        warnings.extend(
            run.damage
                .iter()
                .map(|damage| format!("{}: {damage}", run.path.display())),
        );
    }
    warnings
}

/// What was planned and has no result: the run ended before it.
fn not_reached(run: &Run) -> impl Iterator<Item = Missing> {
    let results: Vec<String> = run.entries.iter().map(Entry::title).collect();
    let planned = run.header.phases.iter();
    let left = planned.filter(move |phase| !results.contains(phase));
    left.map(|phase| Missing {
        what: phase.clone(),
        status: "not begun",
        reason: "the run ended before it; `review --resume` goes on".into(),
    })
}

fn drive_data(group: &DriveRuns<'_>) -> Option<DriveData> {
    let header = &group.first()?.header;
    let never = group.runs.iter().flat_map(|run| not_reached(run));
    let missing = group
        .runs
        .iter()
        .flat_map(|run| run.entries.iter().map(move |entry| (run, entry)))
        .filter_map(|(run, entry)| {
            let (status, reason) = match &entry.status {
                Status::Finished => ("cut", replay_rows::cut(run, entry)?),
                Status::Skipped { reason } => ("skipped", reason.clone()),
                Status::Interrupted => (
                    "interrupted",
                    "the run was stopped; its part is kept in the run's folder".into(),
                ),
                Status::Failed { reason } => ("failed", reason.clone()),
            };
            Some(Missing {
                what: entry.title(),
                status,
                reason,
            })
        });
    Some(DriveData {
        name: header.identity.name.clone(),
        model: group.model(),
        simulated: header.identity.kind == DriveKind::Simulated,
        capacity_gb: header.identity.capacity.bytes().0 as f64 / 1e9,
        facts: header.facts.clone(),
        bench: header
            .bench
            .iter()
            .cloned()
            .chain(group.first().map(meters::facts).unwrap_or_default())
            .chain(group.first().map(health::facts).unwrap_or_default())
            .collect(),
        command: header.command.clone(),
        seed: header.seed,
        version: header.version.clone(),
        runs: group
            .runs
            .iter()
            .map(|run| {
                run.path
                    .file_name()
                    .map_or(String::new(), |n| n.to_string_lossy().into_owned())
            })
            .collect(),
        missing: missing.chain(never).collect(),
    })
}

fn torture(drive: usize, group: &DriveRuns<'_>) -> Option<Torture> {
    let (run, measured, _, _) = group.median("torture", "", "torture", |m| m.iops_mean)?;
    Some(Torture {
        drive,
        iops: whole_seconds(run, "torture", "", "torture", measured),
    })
}

/// The IOPS of every whole second of a phase: a last one that is cut short is no measurement.
pub(crate) fn whole_seconds(
    run: &Run,
    test: &str,
    variant: &str,
    phase: &str,
    measured: &Measured,
) -> Vec<u64> {
    let of_phase = |sample: &&fourcorners_bench::record::Sample| {
        sample.test == test && sample.variant == variant && sample.phase == phase
    };
    run.samples
        .iter()
        .filter(of_phase)
        .map(|sample| sample.ios)
        .take(measured.duration_s as usize)
        .collect()
}

fn consistency(drive: usize, group: &DriveRuns<'_>, late_from_s: u32) -> Vec<Consistency> {
    let mut variants: Vec<&str> = group
        .runs
        .iter()
        .flat_map(|run| &run.entries)
        .filter(|entry| entry.test == "consistency")
        .map(|entry| entry.variant.as_str())
        .collect();
    variants.sort_unstable();
    variants.dedup();
    let of = |variant: &&str| {
        let (run, measured, _, _) =
            group.median("consistency", variant, "measure", |m| m.iops_mean)?;
        let iops = whole_seconds(run, "consistency", variant, "measure", measured);
        let late = iops.get(late_from_s as usize..).unwrap_or(&[]);
        let span = match measured.span_bytes as f64 / 1e9 {
            gb if gb < 10.0 => format!("{gb:.2} GB"),
            gb => format!("{gb:.0} GB"),
        };
        let label = match (variant.strip_prefix("spare-"), measured.spare_per_mille) {
            (Some(percent), _) => format!("{percent} % spare area (a {span} drive)"),
            (None, _) if !variant.is_empty() => {
                format!("{} ({span})", words::variant(variant, measured))
            }
            (None, Some(spare)) => format!(
                "Default ({span} tested, {:.1} % spare)",
                f64::from(spare) / 10.0
            ),
            (None, None) => format!("Default ({span} tested)"),
        };
        Some(Consistency {
            drive,
            variant: (*variant).into(),
            label,
            mean_late: (!late.is_empty())
                .then(|| late.iter().sum::<u64>() as f64 / late.len() as f64),
            min_late: late.iter().copied().min(),
            iops,
            write_amplification: measured.write_amplification,
        })
    };
    variants.iter().filter_map(of).collect()
}
