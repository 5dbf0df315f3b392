//! TRIM: at once, noted and carried out together, or unknown to the drive.

use super::Ssd;
use crate::spec::{Defect, TrimSpec};
use crate::ssd::backend::{Entry, Leaving};
use crate::ssd::id::{Lpn, Lpns};
use fourcorners_block::{Outcome, Request};
use serde::{Deserialize, Serialize};

/// Pages trimmed at once; contiguous ones leave their superblock in one step.
const TRIMMED_TOGETHER: u32 = 32;

/// TRIM commands that have not come to their end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Trims {
    /// Noted and not yet carried out.
    noted: Vec<Lpns>,
    /// With the defect of that name: which pages are trimmed and stay counted, a bit each; empty
    /// before any is.
    #[serde(with = "crate::flat")]
    stay_counted: Vec<u64>,
}

impl Trims {
    /// Whether any is noted and not yet carried out.
    #[inline]
    pub fn are_noted(&self) -> bool {
        !self.noted.is_empty()
    }
    /// What is noted is not carried out.
    pub fn forget_noted(&mut self) {
        self.noted.clear();
    }
    /// Whether a page that has a place is given back all the same.
    #[inline]
    pub fn hides(&self, lpn: Lpn) -> bool {
        let word = self.stay_counted.get(lpn.index() / 64);
        word.is_some_and(|word| word >> (lpn.0 % 64) & 1 == 1)
    }
    /// Whether there may be such pages.
    #[inline]
    pub fn hide_any(&self) -> bool {
        !self.stay_counted.is_empty()
    }
    /// Pages are written again.
    #[inline]
    pub fn written(&mut self, lpns: Lpns) {
        if self.stay_counted.is_empty() {
            return;
        }
        for lpn in lpns.iter() {
            self.stay_counted[lpn.index() / 64] &= !(1 << (lpn.0 % 64));
        }
    }
    fn hide(&mut self, lpn: Lpn, of_pages: u32) {
        self.stay_counted.resize(of_pages.div_ceil(64) as usize, 0);
        self.stay_counted[lpn.index() / 64] |= 1 << (lpn.0 % 64);
    }
}

impl Ssd {
    /// Carries out a TRIM command; returns when it is done.
    pub(super) fn discard(&mut self, now: u64, request: &Request) -> (u64, Outcome) {
        // Only whole units are given back, as drives do.
        let geometry = &self.backend.nand.geometry;
        let last = geometry.unit_blocks() - 1;
        let start = geometry.lpn_of(request.lba.0 + last);
        let end = geometry.lpn_of(request.lba.0 + request.blocks.0);
        let lpns = Lpns::new(start, end.max(start));
        let controller = &self.spec.controller;
        let command_ns = controller.trim_command_ns;
        let cost = match self.spec.trim {
            TrimSpec::Immediate => {
                let bytes = request.blocks.bytes().0;
                let cost = command_ns + ((bytes * controller.trim_mib_ns) >> 20);
                self.forget(now, lpns);
                cost
            }
            TrimSpec::Batched(commands) => {
                self.host.trims.noted.push(lpns);
                if self.host.trims.noted.len() >= commands as usize {
                    self.carry_out_noted_trims(now);
                }
                command_ns
            }
            TrimSpec::Absent => return (now, Outcome::Unsupported),
        };
        let end = self.backend.controller.host_cpu(now, cost);
        (end, Outcome::Done)
    }

    /// Carries out what was only noted so far, at the cost of its size.
    #[inline]
    pub(super) fn carry_out_noted_trims(&mut self, now: u64) {
        if self.host.trims.are_noted() {
            self.carry_out_trims(now);
        }
    }
    fn carry_out_trims(&mut self, now: u64) {
        let noted = std::mem::take(&mut self.host.trims.noted);
        let units: u64 = noted.iter().map(|lpns| u64::from(lpns.len())).sum();
        for lpns in noted {
            self.forget(now, lpns);
        }
        let bytes = units * u64::from(self.spec.layout.unit_bytes);
        let cost = (bytes * self.spec.controller.trim_mib_ns) >> 20;
        self.backend.controller.host_cpu(now, cost);
    }

    /// Unmaps pages.
    fn forget(&mut self, now: u64, lpns: Lpns) {
        self.host.combining.forget(lpns);
        if let Some(volatile) = &mut self.backend.volatile {
            volatile.unmapped(lpns);
        }
        #[cfg(test)]
        self.backend.shadow.volatile.unmapped(lpns);
        self.unmap(now, lpns);
        self.backend.note_change(now);
        if self.backend.opening.is_on() {
            self.ftl.erase_empty(&mut self.backend, now);
        }
    }
    fn unmap(&mut self, now: u64, lpns: Lpns) {
        if self.spec.gc.defect == Some(Defect::TrimmedStayCounted) {
            self.forget_without_counting(lpns);
            return;
        }
        if self.backend.takes_contiguous {
            self.forget_contiguous(lpns);
            return;
        }
        let mut trimmed = 0;
        let mut leaving = Leaving::default();
        for lpn in lpns.iter() {
            if let Some(address) = self.backend.l2p.remove(lpn) {
                self.backend.map_entry(lpn, Entry::Removed, now);
                let places = self.backend.l2p.slots(lpn);
                leaving.add(address, places, &mut self.backend);
                trimmed += 1;
            }
        }
        leaving.settle(&mut self.backend);
        self.backend.counters.trimmed_units += trimmed;
    }

    /// The same where each page takes one place, and the whole map is at hand.
    fn forget_contiguous(&mut self, lpns: Lpns) {
        let mut left = lpns;
        while left.len() > 0 {
            let together = Lpns::from(left.start, left.len().min(TRIMMED_TOGETHER));
            self.backend.counters.trimmed_units += u64::from(self.backend.outdate(together));
            self.backend.l2p.remove_all(together);
            left.start = together.end;
        }
    }

    /// The defect: the pages read as zeros from now on, and everything else goes on with them.
    fn forget_without_counting(&mut self, lpns: Lpns) {
        let of_pages = self.backend.nand.geometry.logical_units;
        for lpn in lpns.iter() {
            if !self.host.trims.hides(lpn) && self.backend.l2p.lookup(lpn).is_some() {
                self.host.trims.hide(lpn, of_pages);
                self.backend.counters.trimmed_units += 1;
            }
        }
    }
}
