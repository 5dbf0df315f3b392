//! What a run was asked for, as `run.json` keeps it, to take the run up again.

use crate::definition::ReplayDef;
use crate::plan::Options;
use fourcorners_trace::OpenOptions;
use serde::{Deserialize, Serialize};

/// What was asked for, besides suite, seed and repetition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// DRIVE as given: a name or a path.
    pub drive: String,
    /// SHA-256 of everything that decides what a simulated drive does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behaviour_sha256: Option<String>,
    /// Requested port of a simulated drive.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::former::read_some_port"
    )]
    pub port: Option<String>,
    /// Size of the file that the run created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_bytes: Option<u64>,
    /// `auto`, `io-uring`, `polled`, `aio` or `synchronous`; real drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// `--erase`, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erase: Option<String>,
    /// `--power`, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<String>,
    /// `--power-command`, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_command: Option<String>,
    /// Whether `--log-ios` was given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub log_ios: bool,
    /// `--max-writes` of the review, if given; `tests` has what is left of it for this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_writes_bytes: Option<u64>,
    /// `--tbw`, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tbw_bytes: Option<u64>,
    /// Trace of `trace replay`: the fields of `replay` in `suites/tests/ID.toml`, plus
    /// `reading` (`form`, `broken`) and `overlay`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<UserTrace>,
    /// Changes of the tests: `duration_s`, `spare_percent`, `raw_nand_bytes`, `zones`, `verify`,
    /// `power_is_measured`, `max_writes_bytes`, and `conditions` (`state`, `data`, `align`).
    pub tests: Options,
    /// fio job file: `path` and `text`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<JobFile>,
    /// Suite file of the user that was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite_file: Option<SuiteFile>,
    /// Each `--set`, as in `gc.low_watermark=8`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Each `--expect`, as given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expectations: Vec<String>,
}

/// A trace of the user's, how its file is read, and how it is replayed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UserTrace {
    /// How it is replayed; the trace's name is its file.
    #[serde(flatten)]
    pub replay: ReplayDef,
    /// How its file is read.
    #[serde(default, skip_serializing_if = "OpenOptions::is_default")]
    pub reading: OpenOptions,
    /// Whether its streams, volumes or files, are laid over each other, not one behind the other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overlay: bool,
}

/// A suite file of the user's, as it was when the run began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteFile {
    /// As on the command line.
    pub path: String,
    pub text: String,
    /// Those of its tests that are files beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<TestFile>,
}

/// A test file of the user's, as it was when the run began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestFile {
    pub path: String,
    pub text: String,
}

/// A job file of fio's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobFile {
    /// As on the command line.
    pub path: String,
    /// Its text when the run began.
    pub text: String,
}
