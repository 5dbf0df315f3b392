//! Host writes: units come in over the link, and each gets its place on the NAND.
//!
//! What every write does is inlined by force: compressed and combined writes share it, and left to
//! itself the compiler then calls it, which makes sequential writing a seventh slower.

use super::compression::Stored;
use super::{Progress, Ssd};
use crate::spec::{MappingSpec, SsdSpec};
use crate::ssd::backend::{Backend, Entry};
use crate::ssd::ftl::{Hindrance, HostPlace};
use crate::ssd::id::{Lpn, Lpns};
use fourcorners_block::{BLOCK_BYTES, Request};

/// Whether nothing but the order of writes decides where a page goes, and when.
pub fn is_plain(spec: &SsdSpec) -> bool {
    spec.layout.mapping == MappingSpec::Page
        && spec.layout.write_combining_bytes.is_none()
        && spec.layout.l2p_cache_bytes.is_none()
        && spec.compression.is_none()
        && spec.gc.hot_cold.is_none()
        && spec.controller.flash_unit_ns == 0
}

impl Ssd {
    /// Takes a write's pages into the buffer and gives each its place on the NAND, a group or
    /// less at a time, until all are placed or something is in the way.
    #[inline]
    pub(super) fn place(
        &mut self,
        now: u64,
        request: &Request,
        progress: &mut Progress,
    ) -> Option<Hindrance> {
        if self.host.combining.is_on() {
            return self.combine(now, request, progress);
        }
        if self.host.compression.is_on() {
            return self.compress(now, request, progress);
        }
        self.place_all(now, request, progress)
    }

    fn place_all(
        &mut self,
        now: u64,
        request: &Request,
        progress: &mut Progress,
    ) -> Option<Hindrance> {
        let whole_end = request.lba.0 + request.blocks.0;
        let whole_end = self.backend.nand.geometry.lpn_of(whole_end);
        while progress.left.len() > 0 {
            let lpn = progress.left.start;
            let sequential = progress.sequential;
            let place = match self.ftl.next_place(&mut self.backend, lpn, sequential, now) {
                Ok(place) => place,
                Err(hindrance) => return Some(hindrance),
            };
            let (lpns, bytes, received, complete) = match self.partial(request, lpn) {
                // Part of a page is merged with the rest of it, which has to be read first.
                Some(bytes) => {
                    let received = self.take(now, Lpns::one(lpn), bytes);
                    let complete = self.fetch_for_merge(now, lpn).max(received);
                    (Lpns::one(lpn), bytes, received, complete)
                }
                None => {
                    let count = place.room.min(Lpns::new(lpn, whole_end).len());
                    // Neighbors as long as they are alike.
                    let count = self.ftl.alike(place, Lpns::from(lpn, count));
                    let lpns = Lpns::from(lpn, count);
                    let bytes = u64::from(count) * self.backend.counters.unit_bytes;
                    let received = self.take(now, lpns, bytes);
                    (lpns, bytes, received, received)
                }
            };
            self.store(now, place, (lpns, bytes), complete);
            progress.ready = progress.ready.max(received);
            progress.left.start = lpns.end;
        }
        None
    }

    /// What the loop above comes to for a single whole page where nothing else is to be decided;
    /// returns when the page has come in.
    #[inline(always)]
    pub(super) fn place_plain(
        &mut self,
        now: u64,
        lpn: Lpn,
        sequential: bool,
    ) -> Result<u64, Hindrance> {
        let place = self
            .ftl
            .next_place(&mut self.backend, lpn, sequential, now)?;
        let bytes = self.backend.counters.unit_bytes;
        let received = self.receive(now, Lpns::one(lpn), bytes);
        self.backend.counters.nand_host_units += 1;
        self.backend.counters.nand_host_bytes += bytes;
        self.backend
            .place_one(place.pool, place.frontier, lpn, received, now);
        self.backend.note_change(now);
        self.ftl.taken(place, 1);
        self.ftl.prefetch_turn(&self.backend, place);
        Ok(received)
    }

    /// The same as [`Self::place`], each page in as many slots as it needs.
    fn compress(
        &mut self,
        now: u64,
        request: &Request,
        progress: &mut Progress,
    ) -> Option<Hindrance> {
        while progress.left.len() > 0 {
            let lpn = progress.left.start;
            let stored = self.host.compression.stored(request, lpn);
            let place = match self.compressed_place(now, lpn, stored, progress.sequential) {
                Ok(place) => place,
                Err(hindrance) => return Some(hindrance),
            };
            let part = self.partial(request, lpn);
            let bytes = part.unwrap_or(self.backend.counters.unit_bytes);
            let received = self.take(now, Lpns::one(lpn), bytes);
            let complete = match part {
                Some(_) => self.fetch_for_merge(now, lpn).max(received),
                None => received,
            };
            self.store_compressed(now, place, (lpn, bytes), stored, complete);
            progress.ready = progress.ready.max(received);
            progress.left.start = Lpn(lpn.0 + 1);
        }
        None
    }

