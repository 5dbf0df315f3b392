//! What distinguishes one bar, curve or run of a test from others, in parts.

use crate::names::PassOp;
use fourcorners_bench::record::Measured;
use fourcorners_bench::{Span, SpareArea, Variant};
use fourcorners_block::{Bytes, DataClass};
use serde::{Serialize, Serializer};

/// Parts in the order in which they are read; empty: the test's own way.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Label(pub Vec<Part>);

/// One condition, state or length.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    Spare(SpareArea),
    /// State of the drive, as tests name it.
    State(String),
    /// The state that the test's file names.
    OwnState,
    /// I/Os are aligned to so much.
    Align(#[serde(serialize_with = "as_text")] Bytes),
    /// I/Os are aligned to their own size.
    Aligned,
    Data(#[serde(serialize_with = "as_text")] DataClass),
    Span(#[serde(serialize_with = "as_text")] Span),
    Length(Length),
    /// A variant that this version does not know, by its own name.
    Variant(String),
    /// Of a pass right after random writes.
    AtOnce,
    /// Of one after a rest.
    AfterRest,
    /// A pass over a clean drive.
    CleanPass,
    /// A pass over a tortured one, by its number from 1.
    Pass(u32),
    /// A phase of a test, by its title.
    Phase(String),
    /// What such a phase does, where two of them have one title.
    Op(PassOp),
    /// A drive that holds little of what it could.
    HoldsLittle,
    /// One that holds this share, in per cent.
    HoldsPercent(u32),
    /// A drive that holds nothing but what the trace reads.
    Empty,
    /// A fresh drive.
    New,
    NewDrive,
    /// Length of a scenario's computing, in per cent.
    Computing(u32),
}

pub(crate) fn as_text<T: std::fmt::Display, S: Serializer>(
    value: &T,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// The same of what need not be there.
pub(crate) fn as_text_if<T: std::fmt::Display, S: Serializer>(
    value: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => to.collect_str(value),
        None => to.serialize_none(),
    }
}

/// Seconds, rounded as they are told: tenths below half a second, else whole ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Length(f64);

impl Length {
    pub fn of(seconds: f64) -> Self {
        match seconds.round() {
            0.0 => Self((seconds * 10.0).round() / 10.0),
            whole => Self(whole),
        }
    }

    pub fn seconds(self) -> f64 {
        self.0
    }
}

impl Label {
    pub fn one(part: Part) -> Self {
        Self(vec![part])
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// This, and then the other.
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// What distinguishes a variant from the test's own way.
    pub fn of_variant(name: &str, measured: &Measured) -> Self {
        match Variant::parse(name) {
            None => Self::one(Part::Variant(name.into())),
            Some(variant) if variant.long => {
                let length = Length::of(measured.duration_s);
                Self::of_conditions(&variant).and(Self::one(Part::Length(length)))
            }
            Some(variant) => Self::of_conditions(&variant),
        }
    }

    /// The same without its length.
    pub fn of_conditions(variant: &Variant) -> Self {
        let conditions = &variant.conditions;
        let parts = [
            variant.spare.map(Part::Spare),
            conditions.state.clone().map(Part::State),
            conditions.align.map(Part::Align),
            conditions.data.map(Part::Data),
            conditions.span.map(Part::Span),
        ];
        Self(parts.into_iter().flatten().collect())
    }

    /// Data that was written, where any was and the variant does not name it.
    pub fn of_written_data(variant: &str, measured: &Measured) -> Self {
        let parsed = Variant::parse(variant);
        let is_named = parsed.is_some_and(|variant| variant.conditions.data.is_some());
        let data = measured.data.parse().ok().filter(|_| !is_named);
        Self(data.map(Part::Data).into_iter().collect())
    }
}

/// Data that was written; `asked` for where nothing was (reads of it).
pub fn data(written: &str, asked: Option<DataClass>) -> DataClass {
    let written = written.parse().ok();
    written.or(asked).unwrap_or(DataClass::FullRandom)
}

/// The label that all have, taken from each; `None` if they differ or have none.
pub fn common<'a>(labels: impl Iterator<Item = &'a mut Label>) -> Option<Label> {
    let mut labels: Vec<&mut Label> = labels.collect();
    let first = labels.first().map(|label| (**label).clone())?;
    if first.is_empty() || labels.iter().any(|label| **label != first) {
        return None;
    }
    labels.iter_mut().for_each(|label| label.0.clear());
    Some(first)
}
