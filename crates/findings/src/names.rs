//! Fixed names in a page's data: sections, units, and the passes over a drive. The page knows them
//! by what serde makes of them (web/src/generated.ts).

pub use fourcorners_bench::Unit;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The part of the page in which a chart stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Section {
    Corners,
    QuickLook,
    FillLevel,
    WrittenData,
    Alignment,
    Used,
    Length,
    Ports,
    Recovery,
    Idle,
    ResponseTimes,
    RecordedUse,
    Vantage,
    Power,
}

/// The part of the page in which passes over the whole drive stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PassSection {
    /// Clean, tortured and trimmed.
    HdTach,
    /// Before and after a rest.
    Idle,
}

/// State of the drive when a pass begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PassState {
    /// Fresh.
    Clean,
    /// After random writes.
    Tortured,
    /// After TRIM of the tortured drive.
    Trimmed,
    /// Right after random writes, without a rest.
    #[serde(rename = "at once")]
    AtOnce,
    /// After a rest.
    Rested,
}

/// What a pass does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum PassOp {
    Read,
    Write,
}

/// Why something was not measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MissingStatus {
    /// Only a part of a trace was replayed.
    Cut,
    /// It was left out for a reason known before.
    Skipped,
    /// The run was stopped in it.
    Interrupted,
    /// It ended with an error.
    Failed,
    /// The run ended before it.
    #[serde(rename = "not begun")]
    NotBegun,
}

/// As in JSON: charts are named after their sections.
impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
