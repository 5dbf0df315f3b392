//! Garbage collection of one pool: what it empties, who waits for it, and the copies in flight.

use super::copy::{self, Finder};
use super::window::Window;
use crate::spec::GcSpec;
use crate::ssd::backend::Frontier;
use crate::ssd::id::Superblock;

/// The superblock that is being emptied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victim {
    pub superblock: Superblock,
    /// Next position to look at.
    pub cursor: u32,
    /// Valid units when it was chosen.
    pub valid: u32,
    /// Places that its units have taken elsewhere so far.
    pub moved: u32,
    /// Whether it was chosen to level wear, and not to gain space.
    pub to_level: bool,
}

/// One pool's.
#[derive(Clone, Debug)]
pub struct Run {
    pub victim: Option<Victim>,
    /// Whether it has begun and not ended.
    pub collecting: bool,
    /// Whether it runs because the host is idle.
    pub idling: bool,
    /// The frontier for which a host write waits.
    pub wanted: Option<Frontier>,
    /// Host units that may be written meanwhile, in 1/4096 units.
    pub credit: i64,
    /// Victims in a row that freed nothing.
    pub fruitless: u32,
    pub window: Window,
    pub finder: Finder,
}

impl Run {
    /// Nothing has begun.
    pub fn new(spec: &GcSpec, group_units: u32) -> Self {
        let idle = spec.idle.as_ref().map_or(0, |idle| idle.copies_in_flight);
        let widest = spec.copies_in_flight.max(idle);
        Self {
            victim: None,
            collecting: false,
            idling: false,
            wanted: None,
            credit: 0,
            fruitless: 0,
            window: Window::new(widest as usize),
            finder: Finder::new(copy::together(group_units)),
        }
    }
    /// It begins.
    pub fn begin(&mut self) {
        self.collecting = true;
        self.credit = 0;
    }
    /// It ends.
    pub fn end(&mut self) {
        self.collecting = false;
        self.credit = 0;
    }
    /// Copies of one group each that may be in flight at once.
    #[inline]
    pub fn width(&self, spec: &GcSpec) -> usize {
        let groups = match &spec.idle {
            Some(idle) if self.idling && !self.collecting => idle.copies_in_flight,
            _ => spec.copies_in_flight,
        };
        groups as usize
    }
}
