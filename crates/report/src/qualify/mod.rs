//! Several samples of one model: every figure with its spread, limits, and what new firmware
//! changes.

mod limits;
mod tables;
mod text;

pub use limits::{JudgedOn, JudgedSample, Limit, LimitAnswer, LimitVerdict, Undecided};
pub use text::{markdown_of_qualification, qualification_text};

use crate::figures::{Figure, PRICE, figures_of};
use crate::wording::qualify as words;
use fourcorners_bench::record::Run;
use fourcorners_findings::apart::run_names;
use fourcorners_findings::consistency::{late_from, longest};
use fourcorners_findings::pages::Pages;
use fourcorners_findings::qualify::{
    Both, Change, NotAlike, OneWay, Sample, changes, check_alike, mean, notes, pairs, samples,
    versions,
};
use fourcorners_findings::select::{DriveRuns, copy_of};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// Samples of one model, judged together.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Qualification {
    /// Maker and model; empty: not known.
    pub model: String,
    /// Whether the samples are simulated.
    pub simulated: bool,
    /// The samples that are judged.
    pub judged: Side,
    /// Those with the firmware that they are compared with; null: nothing is compared.
    pub base: Option<Side>,
    /// In the order of the file; empty: no limits were given.
    pub limits: Vec<LimitAnswer>,
    /// In the order in which they were measured.
    pub metrics: Vec<QualifiedMetric>,
    /// What makes it say less than it seems to, a sentence each.
    pub notes: Vec<String>,
}

/// Samples with one firmware.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Side {
    /// Firmware revision; empty: not known.
    pub firmware: String,
    pub samples: Vec<QualifiedSample>,
}

/// One drive, with all its runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QualifiedSample {
    /// Serial number, or name of a drive that has none or is simulated.
    pub name: String,
    /// Names of its runs' folders.
    pub runs: Vec<String>,
}

/// One figure of all samples.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct QualifiedMetric {
    /// Test, variant, phase, and what.
    pub key: String,
    /// Id of the test.
    pub test: String,
    /// Phase, conditions and what it is, for people; empty for the test's one figure.
    pub label: String,
    /// `MB/s` (10^6 bytes a second), `IOPS`, `µs`, `s`, `W`; empty for a ratio.
    pub unit: String,
    /// Whether the higher of two is the better.
    pub more_is_better: bool,
    /// Mean of each sample's runs, in their order; null: not measured.
    pub sample_means: Vec<Option<f64>>,
    /// Mean and spread; null: only the base has the metric.
    pub judged: Option<OneWay>,
    /// The same of the base; null: there is none, or it lacks the metric.
    pub base: Option<OneWay>,
    /// From base to judged; null: one lacks the metric.
    pub change: Option<Change>,
}

/// Why nothing is judged.
#[derive(Clone, Debug, PartialEq)]
pub enum NotQualified {
    NotAlike {
        because: NotAlike,
        runs: Vec<String>,
    },
    /// More firmware versions than can be told apart.
    Versions {
        versions: Vec<String>,
        /// Whether they are those of the base.
        of_base: bool,
    },
}

impl NotQualified {
    /// What is wrong, and what to do.
    pub fn sentences(&self) -> (String, String) {
        words::not_qualified(self)
    }
}

/// Judges runs, in the order in which they were measured. With `base`, those are compared with
/// these; without, runs of two firmware versions are, the version that was measured first being the
/// base.
///
/// # Errors
/// The runs are not of one model, ran other tests, or are of too many firmware versions.
pub fn qualify(
    runs: &[Run],
    base: &[Run],
    limits: &[Limit],
) -> Result<Qualification, NotQualified> {
    let (runs, copies) = without_copies(runs);
    let (given_base, copies_of_base) = without_copies(base);
    let all: Vec<&Run> = runs.iter().chain(&given_base).copied().collect();
    let names = run_names(&all);
    check_alike(&all).map_err(|because| NotQualified::NotAlike {
        because,
        runs: names.clone(),
    })?;
    let (judged, base) = by_version(runs, given_base)?;
    let name_of = |run: &Run| {
        let place = all.iter().position(|one| one.path == run.path);
        place.map_or(String::new(), |place| names[place].clone())
    };
    let sides = [&judged, &base].map(|runs| samples(runs));
    let side = |runs: &[&Run], samples: &[Sample<'_>]| Side {
        firmware: versions(runs).into_iter().next().unwrap_or_default(),
        samples: samples
            .iter()
            .map(|sample| QualifiedSample {
                name: sample.name.clone(),
                runs: sample.runs.iter().map(|run| name_of(run)).collect(),
            })
            .collect(),
    };
    let notes = notes(&all, &sides, copies + copies_of_base);
    let header = judged.first().map(|run| &run.header);
    Ok(Qualification {
        model: header.map_or(String::new(), |header| header.identity.model.clone()),
        simulated: header.is_some_and(|header| header.identity.is_simulated()),
        limits: limits.iter().map(|limit| limit.answer(&sides[0])).collect(),
        metrics: metrics(&sides),
        notes: notes.iter().map(|one| words::note(one, &names)).collect(),
        base: (!base.is_empty()).then(|| side(&base, &sides[1])),
        judged: side(&judged, &sides[0]),
    })
}