    /// Takes a write's pages among those that wait in the buffer, and makes room by giving the
    /// oldest their places, until all are in or something is in the way.
    fn combine(
        &mut self,
        now: u64,
        request: &Request,
        progress: &mut Progress,
    ) -> Option<Hindrance> {
        while progress.left.len() > 0 {
            let lpn = progress.left.start;
            while !self.host.combining.has_room_for(lpn) {
                if let Some(hindrance) = self.write_out_oldest(now) {
                    return Some(hindrance);
                }
            }
            let part = self.part(request, lpn);
            let blocks = self.host.combining.blocks_of(part);
            let bytes = u64::from(blocks.count_ones()) * BLOCK_BYTES;
            let received = self.take(now, Lpns::one(lpn), bytes);
            let stored = self.host.compression.stored(request, lpn);
            let combining = &mut self.host.combining;
            combining.take(lpn, blocks, received, progress.sequential, stored);
            progress.ready = progress.ready.max(received);
            progress.left.start = Lpn(lpn.0 + 1);
        }
        None
    }

    /// Gives every page that waits its place, for a flush.
    pub(super) fn write_out_all(&mut self, now: u64) -> Option<Hindrance> {
        while self.host.combining.oldest().is_some() {
            if let Some(hindrance) = self.write_out_oldest(now) {
                return Some(hindrance);
            }
        }
        None
    }

    fn write_out_oldest(&mut self, now: u64) -> Option<Hindrance> {
        let (lpn, held) = self.host.combining.oldest()?;
        let compresses = self.host.compression.is_on();
        let place = if compresses {
            self.compressed_place(now, lpn, held.stored, held.sequential)
        } else {
            let backend = &mut self.backend;
            self.ftl.next_place(backend, lpn, held.sequential, now)
        };
        let place = match place {
            Ok(place) => place,
            Err(hindrance) => return Some(hindrance),
        };
        let ready = if held.blocks == self.host.combining.all_blocks() {
            held.ready
        } else {
            self.fetch_for_merge(now, lpn).max(held.ready)
        };
        let bytes = u64::from(held.blocks.count_ones()) * BLOCK_BYTES;
        if compresses {
            self.store_compressed(now, place, (lpn, bytes), held.stored, ready);
        } else {
            self.store(now, place, (Lpns::one(lpn), bytes), ready);
        }
        self.host.combining.forget(Lpns::one(lpn));
        None
    }

    /// Takes pages, or `bytes` of them, from the link, on account where one is kept; returns when
    /// they are there.
    #[inline(always)]
    fn take(&mut self, now: u64, lpns: Lpns, bytes: u64) -> u64 {
        if let Some(volatile) = &mut self.backend.volatile {
            volatile.received(lpns);
        }
        self.receive(now, lpns, bytes)
    }

    /// Takes pages, or `bytes` of them, from the link; returns when they are there.
    #[inline(always)]
    fn receive(&mut self, now: u64, lpns: Lpns, bytes: u64) -> u64 {
        let count = u64::from(lpns.len());
        self.host.trims.written(lpns);
        let backend = &mut self.backend;
        #[cfg(test)]
        lpns.iter().for_each(|lpn| backend.shadow.wrote(lpn));
        backend.counters.host_units_written += count;
        backend.counters.host_bytes_written += bytes;
        let whole = count * self.spec.controller.write_unit_ns;
        let unit_bytes = backend.counters.unit_bytes;
        let (cost, on_link) = if bytes == count * unit_bytes {
            (whole, count * backend.controller.unit_on_link_ns)
        } else if self.host.combining.is_on() {
            // What packs parts of units takes as long as their share; else a unit is a unit.
            (
                (whole * bytes).div_ceil(count * unit_bytes),
                backend.controller.on_link_ns(bytes),
            )
        } else {
            (whole, backend.controller.on_link_ns(bytes))
        };
        let processed = backend.controller.host_cpu(now, cost);
        backend.controller.link_in(now, on_link).max(processed)
    }

