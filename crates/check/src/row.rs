//! A printed figure beside the simulated one.

use crate::record::PhaseRecord;
use crate::simulate::Records;
use crate::value::values;
use crate::wanted::{Catalogue, run_of};
use fourcorners_published::{Figure, Holds, Measure, Unit, Verdict};
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
    /// Test.
    pub test: String,
    /// What was printed.
    pub published: String,
    /// What the simulation gives, in `unit`; of a comparison, the ratio. Null: there is none.
    pub simulated: Option<f64>,
    /// Unit of `simulated`.
    pub unit: String,
    /// (simulated - published) / published; null where only an order was printed.
    pub error: Option<f64>,
    /// Fitted or predicted.
    pub kind: Kind,
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
pub fn row(figure: &Figure, fitted: bool, records: &Records, catalogue: &Catalogue) -> Row {
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
        kind: if fitted {
            Kind::Fitted
        } else {
            Kind::Predicted
        },
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
    let phase = record(&figure.measure, records, catalogue)?;
    let Some(against) = &figure.against else {
        let candidates = values(phase, figure.measure.quantity, figure.unit)?;
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
    let other = record(against, records, catalogue)?;
    let first = |phase: &PhaseRecord, measure: &Measure| {
        let unit = *measure.quantity.units().first().unwrap_or(&Unit::Times);
        values(phase, measure.quantity, unit)?
            .first()
            .copied()
            .ok_or_else(|| "nothing was measured".to_string())
    };
    let ratio = first(phase, &figure.measure)? / first(other, against)?;
    let verdict = figure.holds.judge(ratio, outside);
    let shown = match figure.holds {
        Holds::DropPercent(_) => (1.0 - ratio) * 100.0,
        _ => ratio,
    };
    Ok((shown, verdict, Unit::Times))
}

fn record<'a>(
    measure: &Measure,
    records: &'a Records,
    catalogue: &Catalogue,
) -> Result<&'a PhaseRecord, String> {
    match records.get(&run_of(measure, catalogue).0) {
        Some(Ok(record)) => record.phase(&measure.phase),
        Some(Err(reason)) => Err(reason.clone()),
        None => Err("it was not run".into()),
    }
}

fn conditions(figure: &Figure, catalogue: &Catalogue) -> String {
    let of = |measure: &Measure| {
        let (key, _) = run_of(measure, catalogue);
        let phase = Some(measure.phase.as_str()).filter(|phase| *phase != "measure");
        let variant = Some(key.variant.as_str()).filter(|variant| !variant.is_empty());
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
