//! Recorded work that is replayed on a new and on a used drive.

use crate::case::{Case, case, hold, kept};
use crate::made::{Made, repeated, run};
use fourcorners_bench::geometric_mean;
use fourcorners_bench::record::Run;
use fourcorners_bench::shipped;
use fourcorners_findings::charts::vantage::POINTS;
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::used::{Points, PointsLost};
use fourcorners_findings::label::{Label, Part};

/// The HDD suite new and used, each trace at so many MB/s.
fn replayed(run: Run, speeds: [f64; 2]) -> Run {
    let variants = ["", "from-used"].into_iter().zip(speeds);
    variants.fold(run, |run, (variant, speed)| {
        let phases = shipped().expect("tests").tests["vantage-hdd"].phases.iter();
        phases.fold(run, |run, phase| {
            run.speed(("vantage-hdd", variant, &phase.name), speed)
        })
    })
}

fn points(mb_per_s: f64) -> f64 {
    geometric_mean(vec![mb_per_s; 8]).expect("a mean") * POINTS
}

pub fn cases() -> Vec<Case> {
    let says = |[new, used]: [f64; 2], loss| {
        let state = Label::one(Part::State("used".into()));
        let (new, used) = (points(new), points(used));
        let points = Points {
            state,
            new,
            used,
            loss,
        };
        [kept("vantage-hdd-points", Says::UsedInTraces(vec![points]))]
    };
    let of = |speeds| [replayed(run("a"), speeds)];
    let percent =
        |new: f64, used: f64| PointsLost::Percent((1.0 - points(used) / points(new)) * 100.0);
    let repeats = [[95.0, 90.0], [100.0, 97.0], [105.0, 100.0]];
    let nearer = [[95.0, 94.5], [100.0, 99.5], [105.0, 104.5]];
    vec![
        case(
            "a new drive alone",
            [replayed(run("a"), [100.0, 50.0]).failed()],
            [],
        ),
        case(
            "half of the points",
            of([100.0, 50.0]),
            says([100.0, 50.0], percent(100.0, 50.0)),
        ),
        case(
            "more than a hundredth is told",
            of([100.0, 98.5]),
            says([100.0, 98.5], percent(100.0, 98.5)),
        ),
        case(
            "less is nothing",
            of([100.0, 99.5]),
            says([100.0, 99.5], PointsLost::Nothing),
        ),
        case(
            "noise",
            repeated(repeats, replayed),
            says([100.0, 97.0], PointsLost::Noise),
        ),
        case(
            "less than a hundredth is nothing, however noisy",
            repeated(nearer, replayed),
            says([100.0, 99.5], PointsLost::Nothing),
        ),
    ]
}

#[test]
fn recorded_work_is_judged_by_the_points_that_use_takes() {
    hold(cases(), |says| matches!(says, Says::UsedInTraces(_)));
}
