//! Whether random writes became steady.

use crate::case::{Case, case, hold, kept, unjudged};
use crate::made::{CAPACITY, Made, run};
use fourcorners_bench::record::{Run, SteadyState as Rounds};
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::steady_state::SteadyState;

/// The test that goes on until it is steady: rounds of so many I/Os, on a drive of which they write
/// so many bytes over.
fn rounds(round_s: u64, ios: &[u64], span_bytes: u64) -> Run {
    let run = run("a").phase(("steady-state", "", "measure"));
    run.with(|it| {
        it.span_bytes = span_bytes;
        it.steady_state = Some(Rounds {
            round_s,
            round_ios: ios.to_vec(),
            reached_at_round: None,
            iops_mean: None,
            range_percent: None,
            slope_percent: None,
        });
    })
}

pub fn cases() -> Vec<Case> {
    let (steady, falling) = ([1_000; 5], [5_000, 4_000, 3_000, 2_000, 1_000]);
    let rising: Vec<u64> = (0..12).map(|round| 1_000 + 25 * round).collect();
    // As far as the sums of the last and the first five lie apart, per second.
    let per_second = |of: &[u64]| of.iter().map(|ios| *ios as f64 / 60.0).sum::<f64>() / 5.0;
    let drift = (per_second(&rising[7..]) / per_second(&rising[..5]) - 1.0) * 100.0;
    let written = 5 * 1_000 * 4_096;
    let says = |says| Says::SteadyState(says);
    let mut disk = rounds(60, &steady, CAPACITY);
    disk.header.identity.rotational = Some(true);
    let minutes = rounds(60, &steady, written).seconds(("consistency", "", "measure"), [1; 300]);
    let (short, long) = (minutes.clone(), minutes);
    let reached = kept("steady-0", says(SteadyState::Reached { seconds: 300 }));
    let not_confirmed = SteadyState::NotConfirmed {
        seconds: 300,
        times_written: written as f64 / (written + 1) as f64,
    };
    let mut alone = long;
    alone.entries.remove(0);
    vec![
        case("four rounds", [rounds(60, &steady[1..], written)], []),
        case(
            "five rounds, and the LBAs written once",
            [rounds(60, &steady, written)],
            [reached.clone()],
        ),
        case(
            "not quite once",
            [rounds(60, &steady, written + 1)],
            [unjudged("steady-0", says(not_confirmed))],
        ),
        case(
            "a drift that no window of five sees",
            [rounds(60, &rising, rising.iter().sum::<u64>() * 4_096)],
            [unjudged(
                "steady-0",
                says(SteadyState::Drifting {
                    seconds: 300,
                    drift_percent: drift,
                }),
            )],
        ),
        case("a hard disk has no past", [disk], [reached.clone()]),
        case(
            "rounds that fall",
            [rounds(60, &falling, written)],
            [kept(
                "steady-0",
                says(SteadyState::NotReached { seconds: 300 }),
            )],
        ),
        case(
            "rounds of less than a minute",
            [rounds(59, &steady, written)],
            [unjudged(
                "steady-0",
                says(SteadyState::ShortRounds { round_s: 59 }),
            )],
        ),
        case(
            "the test for it before a consistency run",
            [short],
            [reached],
        ),
        case("a consistency run alone", [alone], {
            let times_written = 300.0 * 4_096.0 / CAPACITY as f64;
            let seconds = 300;
            [unjudged(
                "steady-0",
                says(SteadyState::NotConfirmed {
                    seconds,
                    times_written,
                }),
            )]
        }),
    ]
}

#[test]
fn steady_state_is_judged_by_rounds_and_by_what_was_written() {
    hold(cases(), |says| matches!(says, Says::SteadyState(_)));
}
