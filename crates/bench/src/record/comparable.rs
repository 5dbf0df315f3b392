//! Why the results of a run may not be compared with others of its suite.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum NotComparable {
    /// The suite reaches no steady state.
    QuickLook { suite: String },
    /// The engine did not reach the queue depth of the tests.
    QueueDepth {
        /// The deepest queue of the tests.
        asked: usize,
        /// The deepest that the drive was given.
        reached: usize,
    },
    /// `--duration`.
    Durations,
    /// Traces larger than the drive continued at LBA 0.
    WrappedTraces,
    /// Fixed spans were cut to half of the drive.
    HalvedSpans,
    /// `--spare`.
    SpareArea,
    /// `--state`, `--data` or `--align`.
    Conditions,
    /// `--read-only`: reads of existing data.
    ExistingData,
    /// `--verify`.
    Verified,
    /// `--zones`: passes covered sample zones only.
    Zones,
    /// `--max-writes` left tests out, or ended some early. It follows from `results.jsonl`.
    MaxWrites,
    /// The drive was not erased before tests of a fresh drive.
    NotErased,
    /// A job file was run.
    JobFile,
    /// A suite file of the user was run.
    OwnSuite,
    /// GC policies were functions of the program that simulated, such as Python's.
    OwnPolicy,
    /// It belongs to no suite.
    Alone,
    /// Sentence of schema 1.
    Earlier { text: String },
}
