//! Copying valid units out of a victim. Three loops come to the same:
//!
//! * pages: where a page holds one unit and a superblock is one block, with the die, the channel
//!   and the frontier in registers;
//! * rows: units that lie in one row and go to one group are read and placed together;
//! * any: one unit after the other, where what it is decides where it goes.

mod any;
mod finder;
mod pages;
mod rows;

use super::Gc;
use super::run::{Run, Victim};
use crate::spec::SsdSpec;
use crate::ssd::backend::Backend;
use crate::ssd::id::Pool;
use crate::ssd::nand::Geometry;
pub use finder::Finder;

/// Pages that are copied together, where a superblock is one block: those in whose loop the
/// processor stays.
const PAGES_TOGETHER: usize = 32;

/// Units that are copied together at most.
pub fn together(group_units: u32) -> usize {
    PAGES_TOGETHER.max(group_units as usize)
}

/// Which loop copies a drive's units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loop {
    Pages,
    Rows,
    Any,
}

impl Loop {
    /// That of a checked spec.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let alike = spec.gc.hot_cold.is_none()
            && spec.compression.is_none()
            && spec.layout.l2p_cache_bytes.is_none();
        // What else may take a die between two pages.
        let undisturbed = spec.opening.is_none()
            && spec.journal.is_none()
            && spec.slc_cache.is_none()
            && spec
                .wear
                .is_none_or(|wear| wear.retries_at_end_per_mille == 0);
        let features = &spec.nand.features;
        let in_turn = features.program_suspend_ns.is_none()
            && !features.independent_plane_reads
            && !spec.gc.copies_take_turns;
        match (geometry.group_units, geometry.dies_per_pool()) {
            _ if !alike => Self::Any,
            (1, 1) if undisturbed && in_turn => Self::Pages,
            _ => Self::Rows,
        }
    }
}

/// What a step has copied.
#[derive(Clone, Copy, Debug, Default)]
pub struct Copied {
    /// Places that it took.
    pub places: u32,
    pub units: u32,
}

impl Gc {
    /// Copies as many groups as a step does.
    pub(super) fn copy_groups(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        victim: &mut Victim,
        now: u64,
    ) -> Copied {
        if self.copies == Loop::Pages {
            let pages = self.copy_pages(backend, pool, victim, now);
            return Copied {
                places: pages,
                units: pages,
            };
        }
        let units = backend.nand.geometry.units_per_superblock;
        let mut copied = Copied::default();
        let mut left = self.groups_a_step;
        loop {
            let more = match self.copies {
                Loop::Rows => self.copy_row_group(backend, pool, victim, now),
                Loop::Any | Loop::Pages => self.copy_any_group(backend, pool, victim, now),
            };
            copied.places += more.places;
            copied.units += more.units;
            left -= 1;
            if left == 0
                || victim.cursor == units
                || self.exhausted
                || self.step_time(backend, pool) > now
            {
                return copied;
            }
        }
    }
}

impl Run {
    /// A group's copies are in flight until then.
    #[inline]
    fn group_in_flight(&mut self, width: usize, end: u64) {
        self.window.push(width, end);
    }
}
