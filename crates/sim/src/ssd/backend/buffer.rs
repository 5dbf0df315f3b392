//! The write buffer: slots of one group each, in use until the group is on the NAND.

use crate::spec::SsdSpec;
use crate::ssd::nand::Geometry;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Slots that hold host data.
#[derive(Clone, Debug)]
pub struct WriteBuffer {
    free: u32,
    /// When slots of programs that have been issued become free.
    ends: BinaryHeap<Reverse<u64>>,
}

impl WriteBuffer {
    /// All free.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let group_bytes = u64::from(geometry.group_units) * u64::from(spec.place_bytes());
        Self {
            free: (spec.layout.buffer_bytes / group_bytes) as u32,
            ends: BinaryHeap::new(),
        }
    }
    /// Takes a slot for a group that is to be filled; says whether there was one.
    #[inline]
    pub fn take(&mut self) -> bool {
        let free = self.free > 0;
        self.free -= u32::from(free);
        free
    }
    /// Whether a slot is free.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.free > 0
    }
    /// A slot's group has been given to the NAND, which has it at that instant.
    #[inline]
    pub fn frees_at(&mut self, end: u64) {
        self.ends.push(Reverse(end));
    }
    /// A slot's group is not wanted any more.
    pub fn give_back(&mut self) {
        self.free += 1;
    }
    /// When the next slot becomes free.
    #[inline]
    pub fn next_free(&self) -> Option<u64> {
        self.ends.peek().map(|end| end.0)
    }
    /// Frees what is on the NAND by now.
    #[inline]
    pub fn free_until(&mut self, now: u64) {
        while self.ends.peek().is_some_and(|end| end.0 <= now) {
            self.ends.pop();
            self.free += 1;
        }
    }
}
