//! Why the results of a run may not be compared with others of its suite.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum NotComparable {
    /// Nothing in the suite reaches a steady state.
    QuickLook { suite: String },
    /// The drive was not driven as deep as the tests go.
    QueueDepth {
        /// The deepest queue of the tests.
        asked: usize,
        /// The deepest that the drive was given.
        reached: usize,
    },
    /// `--duration`.
    Durations,
    /// Traces that reach beyond the end of the drive began again at LBA 0.
    WrappedTraces,
    /// Fixed spans larger than the drive were cut to half of it.
    HalvedSpans,
    /// `--spare`.
    SpareArea,
    /// `--state`, `--data` or `--align`.
    Conditions,
    /// `--read-only`: reads of whatever data was there.
    ExistingData,
    /// `--verify`: data carried stamps, and reads were checked.
    Verified,
    /// `--zones`: passes were sampled.
    Zones,
    /// Nothing was erased before tests that begin from a new drive.
    NotErased,
    /// A job file was run: another of its name may do something else.
    JobFile,
    /// A suite file of the user's was run: another of its name may do something else.
    OwnSuite,
    /// One piece of work, of no suite.
    Alone,
    /// What a run of schema 1 says.
    Earlier { text: String },
}
