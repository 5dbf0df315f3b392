//! Files of hard disks and RAM disks.

use crate::about::{AboutFile, PriceFile, about};
use crate::capacity::CapacityFile;
use crate::checked::{Checked, Sourced};
use crate::controller::{LinkFile, link_spec};
use crate::error::SpecError;
use crate::sibling::Document;
use fourcorners_block::{BLOCK_BYTES, Blocks};
use fourcorners_sim::disk::{DiskCacheSpec, HardDiskSpec, PlatterSpec, SeekSpec, check_seek};
use fourcorners_sim::ram_disk::RamDiskSpec;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HardDiskFile {
    #[serde(rename = "kind")]
    _kind: String,
    name: String,
    model: String,
    #[serde(default)]
    firmware: String,
    capacity: CapacityFile,
    platters: PlatterFile,
    seek: SeekFile,
    cache: CacheFile,
    link: LinkFile,
    about: Option<AboutFile>,
    price: Option<PriceFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlatterFile {
    /// 1000 to 50000.
    revolutions_per_minute: Sourced<u32>,
    /// Surfaces with data, 1 to 64.
    heads: Sourced<u32>,
    /// Zones, each with the same number of cylinders, 1 to 1000.
    zones: Sourced<u32>,
    /// Sectors per track of the first zone, 8 to 100000.
    outer_track_sectors: Sourced<u32>,
    /// Sectors per track of the last zone; zones in between change in equal steps.
    inner_track_sectors: Sourced<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeekFile {
    /// Read seek to the next cylinder, in us.
    track_to_track_us: Sourced<f64>,
    /// Over a third of all cylinders, in us.
    average_us: Sourced<f64>,
    /// Over all cylinders, in us.
    full_stroke_us: Sourced<f64>,
    /// To another surface of the cylinder, in us.
    head_switch_us: Sourced<f64>,
    /// Additional time of writes beyond the next track, in us.
    write_settle_us: Sourced<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CacheFile {
    /// Read-ahead segments, 0 (none) to 1024.
    read_segments: Sourced<u32>,
    /// Size of a segment in KiB, 4 to 2^24.
    read_segment_kib: Sourced<u64>,
    /// Writes that complete before they are on the platter, 0 to 4096.
    cached_writes: Sourced<u32>,
    /// Write cache in KiB, 4 to 2^24.
    write_cache_kib: Sourced<u64>,
    /// Whether the nearest request by seek and rotation is served first, else the oldest.
    reorders: Sourced<bool>,
    /// A request that has waited longer is served next, in ms.
    deadline_ms: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RamDiskFile {
    #[serde(rename = "kind")]
    _kind: String,
    name: String,
    model: String,
    capacity: CapacityFile,
    link: LinkFile,
    about: Option<AboutFile>,
    price: Option<PriceFile>,
}

/// A drive's, in whole blocks.
pub fn capacity(file: &Checked, capacity: &CapacityFile) -> Result<Blocks, SpecError> {
    let bytes = file.within(&capacity.user_bytes, 1 << 20, 1 << 50, "user_bytes")?;
    if !bytes.is_multiple_of(BLOCK_BYTES) {
        let problem = format!("user_bytes is {bytes}; expected a multiple of {BLOCK_BYTES}");
        return Err(file.wrong(&capacity.user_bytes, problem));
    }
    Ok(Blocks(bytes / BLOCK_BYTES))
}

/// `kind = "hard-disk"`.
pub fn hard_disk(document: &Document) -> Result<HardDiskSpec, SpecError> {
    let disk: HardDiskFile = document.read()?;
    let file = &document.file;
    let (platters, seek, cache) = (&disk.platters, &disk.seek, &disk.cache);
    let rpm = file.within(
        &platters.revolutions_per_minute,
        1000,
        50_000,
        "revolutions_per_minute",
    )?;
    let outer = file.within(
        &platters.outer_track_sectors,
        8,
        100_000,
        "outer_track_sectors",
    )?;
    let spec = HardDiskSpec {
        name: disk.name,
        model: disk.model,
        firmware: disk.firmware,
        capacity: capacity(file, &disk.capacity)?,
        platters: PlatterSpec {
            revolution_ns: 60_000_000_000 / u64::from(rpm),
            heads: file.within(&platters.heads, 1, 64, "heads")?,
            zones: file.within(&platters.zones, 1, 1000, "zones")?,
            outer_track_sectors: outer,
            inner_track_sectors: file.within(
                &platters.inner_track_sectors,
                8,
                outer,
                "inner_track_sectors",
            )?,
        },
        seek: SeekSpec {
            track_to_track_ns: seek_time(file, &seek.track_to_track_us, "track_to_track_us")?,
            average_ns: seek_time(file, &seek.average_us, "average_us")?,
            full_stroke_ns: seek_time(file, &seek.full_stroke_us, "full_stroke_us")?,
            head_switch_ns: seek_time(file, &seek.head_switch_us, "head_switch_us")?,
            write_settle_ns: seek_time(file, &seek.write_settle_us, "write_settle_us")?,
        },
        cache: DiskCacheSpec {
            read_segments: file.within(&cache.read_segments, 0, 1024, "read_segments")?,
            read_segment_bytes: kib(file, &cache.read_segment_kib, "read_segment_kib")?,
            cached_writes: file.within(&cache.cached_writes, 0, 4096, "cached_writes")?,
            write_cache_bytes: kib(file, &cache.write_cache_kib, "write_cache_kib")?,
            reorders: cache.reorders.get(),
            deadline_ns: file.within(&cache.deadline_ms, 0, 1_000_000, "deadline_ms")? * 1_000_000,
        },
        link: link_spec(file, &disk.link)?,
        about: about(file, disk.about.as_ref(), disk.price.as_ref())?,
        facts: document.facts(""),
    };
    check_seek(&spec).map_err(|problem| file.wrong(&seek.average_us, problem))?;
    Ok(spec)
}

fn seek_time(file: &Checked, value: &Sourced<f64>, key: &str) -> Result<u64, SpecError> {
    file.within(value, 0.0, 1e6, key)?;
    file.time(value, key)
}

fn kib(file: &Checked, value: &Sourced<u64>, key: &str) -> Result<u64, SpecError> {
    Ok(file.within(value, 4, 1 << 24, key)? << 10)
}

/// `kind = "ram-disk"`.
pub fn ram_disk(document: &Document) -> Result<RamDiskSpec, SpecError> {
    let disk: RamDiskFile = document.read()?;
    let file = &document.file;
    Ok(RamDiskSpec {
        name: disk.name,
        model: disk.model,
        capacity: capacity(file, &disk.capacity)?,
        link: link_spec(file, &disk.link)?,
        about: about(file, disk.about.as_ref(), disk.price.as_ref())?,
        facts: document.facts(""),
    })
}
