//! Drives side by side, figure by figure, and whether their runs tell them apart.

use crate::failed;
use crate::figures::{Figure, figures};
use crate::wording::comparable;
use crate::wording::drive;
use fourcorners_bench::record::{NotComparable, Run, RunHeader};
use fourcorners_findings::apart::run_names;
use fourcorners_findings::select::{DriveRuns, by_drive};
use fourcorners_findings::spread::Spread;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// Several drives, or one under several conditions, compared.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Comparison {
    /// In the order of the first run of each.
    pub drives: Vec<ComparedDrive>,
    /// In the order in which they were measured.
    pub figures: Vec<ComparedFigure>,
    /// What makes the comparison say less than it seems to, a sentence each; phases that failed first.
    pub notes: Vec<String>,
}

/// A drive, with all runs that are repetitions of each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComparedDrive {
    /// Its model, and what tells it from others of that model.
    pub model: String,
    /// Drive's name, as the user asked for it.
    pub name: String,
    /// Suite or test.
    pub suite: String,
    /// Whether it is simulated.
    pub simulated: bool,
    /// Names of the runs' folders; where two have one name, with the folders around them that differ.
    pub runs: Vec<String>,
}

/// One figure of every drive.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ComparedFigure {
    /// Test, variant, phase, and what.
    pub key: String,
    /// Id of the test; `price` for what the drives cost.
    pub test: String,
    /// Phase, conditions and what it is, for people; empty for the test's one figure.
    pub label: String,
    /// `MB/s` (10^6 bytes a second), `IOPS`, `µs`, `s`, `W`, a currency; empty for a ratio.
    pub unit: String,
    /// Whether the higher of two is the better.
    pub more_is_better: bool,
    /// A value a drive, in their order; null: not measured.
    pub values: Vec<Option<ComparedValue>>,
}

/// What the runs of a drive say of one figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ComparedValue {
    /// Median of the runs (the lower of two middles).
    pub value: f64,
    /// The lowest of up to five runs; of more, the lower end of the interval in which the median lies with 95 %.
    pub low: f64,
    /// The highest of up to five runs; of more, the upper end of that interval.
    pub high: f64,
    /// Runs that measured it.
    pub runs: usize,
    /// Length of the phase in seconds, where it was asked to last so long.
    pub timed_s: Option<u64>,
    /// Bytes over which it went, where that is a part of the drive, or its capacity is not known.
    pub span_bytes: Option<u64>,
    /// Change from the first drive, in per cent; null for the first itself, and where it has no figure or none but 0.
    pub change_percent: Option<f64>,
    /// How it stands to the best of all drives.
    pub verdict: Verdict,
}

/// How a drive's figure stands to the best of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Better than all others, and no other drive's interval reaches into its own.
    Best,
    /// Its interval meets that of the best: nothing tells the two apart.
    NotDistinguishable,
    /// Its interval lies apart from that of the best.
    Behind,
    /// No other drive has this figure.
    Alone,
    /// The phase was asked to last otherwise than that of the first drive that has the figure, or went over another
    /// part of the drive: nothing is said.
    Otherwise,
}

/// Of these runs; repetitions are put together.
pub fn compare(runs: &[Run]) -> Comparison {
    let groups = by_drive(runs);
    let of_runs: Vec<Vec<Vec<Figure>>> = groups
        .iter()
        .map(|group| group.runs.iter().map(|run| figures(run)).collect())
        .collect();
    let mut first: Vec<&Figure> = Vec::new();
    // Values of each key, by drive.
    let mut values: HashMap<&str, Vec<OfDrive>> = HashMap::new();
    for (drive, runs) in of_runs.iter().enumerate() {
        for figure in runs.iter().flatten() {
            let of = values.entry(&figure.key).or_insert_with(|| {
                first.push(figure);
                vec![OfDrive::default(); groups.len()]
            });
            let of = &mut of[drive];
            // It is described after its first run.
            if of.values.is_empty() {
                (of.timed_s, of.span_bytes) = (figure.timed_s, figure.span_bytes);
            }
            of.values.push(figure.value);
        }
    }
    let figures = first.iter().map(|figure| {
        let of_drives = values.remove(figure.key.as_str()).unwrap_or_default();
        ComparedFigure {
            key: figure.key.clone(),
            test: figure.test.clone(),
            label: figure.label.clone(),
            unit: figure.unit.clone(),
            more_is_better: figure.more_is_better,
            values: judged(of_drives, figure.more_is_better),
        }
    });
    Comparison {
        figures: in_order_of_tests(figures.collect()),
        drives: drives(&groups),
        notes: notes(&groups),
    }
}

