//! The fields of `scenarios/NAME.toml`, as docs/formats.md describes them. These types end in
//! [`super::Scenario`].

use super::super::file::{AddressesFile, DataFile, DepthFile, RecordedOnFile, RestFile};
use super::super::sourced::{Origin, Size, Sourced};
use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    pub name: String,
    pub title: String,
    pub why: String,
    /// Of all I/Os.
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
    pub pause_ms: Sourced<u64>,
}

/// An operation: one sentence says where all of its numbers are from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OperationFile {
    pub name: Spanned<String>,
    pub computing_ms: u64,
    #[serde(default)]
    pub reads: u64,
    pub read_bytes: Option<Size>,
    #[serde(default)]
    pub writes: u64,
    pub written_bytes: Option<Size>,
    pub sequential_percent: f64,
    #[serde(rename = "from")]
    _from: Origin,
    #[serde(rename = "source")]
    _source: String,
}
