//! Merging logs with the data they supersede, a group a step: see `hybrid.rs`.

use super::Ssd;
use super::hybrid::{MERGED, Merge, SEQUENTIAL_LOG};
use super::pool::Leaving;

impl Ssd {
    /// The next group of a pool's merge, now; or, if there is nothing more to copy, its end.
    pub(super) fn merge_step(&mut self, pool: u32) {
        if self.state.exhausted {
            return; // worn out: nothing must be lost now
        }
        let logs = &self.state.hybrid.pools[pool as usize];
        let sequential = logs.sequential;
        let per_block = self.geometry.units_per_superblock;
        match (logs.merge, sequential) {
            (Some(Merge::Gap(offset)), Some(log)) => {
                if !self.copy_group(pool, SEQUENTIAL_LOG, log.block, offset) {
                    self.merged(pool);
                }
            }
            (Some(Merge::Rest), Some(log)) => {
                if !self.copy_group(pool, SEQUENTIAL_LOG, log.block, per_block) {
                    self.becomes_data(pool, log.block, log.superblock);
                    self.state.hybrid.pools[pool as usize].sequential = None;
                    self.merged(pool);
                }
            }
            (Some(Merge::Stale(target)), Some(log)) => {
                if !self.copy_group(pool, MERGED, log.block, per_block) {
                    self.becomes_data(pool, log.block, target);
                    let open = &mut self.state.pools[pool as usize].frontiers[SEQUENTIAL_LOG];
                    open.superblock = None;
                    self.state.free_slots += u32::from(std::mem::take(&mut open.holds_slot));
                    self.state.hybrid.pools[pool as usize].sequential = None;
                    self.erase(pool, log.superblock);
                    self.merged(pool);
                }
            }
            (Some(Merge::Oldest(under_way, next)), _) => {
                self.merge_oldest(pool, under_way, next);
            }
            _ => self.merged(pool),
        }
        self.plan_step();
    }

    fn merge_oldest(&mut self, pool: u32, under_way: Option<(u32, u32)>, next: u32) {
        let per_block = self.geometry.units_per_superblock;
        let Some(log) = self.state.hybrid.pools[pool as usize]
            .random
            .front()
            .copied()
        else {
            self.merged(pool);
            return;
        };
        let merge = if let Some((block, target)) = under_way {
            if self.copy_group(pool, MERGED, block, per_block) {
                return;
            }
            self.becomes_data(pool, block, target);
            Some(Merge::Oldest(None, next))
        } else {
            let current = |position: &u32| {
                let address = self.geometry.address(log, *position);
                self.mapping.current_at(address).is_some()
            };
            match (next..per_block).find(current) {
                None => None,
                Some(position) => {
                    let unit = self
                        .mapping
                        .current_at(self.geometry.address(log, position));
                    let block = unit.unwrap_or(0) / per_block;
                    let Some(target) = self.merge_target(pool) else {
                        return;
                    };
                    Some(Merge::Oldest(Some((block, target)), position + 1))
                }
            }
        };
        self.state.hybrid.pools[pool as usize].merge = merge;
        if merge.is_none() {
            self.state.hybrid.pools[pool as usize].random.pop_front();
            self.erase(pool, log);
            self.merged(pool);
        }
    }

    /// The superblock that a full merge copies to.
    pub(super) fn merge_target(&mut self, pool: u32) -> Option<u32> {
        let open = self.state.pools[pool as usize].frontiers[MERGED].superblock;
        if open.is_none() && !self.open_superblock(pool, MERGED) {
            self.state.exhausted = true;
        }
        self.state.pools[pool as usize].frontiers[MERGED].superblock
    }

