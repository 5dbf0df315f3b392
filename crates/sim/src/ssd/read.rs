//! Host reads.

use super::Ssd;
use fourcorners_block::{Outcome, Request};

impl Ssd {
    /// Reads: from the read-ahead, from what waits in the write buffer, from the NAND.
    pub(super) fn read(&mut self, request: &Request) {
        let admitted = self.state.now;
        let (start, end) = self.units(request);
        let controller = &self.spec.controller;
        let now = self
            .state
            .timelines
            .host_cpu(admitted, controller.read_command_ns);
        let now = match controller.flash_unit_ns {
            0 => now,
            each => now.max(
                self.state
                    .timelines
                    .flash_cpu(admitted, u64::from(end - start) * each),
            ),
        };
        // Units are processed while others are fetched and transferred.
        let bytes = request.blocks.bytes().0;
        let wanted_in_part = self.reads_parts(request);
        let processing = if wanted_in_part {
            bytes * controller.read_unit_ns / self.state.counters.unit_bytes
        } else {
            u64::from(end - start) * controller.read_unit_ns
        };
        let processed = self.state.timelines.host_cpu(now, processing);
        self.state.counters.host_units_read += u64::from(end - start);
        let fetched = self
            .state
            .read_ahead
            .plan(start..end, self.geometry.logical_units);
        let (mut first, mut last) = (u64::MAX, now);
        for unit in start..end.min(fetched.start.max(start)) {
            let ready = self.state.read_ahead.ready(unit).max(now);
            first = first.min(ready);
            last = last.max(ready);
        }
        let mut row = None;
        for unit in fetched {
            let ready = if self.waits_in_buffer(request, unit) {
                now
            } else {
                let now = self.map_entry(unit, false, now);
                match self.mapping.lookup(unit) {
                    Some(_) if self.is_trimmed_though_counted(unit) => now,
                    Some(address) => {
                        let part = if wanted_in_part && unit < end {
                            self.partial(request, unit)
                        } else {
                            None
                        };
                        self.fetch(unit, address, part, now, &mut row)
                    }
                    None => now, // never written or trimmed: zeros, without any NAND
                }
            };
            self.state.read_ahead.note(unit, ready);
            if unit < end {
                first = first.min(ready);
                last = last.max(ready);
            }
        }
        let on_link = self.costs.on_link(bytes);
        let link = self.state.timelines.link(admitted, on_link);
        // The transfer begins with the first unit and cannot end before the last has passed.
        let last = last.max(processed);
        let finished = link
            .max(first.min(last) + on_link)
            .max(last + self.costs.unit_on_link.min(on_link));
        self.complete(request, admitted, finished, Outcome::Done);
    }

    /// Whether a read takes only the sectors that it needs of its first and last unit. What is
    /// compressed has to be read whole.
    #[inline]
    fn reads_parts(&self, request: &Request) -> bool {
        !(request.lba.0 | request.blocks.0).is_multiple_of(self.geometry.unit_blocks())
            && !self.state.compression.is_on()
    }

    /// Fetches one unit, or so many bytes of it, from the NAND. `row` remembers the last array
    /// read, so that neighbours are read from the array together.
    #[inline]
    pub(super) fn fetch(
        &mut self,
        unit: u32,
        address: u32,
        part: Option<u64>,
        now: u64,
        row: &mut Option<(u32, u64)>,
    ) -> u64 {
        let geometry = &self.geometry;
        let superblock = geometry.superblock_of(address);
        let position = geometry.position_of(address);
        let pool = &self.state.pools[geometry.pool_of(superblock) as usize];
        let open = pool.frontiers.iter().any(|frontier| {
            frontier.superblock == Some(superblock)
                && position / geometry.group_units == frontier.position / geometry.group_units
        });
        if open {
            return now; // still in the buffer
        }
        let die = geometry.die_of(superblock, position);
        let slots = self.mapping.slots(unit);
        let whole = self.costs.places_on_channel(slots);
        let on_channel = match part {
            Some(bytes) => whole * bytes / self.state.counters.unit_bytes,
            None => whole,
        };
        let arrived = self.fetch_from(address, die, on_channel, now, row);
        self.turned_back(slots, arrived, now) + self.spec.controller.read_latency_ns
    }

    /// When what arrives from the NAND at an instant is no longer compressed.
    #[inline]
    fn turned_back(&mut self, slots: u32, arrived: u64, now: u64) -> u64 {
        match self.spec.compression {
            Some(compression) if compression.read_slot_ns > 0 => {
                let takes = u64::from(slots) * compression.read_slot_ns;
                let free = self.state.timelines.flash_cpu(now, takes);
                free.max(arrived + takes)
            }
            _ => arrived,
        }
    }

    /// The same from a superblock that is not open, where the die is known.
    #[inline(always)] // collection does it for every unit
    pub(super) fn fetch_from(
        &mut self,
        address: u32,
        die: usize,
        on_channel: u64,
        now: u64,
        row: &mut Option<(u32, u64)>,
    ) -> u64 {
        let geometry = &self.geometry;
        let wanted = geometry.read_row_of(address);
        let in_register = match *row {
            Some((last, ready)) if last == wanted => ready,
            _ => {
                let ready = self.state.timelines.read_array(now, die, &self.costs);
                self.state.counters.nand_page_reads += 1;
                *row = Some((wanted, ready));
                ready
            }
        };
        let channel = geometry.channel_of(die);
        self.state
            .timelines
            .transfer_out(now, in_register, die, channel, on_channel, &self.costs)
    }
}