/// A copied folder, or a simulated run done again with its seed, is no second measurement.
fn without_copies(runs: &[Run]) -> (Vec<&Run>, usize) {
    let kept = runs.iter().enumerate();
    let kept = kept.filter(|(place, run)| copy_of(run, &runs[..*place]).is_none());
    let kept: Vec<&Run> = kept.map(|(_, run)| run).collect();
    let copies = runs.len() - kept.len();
    (kept, copies)
}

/// The runs that are judged, and those that they are compared with.
fn by_version<'a>(
    runs: Vec<&'a Run>,
    base: Vec<&'a Run>,
) -> Result<(Vec<&'a Run>, Vec<&'a Run>), NotQualified> {
    let many = |versions: Vec<String>, of_base| NotQualified::Versions { versions, of_base };
    match (versions(&runs), versions(&base)) {
        (own, _) if own.len() > 2 || own.len() > 1 && !base.is_empty() => Err(many(own, false)),
        (_, older) if older.len() > 1 => Err(many(older, true)),
        (own, _) if own.len() == 2 => {
            let is_first = |run: &&Run| run.header.identity.firmware.trim() == own[0];
            let (older, newer) = runs.into_iter().partition(is_first);
            Ok((newer, older))
        }
        _ => Ok((runs, base)),
    }
}

/// Every figure of judged samples and base, what the drives cost aside.
fn metrics([judged, base]: &[Vec<Sample<'_>>; 2]) -> Vec<QualifiedMetric> {
    let all = || judged.iter().chain(base);
    let groups: Vec<DriveRuns<'_>> = all()
        .flat_map(|sample| &sample.runs)
        .map(|run| DriveRuns::single(run))
        .collect();
    let pages = Pages::of(&groups);
    let late_from_s = late_from(longest(&groups, &pages));
    let mut order: Vec<Figure> = Vec::new();
    // Values of each key, by sample and run.
    let mut values: HashMap<String, Vec<Vec<f64>>> = HashMap::new();
    for (place, sample) in all().enumerate() {
        for run in &sample.runs {
            let figures = figures_of(run, &pages, late_from_s).into_iter();
            for figure in figures.filter(|figure| figure.test != PRICE) {
                let of = values.entry(figure.key.clone()).or_insert_with(|| {
                    order.push(figure.clone());
                    vec![Vec::new(); judged.len() + base.len()]
                });
                of[place].push(figure.value);
            }
        }
    }
    let of_figure = |figure: &Figure| values.get(&figure.key).map_or(&[][..], Vec::as_slice);
    let sides = |figure: &Figure| {
        let (own, of_base) = of_figure(figure).split_at(judged.len());
        [own, of_base].map(<[Vec<f64>]>::to_vec)
    };
    let pairs = pairs(base, judged);
    let both = order.iter().map(|figure| {
        let [new, base] = sides(figure);
        Both {
            base,
            new,
            pairs: pairs.clone(),
            more_is_better: figure.more_is_better,
        }
    });
    let changes = changes(&both.collect::<Vec<_>>());
    let metrics = order.iter().zip(changes).map(|(figure, change)| {
        let [own, of_base] = sides(figure);
        QualifiedMetric {
            key: figure.key.clone(),
            test: figure.test.clone(),
            label: figure.label.clone(),
            unit: figure.unit.clone(),
            more_is_better: figure.more_is_better,
            sample_means: own.iter().map(|runs| mean(runs)).collect(),
            judged: OneWay::of(&own),
            base: OneWay::of(&of_base),
            change,
        }
    });
    metrics.collect()
}
