//! What is found ahead is what a look at every position finds, while the host overwrites and
//! trims.

use super::*;
use crate::ssd::id::Lpn;
use crate::ssd::model_test::pool::TestPool;

type Found = (Ppa, Lpn);

fn take(finder: &mut Finder, wanted: usize, pool: &TestPool) -> Vec<Found> {
    let backend = &pool.backend;
    let found = finder.take(wanted, &backend.l2p, &backend.nand.geometry);
    let found = found.iter();
    found.map(|unit| (unit.address, unit.lpn)).collect()
}

/// The current units of a superblock from a position on.
fn current_from(pool: &TestPool, superblock: Superblock, cursor: u32) -> Vec<Found> {
    let geometry = &pool.backend.nand.geometry;
    let current = pool.current(superblock).into_iter();
    current
        .map(|(position, lpn)| (geometry.address(superblock, position as u32), lpn))
        .filter(|(address, _)| geometry.position_of(*address) >= cursor)
        .collect()
}

/// Empties a superblock in steps, between which the host writes and trims; says how many units were
/// copied.
fn empty(pool: &mut TestPool, finder: &mut Finder, victim: Superblock) -> usize {
    let units = pool.backend.nand.geometry.units_per_superblock;
    let (mut cursor, mut copied) = (0, 0);
    finder.clear();
    while cursor < units {
        finder.doubt(pool.backend.valid.event(victim));
        for _ in 0..1 + pool.chance.below(3) {
            let wanted = 1 + pool.chance.below(50) as usize;
            finder.begin(victim, cursor);
            let found = take(finder, wanted, pool);
            let mut expected = current_from(pool, victim, cursor);
            expected.truncate(wanted);
            assert_eq!(found, expected, "from {cursor}");
            if found.len() < wanted {
                cursor = units;
            }
            // Of those that are found not all may be copied at once.
            let left = pool.chance.below(4) as usize;
            let (now, later) = found.split_at(found.len().saturating_sub(left));
            for (address, lpn) in now {
                pool.write(*lpn);
                cursor = pool.backend.nand.geometry.position_of(*address) + 1;
            }
            copied += now.len();
            if !later.is_empty() {
                finder.give_back(later.len());
                cursor = cursor.min(pool.backend.nand.geometry.position_of(later[0].0));
            } else if found.len() < wanted {
                cursor = units;
            }
        }
        for _ in 0..pool.chance.below(8) {
            let lpn = pool.any_unit();
            match pool.chance.below(2) {
                0 => pool.write(lpn),
                _ => pool.trim(lpn),
            }
        }
        if pool.chance.below(10) == 0 {
            finder.clear();
        }
    }
    copied
}

#[test]
fn units_found_ahead_are_those_that_are_current() {
    // Superblocks of whole words, of less than one, and of words and a rest.
    for units in [7, 64, 300, 512] {
        let superblocks = 16;
        let mut pool = TestPool::new(3, units, superblocks, units * superblocks / 2);
        let mut finder = Finder::new(50);
        let mut copied = 0;
        for _ in 0..100 {
            while pool.free() > superblocks / 2 {
                let lpn = pool.any_unit();
                pool.write(lpn);
            }
            let full = pool.full();
            let any = pool.chance.below(full.len() as u64) as usize;
            let (victim, _) = full[any];
            copied += empty(&mut pool, &mut finder, victim);
            assert_eq!(pool.account(victim).valid, 0);
            pool.collect(victim);
        }
        assert!(copied > 10 * units as usize, "{copied} units of {units}");
    }
}
