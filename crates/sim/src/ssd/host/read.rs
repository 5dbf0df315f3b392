//! Host reads.

use super::Ssd;
use crate::ssd::backend::{Entry, LastRow};
use crate::ssd::id::{Lpn, Lpns};
use fourcorners_block::Request;

impl Ssd {
    /// Reads: from the read-ahead, from what waits in the write buffer, from the NAND. Returns when
    /// all of it has passed the link.
    #[inline]
    pub(super) fn read(&mut self, admitted: u64, request: &Request) -> u64 {
        let wanted = self.lpns(request);
        let units = u64::from(wanted.len());
        let costs = &self.spec.controller;
        let controller = &mut self.backend.controller;
        let now = controller.host_cpu(admitted, costs.read_command_ns);
        let now = match costs.flash_unit_ns {
            0 => now,
            each => now.max(controller.flash_cpu(admitted, units * each)),
        };
        // Units are processed while others are fetched and transferred.
        let bytes = request.blocks.bytes().0;
        let in_part = self.reads_parts(request);
        let unit_ns = self.spec.controller.read_unit_ns;
        let processing = if in_part {
            bytes * unit_ns / self.backend.counters.unit_bytes
        } else {
            units * unit_ns
        };
        let processed = self.backend.controller.host_cpu(now, processing);
        self.backend.counters.host_units_read += units;
        let (first, last) = self.fetch_all(request, wanted, in_part, now);
        let controller = &mut self.backend.controller;
        let on_link = controller.on_link_ns(bytes);
        let link = controller.link_out(admitted, on_link);
        // The transfer begins with the first unit and cannot end before the last has passed.
        let last = last.max(processed);
        link.max(first.min(last) + on_link)
            .max(last + controller.unit_on_link_ns.min(on_link))
    }

    /// Fetches the pages that a request wants, and ahead; returns when the first and the last of
    /// those that it wants are there.
    #[inline]
    fn fetch_all(
        &mut self,
        request: &Request,
        wanted: Lpns,
        in_part: bool,
        now: u64,
    ) -> (u64, u64) {
        let logical_units = self.backend.nand.geometry.logical_units;
        let fetched = self.host.read_ahead.plan(wanted, logical_units);
        let (mut first, mut last) = (u64::MAX, now);
        let ahead_until = wanted.end.min(fetched.start.max(wanted.start));
        for lpn in Lpns::new(wanted.start, ahead_until).iter() {
            let ready = self.host.read_ahead.ready(lpn).max(now);
            first = first.min(ready);
            last = last.max(ready);
            let is_unmapped = self.backend.l2p.lookup(lpn).is_none();
            self.backend.counters.host_units_unmapped += u64::from(is_unmapped);
        }
        let mut row = None;
        let together = self.backend.takes_contiguous && !in_part && !self.host.trims.hide_any();
        let together = together && !self.host.combining.is_on();
        let mut left = fetched;
        while left.len() > 0 {
            let read_ahead = &mut self.host.read_ahead;
            let mut arrives = |lpn: Lpn, ready: u64| {
                read_ahead.note(lpn, ready);
                if lpn < wanted.end {
                    first = first.min(ready);
                    last = last.max(ready);
                }
            };
            let fetched = match together {
                true => self
                    .backend
                    .fetch_contiguous(left, now, &mut row, &mut arrives),
                false => 0,
            };
            left.start.0 += fetched;
            if fetched == 0 {
                let in_part = in_part && left.start < wanted.end;
                let ready = self.fetch_one(request, left.start, in_part, now, &mut row);
                self.host.read_ahead.note(left.start, ready);
                if left.start < wanted.end {
                    first = first.min(ready);
                    last = last.max(ready);
                }
                left.start.0 += 1;
            }
        }
        (first, last)
    }

    /// Fetches one page, or the part of it that a request wants; returns when it is there.
    #[inline]
    fn fetch_one(
        &mut self,
        request: &Request,
        lpn: Lpn,
        in_part: bool,
        now: u64,
        row: &mut LastRow,
    ) -> u64 {
        if self.waits_in_buffer(request, lpn) {
            return now;
        }
        let known = self.backend.map_entry(lpn, Entry::Read, now);
        match self.backend.l2p.lookup(lpn) {
            Some(address) if !self.host.trims.hides(lpn) => {
                let part = if in_part {
                    self.partial(request, lpn)
                } else {
                    None
                };
                self.backend.fetch(lpn, address, part, (now, known), row)
            }
            // Never written or trimmed: zeros, without any NAND.
            _ => {
                let is_wanted = lpn < self.lpns(request).end;
                self.backend.counters.host_units_unmapped += u64::from(is_wanted);
                known
            }
        }
    }

    /// Whether a read takes only the sectors that it needs of its first and last unit. What is
    /// compressed has to be read whole.
    #[inline]
    fn reads_parts(&self, request: &Request) -> bool {
        self.is_partial(request) && !self.host.compression.is_on()
    }

    /// Whether the buffer holds all that a request reads of a page.
    #[inline]
    fn waits_in_buffer(&self, request: &Request, lpn: Lpn) -> bool {
        let combining = &self.host.combining;
        combining.is_on() && combining.holds(lpn, self.part(request, lpn))
    }
}