/// What only the second drive has stands with the other figures of its test.
fn in_order_of_tests(figures: Vec<ComparedFigure>) -> Vec<ComparedFigure> {
    let mut order: HashMap<String, usize> = HashMap::new();
    for figure in &figures {
        let next = order.len();
        order.entry(figure.test.clone()).or_insert(next);
    }
    let mut figures = figures;
    figures.sort_by_key(|figure| order.get(&figure.test).copied());
    figures
}

/// What the runs of a drive measured of one figure.
#[derive(Clone, Default)]
struct OfDrive {
    values: Vec<f64>,
    timed_s: Option<u64>,
    span_bytes: Option<u64>,
}

fn judged(of_drives: Vec<OfDrive>, more_is_better: bool) -> Vec<Option<ComparedValue>> {
    let value = |of: OfDrive| {
        let runs = of.values.len();
        let Spread { value, low, high } = Spread::of(of.values)?;
        Some(ComparedValue {
            value,
            low,
            high,
            runs,
            timed_s: of.timed_s,
            span_bytes: of.span_bytes,
            change_percent: None,
            verdict: Verdict::Alone,
        })
    };
    let mut values: Vec<Option<ComparedValue>> = of_drives.into_iter().map(value).collect();
    // What lasted as long as the first, over as much, is judged.
    let Some(first) = values.iter().flatten().next().copied() else {
        return values;
    };
    let is_alike =
        |one: &ComparedValue| one.timed_s == first.timed_s && one.span_bytes == first.span_bytes;
    let all = values.iter().flatten().copied();
    let present: Vec<ComparedValue> = all.filter(is_alike).collect();
    let better = |a: &ComparedValue, b: &ComparedValue| match more_is_better {
        true => a.value > b.value,
        false => a.value < b.value,
    };
    let best = present
        .iter()
        .fold(first, |best, one| match better(one, &best) {
            true => *one,
            false => best,
        });
    let level = present
        .iter()
        .filter(|one| one.spread().meets(&best.spread()));
    let level = level.count();
    let base = values.first().copied().flatten();
    for (drive, one) in values.iter_mut().enumerate() {
        let Some(one) = one else { continue };
        if !is_alike(one) {
            one.verdict = Verdict::Otherwise;
            continue;
        }
        one.verdict = match one.spread().meets(&best.spread()) {
            _ if present.len() == 1 => Verdict::Alone,
            true if level > 1 => Verdict::NotDistinguishable,
            true => Verdict::Best,
            false => Verdict::Behind,
        };
        let base = base.filter(|base| drive > 0 && base.value != 0.0);
        one.change_percent = base.map(|base| (one.value / base.value - 1.0) * 100.0);
    }
    values
}

impl ComparedValue {
    fn spread(&self) -> Spread {
        Spread::new(self.value, self.low, self.high)
    }
}

fn drives(groups: &[DriveRuns<'_>]) -> Vec<ComparedDrive> {
    let runs: Vec<&Run> = groups
        .iter()
        .flat_map(|group| &group.runs)
        .copied()
        .collect();
    let mut names = run_names(&runs).into_iter();
    let drive = |group: &DriveRuns<'_>| {
        let runs = names.by_ref().take(group.runs.len()).collect();
        let header = &group.first()?.header;
        Some(ComparedDrive {
            model: drive::name_of(group),
            name: header.identity.name.clone(),
            suite: header.suite.clone(),
            simulated: header.identity.is_simulated(),
            runs,
        })
    };
    groups.iter().filter_map(drive).collect()
}

