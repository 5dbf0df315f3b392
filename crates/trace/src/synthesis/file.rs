//! The fields of `traces/NAME.toml`, as docs/formats.md describes them. These types end in
//! [`super::definition`].

use super::sourced::{Size, Sourced};
use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DefinitionFile {
    /// The file's name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// What it reproduces.
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
    /// I/Os, 0 to 10^11; exact.
    pub count: Sourced<u64>,
    /// Bytes, reached by the sizes of `rest`.
    pub bytes: Sourced<Size>,
}

/// A row of the published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SizesFile {
    /// Sizes that share this row evenly: multiples of 512 bytes up to 16 MiB.
    pub of: Vec<Spanned<Size>>,
    /// Percent of all I/Os.
    pub percent: Sourced<f64>,
    /// Percent of the reads; default: `percent`. Writes have the rest.
    pub percent_of_reads: Option<Sourced<f64>>,
}

/// The sizes of what the table leaves over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RestFile {
    /// Sizes of all other I/Os, which are spread evenly over all these sizes, or over as many of
    /// the smallest or largest as give the right number of bytes.
    pub of: Sourced<Vec<Spanned<Size>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SequentialFile {
    /// Percent of the I/Os, of reads and of writes, that continue a stream.
    pub percent: Sourced<f64>,
    /// Streams open at once, 1 to 16 each for reads and for writes.
    pub streams: Sourced<u64>,
    /// Mean I/Os of a stream until it ends.
    pub run_ios: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AddressesFile {
    /// All I/Os are below this: a multiple of 4 KiB.
    pub footprint: Sourced<Size>,
    /// Percent of the non-sequential I/Os that go to hot extents; the others go anywhere.
    pub hot_percent: Sourced<f64>,
    /// Hot extents, 1 to 65,536.
    pub hot_extents: Sourced<u64>,
    /// Size of a hot extent: a multiple of 4 KiB, at least the largest I/O.
    pub hot_extent: Sourced<Size>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DepthFile {
    /// Mean queue depth over busy time, 1 to a sixteenth of `deepest`.
    pub average: Option<Sourced<f64>>,
    /// Largest burst, 1 to 1024.
    pub deepest: Option<Sourced<u64>>,
    #[serde(default)]
    pub distribution: Vec<DepthShareFile>,
}

/// A row of the published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DepthShareFile {
    /// Instead of `average` and `deepest`: smallest burst of this row, from 1.
    pub from: Spanned<u64>,
    /// Largest burst of this row, up to 4096.
    pub to: Spanned<u64>,
    /// Share of the I/Os; shares are relative to their sum.
    pub percent: Sourced<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TimeFile {
    /// Length of the recording in seconds; longer if its work takes longer.
    pub duration_s: Sourced<u64>,
    /// Mean host time before each burst, in us.
    pub computing_us: Sourced<u64>,
    /// Mean pause of the user, in ms.
    pub pause_ms: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordedOnFile {
    /// Drive of the recording: time per I/O in us, in parallel within a burst.
    pub io_us: Sourced<u64>,
    /// Then bytes in MB/s, one I/O after the other.
    pub mb_per_s: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataFile {
    /// `zero`, `repeating`, `one-buffer`, `full-random` or `ratio-460`.
    pub class: Spanned<String>,
    /// Percent of the writes; all rows add up to 100.
    pub percent: Sourced<f64>,
}
