//! A qualification as tables of text.

use super::{Qualification, QualifiedMetric};
use crate::comparison_table::TitleOf;
use crate::tables::Section;
use crate::wording::comparison_table::label;
use crate::wording::qualify_table as words;
use fourcorners_findings::qualify::{Change, ChangeVerdict};

/// Limits, each with its verdict; `None`: there are none.
pub(super) fn limits(of: &Qualification) -> Option<Section> {
    let rows = of.limits.iter().map(|answer| {
        vec![
            answer.limit.clone(),
            words::judged_on(answer.on).into(),
            words::measured(answer),
            words::verdict(&answer.verdict).into(),
        ]
    });
    Section::new(words::limits(), rows.collect())
}

/// Mean and spread of every metric.
pub(super) fn spreads(of: &Qualification, title: &TitleOf<'_>) -> Option<Section> {
    let row = |metric: &QualifiedMetric| {
        let all = metric.judged.as_ref()?;
        let [drives, runs] = words::spread(all);
        Some(vec![
            name(metric, title),
            words::value(all.mean, &metric.unit),
            words::interval(all.interval, &metric.unit),
            drives,
            runs,
            words::runs(all),
        ])
    };
    let rows = of.metrics.iter().filter_map(row);
    Section::new(words::spreads(), rows.collect())
}

/// Changed metrics, regressions first and the largest first of each; `all`: those without a change
/// too. `None`: there are none.
pub(super) fn changes(of: &Qualification, title: &TitleOf<'_>, all: bool) -> Option<Section> {
    let base = of.base.as_ref()?;
    let own = of.metrics.iter();
    let mut changed: Vec<(&QualifiedMetric, &Change)> = own
        .filter_map(|metric| Some((metric, metric.change.as_ref()?)))
        .filter(|(_, change)| all || is_shown(change))
        .collect();
    changed.sort_by(|(_, a), (_, b)| {
        let size = |of: &Change| of.percent.unwrap_or(f64::INFINITY).abs();
        let rank = rank(a.verdict).cmp(&rank(b.verdict));
        rank.then(size(b).total_cmp(&size(a)))
    });
    let rows = changed.into_iter().map(|(metric, change)| {
        let mean = |of: Option<f64>| of.map_or("-".into(), |mean| words::value(mean, &metric.unit));
        let [percent, interval] = words::change(change);
        vec![
            name(metric, title),
            mean(metric.base.map(|of| of.mean)),
            mean(metric.judged.map(|of| of.mean)),
            percent,
            interval,
            words::change_verdict(change.verdict).into(),
        ]
    });
    let rows = rows.collect();
    let compared = of.metrics.iter().filter_map(|metric| metric.change);
    let pairs = compared.map(|change| change.pairs).max().unwrap_or(0);
    Section::new(words::changes(base, &of.judged, pairs), rows)
}

/// Metrics without a shown difference, and with too few samples.
pub(super) fn unchanged(of: &Qualification) -> [usize; 2] {
    let count = |verdict: ChangeVerdict| {
        let changes = of
            .metrics
            .iter()
            .filter_map(|metric| metric.change.as_ref());
        changes.filter(|change| change.verdict == verdict).count()
    };
    [
        ChangeVerdict::NoDifferenceShown,
        ChangeVerdict::TooFewSamples,
    ]
    .map(count)
}

fn is_shown(change: &Change) -> bool {
    matches!(change.verdict, ChangeVerdict::Worse | ChangeVerdict::Better)
}

fn rank(verdict: ChangeVerdict) -> u8 {
    match verdict {
        ChangeVerdict::Worse => 0,
        ChangeVerdict::Better => 1,
        ChangeVerdict::NoDifferenceShown => 2,
        ChangeVerdict::TooFewSamples => 3,
    }
}

fn name(metric: &QualifiedMetric, title: &TitleOf<'_>) -> String {
    format!(
        "{}: {}",
        title(&metric.test),
        label(&metric.label, &metric.unit)
    )
}
