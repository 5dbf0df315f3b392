//! What a run was asked for, as `run.json` keeps it, to take the run up again.

use crate::definition::ReplayDef;
use crate::plan::Options;
use fourcorners_trace::OpenOptions;
use serde::{Deserialize, Serialize};

/// What was asked for, besides suite, seed and repetition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// DRIVE as on the command line: a name or a path.
    pub drive: String,
    /// SHA-256 of everything that decides what a simulated drive does, port included; absent for
    /// real ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behaviour_sha256: Option<String>,
    /// Host port that a simulated drive is plugged into, where one was asked for.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::former::read_some_port"
    )]
    pub port: Option<String>,
    /// Size of the regular file that the run made for itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_bytes: Option<u64>,
    /// `auto`, `io-uring`, `polled`, `aio` or `synchronous`; absent for simulated drives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// How a real drive is made as new, as `--erase` names it; absent for the way that is always
    /// there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erase: Option<String>,
    /// Where its power is read, as `--power` names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<String>,
    /// The command that prints its power.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_command: Option<String>,
    /// Whether every measured I/O is recorded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub log_ios: bool,
    /// The trace of the user's that is replayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<UserTrace>,
    /// What was changed in the tests.
    pub tests: Options,
    /// The job file of fio's that was run in place of a suite or test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<JobFile>,
    /// The suite file of the user's that was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite_file: Option<SuiteFile>,
    /// What was changed in a simulated drive, each as in `gc.low_watermark=8`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// What its results are to meet, each as it was given; looked at again whenever it is taken up
    /// again.
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
