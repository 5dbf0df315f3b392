//! The end of consistency runs, and what spare area makes of it.

use crate::case::{Case, case, hold, kept, told, unjudged};
use crate::made::{Made, run};
use fourcorners_bench::SpareMade;
use fourcorners_bench::record::Run;
use fourcorners_findings::consistency::End;
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::seconds::{Evenness, NoEnd, SpareArea};
use fourcorners_findings::spread::{Difference, Spread};

pub const SECONDS: &str = "consistency-all?drive=1";

/// A consistency run of so many seconds at 1000 IOPS.
pub fn consistency(name: &str, seconds: usize) -> Run {
    with_variant(run(name), "", vec![1_000; seconds])
}

fn with_variant(run: Run, variant: &str, iops: Vec<u64>) -> Run {
    run.seconds(("consistency", variant, "measure"), iops)
}

/// The end of a run whose seconds are alike but for one.
pub fn end(seconds: u32, usual: u64, worst: u64) -> End {
    let mean = (u64::from(seconds - 1) * usual + worst) as f64 / f64::from(seconds);
    End {
        median: Spread::single(usual as f64),
        p1: usual,
        worst,
        mean,
        slow: u32::from((worst as f64) < 0.4 * mean),
        seconds,
    }
}

fn of(end: End, from_s: u32) -> Says {
    Says::Evenness(Evenness::Of { end, from_s })
}

fn no_end(why: NoEnd) -> Says {
    Says::Evenness(Evenness::NoEnd(why))
}

pub fn cases() -> Vec<Case> {
    let steady = |seconds| of(end(seconds, 1_000, 1_000), 1_400);
    // Second 1400 is the first that counts.
    let dip_at = |second: usize| {
        let mut iops = vec![1_000; 2_000];
        iops[second] = 400;
        [with_variant(run("a"), "", iops)]
    };
    let beside_a_long_one = |seconds| [consistency("a", seconds), consistency("b", 2_000)];
    let lost = |known: usize| {
        let mut run = consistency("a", 2_000);
        run.samples.truncate(known);
        [run]
    };
    // A short run is judged if it is steady: five minutes, and the LBAs written once.
    let short = |span: u64| [consistency("a", 300).with(|it| it.span_bytes = span)];
    let (from, written) = (1_400, 300 * 1_000 * 4_096);
    let few = no_end(NoEnd::Few { seconds: 59, from });
    let early = |seconds| no_end(NoEnd::Early { seconds, from });
    vec![
        case("no run", [run("a")], []),
        case("a run that failed", [consistency("a", 2_000).failed()], []),
        case(
            "the end of a long run",
            [consistency("a", 2_000)],
            [told(SECONDS, steady(600))],
        ),
        case(
            "a dip before it",
            dip_at(1_399),
            [told(SECONDS, steady(600))],
        ),
        case(
            "a dip in it",
            dip_at(1_400),
            [told(SECONDS, of(end(600, 1_000, 400), 1_400))],
        ),
        case(
            "a minute of it",
            beside_a_long_one(1_460),
            [told(SECONDS, steady(60))],
        ),
        case(
            "less than a minute",
            beside_a_long_one(1_459),
            [unjudged(SECONDS, few)],
        ),
        case(
            "nothing of it",
            beside_a_long_one(1_400),
            [unjudged(SECONDS, early(1_400))],
        ),
        case(
            "all seconds lost",
            lost(0),
            [unjudged(SECONDS, no_end(NoEnd::Lost))],
        ),
        case(
            "the end lost",
            lost(500),
            [unjudged(SECONDS, no_end(NoEnd::LostFrom { second: 500 }))],
        ),
        case(
            "a short run that is steady",
            short(written),
            [told(SECONDS, of(end(90, 1_000, 1_000), 210))],
        ),
        case(
            "one that is not confirmed",
            short(written + 1),
            [unjudged(SECONDS, no_end(NoEnd::Unsteady { seconds: 300 }))],
        ),
    ]
}

pub fn cases_of_spare_area() -> Vec<Case> {
    let with = |variant: &str, iops: u64| {
        [with_variant(
            consistency("a", 2_000),
            variant,
            vec![iops; 2_000],
        )]
    };
    let second = "consistency-all?drive=1&spare=2";
    let made = |made, change, iops: u64| {
        Says::SpareArea(SpareArea {
            area: fourcorners_bench::SpareArea { percent: 25, made },
            change,
            without: end(600, 1_000, 1_000),
            with: end(600, iops, iops),
        })
    };
    let says = |change, iops| made(SpareMade::Early, change, iops);
    vec![
        case(
            "a tenth more",
            with("spare-25", 1_112),
            [kept(second, says(Difference::Higher, 1_112))],
        ),
        case(
            "less than a tenth",
            with("spare-25", 1_111),
            [kept(second, says(Difference::None, 1_111))],
        ),
        case(
            "a run that is slower has not come to its end",
            with("spare-25", 900),
            [unjudged(second, says(Difference::Lower, 900))],
        ),
        case(
            "added by TRIM",
            with("spare-25-late", 1_112),
            [kept(
                second,
                made(SpareMade::Late, Difference::Higher, 1_112),
            )],
        ),
        case(
            "spare area and other data",
            with("spare-25+data-zero", 2_000),
            [],
        ),
    ]
}

#[test]
fn end_of_random_writes_is_judged_where_there_is_one() {
    hold(cases(), |says| matches!(says, Says::Evenness(_)));
}

#[test]
fn spare_area_is_judged_by_the_end_beside_the_test_s_own() {
    hold(cases_of_spare_area(), |says| {
        matches!(says, Says::SpareArea(_))
    });
}
