//! A printed figure beside the simulated one.

use super::conditions::conditions;
use super::judge::judge;
use super::simulate::{NoResult, Records};
use super::wanted::Catalogue;
use crate::published::{Class, Figure, Kind, Published};
use schemars::JsonSchema;
use serde::Serialize;

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
    /// Whether the simulated figure holds; null: its test was not run, because the check was
    /// interrupted. No share counts it then.
    pub holds: Option<bool>,
    /// Where it was printed.
    pub source: String,
    /// Conditions that are not the test's own; and what it is compared with.
    pub conditions: String,
    /// Why there is no simulated figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How the source was read.
    pub note: String,
    /// Why no mechanism reaches it; empty: not known, or it holds.
    pub cause: String,
}

impl Row {
    /// Whether the simulated figure, or that there is none, is a miss.
    pub fn is_missed(&self) -> bool {
        self.holds == Some(false)
    }

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
    let (judged, reason) = match judge(figure, records, catalogue) {
        Ok(judged) => (Some(judged), None),
        Err(NoResult::Because(reason)) => (None, Some(reason)),
        Err(NoResult::NotRun) => (None, None),
    };
    let is_missed = reason.is_some().then_some(false);
    let verdict = judged.as_ref().map(|judged| judged.verdict);
    Row {
        id: figure.id.clone(),
        drive: figure.measure.drive.clone(),
        test: figure.measure.test.clone(),
        published: figure.printed.clone(),
        simulated: judged.map(|judged| judged.value),
        unit: figure.shown_in().to_string(),
        error: verdict.and_then(|verdict| verdict.error),
        kind: published.kind_of(figure),
        class: figure.class(),
        scored: figure.is_scored(),
        cannot_fail: figure.cannot_fail.clone(),
        set_aside: published.is_set_aside(&figure.id),
        source_document: figure.document().map(str::to_string),
        holds: verdict.map(|verdict| verdict.holds).or(is_missed),
        source: figure.source.clone(),
        conditions: conditions(figure, catalogue),
        reason,
        note: figure.note.clone(),
        cause: figure.cause.clone(),
    }
}
