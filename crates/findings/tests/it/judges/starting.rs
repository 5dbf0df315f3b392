//! How long programs take to start.

use crate::case::{Case, case, hold, kept};
use crate::made::{Made, repeated, run};
use fourcorners_bench::record::{ReplayedBeside, Run};
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::starting::{Started, Starting, ToShortest};
use fourcorners_findings::spread::{Difference, Spread};

/// Times in seconds alone, and while the drive is kept busy.
fn started(run: Run, [alone, busy]: [f64; 2]) -> Run {
    let phases = [("alone", alone, false), ("loaded", busy, true)].into_iter();
    phases.fold(run, |run, (phase, seconds, is_busy)| {
        let at = ("application-launch", "", phase);
        run.replayed(at, "dependencies", 1.0, 1.0).with(|it| {
            let replay = it.replay.as_mut().expect("a replay");
            replay.response_geomean_s = Some(seconds);
            replay.operations = Some(Vec::new());
            replay.beside = is_busy.then(|| ReplayedBeside {
                trace: "copying".into(),
                ios: 1,
                bytes: 512,
            });
        })
    })
}

fn in_s(seconds: Spread, to_shortest: Option<ToShortest>) -> Started {
    Started {
        seconds,
        to_shortest,
    }
}

pub fn cases() -> Vec<Case> {
    let one = |seconds, to| in_s(Spread::single(seconds), to);
    let says = |change, alone, busy| {
        let says = Starting {
            change,
            alone,
            busy,
        };
        [kept(
            "response-application-launch-loaded",
            Says::Starting(says),
        )]
    };
    let of = |times| [started(run("a"), times)];
    let beside = |own, other| [started(run("a"), own), started(run("b"), other)];
    let mut noisy = repeated([[9.0, 20.0], [10.0, 25.0], [12.0, 30.0]], started);
    noisy.push(started(run("b"), [8.0, 25.0]));
    let mut level = repeated([[9.0, 20.0], [11.5, 25.0], [12.0, 30.0]], started);
    level.push(started(run("b"), [10.0, 25.0]));
    vec![
        case(
            "not beside anything",
            [started(run("a"), [10.0, 20.0]).failed()],
            [],
        ),
        case(
            "a drive alone",
            of([10.0, 20.0]),
            says(Difference::Higher, one(10.0, None), one(20.0, None)),
        ),
        case(
            "a load that changes less than a tenth",
            of([10.0, 11.0]),
            says(Difference::None, one(10.0, None), one(11.0, None)),
        ),
        case(
            "shorter and twice as long as another",
            beside([10.0, 40.0], [15.0, 20.0]),
            {
                let busy = one(40.0, Some(ToShortest::Times(2.0)));
                says(Difference::Higher, one(10.0, Some(ToShortest::Is)), busy)
            },
        ),
        case(
            "less than a tenth longer is alike",
            beside([11.0, 30.0], [10.0, 40.0]),
            {
                let alone = one(11.0, Some(ToShortest::Alike));
                says(Difference::Higher, alone, one(30.0, Some(ToShortest::Is)))
            },
        ),
        case("noise beside another", level, {
            let alone = in_s(Spread::new(11.5, 9.0, 12.0), Some(ToShortest::Noise));
            let busy = in_s(Spread::new(25.0, 20.0, 30.0), Some(ToShortest::Is));
            says(Difference::Higher, alone, busy)
        }),
        case("repeated runs that are told apart", noisy, {
            let alone = Some(ToShortest::Times(10.0 / 8.0));
            let alone = in_s(Spread::new(10.0, 9.0, 12.0), alone);
            let busy = in_s(Spread::new(25.0, 20.0, 30.0), Some(ToShortest::Is));
            says(Difference::Higher, alone, busy)
        }),
    ]
}

#[test]
fn programs_are_judged_by_their_times_alone_and_beside_a_load() {
    hold(cases(), |says| matches!(says, Says::Starting(_)));
}
