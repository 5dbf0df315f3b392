//! Victim selection: the write amplification of every policy, and of every way to fill superblocks.

use super::hot_cold::{BLOCKS, HOT_SHARE, amplification, skewed_work, spec};
use super::*;
use crate::theory;
use fourcorners_sim::spec::{Frontiers, HotCold, VictimPolicy, WearSpec};

fn uniform(spec: &SsdSpec) -> f64 {
    let mut drive = drive(spec, 32);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 8));
    work(&mut drive, &random_writes(units, 5 * units));
    work(&mut drive, &random_writes(units, 8 * units)).write_amplification()
}

/// Greedy is the best that there is for uniform writes, and random victims gain what blocks hold
/// no more on average: where there is no formula, a policy lies between the two.
#[test]
fn victim_policies_amplify_uniform_writes_as_theory_says() {
    let of = |policy| uniform(&spec(policy, None));
    let greedy = of(VictimPolicy::Greedy);
    let random = of(VictimPolicy::Random);
    for policy in VictimPolicy::ALL {
        let what = format!("{} victims", policy.name());
        let amplification = of(*policy);
        match theory::uniform(&spec(*policy, None).gc, 64, 0.2) {
            Some(predicted) => {
                assert_near(&what, "WA, uniform", greedy, amplification, predicted, 1.0);
            }
            None => {
                print_row(&what, "WA, uniform", greedy, amplification, "no formula");
                let between = greedy * 0.99..random * 1.01;
                assert!(between.contains(&amplification), "{what}: {amplification}");
            }
        }
    }
}

/// Theory with the best split of the spare between a pool of hot data and one of cold data.
const POOLS: f64 = 1.9364;

/// With hot and cold data in blocks of their own, a policy decides how long each may wait to be
/// emptied by overwriting. None without pools can beat those with the best split by much.
/// Cost-benefit, which lets cold blocks grow older and hot ones empty, comes near to it.
#[test]
fn victim_policies_gain_no_more_than_pools_where_hot_and_cold_data_lie_apart() {
    let hot_below_lba = (BLOCKS as f64 * 64.0 * 0.8 * HOT_SHARE) as u64 * 8;
    let apart = Some(HotCold::Oracle { hot_below_lba });
    let figure = "WA, hot and cold known";
    let greedy = amplification(&spec(VictimPolicy::Greedy, apart));
    for policy in VictimPolicy::ALL {
        let what = format!("{} victims", policy.name());
        let amplification = amplification(&spec(*policy, apart));
        if *policy == VictimPolicy::CostBenefit {
            assert_near(&what, figure, greedy, amplification, POOLS, 3.0);
        } else {
            print_row(&what, figure, greedy, amplification, "at least 1.9364");
        }
        assert!(amplification > POOLS * 0.97, "{what}: {amplification}");
    }
}

/// Hot superblocks are erased far more often than cold ones; cost-age-times lets them rest.
#[test]
fn cost_age_times_evens_wear() {
    let hot_below_lba = (BLOCKS as f64 * 64.0 * 0.8 * HOT_SHARE) as u64 * 8;
    let spread = |policy| {
        let mut spec = spec(policy, Some(HotCold::Oracle { hot_below_lba }));
        spec.wear = Some(WearSpec {
            endurance_cycles: 1_000_000,
            dynamic_leveling: false,
            static_leveling_lag: None,
            cycles_at_start: 0,
            retries_at_end_per_mille: 0,
        });
        let done = skewed_work(&spec).counters;
        (done.superblock_erases_max - done.superblock_erases_min) as f64
    };
    let off = spread(VictimPolicy::CostBenefit);
    let on = spread(VictimPolicy::CostAgeTimes);
    let figure = "erases, most less least worn";
    print_row("cost-age-times victims", figure, off, on, "less");
    assert!(on < off, "{on} against {off}");
}

/// Under uniform writes it makes no difference what shares a block (Van Houdt, PEVA 2013). Copied
/// data is colder than host data: kept apart it gains something where writes are skewed.
#[test]
fn frontiers_make_a_difference_to_skewed_writes_only() {
    let of = |frontiers| {
        let mut spec = spec(VictimPolicy::Greedy, None);
        spec.gc.frontiers = frontiers;
        // Two victims in a row: their data would lie together in a shared superblock, too.
        spec.gc.high_watermark += u32::from(frontiers == Frontiers::Separate);
        spec
    };
    let shared = of(Frontiers::Shared);
    let theory = theory::uniform(&shared.gc, 64, 0.2).expect("a formula");
    let (off_uniform, off_skewed) = (uniform(&shared), amplification(&shared));
    for frontiers in Frontiers::ALL {
        let spec = of(*frontiers);
        let what = format!("{} frontiers", frontiers.name());
        assert_near(
            &what,
            "WA, uniform",
            off_uniform,
            uniform(&spec),
            theory,
            1.0,
        );
        let skewed = amplification(&spec);
        let figure = "WA, 80 % of writes to 20 %";
        match frontiers {
            // Monte-Carlo of 20,000 blocks.
            Frontiers::Shared => assert_near(&what, figure, off_skewed, skewed, 2.9502, 1.5),
            Frontiers::Separate => assert_near(&what, figure, off_skewed, skewed, 2.8287, 1.5),
        }
    }
}
