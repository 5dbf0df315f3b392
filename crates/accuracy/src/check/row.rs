//! A printed figure beside the simulated one.

use super::record::TestRecord;
use super::simulate::Records;
use super::value::{geometric_mean, values};
use super::wanted::{Catalogue, RunKey, runs_of};
use crate::published::{Class, Figure, Holds, Measure, Published, Quantity, Unit, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

/// Whether a figure's drive was fitted to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A number of the drive's file was chosen so that it comes out.
    Fitted,
    /// Nothing was.
    Predicted,
}

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Row {
    /// Of the entry.
    pub id: String,
    /// Catalogue name.
    pub drive: String,
    pub test: String,
    pub published: String,
    /// What the simulation gives, in `unit`; of a comparison, the ratio. Null: there is none.
    pub simulated: Option<f64>,
    /// Unit of `simulated`.
    pub unit: String,
    /// (simulated - published) / published; null where only an order was printed.
    pub error: Option<f64>,
    /// Fitted or predicted.
    pub kind: Kind,
    /// What it asks: an input of the drive's file, a sign, or a number.
    pub class: Class,
    /// Whether it counts in a share: it is no input, and can be missed.
    pub scored: bool,
    /// Why it cannot be missed, of one that cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cannot_fail: Option<String>,
    /// Whether it is set aside: it tests models that were made without it.
    pub set_aside: bool,
    /// Which of the five documents printed it; null: another source.
    pub source_document: Option<String>,
    /// Whether the simulated figure holds.
    pub holds: bool,
    /// Where it was printed.
    pub source: String,
    /// Conditions that are not the test's own; and what it is compared with.
    pub conditions: String,
    /// Why there is no simulated figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How the source was read, or why it stays missed.
    pub note: String,
}

impl Row {
    /// The simulated figure with its unit, for people.
    pub fn shown(&self) -> String {
        let Some(value) = self.simulated else {
            return "-".into();
        };
        let digits = match value.abs() {
            x if x >= 100.0 => 0,
            x if x >= 10.0 => 1,
            x if x >= 1.0 => 2,
            _ => 3,
        };
        match self.unit.as_str() {
            "% less" => format!("{value:.1} % less"),
            unit => format!("{value:.digits$} {unit}"),
        }
    }
}

/// Makes a figure's line.
pub fn row(
    figure: &Figure,
    published: &Published,
    records: &Records,
    catalogue: &Catalogue,
) -> Row {
    let judged = judge(figure, records, catalogue);
    let (simulated, verdict, unit, reason) = match judged {
        Ok((value, verdict, unit)) => (Some(value), verdict, unit, None),
        Err(reason) => {
            let missed = Verdict {
                holds: false,
                error: None,
            };
            (None, missed, figure.unit, Some(reason))
        }
    };
    let unit = match figure.holds {
        Holds::DropPercent(_) => "% less".into(),
        _ => unit.to_string(),
    };
    Row {
        id: figure.id.clone(),
        drive: figure.measure.drive.clone(),
        test: figure.measure.test.clone(),
        published: figure.printed.clone(),
        simulated,
        unit,
        error: verdict.error,
        kind: if published.is_fitted(&figure.id) {
            Kind::Fitted
        } else {
            Kind::Predicted
        },
        class: figure.class(),
        scored: figure.is_scored(),
        cannot_fail: figure.cannot_fail.clone(),
        set_aside: published.is_set_aside(&figure.id),
        source_document: figure.document().map(str::to_string),
        holds: verdict.holds,
        source: figure.source.clone(),
        conditions: conditions(figure, catalogue),
        reason,
        note: figure.note.clone(),
    }
}

fn judge(
    figure: &Figure,
    records: &Records,
    catalogue: &Catalogue,
) -> Result<(f64, Verdict, Unit), String> {
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
        return Ok((value, figure.holds.judge(value, outside), figure.unit));
    };
    let first = |measure: &Measure| {
        let unit = *measure.quantity.units().first().unwrap_or(&Unit::Times);
        taken(measure, unit, records, catalogue)?
            .first()
            .copied()
            .ok_or_else(|| "nothing was measured".to_string())
    };
    let ratio = first(&figure.measure)? / first(against)?;
    let verdict = figure.holds.judge(ratio, outside);
    let shown = match figure.holds {
        Holds::DropPercent(_) => (1.0 - ratio) * 100.0,
        _ => ratio,
    };
    Ok((shown, verdict, Unit::Times))
}

/// What is taken of a measurement's phase, or of all phases of its tests, in a unit; where two
/// units are possible, both.
fn taken(
    measure: &Measure,
    unit: Unit,
    records: &Records,
    catalogue: &Catalogue,
) -> Result<Vec<f64>, String> {
    let runs = runs_of(measure, catalogue);
    if measure.quantity != Quantity::GeometricMean {
        let (key, _) = runs.first().ok_or("there is no such test")?;
        let phase = record(key, records)?.phase(&measure.phase)?;
        return values(phase, measure.quantity, unit);
    }
    let of_phases = |key: &RunKey| {
        let phases = record(key, records)?.phases.iter();
        let each: Result<Vec<_>, String> = phases
            .map(|phase| match &phase.reason {
                Some(reason) => Err(reason.clone()),
                None => values(phase, Quantity::Throughput, unit),
            })
            .collect();
        geometric_mean(&each?)
    };
    let tests: Result<Vec<_>, String> = runs.iter().map(|(key, _)| of_phases(key)).collect();
    geometric_mean(&tests?)
}

fn record<'a>(key: &RunKey, records: &'a Records) -> Result<&'a TestRecord, String> {
    match records.get(key) {
        Some(Ok(record)) => Ok(record),
        Some(Err(reason)) => Err(reason.clone()),
        None => Err("it was not run".into()),
    }
}

fn conditions(figure: &Figure, catalogue: &Catalogue) -> String {
    let of = |measure: &Measure| {
        let runs = runs_of(measure, catalogue);
        let variant = runs.first().map(|(key, _)| key.variant.as_str());
        let phase = match measure.phase.as_str() {
            "" => Some("geometric mean of all phases"),
            "measure" => None,
            phase => Some(phase),
        };
        let variant = variant.filter(|variant| !variant.is_empty());
        let parts = [phase, variant, Some(measure.port.as_str())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let mut text = of(&figure.measure);
    if let Some(other) = &figure.against {
        text.push_str(&format!("; beside {}", other.drive));
        if other.test != figure.measure.test {
            text.push_str(&format!(" {}", other.test));
        }
        text.push_str(&format!(", {}", of(other)));
    }
    text
}
