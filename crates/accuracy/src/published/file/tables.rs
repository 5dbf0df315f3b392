//! The tables of such a file.

use crate::published::entry::{Fact, Measure, Waiting};
use crate::published::fit::Fit;
use crate::published::holds::HoldsFile;
use crate::published::source::Source;
use crate::published::{Quantity, Unit};
use fourcorners_bench::{Conditions, Span, former};
use fourcorners_block::{Bytes, DataClass};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub figure: Vec<Spanned<FigureFile>>,
    #[serde(default)]
    pub fact: Vec<Spanned<Fact>>,
    #[serde(default)]
    pub waiting: Vec<Spanned<Waiting>>,
    #[serde(default)]
    pub fit: Vec<Spanned<Fit>>,
    #[serde(default)]
    pub source: Vec<Spanned<Source>>,
    pub set_aside: Option<SetAside>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetAside {
    pub figures: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureFile {
    pub id: String,
    pub printed: String,
    pub source: String,
    pub drive: Spanned<String>,
    pub test: Spanned<String>,
    pub phase: Option<String>,
    pub figure: Quantity,
    pub unit: Spanned<Unit>,
    pub conditions: Spanned<ConditionsFile>,
    pub against: Option<Spanned<Against>>,
    pub holds: Spanned<HoldsFile>,
    #[serde(default)]
    pub input: bool,
    pub cannot_fail: Option<String>,
    #[serde(default)]
    pub note: String,
    #[serde(default)]
    pub cause: String,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConditionsFile {
    pub port: String,
    pub state: String,
    pub span: Option<Span>,
    pub data: Option<DataClass>,
    #[serde(default, deserialize_with = "some_bytes")]
    pub align: Option<Bytes>,
    pub spare_percent: Option<u32>,
}

/// What differs in the measurement that a figure is compared with.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Against {
    pub drive: Option<String>,
    pub test: Option<String>,
    pub phase: Option<String>,
    pub figure: Option<Quantity>,
    pub port: Option<String>,
    pub state: Option<String>,
    pub span: Option<Span>,
    pub data: Option<DataClass>,
    #[serde(deserialize_with = "some_bytes")]
    pub align: Option<Bytes>,
    pub spare_percent: Option<Spare>,
}

/// Spare area of a comparison: a share, or what the drive is sold with.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "allowed are a share in per cent and \"own\"")]
pub(super) enum Spare {
    Percent(u32),
    Own(Own),
}

/// `"own"`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Own {
    Own,
}

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bytes: Bytes = text.parse().map_err(serde::de::Error::custom)?;
    if bytes.0 == 0 || !bytes.0.is_multiple_of(512) {
        return Err(serde::de::Error::custom(format!(
            "align = \"{text}\" is not a multiple of 512 bytes"
        )));
    }
    Ok(bytes)
}

fn some_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Bytes>, D::Error> {
    bytes(deserializer).map(Some)
}

impl Against {
    /// The measurement that differs from another by this.
    pub(super) fn of(self, measure: &Measure) -> Measure {
        let own = &measure.conditions;
        Measure {
            drive: self.drive.unwrap_or_else(|| measure.drive.clone()),
            test: former::test(self.test.as_ref().unwrap_or(&measure.test)).into(),
            phase: self.phase.unwrap_or_else(|| measure.phase.clone()),
            quantity: self.figure.unwrap_or(measure.quantity),
            port: former::port(self.port.as_ref().unwrap_or(&measure.port)).into(),
            spare_percent: match self.spare_percent {
                None => measure.spare_percent,
                Some(Spare::Percent(percent)) => Some(percent),
                Some(Spare::Own(Own::Own)) => None,
            },
            conditions: Conditions {
                state: self.state.or_else(|| own.state.clone()),
                data: self.data.or(own.data),
                align: self.align.or(own.align),
                span: self.span.or(own.span),
            },
        }
    }
}
