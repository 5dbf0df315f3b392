//! Garbage collection of one pool: what it empties, who waits for it, and the copies in flight.

use super::copy::{self, Finder};
use super::frontiers;
use super::window::Window;
use crate::spec::{GcSpec, SsdSpec};
use crate::ssd::backend::Frontier;
use crate::ssd::id::Superblock;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The superblock that is being emptied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// What the next step copies from.
    pub victim: Option<Victim>,
    /// Other half-empty victims, the next in turn first.
    waiting: VecDeque<Victim>,
    /// Whether it has begun and not ended.
    pub collecting: bool,
    /// Whether it runs because the host is idle.
    pub idling: bool,
    /// Whether it folds the SLC cache, and how many copies are in flight then.
    pub folding: bool,
    folding_width: u32,
    /// What takes the host's data, where there is an SLC cache.
    pub host: Frontier,
    /// Whether the SLC cache was full, and is not folded yet: host data goes past it, or waits.
    pub full: bool,
    /// Units that the host may write to the full cache: so many have been folded since.
    pub folded: u32,
    /// The frontier for which a host write waits.
    pub wanted: Option<Frontier>,
    /// Host units that may be written meanwhile, in parts of `pacing::HOST_UNIT`.
    pub credit: i64,
    /// Victims in a row that freed nothing.
    pub fruitless: u32,
    pub window: Window,
    /// No state: what it knows can be found again.
    #[serde(skip)]
    pub finder: Finder,
}

impl Run {
    /// Nothing has begun.
    pub fn new(spec: &SsdSpec, group_units: u32) -> Self {
        let gc = &spec.gc;
        let idle = gc.idle.as_ref().map_or(0, |idle| idle.copies_in_flight);
        let cache = spec.slc_cache.as_ref();
        let folding_width = cache.map_or(0, |cache| cache.copies_in_flight);
        let widest = gc.copies_in_flight.max(idle).max(folding_width);
        Self {
            victim: None,
            waiting: VecDeque::new(),
            collecting: false,
            idling: false,
            folding: false,
            folding_width,
            host: frontiers::HOST,
            full: false,
            folded: 0,
            wanted: None,
            credit: 0,
            fruitless: 0,
            window: Window::new(widest as usize),
            finder: Finder::new(copy::together(group_units)),
        }
    }
    /// Returns to a copy.
    pub fn restore(&mut self, saved: &Self) {
        let mut finder = std::mem::take(&mut self.finder);
        finder.clear();
        self.clone_from(saved);
        self.finder = finder;
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
    /// It stops, whoever wants it.
    pub fn stop(&mut self) {
        self.end();
        (self.idling, self.folding) = (false, false);
        self.wanted = None;
        self.fruitless = 0;
    }
    /// Whether any victim is half empty.
    #[inline]
    pub fn has_victim(&self) -> bool {
        self.victim.is_some() || !self.waiting.is_empty()
    }
    /// The next of up to `at_most` victims has its turn: no victim, if one more may be taken. One
    /// is taken when the newest has come its share of the way, so that they end one after the
    /// other: victims that end together need free superblocks for all their copies at once.
    pub fn turn(&mut self, at_most: u32, units_per_superblock: u32) {
        self.waiting.extend(self.victim.take());
        let newest = self.waiting.iter().map(|victim| victim.cursor).min();
        let too_new = newest.is_some_and(|cursor| cursor < units_per_superblock / at_most);
        if too_new || self.waiting.len() >= at_most as usize {
            self.resume();
        }
    }
    /// Where no further victim is worth taking: the next one that is half empty.
    pub fn resume(&mut self) {
        self.victim = self.waiting.pop_front();
    }
    /// Copies of one group each that may be in flight at once.
    #[inline]
    pub fn width(&self, spec: &GcSpec) -> usize {
        let groups = match &spec.idle {
            _ if self.folding && !self.collecting => self.folding_width,
            Some(idle) if self.idling && !self.collecting => idle.copies_in_flight,
            _ => spec.copies_in_flight,
        };
        groups as usize
    }
}
