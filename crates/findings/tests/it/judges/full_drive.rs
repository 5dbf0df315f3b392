//! What a full drive makes of recorded work.

use crate::case::{Case, case, hold, kept, unjudged};
use crate::made::{Made, repeated, run};
use fourcorners_bench::record::Run;
use fourcorners_findings::charts::Replay;
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::full_drive::{FullDrive, Rates};
use fourcorners_findings::label::{Label, Part};
use fourcorners_findings::spread::{Difference, Spread};

const RATE: &str = "replay-destroyer-rate";

/// Data rates of an empty and of a full drive, at 100 and 200 µs.
fn replayed(run: Run, rates: [f64; 2]) -> Run {
    as_variant(run, rates, "from-filled", "dependencies")
}

fn as_variant(run: Run, [empty, full]: [f64; 2], variant: &str, pace: &str) -> Run {
    let own = run.replayed(("destroyer", "", "measure"), pace, empty, 100.0);
    own.replayed(("destroyer", variant, "measure"), pace, full, 200.0)
}

fn says(says: Rates) -> Says {
    Says::FullDrive(FullDrive {
        trace: Replay {
            test: "destroyer".into(),
            title: "The Destroyer".into(),
        },
        state: Label::one(Part::State("filled".into())),
        says,
    })
}

pub fn cases() -> Vec<Case> {
    let rates = |change, empty, full| {
        let rates = Rates::Of {
            change,
            empty,
            full,
            service_us: Some((100.0, 200.0)),
        };
        [kept(RATE, says(rates))]
    };
    let of = |rates| [replayed(run("a"), rates)];
    let single = |change, [empty, full]: [f64; 2]| {
        rates(change, Spread::single(empty), Spread::single(full))
    };
    let (dependencies, at_once) = ("dependencies", "as-fast-as-possible");
    let other = |variant, pace| [as_variant(run("a"), [100.0, 50.0], variant, pace)];
    let repeats = repeated([[80.0, 70.0], [100.0, 85.0], [110.0, 90.0]], replayed);
    vec![
        case(
            "a tenth slower",
            of([100.0, 90.0]),
            single(Difference::Lower, [100.0, 90.0]),
        ),
        case(
            "less than a tenth",
            of([100.0, 91.0]),
            single(Difference::None, [100.0, 91.0]),
        ),
        case("noise", repeats, {
            let (empty, full) = ([100.0, 80.0, 110.0], [85.0, 70.0, 90.0]);
            let [empty, full] = [empty, full].map(|[of, low, high]| Spread::new(of, low, high));
            rates(Difference::Noise, empty, full)
        }),
        case(
            "a trace that was cut",
            [replayed(run("a"), [100.0, 50.0]).cut_to(60)],
            [unjudged(RATE, says(Rates::Cut { seconds: 60 }))],
        ),
        case("without its pauses", other("from-filled", at_once), []),
        case(
            "with other data too",
            other("from-filled+data-zero", dependencies),
            [],
        ),
    ]
}

#[test]
fn full_drive_is_judged_by_the_data_rate_of_a_trace() {
    hold(cases(), |says| matches!(says, Says::FullDrive(_)));
}
