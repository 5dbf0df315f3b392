//! GC policies that are functions of the program that simulates.

use super::hot_cold::spec;
use super::*;
use fourcorners_sim::spec::{Begin, Chooser, FullSuperblock, OwnPolicy, VictimPolicy};
use std::sync::Arc;

fn victim(choose: fn(&[FullSuperblock], u32) -> Option<usize>) -> OwnPolicy {
    OwnPolicy {
        victim: Some(Chooser::new("test", "victim", Arc::new(choose))),
        begin: None,
    }
}

fn begin(begins: fn(u32, u32, u32) -> Option<bool>) -> OwnPolicy {
    let begin = Begin::new(
        "test",
        "begin",
        Arc::new(move |it| begins(it.free_superblocks, it.low_watermark, it.high_watermark)),
    );
    OwnPolicy {
        victim: None,
        begin: Some(begin),
    }
}

/// A drive with the policy, if there is one.
fn with(spec: &SsdSpec, own: Option<OwnPolicy>) -> SsdSpec {
    let mut spec = spec.clone();
    spec.gc.own = own.unwrap_or_default();
    spec
}

/// Random writes in steady state.
fn random(spec: &SsdSpec) -> Work {
    let mut drive = drive(spec, 32);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 8));
    work(&mut drive, &random_writes(units, 6 * units))
}

fn assert_same(what: &str, spec: &SsdSpec, own: OwnPolicy) {
    let (its, owns) = (random(spec), random(&with(spec, Some(own))));
    assert!(its.completions == owns.completions, "{what}: completions");
    assert_eq!(its.counters, owns.counters, "{what}");
}

fn oldest(full: &[FullSuperblock], _: u32) -> Option<usize> {
    (0..full.len()).max_by_key(|index| full[*index].age)
}

fn best_benefit(full: &[FullSuperblock], units: u32) -> Option<usize> {
    let gain = |of: &FullSuperblock| of.age * u64::from(units - of.valid);
    let cost = |of: &FullSuperblock| u64::from((2 * of.valid).max(1));
    (0..full.len()).max_by(|one, other| {
        let (one, other) = (&full[*one], &full[*other]);
        (gain(one) * cost(other)).cmp(&(gain(other) * cost(one)))
    })
}

#[test]
fn copy_of_a_victim_policy_gives_the_same_results() {
    let fifo = spec(VictimPolicy::Fifo, None);
    assert_same("fifo", &fifo, victim(oldest));
    let benefit = spec(VictimPolicy::CostBenefit, None);
    assert_same("cost-benefit", &benefit, victim(best_benefit));
}

/// Ties: the policy of the drive draws lots, the copy takes the first.
#[test]
fn copy_of_greedy_moves_as_much() {
    let spec = spec(VictimPolicy::Greedy, None);
    let emptiest =
        |full: &[FullSuperblock], _| (0..full.len()).min_by_key(|index| full[*index].valid);
    let its = random(&spec).write_amplification();
    let own = random(&with(&spec, Some(victim(emptiest)))).write_amplification();
    assert_near("greedy of one's own", "WA, uniform", its, own, its, 1.0);
}

#[test]
fn greedy_chooses_where_the_function_does_not() {
    let greedy = spec(VictimPolicy::Greedy, None);
    assert_same("none", &greedy, victim(|_, _| None));
    let outside = |full: &[FullSuperblock], _| Some(full.len());
    assert_same("outside", &greedy, victim(outside));
}

#[test]
fn copy_of_a_watermark_gives_the_same_results() {
    let nand = |pacing| nand_bound(small::wide(pacing));
    for pacing in Pacing::ALL {
        let copy = match pacing {
            Pacing::Balanced => begin(|free, _, high| Some(free < high)),
            _ => begin(|free, low, _| Some(free <= low)),
        };
        assert_same(pacing.name(), &nand(*pacing), copy);
        assert_same(pacing.name(), &nand(*pacing), begin(|_, _, _| None));
    }
}

#[test]
fn gc_that_never_begins_does_when_no_superblock_is_left_for_the_host() {
    for pacing in Pacing::ALL {
        let never = begin(|_, _, _| Some(false));
        let work = random(&with(&nand_bound(small::wide(*pacing)), Some(never)));
        assert!(work.write_amplification() > 1.0, "{}", pacing.name());
    }
}

/// The spare area is used less: valid units have less time to be overwritten.
#[test]
fn gc_that_begins_early_moves_more() {
    let spec = nand_bound(small::wide(Pacing::Foreground));
    let early = begin(|free, _, _| Some(free < 8));
    let its = random(&spec).write_amplification();
    let own = random(&with(&spec, Some(early))).write_amplification();
    print_row(
        "GC from 7 free superblocks",
        "WA, uniform",
        its,
        own,
        "more",
    );
    assert!(own > its * 1.02, "{own} against {its}");
}

#[test]
fn drives_with_functions_of_their_own_are_told_apart() {
    let plain = spec(VictimPolicy::Greedy, None);
    let [one, other] = [0, 1].map(|_| with(&plain, Some(victim(oldest))));
    assert_eq!(one, one.clone());
    assert_ne!(one, other);
    assert_ne!(format!("{one:?}"), format!("{other:?}"));
}
