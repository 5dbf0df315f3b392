//! The fields of `traces/NAME.toml`, as docs/formats.md describes them. These types end in
//! [`super::definition`].

use super::sourced::{Size, Sourced};
use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DefinitionFile {
    pub name: String,
    pub title: String,
    pub why: String,
    pub reads: DirectionFile,
    pub writes: DirectionFile,
    #[serde(default)]
    pub sizes: Vec<SizesFile>,
    pub rest: RestFile,
    pub sequential: SequentialFile,
    pub addresses: AddressesFile,
    pub queue_depth: DepthFile,
    pub time: TimeFile,
    pub recorded_on: RecordedOnFile,
    pub data: Vec<DataFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DirectionFile {
    pub count: Sourced<u64>,
    pub bytes: Sourced<Size>,
}

/// A row of the published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SizesFile {
    pub of: Vec<Spanned<Size>>,
    pub percent: Sourced<f64>,
    pub percent_of_reads: Option<Sourced<f64>>,
}

/// The sizes of what the table leaves over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RestFile {
    pub of: Sourced<Vec<Spanned<Size>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SequentialFile {
    pub percent: Sourced<f64>,
    pub streams: Sourced<u64>,
    pub run_ios: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AddressesFile {
    pub footprint: Sourced<Size>,
    pub hot_percent: Sourced<f64>,
    pub hot_extents: Sourced<u64>,
    pub hot_extent: Sourced<Size>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DepthFile {
    pub average: Option<Sourced<f64>>,
    pub deepest: Option<Sourced<u64>>,
    #[serde(default)]
    pub distribution: Vec<DepthShareFile>,
}

/// A row of the published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DepthShareFile {
    pub from: Spanned<u64>,
    pub to: Spanned<u64>,
    pub percent: Sourced<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TimeFile {
    pub duration_s: Sourced<u64>,
    pub computing_us: Sourced<u64>,
    pub pause_ms: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordedOnFile {
    pub io_us: Sourced<u64>,
    pub mb_per_s: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataFile {
    pub class: Spanned<String>,
    pub percent: Sourced<f64>,
}
