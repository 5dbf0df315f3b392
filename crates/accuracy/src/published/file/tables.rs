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
    pub announced: Option<Announced>,
}

/// Names that figures may use before they are there.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Announced {
    /// Drives to come: their figures are listed as not simulated yet, and their facts wait.
    pub drives: Vec<String>,
    /// Tests to come.
    pub tests: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetAside {
    /// Ids of figures that no parameter may be fitted to, so that they test the models.
    pub figures: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureFile {
    /// Unique over all files.
    pub id: String,
    /// What was printed, with its unit.
    pub printed: String,
    /// `000` to `004` (the five articles), an address, or the name of a data sheet.
    pub source: String,
    /// Catalog name.
    pub drive: Spanned<String>,
    /// Test id; for a geometric mean, `NAME*` takes all tests whose id starts with `NAME`.
    pub test: Spanned<String>,
    /// Default `measure`.
    pub phase: Option<String>,
    /// Figure taken from it, as docs/formats.md lists them.
    pub figure: Quantity,
    /// As printed; `times` for a comparison.
    pub unit: Spanned<Unit>,
    /// Conditions of the measurement: see below.
    pub conditions: Spanned<ConditionsFile>,
    /// For a comparison: what differs in the other measurement (`drive`, `test`, `phase`,
    /// `figure` or any condition).
    pub against: Option<Spanned<Against>>,
    /// Exactly one rule: see below.
    pub holds: Spanned<HoldsFile>,
    /// Whether the drive's file has this figure from this source; shown, not scored.
    #[serde(default)]
    pub input: bool,
    /// Why the figure holds whatever the model does; shown, not scored.
    pub cannot_fail: Option<String>,
    /// How a vague source was read.
    #[serde(default)]
    pub note: String,
    /// Why no mechanism reaches the figure; shown where it is missed.
    #[serde(default)]
    pub cause: String,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConditionsFile {
    /// Port, or the link of the drive.
    pub port: String,
    /// State that the test starts from.
    pub state: String,
    /// LBA range; replays have their own.
    pub span: Option<Span>,
    /// Data written, or read; replays have their own.
    pub data: Option<DataClass>,
    /// Alignment; replays have their own.
    #[serde(default, deserialize_with = "some_bytes")]
    pub align: Option<Bytes>,
    /// Spare area, where it is not that of the drive; in `against` also `"own"`.
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
