//! What SNIA's tests show.

use crate::case::{Case, case, hold, kept, unjudged};
use crate::made::{Made, run};
use fourcorners_bench::record::{
    CellResult, Measured, RoundCell, Rounds as Record, RoundsEnd, Run, Tracked,
};
use fourcorners_bench::steady_state::judge;
use fourcorners_bench::{TrackedValue, record};
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::rounds::{NotSteady, Rounds};
use fourcorners_findings::rounds::rounds as found;
use fourcorners_findings::select::by_drive;

/// A cell of 60 s of 4 KiB I/Os, or of as many seconds without any.
fn cell(read_percent: Option<u32>, pattern: &str) -> RoundCell {
    RoundCell {
        read_percent,
        pattern: pattern.into(),
        block_bytes: 4096,
        threads: 1,
        queue_depth: 32,
        in_flight: 32,
        duration_s: 60,
    }
}

/// Results of a cell, a round each.
fn results(cell: u32, ios: &[u64]) -> Vec<CellResult> {
    let rounds = (1..).zip(ios);
    let result = |(round, ios): (u32, &u64)| CellResult {
        round,
        cell,
        start_s: f64::from(round - 1) * 60.0,
        duration_s: 60.0,
        ios: *ios,
        bytes: ios * 4096,
        latency_mean_us: 1e6 / *ios as f64,
        latency_max_us: f64::from(round),
        ..CellResult::default()
    };
    rounds.map(result).collect()
}

/// Rounds of one cell.
fn of(ios: &[u64], cells: Vec<RoundCell>, is_tracked: bool) -> impl FnOnce(&mut Measured) {
    let record = Record {
        cells,
        left_out: Vec::new(),
        results: results(0, ios),
        rounds_max: 25,
        ended: RoundsEnd::RoundsMax,
        tracked: is_tracked.then(|| Tracked {
            cell: 0,
            value: TrackedValue::Iops,
            rounds: ios.iter().map(|ios| *ios as f64 / 60.0).collect(),
            reached_at_round: judge(ios).reached_at_round,
            mean: None,
            range_percent: None,
            slope_percent: None,
        }),
        points: Vec::new(),
    };
    move |it| it.rounds = Some(record)
}

fn random() -> RoundCell {
    cell(Some(0), "random")
}

fn iops(ios: &[u64]) -> Run {
    run("a")
        .phase(("snia-iops", "", "rounds"))
        .with(of(ios, vec![random()], true))
}

fn idle() -> Run {
    let mut run = run("a")
        .phase(("snia-host-idle-recovery", "", "precondition"))
        .with(of(&[6000; 5], vec![random()], true));
    for (phase, ios, idle_s) in [("wait-5", 6600, 5), ("wait-10", 7200, 10)] {
        let mut rest = cell(None, "");
        rest.duration_s = idle_s;
        run = run.phase(("snia-host-idle-recovery", "", phase)).with(of(
            &[ios; 10],
            vec![random(), rest],
            false,
        ));
    }
    run
}

fn cross() -> Run {
    let sequential = || vec![cell(Some(0), "sequential")];
    let test = "snia-cross-stimulus-recovery";
    let mut after = [60_000; 20];
    after[0] = 15_000;
    run("a")
        .phase((test, "", "sequential"))
        .with(of(&[60_000; 20], sequential(), false))
        .phase((test, "", "random"))
        .with(of(&[6_000; 20], vec![random()], false))
        .phase((test, "", "sequential-again"))
        .with(of(&after, sequential(), false))
}

pub fn cases() -> Vec<Case> {
    let says = |says| kept("snia", Says::Rounds(says));
    let not = NotSteady {
        test: "SNIA PTS: IOPS".into(),
        phase: String::new(),
        rounds: 5,
    };
    let all = |steady, not: &[NotSteady]| Rounds::Steady {
        steady,
        not: not.to_vec(),
    };
    let idle_recovery = Rounds::IdleRecovery {
        idle_s: 10,
        iops: 120.0,
        steady: 100.0,
    };
    let mb_per_s = |ios: f64| ios * 4096.0 / 1e6 / 60.0;
    let cross_stimulus = Rounds::CrossStimulus {
        before: mb_per_s(60_000.0),
        first: mb_per_s(15_000.0),
        end: mb_per_s(60_000.0),
    };
    let short = Says::Rounds(Rounds::Short { seconds: 2 });
    vec![
        case("even rounds", [iops(&[6000; 5])], [says(all(1, &[]))]),
        case(
            "falling rounds",
            [iops(&[9000, 8000, 7000, 6000, 5000])],
            [says(all(0, std::slice::from_ref(&not)))],
        ),
        case(
            "cells of 2 s",
            [iops(&[6000; 5]).cut_to(2)],
            [unjudged("snia", short)],
        ),
        case(
            "waits that help",
            [idle()],
            [says(all(1, &[])), says(idle_recovery)],
        ),
        case(
            "sequential writes after random ones",
            [cross()],
            [says(cross_stimulus)],
        ),
    ]
}

#[test]
fn rounds_are_judged_test_by_test() {
    hold(cases(), |says| matches!(says, Says::Rounds(_)));
}

/// By the formulas of the specification, from the rounds as they are recorded.
#[test]
fn cell_means_are_those_of_the_last_five_rounds() {
    let mut own = iops(&[9000, 6100, 5900, 6000, 6200, 5800]);
    let measured = own.entries[0].measured.as_mut().expect("figures");
    let rounds = measured.rounds.as_mut().expect("rounds");
    rounds.cells.push(record::RoundCell {
        block_bytes: 8192,
        ..random()
    });
    rounds
        .results
        .extend(results(1, &[100, 10, 20, 30, 40, 50]));
    let runs = [own];
    let groups = by_drive(&runs);
    let pages = fourcorners_findings::pages::Pages::of(&groups);
    let phases = found(0, &groups[0], &pages);
    let [phase] = phases.as_slice() else {
        panic!("{phases:?}")
    };
    let last = [6100.0, 5900.0, 6000.0, 6200.0, 5800.0].map(|ios: f64| ios / 60.0);
    let mean = last.iter().sum::<f64>() / 5.0;
    let slope = (-2.0 * last[0] - last[1] + last[3] + 2.0 * last[4]) / 10.0;
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * b.abs().max(1.0);
    let tracked = phase.tracked.as_ref().expect("a tracked cell");
    let window = tracked.window.as_ref().expect("a window");
    assert_eq!((window.first_round, tracked.reached_at_round), (2, Some(6)));
    assert!(near(window.mean, mean));
    assert!(near(window.fit.0, mean - 2.0 * slope) && near(window.fit.1, mean + 2.0 * slope));
    assert!(near(window.slope_percent, 4.0 * slope / mean * 100.0));
    assert!(near(
        window.range_percent,
        (6200.0 - 5800.0) / 60.0 / mean * 100.0
    ));
    assert!(near(phase.cells[0].iops, mean));
    assert!(near(phase.cells[1].iops, 30.0 / 60.0));
    assert!(near(phase.cells[1].latency_max_us, 6.0));
    let lines: Vec<(u64, usize)> = phase
        .convergence
        .iter()
        .map(|line| (line.block_bytes, line.rounds.len()))
        .collect();
    assert_eq!(lines, [(4096, 6), (8192, 6)]);
    assert!(phase.slices.is_empty());
}