    /// Gives pages that are complete at an instant, with so many bytes of the host, their places in
    /// a group that has room.
    #[inline(always)]
    fn store(&mut self, now: u64, place: HostPlace, (lpns, bytes): (Lpns, u64), complete: u64) {
        let complete = self.ready_to_program(now, lpns, complete);
        self.backend.counters.nand_host_units += u64::from(lpns.len());
        self.backend.counters.nand_host_bytes += bytes;
        if let Some(volatile) = &mut self.backend.volatile {
            volatile.placed(place.pool, place.frontier, lpns);
        }
        self.backend
            .place(place.pool, place.frontier, lpns, complete, now);
        self.backend.note_change(now);
        self.ftl.taken(place, lpns.len());
    }

    /// When pages that are complete at an instant have passed the flash side, and their L2P
    /// entries are there.
    #[inline(always)]
    fn ready_to_program(&mut self, now: u64, lpns: Lpns, complete: u64) -> u64 {
        let mut ready = complete;
        // The flash side works on what is in the buffer: the host does not wait for it.
        let flash_unit_ns = self.spec.controller.flash_unit_ns;
        if flash_unit_ns > 0 {
            let cost = u64::from(lpns.len()) * flash_unit_ns;
            ready = ready.max(self.backend.controller.flash_cpu(now, cost));
        }
        if self.backend.l2p_cache.is_on() {
            for lpn in lpns.iter() {
                ready = ready.max(self.load_entry(now, lpn));
            }
        }
        self.ftl.written(lpns);
        ready
    }

    /// The L2P entry of a page that gets a new place; returns when it is there.
    fn load_entry(&mut self, now: u64, lpn: Lpn) -> u64 {
        let backend = &mut self.backend;
        let entry = match backend.l2p.lookup(lpn) {
            Some(_) => Entry::Changed,
            None => Entry::Added,
        };
        let waits = self.spec.controller.blocking_l2p_loads;
        done_by_firmware(backend, waits, now, |backend, begin| {
            backend.map_entry(lpn, entry, begin)
        })
    }

    /// Where a compressed page goes; or why it cannot.
    fn compressed_place(
        &mut self,
        now: u64,
        lpn: Lpn,
        stored: Stored,
        sequential: bool,
    ) -> Result<HostPlace, Hindrance> {
        let page = (lpn, stored.slots);
        self.ftl
            .next_place_of(&mut self.backend, page, sequential, now)
    }

    /// Gives a compressed page, with so many bytes of the host, its place in an open group that has
    /// room for it.
    fn store_compressed(
        &mut self,
        now: u64,
        place: HostPlace,
        (lpn, bytes): (Lpn, u64),
        stored: Stored,
        complete: u64,
    ) {
        let complete = self.ready_to_program(now, Lpns::one(lpn), complete);
        let (unit_ns, slots_ns) = self.host.compression.costs(stored);
        let backend = &mut self.backend;
        let compressed = backend.controller.host_cpu(now, unit_ns);
        let processed = backend.controller.flash_cpu(now, slots_ns);
        let ready = complete.max(compressed).max(processed);
        backend.counters.nand_host_units += u64::from(stored.slots);
        backend.counters.nand_host_bytes += bytes;
        self.host.compression.saw(stored);
        if let Some(volatile) = &mut backend.volatile {
            volatile.placed(place.pool, place.frontier, Lpns::one(lpn));
        }
        backend.place_compressed(place.pool, place.frontier, lpn, stored.slots, ready, now);
        backend.note_change(now);
        self.ftl.taken(place, stored.slots);
    }

    /// Bytes of the request that fall into a page, if that is not all of it.
    #[inline]
    pub(super) fn partial(&self, request: &Request, lpn: Lpn) -> Option<u64> {
        let (_, blocks) = self.part(request, lpn);
        let whole = self.backend.nand.geometry.unit_blocks();
        (blocks < whole).then_some(blocks * BLOCK_BYTES)
    }

    /// Reads the old content of a page that is written in part; returns when it is there.
    fn fetch_for_merge(&mut self, now: u64, lpn: Lpn) -> u64 {
        let address = match self.backend.l2p.lookup(lpn) {
            Some(address) if !self.host.trims.hides(lpn) => address,
            _ => return now,
        };
        let waits = self.spec.controller.blocking_rmw;
        done_by_firmware(&mut self.backend, waits, now, |backend, begin| {
            backend.fetch(lpn, address, None, (begin, begin), &mut None)
        })
    }
}

/// When something for a write is done. Firmware that waits begins when it has come to this write,
/// and goes on after it.
#[inline]
fn done_by_firmware(
    backend: &mut Backend,
    waits: bool,
    now: u64,
    work: impl FnOnce(&mut Backend, u64) -> u64,
) -> u64 {
    if !waits {
        return work(backend, now);
    }
    let begin = backend.controller.host_cpu(now, 0);
    let end = work(backend, begin);
    backend.controller.host_cpu(end, 0)
}
