//! The emptiest superblocks of a pool under random writes and TRIM are those that a look at all of
//! them finds.

use crate::ssd::id::{Lpn, Pool, Superblock};
use crate::ssd::model_test::pool::TestPool;

/// The fewest valid units of a full superblock, as the pool knows them.
fn fewest_valid(pool: &mut TestPool) -> Option<u32> {
    let fewest = pool.backend.fewest_valid(Pool(0));
    fewest.map(|(units, _)| units)
}
/// One of the emptiest, by what `chance` draws.
fn any_emptiest(pool: &mut TestPool) -> Option<Superblock> {
    pool.backend.any_emptiest(Pool(0), &mut pool.chance.clone())
}

fn assert_same(pool: &mut TestPool) {
    let Some((fewest, emptiest)) = pool.emptiest() else {
        assert_eq!(fewest_valid(pool), None);
        return;
    };
    assert_eq!(fewest_valid(pool), Some(fewest));
    let drawn = match fewest {
        0 => 0,
        _ => pool.chance.clone().below(emptiest.len() as u64) as usize,
    };
    assert_eq!(any_emptiest(pool), Some(emptiest[drawn]), "{emptiest:?}");
}

#[test]
fn emptiest_superblocks_are_those_that_a_full_look_finds() {
    for (units, superblocks) in [(4, 60), (300, 12)] {
        let logical_units = units * superblocks * 3 / 4;
        let mut pool = TestPool::new(1, units, superblocks, logical_units);
        for _ in 0..40_000 {
            if pool.free() == 0 {
                let (_, emptiest) = pool.emptiest().expect("a full one");
                pool.collect(emptiest[0]);
            }
            let lpn = pool.any_unit();
            match pool.chance.below(100) {
                0..90 => pool.write(lpn),
                _ => pool.trim(lpn),
            }
            if pool.chance.below(4) == 0 {
                assert_same(&mut pool);
            }
        }
        assert!(pool.full().len() > superblocks as usize / 2);
    }
}

/// One that is trimmed whole falls by more counts than are known at once.
#[test]
fn superblock_that_loses_all_its_units_stays_the_emptiest() {
    let mut pool = TestPool::new(3, 600, 4, 2400);
    (0..2400).for_each(|unit| pool.write(Lpn(unit)));
    assert_same(&mut pool);
    for unit in 600..2400 {
        pool.trim(Lpn(unit));
        assert_same(&mut pool);
    }
}

#[test]
fn equally_empty_superblocks_are_drawn_alike() {
    let mut pool = TestPool::new(2, 4, 8, 100);
    (0..32).for_each(|unit| pool.write(Lpn(unit)));
    for unit in [0, 8, 16, 24] {
        pool.trim(Lpn(unit));
    }
    let mut drawn = [0; 8];
    for _ in 0..4000 {
        let superblock = any_emptiest(&mut pool).expect("a full one");
        drawn[superblock.index()] += 1;
        pool.chance.below(2);
    }
    for (superblock, times) in drawn.into_iter().enumerate() {
        match superblock % 2 {
            0 => assert!((900..1100).contains(&times), "{drawn:?}"),
            _ => assert_eq!(times, 0, "{drawn:?}"),
        }
    }
}
