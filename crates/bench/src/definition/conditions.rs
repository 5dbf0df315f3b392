//! Under which conditions a test is run where they are not its own: from another state, with
//! other data, aligned otherwise, over another span. The reviews of 2009 and 2010 ran one and the
//! same test under several, and what differed was the story.

use super::work::{Pattern, Span, WorkDef, some_size};
use super::{NEW, RoundsDef, TestDef};
use fourcorners_block::{Bytes, DataClass};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// What differs from the test's own definition; nothing by default.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Conditions {
    /// State that the first phase starts from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Data written, also while the state is prepared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<DataClass>,
    /// Addresses are multiples of this.
    #[serde(
        deserialize_with = "some_size",
        serialize_with = "as_text",
        skip_serializing_if = "Option::is_none"
    )]
    pub align: Option<Bytes>,
    /// LBA range of the I/Os.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// As the files say it.
fn as_text<T: std::fmt::Display, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// Mapping units and pages are no smaller: what is aligned to this is aligned.
const ALIGNED: u64 = 4096;

impl Conditions {
    /// These, and the others' where these say nothing.
    pub fn or(&self, other: &Self) -> Self {
        Self {
            state: self.state.clone().or_else(|| other.state.clone()),
            data: self.data.or(other.data),
            align: self.align.or(other.align),
            span: self.span.or(other.span),
        }
    }

    /// Without what is the test's own way anyway.
    pub fn beyond(&self, test: &TestDef) -> Self {
        let first = test.phases.first();
        let work = first.and_then(|phase| phase.work.as_ref());
        let own_state = |state: &str| {
            let of = |named: &Option<String>| named.as_deref() == Some(state);
            test.phases
                .iter()
                .any(|phase| of(&phase.from) || of(&phase.makes))
        };
        let works = || test.phases.iter().filter_map(|phase| phase.work.as_ref());
        // A trace has its own addresses, and rounds go over the whole drive.
        let mut phases = test.phases.iter();
        let has_span = phases.any(|phase| phase.replay.is_some() || phase.rounds.is_some());
        let own_span = |span: &Span| has_span || works().any(|work| work.span == *span);
        // What a method writes by itself says nothing of the data that lies there.
        let own_data = |data: &DataClass| {
            let mut named = works().filter_map(|work| work.data).peekable();
            match named.peek() {
                Some(_) => named.any(|own| own == *data),
                None => *data == DataClass::FullRandom,
            }
        };
        let aligned = |align: &Bytes| {
            work.is_none_or(|work| {
                let sequential = work.pattern == Pattern::Sequential;
                Some(*align) == work.align
                    || (work.align.is_none() && align.0 >= work.block.0)
                    || (work.align.is_none() && sequential && align.0.is_multiple_of(ALIGNED))
            })
        };
        Self {
            state: self.state.clone().filter(|state| !own_state(state)),
            data: self.data.filter(|data| !own_data(data)),
            align: self.align.filter(|align| !aligned(align)),
            span: self.span.filter(|span| !own_span(span)),
        }
    }

    /// What is wrong with them for this test.
    pub fn contradiction(&self, test: &TestDef) -> Option<Contradiction> {
        let first = test.phases.first()?;
        let begins = first.from.is_some() && first.idle_s.is_none();
        let id = || test.id.clone();
        if let Some(state) = &self.state
            && !begins
        {
            return Some(Contradiction::OwnState {
                test: id(),
                state: state.clone(),
            });
        }
        let reads = |work: &WorkDef| work.op == super::Direction::Read;
        // A trace may be of a new drive itself: a replay from this state is the user's decision.
        let reads = first.work.as_ref().is_some_and(reads)
            || first.rounds.as_ref().is_some_and(RoundsDef::reads);
        if self.state.as_deref() == Some(NEW) && reads {
            return Some(Contradiction::NothingToRead { test: id() });
        }
        if let Some(align) = self.align
            && let Some(work) = test.phases.iter().find_map(|phase| phase.work.as_ref())
            && !work.block.0.is_multiple_of(align.0)
        {
            return Some(Contradiction::Alignment {
                test: id(),
                align_bytes: align.0,
                io_bytes: work.block.0,
            });
        }
        None
    }
}

/// Conditions that a test cannot be run under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[serde(tag = "contradiction", rename_all = "kebab-case")]
pub enum Contradiction {
    /// It begins from no state that could be another one.
    #[error("{test} prepares its own state; it cannot start from '{state}'")]
    OwnState {
        test: String,
        /// The state that was asked for.
        state: String,
    },
    /// It reads, and is to begin from a new drive.
    #[error(
        "{test} reads, but a fresh drive holds no data: use state = \"written\", \"filled\" or \
         \"used\""
    )]
    NothingToRead { test: String },
    /// Its I/Os are no multiples of the alignment.
    #[error(
        "align = \"{}\" does not divide the I/O size of {test}, which is {}",
        Bytes(*align_bytes), Bytes(*io_bytes)
    )]
    Alignment {
        test: String,
        align_bytes: u64,
        /// An I/O.
        io_bytes: u64,
    },
}
