//! What a hard disk is, as checked plain values. Times are in nanoseconds.

use fourcorners_block::Blocks;

use crate::spec::LinkSpec;
use serde::{Deserialize, Serialize};

/// Everything that makes one hard disk differ from another.
#[derive(Clone, Debug, PartialEq)]
pub struct HardDiskSpec {
    /// Catalogue name, `maker-model-gigabytes`.
    pub name: String,
    /// Maker and model as printed on the box.
    pub model: String,
    /// Firmware revision; empty if it makes no difference.
    pub firmware: String,
    /// Addressable size.
    pub capacity: Blocks,
    /// Platters, heads and tracks.
    pub platters: PlatterSpec,
    /// Moving the arm.
    pub seek: SeekSpec,
    /// What the electronics hold and how they order the work.
    pub cache: DiskCacheSpec,
    /// Host link.
    pub link: LinkSpec,
    /// What is only told of it.
    pub about: crate::spec::About,
    /// Every number with where it is from, in the order to show them.
    pub facts: Vec<crate::SpecFact>,
}

/// Platters that turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlatterSpec {
    /// One revolution.
    pub revolution_ns: u64,
    /// Surfaces with a head each.
    pub heads: u32,
    /// Zones of equally many cylinders, the outermost first.
    pub zones: u32,
    /// 512-byte sectors of a track of the outermost zone.
    pub outer_track_sectors: u32,
    /// Of the innermost.
    pub inner_track_sectors: u32,
}

/// Moving the arm: `fixed + root * sqrt(cylinders) + each * cylinders` (Lee; used by DiskSim as
/// its three-point curve), through the seek times that makers print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeekSpec {
    /// From a track to its neighbour.
    pub track_to_track_ns: u64,
    /// A third of all cylinders, which is the mean distance of random seeks.
    pub average_ns: u64,
    /// All cylinders.
    pub full_stroke_ns: u64,
    /// From one head to another of the same cylinder.
    pub head_switch_ns: u64,
    /// What a write waits longer after a seek beyond the next track, until the head is quiet.
    pub write_settle_ns: u64,
}

/// The disk's memory, and how it orders the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiskCacheSpec {
    /// Segments that are read ahead into; 0: nothing is read ahead.
    pub read_segments: u32,
    /// Bytes of each.
    pub read_segment_bytes: u64,
    /// Writes that are finished once they are in memory; 0: only once they are on the platter.
    pub cached_writes: u32,
    /// Bytes of them together.
    pub write_cache_bytes: u64,
    /// Whether the nearest is served first, by seek and rotation (shortest access time); else the
    /// oldest.
    pub reorders: bool,
    /// One that has waited so long is served next, wherever it lies.
    pub deadline_ns: u64,
}
