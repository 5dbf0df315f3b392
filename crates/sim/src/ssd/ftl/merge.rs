//! Merging logs with the data they supersede, a group a step.

use super::logs::{FullMerge, Logs, MERGED, Merge, SEQUENTIAL_LOG, lies_at};
use crate::ssd::backend::{Backend, Frontier};
use crate::ssd::id::{Lpn, Lpns, Pool, Superblock};

impl Logs {
    /// The next group of a pool's merge, now; or, if there is nothing more to copy, its end.
    pub(super) fn step(&mut self, backend: &mut Backend, pool: Pool, now: u64) {
        if self.exhausted {
            return; // worn out: nothing must be lost now
        }
        self.note_filled(backend, pool);
        let logs = &self.pools[pool.index()];
        let sequential = logs.sequential;
        let per_block = backend.nand.geometry.units_per_superblock;
        match (logs.merge, sequential) {
            (Some(Merge::Gap(offset)), Some(log)) => {
                if !self.copy_group(backend, pool, SEQUENTIAL_LOG, log.block, offset, now) {
                    self.merged(pool);
                }
            }
            (Some(Merge::Rest), Some(log)) => {
                if !self.copy_group(backend, pool, SEQUENTIAL_LOG, log.block, per_block, now) {
                    self.becomes_data(backend, pool, log.block, log.superblock, now);
                    self.pools[pool.index()].sequential = None;
                    self.merged(pool);
                }
            }
            (Some(Merge::Stale(target)), Some(log)) => {
                if !self.copy_group(backend, pool, MERGED, log.block, per_block, now) {
                    self.becomes_data(backend, pool, log.block, target, now);
                    let open = backend.pools[pool.index()].open_mut(SEQUENTIAL_LOG);
                    open.superblock = None;
                    if std::mem::take(&mut open.holds_slot) {
                        backend.buffer.give_back();
                    }
                    backend.note_given_up(pool, SEQUENTIAL_LOG);
                    self.pools[pool.index()].sequential = None;
                    erase(backend, pool, log.superblock, now);
                    self.merged(pool);
                }
            }
            (Some(Merge::Oldest { under_way, next }), _) => {
                self.merge_oldest(backend, pool, under_way, next, now);
            }
            _ => self.merged(pool),
        }
        self.plan(backend);
    }

    fn merge_oldest(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        under_way: Option<FullMerge>,
        next: u32,
        now: u64,
    ) {
        let Some(log) = self.pools[pool.index()].random.front().copied() else {
            self.merged(pool);
            return;
        };
        let per_block = backend.nand.geometry.units_per_superblock;
        if let Some(FullMerge { block, target }) = under_way {
            if !self.copy_group(backend, pool, MERGED, block, per_block, now) {
                self.becomes_data(backend, pool, block, target, now);
                self.pools[pool.index()].merge = Some(Merge::Oldest {
                    under_way: None,
                    next,
                });
            }
            return;
        }
        let current = (next..per_block).find_map(|position| {
            let address = backend.nand.geometry.address(log, position);
            backend.l2p.current_at(address).map(|lpn| (position, lpn))
        });
        if let Some((position, lpn)) = current {
            let block = lpn.0 / per_block;
            let Some(target) = self.merge_target(backend, pool, now) else {
                return;
            };
            self.pools[pool.index()].merge = Some(Merge::Oldest {
                under_way: Some(FullMerge { block, target }),
                next: position + 1,
            });
        } else {
            self.pools[pool.index()].random.pop_front();
            erase(backend, pool, log, now);
            self.merged(pool);
        }
    }

    /// Copies what a logical block holds, up to an offset, to a frontier's next group; says
    /// whether there was anything left.
    fn copy_group(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        frontier: Frontier,
        block: u32,
        until: u32,
        now: u64,
    ) -> bool {
        let open = *backend.pools[pool.index()].open(frontier);
        let Some(superblock) = open.superblock.filter(|_| open.position < until) else {
            return false;
        };
        let group = backend.nand.geometry.group_units;
        let units_per_superblock = backend.nand.geometry.units_per_superblock;
        let group_end = (open.position / group + 1) * group;
        let (mut row, mut end, mut moved) = (None, now, 0);
        let mut all = open.position..group_end;
        let empty = all.all(|offset| lies_at(backend, block, offset).is_none());
        let is_whole = backend.nand.geometry.in_group(open.position) == 0 && group_end <= until;
        if empty && is_whole {
            skip_group(backend, pool, frontier, superblock);
            return true;
        }
        let (mut offset, group_end) = (open.position, group_end.min(until));
        while offset < group_end {
            let Some(address) = lies_at(backend, block, offset) else {
                leave_empty(backend, pool, frontier, now);
                offset += 1;
                continue;
            };
            let lpn = Lpn(block * units_per_superblock + offset);
            let units = (group_end - offset).min(backend.nand.geometry.logical_units - lpn.0);
            let left = Lpns::from(lpn, units);
            let mut ready = now;
            let fetched = backend.fetch_contiguous(left, now, &mut row, |_, arrived| {
                ready = ready.max(arrived);
            });
            let lpns = Lpns::from(lpn, fetched.max(1));
            if fetched == 0 {
                ready = backend.fetch(lpn, address, None, (now, now), &mut row);
            }
            for lpn in lpns.iter() {
                backend.note_merge(pool, frontier, lpn);
            }
            let programmed = backend.place_copies(pool, frontier, (lpns, address), ready, now);
            end = end.max(ready).max(programmed.unwrap_or(0));
            moved += u64::from(lpns.len());
            offset += lpns.len();
        }
        if moved > 0 {
            backend.note_merged(now);
        }
        backend.counters.nand_moved_units += moved;
        backend.controller.flash_cpu(now, moved * self.copy_unit_ns);
        let width = self.copies_in_flight;
        self.pools[pool.index()].window.push(width, end);
        true
    }

    /// A superblock holds all that is current of a logical block.
    fn becomes_data(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        block: u32,
        superblock: Superblock,
        now: u64,
    ) {
        let place = (block / backend.nand.geometry.pools) as usize;
        let data = &mut self.pools[pool.index()].data[place];
        if let Some(old) = data.replace(superblock) {
            erase(backend, pool, old, now);
        }
    }
}

/// Leaves one position empty, as nothing is mapped there.
fn leave_empty(backend: &mut Backend, pool: Pool, frontier: Frontier, now: u64) {
    let open = backend.pools[pool.index()].open_mut(frontier);
    open.position += 1;
    let full = backend.nand.geometry.in_group(open.position) == 0;
    backend.counters.nand_padded_units += 1;
    if full {
        backend.program_group(pool, frontier, now);
    }
}

/// A group for which nothing is mapped is not programmed.
fn skip_group(backend: &mut Backend, pool: Pool, frontier: Frontier, superblock: Superblock) {
    let geometry = &backend.nand.geometry;
    let superblocks = &mut backend.pools[pool.index()];
    let open = superblocks.open_mut(frontier);
    open.position += geometry.group_units;
    if open.position == geometry.units_per_superblock {
        open.superblock = None;
        backend.close(pool, superblock);
    }
}

fn erase(backend: &mut Backend, pool: Pool, superblock: Superblock, now: u64) {
    let valid = backend.valid.units(superblock);
    assert_eq!(valid, 0, "current data would be erased");
    backend.pools[pool.index()].unlist_if_full(superblock, &mut backend.valid);
    backend.erase(pool, superblock, now);
}