fn notes(groups: &[DriveRuns<'_>]) -> Vec<String> {
    let failed = |group: &DriveRuns<'_>| failed::warnings_of(&drive::name_of(group), group);
    let failed = groups.iter().flat_map(failed);
    let mut notes: Vec<String> = failed
        .map(|one| format!("{}: {} {}", one.whose, one.text, one.remedy))
        .collect();
    if groups.len() < 2 {
        notes.push("These runs are repetitions of one run of one drive: there is nothing to set beside it.".into());
        return notes;
    }
    let beside = beside(groups).into_iter();
    notes.extend(beside.map(|(text, remedy)| format!("{text} {remedy}")));
    let mut reasons: Vec<&[NotComparable]> = Vec::new();
    for header in headers(groups).filter(|header| !header.is_comparable()) {
        if !reasons.contains(&header.not_comparable.as_slice()) {
            reasons.push(&header.not_comparable);
        }
    }
    for reason in reasons {
        let is_it = |group: &&DriveRuns<'_>| {
            let header = group.first().map(|run| &run.header);
            header.is_some_and(|header| header.not_comparable == reason)
        };
        let whose: Vec<String> = groups.iter().filter(is_it).map(drive::name_of).collect();
        let whose = match whose.len() == groups.len() {
            true => "all drives".into(),
            false => whose.join(", "),
        };
        let reasons = comparable::reasons(reason);
        notes.push(format!(
            "Not comparable with other runs ({whose}): {reasons}."
        ));
    }
    notes
}

fn headers<'a>(groups: &'a [DriveRuns<'_>]) -> impl Iterator<Item = &'a RunHeader> {
    groups
        .iter()
        .filter_map(DriveRuns::first)
        .map(|run| &run.header)
}

/// What has to be known where these stand beside each other, each with what to do about it; of one alone nothing.
pub(crate) fn beside(groups: &[DriveRuns<'_>]) -> Vec<(String, &'static str)> {
    let mut notes = Vec::new();
    if groups.len() < 2 {
        return notes;
    }
    let different = |of: fn(&RunHeader) -> &String| {
        let mut found: Vec<&str> = headers(groups).map(|header| of(header).as_str()).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let suites = different(|header| &header.suite);
    if suites.len() > 1 {
        let text = format!(
            "Different suites ({}): phases that lasted otherwise are no measure of each other.",
            suites.join(", ")
        );
        notes.push((text, "Put all drives through one suite."));
    }
    let simulated = headers(groups).filter(|header| header.identity.is_simulated());
    if ![0, groups.len()].contains(&simulated.count()) {
        let text = "A simulated drive beside a real one: what a simulation says of a drive is only as good as its drive file.";
        notes.push((
            text.into(),
            "'fourcorners check DRIVE' sets it beside what was printed.",
        ));
    }
    let versions = different(|header| &header.version);
    if versions.len() > 1 {
        let text = format!(
            "Measured by different versions of fourcorners ({}).",
            versions.join(", ")
        );
        notes.push((
            text,
            "Measure again by one of them where differences are small.",
        ));
    }
    let is_single = |group: &&DriveRuns<'_>| {
        let header = group.first().map(|run| &run.header);
        group.runs.len() == 1 && header.is_some_and(|header| !header.identity.is_simulated())
    };
    let singles: Vec<String> = groups
        .iter()
        .filter(is_single)
        .map(drive::name_of)
        .collect();
    if !singles.is_empty() {
        let text = format!(
            "Of one run nobody knows how far the next would lie from it ({}).",
            singles.join(", ")
        );
        notes.push((text, "'--repeat 3' shows which differences are noise."));
    }
    notes
}
