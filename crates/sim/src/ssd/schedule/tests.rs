//! The schedule, compared with a plain set of pools.

use super::*;
use fourcorners_block::Seed;
use std::collections::BTreeSet;

#[test]
fn next_step_is_the_earliest_of_all_pools() {
    const POOLS: u64 = 6;
    let mut chance = Seed(1).generator();
    let mut schedule = Schedule::default();
    let mut active: BTreeSet<Pool> = BTreeSet::new();
    for _ in 0..50_000 {
        let pool = Pool(chance.below(POOLS) as u32);
        if chance.below(2) == 0 {
            assert_eq!(schedule.add(pool), active.insert(pool));
        } else {
            schedule.remove(pool);
            active.remove(&pool);
        }
        for number in 0..POOLS as u32 {
            let alone = active.len() == 1 && active.contains(&Pool(number));
            assert_eq!(schedule.is_alone(Pool(number)), alone);
        }
        // Few instants, so that some are equal.
        let times: Vec<u64> = (0..POOLS).map(|_| chance.below(4)).collect();
        schedule.plan(|pool| times[pool.index()]);
        let earliest = active.iter().map(|pool| (times[pool.index()], *pool)).min();
        assert_eq!(schedule.next(), earliest);
    }
}