    /// Copies what a logical block holds, up to an offset, to a frontier's next group; says
    /// whether there was anything left.
    fn copy_group(&mut self, pool: u32, frontier: usize, block: u32, until: u32) -> bool {
        let now = self.state.now;
        let open = self.state.pools[pool as usize].frontiers[frontier];
        let Some(superblock) = open.superblock.filter(|_| open.position < until) else {
            return false;
        };
        let group = self.geometry.group_units;
        let group_end = (open.position / group + 1) * group;
        let offsets = open.position..group_end.min(until);
        let (mut row, mut end, mut moved) = (None, now, 0);
        let empty = (open.position..group_end).all(|offset| self.lies_at(block, offset).is_none());
        if empty && self.geometry.in_group(open.position) == 0 && group_end <= until {
            self.skip_group(pool, frontier, superblock);
            return true;
        }
        for offset in offsets {
            let Some(address) = self.lies_at(block, offset) else {
                self.leave_empty(pool, frontier, superblock);
                continue;
            };
            let unit = block * self.geometry.units_per_superblock + offset;
            let ready = self.fetch(unit, address, None, now, &mut row);
            moved += 1;
            #[cfg(test)]
            self.shadow.copy_of(address);
            let mut leaving = Leaving::default();
            leaving.add(address, 1, &self.geometry, &mut self.state.pools);
            leaving.settle(&self.geometry, &mut self.state.pools);
            end = end.max(ready);
            if let Some(programmed) = self.place_moved(pool, frontier, unit, 1, ready) {
                end = end.max(programmed);
            }
        }
        self.state.counters.nand_moved_units += moved;
        let move_unit_ns = self.spec.controller.move_unit_ns;
        self.state.timelines.flash_cpu(now, moved * move_unit_ns);
        let width = self.spec.collection.window_groups as usize;
        self.state.pools[pool as usize].window.push(width, end);
        true
    }

    /// Leaves one position empty, as nothing is mapped there.
    fn leave_empty(&mut self, pool: u32, frontier: usize, superblock: u32) {
        let open = &mut self.state.pools[pool as usize].frontiers[frontier];
        let address = self.geometry.address(superblock, open.position);
        open.position += 1;
        let full = self.geometry.in_group(open.position) == 0;
        self.mapping.pad(address);
        self.state.counters.nand_padded_units += 1;
        if full {
            self.program_group(pool, frontier);
        }
    }

    /// A group for which nothing is mapped is not programmed.
    fn skip_group(&mut self, pool: u32, frontier: usize, superblock: u32) {
        let pool = &mut self.state.pools[pool as usize];
        let open = &mut pool.frontiers[frontier];
        for position in open.position..open.position + self.geometry.group_units {
            self.mapping
                .pad(self.geometry.address(superblock, position));
        }
        open.position += self.geometry.group_units;
        if open.position == self.geometry.units_per_superblock {
            open.superblock = None;
            pool.close(superblock);
        }
    }

    /// A superblock holds all that is current of a logical block.
    fn becomes_data(&mut self, pool: u32, block: u32, superblock: u32) {
        let place = (block / self.geometry.pools) as usize;
        let data = &mut self.state.hybrid.pools[pool as usize].data[place];
        if let Some(old) = data.replace(superblock) {
            self.erase(pool, old);
        }
    }

    fn erase(&mut self, pool: u32, superblock: u32) {
        let now = self.state.now;
        let dies = self.geometry.dies_of(pool);
        self.state.timelines.erase(now, dies, &self.costs);
        self.state.counters.block_erases += u64::from(self.geometry.blocks_per_superblock);
        let pool = &mut self.state.pools[pool as usize];
        #[cfg(test)]
        assert_eq!(pool.valid(superblock), 0, "current data would be erased");
        pool.unlist_if_full(superblock);
        pool.emptied(superblock);
        if self.state.wear.erased(superblock) {
            pool.give_free(superblock);
        }
    }

    /// A merge has ended: the write that waited for it goes on.
    fn merged(&mut self, pool: u32) {
        self.state.hybrid.pools[pool as usize].merge = None;
        let pool_state = &mut self.state.pools[pool as usize];
        pool_state.collecting = false;
        pool_state.wanted = None;
        self.state.active.retain(|active| *active != pool);
    }
}
