//! TRIM: at once, noted and carried out together, or unknown to the drive.

use super::Ssd;
use super::pool::Leaving;
use crate::spec::{Defect, TrimSpec};
use fourcorners_block::{Outcome, Request};
use std::ops::Range;

impl Ssd {
    /// Carries out a TRIM command that was admitted at `admitted`.
    pub(super) fn discard(&mut self, request: &Request, admitted: u64) {
        let now = self.state.now;
        // Only whole units are given back, as drives do.
        let last = self.geometry.unit_blocks() - 1;
        let start = self.geometry.unit_of(request.lba.0 + last);
        let end = self
            .geometry
            .unit_of(request.lba.0 + request.blocks.0)
            .max(start);
        match self.spec.trim {
            TrimSpec::Immediate => self.forget(start, end),
            TrimSpec::Batched(commands) => {
                self.state.noted_trims.push((start, end));
                if self.state.noted_trims.len() >= commands as usize {
                    self.carry_out_noted_trims();
                }
            }
            TrimSpec::Absent => {
                self.complete(request, admitted, now, Outcome::Unsupported);
                return;
            }
        }
        let controller = &self.spec.controller;
        let cost = match self.spec.trim {
            TrimSpec::Batched(_) => controller.trim_command_ns,
            _ => {
                controller.trim_command_ns
                    + ((request.blocks.bytes().0 * controller.trim_mib_ns) >> 20)
            }
        };
        let end = self.state.timelines.host_cpu(now, cost);
        self.complete(request, admitted, end, Outcome::Done);
    }

    /// Carries out what was only noted so far, at the cost of its size.
    #[inline]
    pub(super) fn carry_out_noted_trims(&mut self) {
        if self.state.noted_trims.is_empty() {
            return;
        }
        let noted = std::mem::take(&mut self.state.noted_trims);
        let units: u64 = noted
            .iter()
            .map(|(start, end)| u64::from(end - start))
            .sum();
        for (start, end) in noted {
            self.forget(start, end);
        }
        let bytes = units * u64::from(self.spec.layout.unit_bytes);
        let cost = (bytes * self.spec.controller.trim_mib_ns) >> 20;
        self.state.timelines.host_cpu(self.state.now, cost);
    }

    /// Unmaps units.
    fn forget(&mut self, start: u32, end: u32) {
        self.state.combining.forget(start..end);
        if self.spec.collection.defect == Some(Defect::TrimmedStayCounted) {
            self.forget_without_counting(start, end);
            return;
        }
        let mut trimmed = 0;
        let mut leaving = Leaving::default();
        for unit in start..end {
            if let Some(address) = self.mapping.remove(unit) {
                self.map_entry(unit, true, self.state.now);
                leaving.add(
                    address,
                    self.mapping.slots(unit),
                    &self.geometry,
                    &mut self.state.pools,
                );
                trimmed += 1;
            }
        }
        leaving.settle(&self.geometry, &mut self.state.pools);
        self.state.counters.trimmed_units += trimmed;
    }

    /// The defect: the units read as zeros from now on, and everything else goes on with them.
    fn forget_without_counting(&mut self, start: u32, end: u32) {
        let words = self.geometry.logical_units.div_ceil(64) as usize;
        self.state.stay_counted.resize(words, 0);
        for unit in start..end {
            if !self.is_trimmed_though_counted(unit) && self.mapping.lookup(unit).is_some() {
                self.state.stay_counted[(unit / 64) as usize] |= 1 << (unit % 64);
                self.state.counters.trimmed_units += 1;
            }
        }
    }

    /// Whether a unit that has a place is given back all the same.
    #[inline]
    pub(super) fn is_trimmed_though_counted(&self, unit: u32) -> bool {
        let word = self.state.stay_counted.get((unit / 64) as usize);
        word.is_some_and(|word| word >> (unit % 64) & 1 == 1)
    }

    /// Units are written again.
    #[inline]
    pub(super) fn is_written_again(&mut self, units: Range<u32>) {
        if self.state.stay_counted.is_empty() {
            return;
        }
        for unit in units {
            self.state.stay_counted[(unit / 64) as usize] &= !(1 << (unit % 64));
        }
    }
}
