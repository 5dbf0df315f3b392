//! Whether what was measured is what was printed.

use super::record::TestRecord;
use super::simulate::{NoResult, Records};
use super::value::{geometric_mean, values};
use super::wanted::{Catalogue, RunKey, runs_of};
use crate::published::{Figure, Holds, Measure, Quantity, Unit, Verdict};

/// A simulated figure and the printed one.
pub(crate) struct Judged {
    /// In the unit of the figure: of a comparison, the ratio, or the drop in per cent.
    pub value: f64,
    pub verdict: Verdict,
}

/// Judges a figure by what was measured; else says why there is nothing to judge.
pub(crate) fn judge(
    figure: &Figure,
    records: &Records,
    catalogue: &Catalogue,
) -> Result<Judged, NoResult> {
    let outside = figure.document().is_none();
    let Some(against) = &figure.against else {
        let candidates = taken(&figure.measure, figure.unit, records, catalogue)?;
        // Where the unit's basis is not known, the nearer one counts.
        let distance = |value: &f64| match figure.holds.printed() {
            Some(printed) => (value - printed).abs(),
            None => 0.0,
        };
        let value = candidates
            .into_iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .ok_or("nothing was measured")?;
        return Ok(Judged {
            value,
            verdict: figure.holds.judge(value, outside),
        });
    };
    let first = |measure: &Measure| {
        let unit = *measure.quantity.units().first().unwrap_or(&Unit::Times);
        taken(measure, unit, records, catalogue)?
            .first()
            .copied()
            .ok_or_else(|| NoResult::from("nothing was measured"))
    };
    let ratio = first(&figure.measure)? / first(against)?;
    let verdict = figure.holds.judge(ratio, outside);
    let shown = match figure.holds {
        Holds::DropPercent(_) => (1.0 - ratio) * 100.0,
        _ => ratio,
    };
    Ok(Judged {
        value: shown,
        verdict,
    })
}

/// What is taken of a measurement's phase, or of all phases of its tests, in a unit; where two
/// units are possible, both.
fn taken(
    measure: &Measure,
    unit: Unit,
    records: &Records,
    catalogue: &Catalogue,
) -> Result<Vec<f64>, NoResult> {
    let runs = runs_of(measure, catalogue);
    if measure.quantity != Quantity::GeometricMean {
        let (key, _) = runs.first().ok_or("there is no such test")?;
        let phase = record(key, records)?.phase(&measure.phase)?;
        return Ok(values(phase, measure.quantity, unit)?);
    }
    let of_phases = |key: &RunKey| -> Result<Vec<f64>, NoResult> {
        let phases = record(key, records)?.phases.iter();
        let each: Result<Vec<_>, String> = phases
            .map(|phase| match &phase.reason {
                Some(reason) => Err(reason.clone()),
                None => values(phase, Quantity::Throughput, unit),
            })
            .collect();
        Ok(geometric_mean(&each?)?)
    };
    let tests: Result<Vec<_>, NoResult> = runs.iter().map(|(key, _)| of_phases(key)).collect();
    Ok(geometric_mean(&tests?)?)
}

fn record<'a>(key: &RunKey, records: &'a Records) -> Result<&'a TestRecord, NoResult> {
    match records.get(key) {
        Some(Ok(record)) => Ok(record),
        Some(Err(reason)) => Err(reason.clone()),
        None => Err("it was not run".into()),
    }
}
