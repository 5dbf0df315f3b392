//! Each policy, compared with a naive choice: a look at every full superblock.

use super::*;
use crate::ssd::id::Lpn;
use crate::ssd::model_test::pool::TestPool;

const UNITS: u32 = 16;
const COMPARED: u32 = 3;

/// What a pool's policies choose from.
fn candidates<'a>(pool: &'a mut TestPool, chance: &'a mut Generator) -> Candidates<'a> {
    Candidates {
        backend: &mut pool.backend,
        pool: Pool(0),
        chance,
        compared: COMPARED,
    }
}

fn select(by: VictimPolicy, pool: &mut TestPool, chance: &mut Generator) -> Option<Superblock> {
    policy(by)(&mut candidates(pool, chance))
}

/// All full superblocks, by the pool's plain account.
fn naive_candidates(pool: &TestPool) -> Vec<Candidate> {
    let full = pool.full().into_iter();
    full.map(|(superblock, account)| Candidate {
        superblock,
        valid: account.valid,
        age: pool.age(&account),
        erases: pool.erases(superblock),
    })
    .collect()
}

/// Those that a policy may choose; `listed`: all, in the order in which `chance` draws them.
fn naive(
    policy: VictimPolicy,
    pool: &TestPool,
    listed: &[Candidate],
    chance: &mut Generator,
) -> Vec<Superblock> {
    let mut draw = || listed[chance.below(listed.len() as u64) as usize];
    match policy {
        VictimPolicy::Greedy => {
            let (fewest, emptiest) = pool.emptiest().expect("a full one");
            let later = match fewest {
                0 => 0,
                _ => chance.below(emptiest.len() as u64) as usize,
            };
            vec![emptiest[later]]
        }
        VictimPolicy::Fifo => best(listed, |candidate| candidate.age as f64),
        VictimPolicy::Random => vec![draw().superblock],
        VictimPolicy::DChoices => {
            let drawn: Vec<Candidate> = (0..COMPARED).map(|_| draw()).collect();
            best(&drawn, |candidate| -f64::from(candidate.valid))
        }
        VictimPolicy::CostBenefit => best(listed, |candidate| {
            let (gain, cost) = gain_and_cost(candidate);
            candidate.age as f64 * gain / cost
        }),
        VictimPolicy::CostAgeTimes => best(listed, |candidate| {
            let (gain, cost) = gain_and_cost(candidate);
            candidate.age as f64 * gain / cost / f64::from(candidate.erases + 1)
        }),
    }
}

/// 1 - u and 2u, where none counts as half a unit.
fn gain_and_cost(candidate: &Candidate) -> (f64, f64) {
    let (valid, units) = (f64::from(candidate.valid), f64::from(UNITS));
    (1.0 - valid / units, 2.0 * valid.max(0.5) / units)
}

/// All with the highest score, but for what rounding loses.
fn best(of: &[Candidate], score: impl Fn(&Candidate) -> f64) -> Vec<Superblock> {
    let highest = of.iter().map(&score).fold(f64::MIN, f64::max);
    let nearly = highest - highest.abs() * 1e-12;
    of.iter()
        .filter(|candidate| score(candidate) >= nearly)
        .map(|candidate| candidate.superblock)
        .collect()
}

#[test]
fn every_policy_chooses_what_a_look_at_all_superblocks_does() {
    for policy in VictimPolicy::ALL {
        let mut pool = TestPool::new(4, UNITS, 24, UNITS * 18);
        let mut chance = pool.chance.clone();
        let mut differ = 0;
        for _ in 0..30_000 {
            if pool.free() == 0 {
                let listed: Vec<Candidate> = candidates(&mut pool, &mut chance).all().collect();
                let mut sorted = listed.clone();
                sorted.sort_by_key(|candidate| candidate.superblock);
                assert_eq!(sorted, naive_candidates(&pool));
                let allowed = naive(*policy, &pool, &listed, &mut chance.clone());
                let victim = select(*policy, &mut pool, &mut chance);
                let victim = victim.expect("a full one");
                assert!(
                    allowed.contains(&victim),
                    "{policy:?}: {victim:?} not of {allowed:?}"
                );
                differ += u32::from(allowed.len() < listed.len());
                pool.collect(victim);
            }
            let lpn = pool.any_unit();
            match pool.chance.below(20) {
                0 => pool.trim(lpn),
                _ => pool.write(lpn),
            }
        }
        assert!(differ > 1000, "{policy:?} chose {differ} times");
    }
}

#[test]
fn no_policy_chooses_from_an_empty_pool() {
    for policy in VictimPolicy::ALL {
        let mut pool = TestPool::new(5, UNITS, 4, UNITS);
        let mut chance = pool.chance.clone();
        // Open superblocks are no candidates.
        pool.write(Lpn(0));
        let victim = select(*policy, &mut pool, &mut chance);
        assert_eq!(victim, None, "{policy:?}");
    }
}
