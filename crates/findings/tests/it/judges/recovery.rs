//! How many passes a tortured drive takes.

use crate::case::{Case, case, hold, kept, review, told, unjudged};
use crate::made::{CAPACITY, Made, run};
use fourcorners_bench::record::{Recovery as Measured, Run};
use fourcorners_block::DataClass;
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::recovery::{Passes, Recovery};

const BARS: &str = "recovery-bars";

/// Passes at so many MB/s behind a clean one at 200.
pub fn recovering(run: Run, variant: &str, data: &str, speeds: &[f64]) -> Run {
    let reached = speeds.iter().position(|speed| *speed >= 180.0);
    run.phase(("recovery", variant, "passes")).with(|it| {
        it.data = data.into();
        it.recovery = Some(Measured {
            clean_phase: "clean".into(),
            clean_mb_per_s: 200.0,
            percent: 90,
            passes_max: 10,
            passes_mb_per_s: speeds.to_vec(),
            recovered_at_pass: reached.map(|pass| pass as u32 + 1),
        });
    })
}

fn plain(speeds: &[f64]) -> Run {
    recovering(run("a"), "", "repeating", speeds)
}

fn passes(speeds: &[f64]) -> Passes {
    Passes {
        passes: speeds.len(),
        clean: 200.0,
        first: speeds[0],
        last: speeds[speeds.len() - 1],
        data: DataClass::Repeating,
        of_several: false,
    }
}

pub fn cases() -> Vec<Case> {
    let told = |says| [told(BARS, Says::Recovery(says))];
    let unjudged = |says| [unjudged(BARS, Says::Recovery(says))];
    let not_slowed = [kept(
        BARS,
        Says::Recovery(Recovery::NotSlowed(passes(&[181.0]))),
    )];
    let stuck = [50.0; 10];
    let both = recovering(plain(&[190.0]), "data-full-random", "full-random", &stuck);
    let of_random = Passes {
        data: DataClass::FullRandom,
        of_several: true,
        ..passes(&stuck)
    };
    let tiny = |bytes: u64| plain(&[90.0, 190.0]).with(|it| it.span_bytes = bytes);
    vec![
        case("no passes", [run("a")], []),
        case(
            "a first pass that is as fast",
            [plain(&[181.0])],
            not_slowed,
        ),
        case(
            "two passes",
            [plain(&[90.0, 190.0])],
            told(Recovery::After(passes(&[90.0, 190.0]))),
        ),
        case(
            "ten that are not enough",
            [plain(&stuck)],
            told(Recovery::Not(passes(&stuck))),
        ),
        case(
            "the worst of two kinds of data",
            [both],
            told(Recovery::Not(of_random)),
        ),
        case(
            "a torture that was cut",
            [plain(&stuck).cut_to(60)],
            unjudged(Recovery::ShortTorture { seconds: 60 }),
        ),
        case(
            "passes of less than 10 s",
            [tiny(1_800_000_000)],
            unjudged(Recovery::ShortPass { seconds: 9.0 }),
        ),
        case(
            "passes of 10 s",
            [tiny(2_000_000_000)],
            told(Recovery::After(passes(&[90.0, 190.0]))),
        ),
    ]
}

#[test]
fn drive_recovers_by_its_passes() {
    hold(cases(), |says| matches!(says, Says::Recovery(_)));
}

#[test]
fn chart_begins_with_the_drive_that_needs_the_fewest_passes() {
    let other = recovering(run("b"), "", "repeating", &[90.0, 190.0]);
    let review = review(&[plain(&[50.0; 10]), other]);
    let mut charts = review.figures.charts.iter();
    let chart = charts.find(|chart| chart.id == BARS).expect("a chart");
    let bars: Vec<(usize, f64)> = chart
        .bars
        .iter()
        .map(|bar| (bar.drive, bar.value))
        .collect();
    assert_eq!(bars[..4], [(1, 200.0), (1, 90.0), (1, 190.0), (0, 200.0)]);
    assert_eq!(bars.len(), 3 + 11);
    assert_eq!(chart.bars[1].share_of_first, Some(0.45));
    assert_eq!(CAPACITY as f64 / 1e6 / 90.0, chart.bars[1].duration_s);
}
