//! Reading units from the NAND, for the host and for merges with what it writes.

use super::l2p::Extent;
use super::{Backend, Current};
use crate::ssd::id::{Die, Lpn, Lpns, Pool, Ppa};
use crate::ssd::nand::Reading;

/// The row of an array that was read last, and when the registers held it: neighbors are read
/// from the array together.
pub type LastRow = Option<(u32, u64)>;

impl Backend {
    /// Fetches one unit, or `part` bytes of it, asked for at `now`, of which the address is known
    /// at `known`; returns when it is there. Die and channel are charged from now on, as by
    /// [`Nand::program`](crate::ssd::nand::Nand::program): they do other work while the L2P entry
    /// is on its way.
    #[inline]
    pub fn fetch(
        &mut self,
        lpn: Lpn,
        address: Ppa,
        part: Option<u64>,
        (now, known): (u64, u64),
        row: &mut LastRow,
    ) -> u64 {
        let geometry = &self.nand.geometry;
        let superblock = geometry.superblock_of(address);
        let pool = geometry.pool_of(superblock);
        if self.pools[pool.index()].is_being_filled(address, geometry) {
            return known; // still in the buffer
        }
        let die = geometry.die_at(pool, geometry.position_of(address));
        let slots = self.l2p.slots(lpn);
        let whole = self.nand.costs.places_on_channel(slots);
        let on_channel = match part {
            Some(bytes) => whole * bytes / self.counters.unit_bytes,
            None => whole,
        };
        let arrived = self.fetch_from(address, die, on_channel, now, (row, true));
        let arrived = match known > now {
            true => {
                let read = self.reading(address, true);
                arrived.max(known + self.nand.costs.t_read(read) + on_channel)
            }
            false => arrived,
        };
        self.decompressed(slots, arrived, now) + self.read_latency_ns
    }

    /// Fetches the first of some pages of one place each, and those that lie behind it as far as
    /// one array read reaches; tells of each when it is there, and returns how many. 0: these pages
    /// are not contiguous, or the first is still in the buffer.
    #[inline]
    pub fn fetch_contiguous(
        &mut self,
        lpns: Lpns,
        now: u64,
        row: &mut LastRow,
        mut arrives: impl FnMut(Lpn, u64),
    ) -> u32 {
        let geometry = &self.nand.geometry;
        let Some(address) = self.l2p.lookup(lpns.start) else {
            return 0;
        };
        let units = lpns.len().min(geometry.left_in_read_row(address));
        if self.l2p.extent(Lpns::from(lpns.start, units)) != Extent::Contiguous(address) {
            return 0;
        }
        let pool = geometry.pool_of(geometry.superblock_of(address));
        if self.pools[pool.index()].is_being_filled(address, geometry) {
            return 0;
        }
        let die = geometry.die_at(pool, geometry.position_of(address));
        let on_channel = self.nand.costs.places_on_channel(1);
        for lpn in Lpns::from(lpns.start, units).iter() {
            let arrived = self.fetch_from(address, die, on_channel, now, (row, true));
            arrives(lpn, arrived + self.read_latency_ns);
        }
        units
    }

    /// When what arrives from the NAND at an instant is no longer compressed.
    #[inline]
    fn decompressed(&mut self, slots: u32, arrived: u64, now: u64) -> u64 {
        if self.read_slot_ns == 0 {
            return arrived;
        }
        let takes = u64::from(slots) * self.read_slot_ns;
        let free = self.controller.flash_cpu(now, takes);
        free.max(arrived + takes)
    }

    /// The same from a superblock that is not open, where the die is known; whether the read is
    /// urgent.
    #[inline(always)] // GC does it for every unit
    pub fn fetch_from(
        &mut self,
        address: Ppa,
        die: Die,
        on_channel: u64,
        now: u64,
        (row, urgent): (&mut LastRow, bool),
    ) -> u64 {
        let wanted = self.nand.geometry.read_row_of(address);
        let in_register = match *row {
            Some((last, ready)) if last == wanted => ready,
            _ => {
                let read = self.reading(address, urgent);
                let ready = self.nand.read_array(now, die, read);
                self.counters.nand_page_reads += read.times();
                *row = Some((wanted, ready));
                ready
            }
        };
        self.nand.transfer_out(now, in_register, die, on_channel)
    }

    /// The read of an address that brings its row into the registers.
    #[inline]
    fn reading(&self, address: Ppa, urgent: bool) -> Reading {
        let geometry = &self.nand.geometry;
        let superblock = geometry.superblock_of(address);
        let slc = self.slc.holds(superblock);
        Reading {
            slc,
            plane: geometry.plane_of(address),
            urgent,
            retries: match slc {
                true => 0,
                false => self.wear.retries(superblock, geometry.read_row_of(address)),
            },
        }
    }

    /// Fetches the first of units of one place each, and those after it in the same row, from a
    /// superblock of a pool that is not open; returns how many, and when the last is there.
    #[inline]
    pub fn fetch_row(
        &mut self,
        pool: Pool,
        units: &[Current],
        now: u64,
        row: &mut LastRow,
    ) -> (usize, u64) {
        let geometry = &self.nand.geometry;
        let first = units[0].address;
        let wanted = geometry.read_row_of(first);
        let is_other = |unit: &Current| geometry.read_row_of(unit.address) != wanted;
        let together = units.iter().position(is_other).unwrap_or(units.len());
        let die = geometry.die_at(pool, geometry.position_of(first));
        let in_register = match *row {
            Some((last, ready)) if last == wanted => Some(ready),
            _ => None,
        };
        let read = self.reading(first, false);
        if in_register.is_none() {
            self.counters.nand_page_reads += read.times();
        }
        // At most a group.
        let count = together as u32;
        let (ready, arrived) = self.nand.read_units(now, die, count, (read, in_register));
        *row = Some((wanted, ready));
        (together, arrived)
    }
}
