//! Write amplification of consistency runs.

use super::seconds::{SECONDS, consistency};
use crate::case::{Case, case, hold, kept, unjudged};
use crate::made::{Made, repeated};
use fourcorners_bench::SpareArea;
use fourcorners_bench::record::Run;
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::amplification::{Amplification, Amplified, WithSpareArea};
use fourcorners_findings::spread::{Difference, Spread};
use serde_json::json;

fn amplified(seconds: usize, factor: f64) -> Run {
    let run = consistency("a", seconds);
    run.with(|it| {
        it.write_amplification = Some(factor);
        it.span_bytes = it.bytes * 2;
    })
}

/// 2000 seconds in the first half of which garbage collection moves nothing, and then three units
/// per host unit.
fn late() -> Run {
    let mut run = amplified(2_000, 2.5);
    for sample in &mut run.samples {
        let nand = json!({
            "host_units": sample.ios, "moved_units": if sample.second < 1_000 { 0 } else { 3_000 },
            "erases": 0, "free_superblocks": 1
        });
        sample.nand = serde_json::from_value(nand).expect("NAND activity");
    }
    run
}

pub fn cases() -> Vec<Case> {
    let of = |factor| Amplified {
        factor,
        from_s: None,
        seconds: 1_200,
        times_written: Some(0.5),
        with_spare_area: Vec::new(),
    };
    let says = |amplified| {
        [kept(
            SECONDS,
            Says::Amplification(Amplification::Of(amplified)),
        )]
    };
    let spare = |variant: &str, seconds: usize| {
        let run = amplified(1_200, 4.0);
        let run = run.seconds(("consistency", variant, "measure"), vec![1_000; seconds]);
        [run.with(|it| it.write_amplification = Some(2.0))]
    };
    let with_spare = Amplified {
        with_spare_area: vec![WithSpareArea {
            area: SpareArea::early(25),
            factor: Spread::single(2.0),
        }],
        ..of(Spread::single(4.0))
    };
    let own = || says(of(Spread::single(4.0)));
    let repeats = repeated([3.0, 4.0, 5.0], |_, factor| amplified(1_200, factor));
    vec![
        case(
            "a drive that does not tell it",
            [consistency("a", 1_200)],
            [],
        ),
        case("20 minutes", [amplified(1_200, 4.0)], own()),
        case("the end, if NAND activity is known", [late()], {
            let end = Amplified {
                from_s: Some(1_400),
                seconds: 2_000,
                ..of(Spread::single(4.0))
            };
            [kept(
                "why-amplification?drive=1",
                Says::Amplification(Amplification::Of(end)),
            )]
        }),
        case("less is too short", [amplified(1_199, 4.0)], {
            let too_short = Amplification::TooShort { seconds: 1_199 };
            [unjudged(SECONDS, Says::Amplification(too_short))]
        }),
        case(
            "with more spare area",
            spare("spare-25", 1_200),
            says(with_spare),
        ),
        case("for too short", spare("spare-25", 1_199), own()),
        case("with other data", spare("spare-25+data-zero", 1_200), own()),
        case(
            "of repeated runs",
            repeats,
            says(of(Spread::new(4.0, 3.0, 5.0))),
        ),
    ]
}

#[test]
fn amplification_is_told_of_runs_of_20_minutes() {
    hold(cases(), |says| matches!(says, Says::Amplification(_)));
}

#[test]
fn amplification_is_compared_with_none() {
    let amplified = |factor| Amplified {
        factor: Spread::single(factor),
        from_s: None,
        seconds: 1_200,
        times_written: None,
        with_spare_area: Vec::new(),
    };
    assert_eq!(amplified(1.1).change(), Difference::None);
    assert_eq!(amplified(1.2).change(), Difference::Higher);
    assert_eq!(amplified(0.9).change(), Difference::Lower);
}
