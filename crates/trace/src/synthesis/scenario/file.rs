//! The fields of `scenarios/NAME.toml`, as docs/formats.md describes them. These types end in
//! [`super::Scenario`].

use super::super::file::{AddressesFile, DataFile, DepthFile, RecordedOnFile, RestFile};
use super::super::sourced::{Origin, Size, Sourced};
use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    /// The file's name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// What it stands for.
    pub why: String,
    pub sizes: RestFile,
    pub sequential: StreamsFile,
    pub addresses: AddressesFile,
    pub queue_depth: DepthFile,
    pub time: PauseFile,
    pub recorded_on: RecordedOnFile,
    pub data: Vec<DataFile>,
    #[serde(rename = "operation")]
    pub operations: Vec<OperationFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StreamsFile {
    pub streams: Sourced<u64>,
    pub run_ios: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PauseFile {
    /// Pause of the user between operations, in ms.
    pub pause_ms: Sourced<u64>,
}

/// An operation: one sentence says where all of its numbers are from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OperationFile {
    /// Unique name.
    pub name: Spanned<String>,
    /// Computing of the host in ms, spread before, between and after its I/Os.
    pub computing_ms: u64,
    /// Reads, exact; reads and writes together 1 to 65,536.
    #[serde(default)]
    pub reads: u64,
    /// Bytes read, as nearly as whole I/Os allow.
    pub read_bytes: Option<Size>,
    /// Writes, exact.
    #[serde(default)]
    pub writes: u64,
    /// Bytes written.
    pub written_bytes: Option<Size>,
    /// Percent of its I/Os that continue a stream.
    pub sequential_percent: f64,
    /// Origin of all its numbers: `published`, `measured`, `fitted` or `assumed`.
    #[serde(rename = "from")]
    _from: Origin,
    /// Their source.
    #[serde(rename = "source")]
    _source: String,
}
