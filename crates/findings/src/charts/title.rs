//! A chart, and what it is of.

use super::bar::Bar;
use crate::label::{Label, as_text};
use crate::names::{PassOp, Section, Unit};
use crate::pages::TestName;
use fourcorners_block::Bytes;
use serde::Serialize;

/// A bar chart, best drive first; the bars of one drive stand together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// Unique among all charts; evidence links to it.
    pub id: String,
    pub section: Section,
    pub title: Title,
    pub unit: Unit,
    pub bars: Vec<Bar>,
}

/// What a chart is of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Title {
    /// One test, and what all its bars have in common.
    Test {
        test: TestName,
        common: Label,
    },
    /// One test under conditions that differ in one thing.
    Contrast {
        test: TestName,
        common: Label,
        by: Kind,
    },
    /// One test behind several ports.
    Ports {
        test: TestName,
    },
    /// Write passes at once and after a rest.
    Rest,
    /// Passes over a tortured drive until it has recovered.
    Recovery,
    /// The phases of a test.
    Phases {
        test: TestName,
    },
    /// One kind of I/O at several fill levels.
    FillLevel {
        work: Work,
    },
    Responses(Acted),
    Replay(Replay, Quantity),
    Vantage(Shown),
}

/// A kind of I/O.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Work {
    pub op: PassOp,
    pub random: bool,
    #[serde(serialize_with = "as_text")]
    pub block: Bytes,
    pub queue_depth: u32,
}

/// In what two ways to run a test differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Data,
    Alignment,
    Used,
    Length,
}

/// A trace that was replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replay {
    /// The test that replays it.
    pub test: String,
    /// Title of the test; of one without, its trace, by its file alone where it is the user's.
    pub title: String,
}

/// What a bar is as long as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    Iops,
    /// Bytes over the time in which the drive was busy.
    Rate,
    /// The time in which it was busy.
    Busy,
    /// Mean service time.
    Service,
}

/// What was acted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Acted {
    /// All scenarios of a test.
    All { title: String },
    Scenario {
        /// Title of its phase; without one its name, by its file alone where it is the user's.
        title: String,
        beside: Beside,
    },
}

/// What ran beside a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beside {
    Trace(String),
    /// Nothing, where the test also runs it beside something.
    Nothing,
    NeverAnything,
}

/// What a chart of Vantage-style suites is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// Points of all suites together.
    All,
    /// Points of one.
    Suite { title: String },
    /// MB/s of a trace.
    Trace { suite: String, title: String },
}

pub fn chart(
    id: String,
    section: Section,
    title: Title,
    unit: Unit,
    bars: Vec<Bar>,
) -> Option<Chart> {
    (!bars.is_empty()).then_some(Chart {
        id,
        section,
        title,
        unit,
        bars,
    })
}
