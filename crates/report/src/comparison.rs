//! Drives side by side, figure by figure, and whether their runs tell them apart.

use crate::figures::{Figure, figures_of};
use crate::wording::comparison;
use crate::wording::drive;
use fourcorners_bench::record::Run;
use fourcorners_findings::apart::run_names;
use fourcorners_findings::comparison::notes::notes;
use fourcorners_findings::comparison::{ComparedValue, OfRuns, compared};
use fourcorners_findings::consistency::{late_from, longest};
use fourcorners_findings::pages::Pages;
use fourcorners_findings::select::{DriveRuns, by_drive};
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
    /// What makes the comparison say less than it seems to, a sentence each; phases that failed
    /// first.
    pub notes: Vec<String>,
}

/// A drive, with all runs that are repetitions of each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComparedDrive {
    /// Its model, and what tells it from others of that model.
    pub model: String,
    /// Drive's name, as the user asked for it.
    pub name: String,
    pub suite: String,
    /// Whether it is simulated.
    pub simulated: bool,
    /// Names of the runs' folders; where two have one name, with the folders around them that
    /// differ.
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

/// Of these runs; repetitions are put together.
pub fn compare(runs: &[Run]) -> Comparison {
    let groups = by_drive(runs);
    let pages = Pages::of(&groups);
    let late_from_s = late_from(longest(&groups, &pages));
    let of_drive = |group: &DriveRuns<'_>| {
        let runs = group.runs.iter();
        runs.map(|run| figures_of(run, &pages, late_from_s))
            .collect()
    };
    let of_runs: Vec<Vec<Vec<Figure>>> = groups.iter().map(of_drive).collect();
    let mut first: Vec<&Figure> = Vec::new();
    // Values of each key, by drive.
    let mut values: HashMap<&str, Vec<OfRuns>> = HashMap::new();
    for (drive, runs) in of_runs.iter().enumerate() {
        for figure in runs.iter().flatten() {
            let of = values.entry(&figure.key).or_insert_with(|| {
                first.push(figure);
                vec![OfRuns::default(); groups.len()]
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
            values: compared(of_drives, figure.more_is_better),
        }
    });
    let names: Vec<String> = groups.iter().map(drive::name_of).collect();
    let notes = notes(&groups);
    Comparison {
        figures: in_order_of_tests(figures.collect()),
        drives: drives(&groups),
        notes: notes
            .iter()
            .map(|one| comparison::note(one, &names))
            .collect(),
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
