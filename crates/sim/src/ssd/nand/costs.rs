//! What single operations on the NAND take.

use super::die::{PageKind, Reading};
use super::geometry::Geometry;
use crate::spec::{PageKinds, SsdSpec};
use serde::{Deserialize, Serialize};

/// Turns of an erase that reads suspend again and again. An erase is a few pulses of 0.5 ms or more,
/// and is suspended between two of them (Kim et al., USENIX ATC 2019).
pub(super) const ERASE_TURNS: u64 = 8;

/// What single operations cost, in nanoseconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Costs {
    /// Of cells in their own mode, and in SLC mode.
    pub(super) t_read: [u64; 2],
    /// Of each kind of page, on all planes: the mean of all dies.
    pub(super) t_prog: [u64; PageKind::COUNT],
    /// On all planes.
    pub(super) t_erase: u64,
    pub(super) cache_program: bool,
    pub(super) cache_read: bool,
    pub(super) erase_suspend: Option<u64>,
    /// How long an erase runs at least between two suspensions, and reads keep it suspended at most.
    pub(super) erase_turn: u64,
    pub(super) program_suspend: Option<u64>,
    /// Whether copies and host programs take turns.
    pub(super) takes_turns: bool,
    pub(super) place_on_channel: u64,
    pub(super) page_on_channel: u64,
    pub(super) group_on_channel: u64,
    /// Of one page, on average.
    pub(super) t_prog_page: u64,
}

impl Costs {
    /// The costs of a checked spec.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let place_on_channel = u64::from(spec.place_bytes()) * 1000 / spec.nand.channel_mb_per_s;
        let features = &spec.nand.features;
        let (lower, upper) = match features.pages {
            PageKinds::Alike => (spec.nand.t_prog_ns, spec.nand.t_prog_ns),
            PageKinds::LowerUpper { lower_ns, upper_ns } => (lower_ns, upper_ns),
        };
        // Planes that cannot work at once keep the die busy one after the other.
        let turns = if features.multi_plane {
            1
        } else {
            u64::from(spec.nand.planes)
        };
        // A unit larger than a page lies on several of them.
        let unit_pages = u64::from(spec.layout.unit_bytes.div_ceil(spec.nand.page_bytes));
        let (slc_read, slc_prog) = features
            .slc
            .map_or((0, 0), |slc| (slc.t_read_ns, slc.t_prog_ns));
        Self {
            t_read: [spec.nand.t_read_ns, slc_read].map(|each| each * unit_pages.min(turns)),
            t_prog: [lower, upper, slc_prog].map(|each| each * turns),
            t_erase: spec.nand.t_erase_ns * turns,
            cache_program: spec.nand.cache_program,
            cache_read: features.cache_read,
            erase_suspend: features.erase_suspend_ns,
            erase_turn: spec.nand.t_erase_ns * turns / ERASE_TURNS,
            program_suspend: features.program_suspend_ns,
            takes_turns: spec.gc.copies_take_turns,
            place_on_channel,
            page_on_channel: u64::from(spec.nand.page_bytes) * 1000 / spec.nand.channel_mb_per_s,
            t_prog_page: spec.nand.t_prog_ns,
            group_on_channel: place_on_channel * u64::from(geometry.group_units),
        }
    }
    /// Reading a row of an array, as often as it takes.
    #[inline]
    pub fn t_read(&self, read: Reading) -> u64 {
        self.t_read[usize::from(read.slc)] * read.times()
    }
    /// Erasing one block of every plane of a die.
    pub fn t_erase(&self) -> u64 {
        self.t_erase
    }
    /// Channel time of a unit of `places` places.
    #[inline]
    pub fn places_on_channel(&self, places: u32) -> u64 {
        u64::from(places) * self.place_on_channel
    }
}
