//! Whom a drive suits that was reviewed alone.

use super::{Case, case, hold};
use crate::case::review;
use crate::judges::contrasts::{of_data, repeating};
use crate::judges::seconds::{SECONDS, consistency, end};
use crate::judges::torture::{WRITE, passes};
use crate::made::{Made, repeated, run};
use fourcorners_bench::record::Run;
use fourcorners_block::DataClass;
use fourcorners_findings::advice::alone::{Alone, Heavy, Left, Suits};
use fourcorners_findings::advice::uses::Use;
use fourcorners_findings::advice::{Advice, Says};
use fourcorners_findings::judges::Says as Found;
use fourcorners_findings::judges::passes::{Shrunk, Unfit};
use fourcorners_findings::judges::seconds::NoEnd;
use fourcorners_findings::judges::torture::Noise;
use fourcorners_findings::names::PassState;
use fourcorners_findings::spread::Spread;

fn alone(of: Use, suits: bool, says: Alone, evidence: &str) -> Advice {
    Advice {
        of: Some(of),
        drives: if suits { vec![0] } else { Vec::new() },
        says: Says::Alone(says),
        evidence: evidence.into(),
    }
}

fn left_of(state: PassState, says: Left) -> Advice {
    let of = match state {
        PassState::Trimmed => Use::WithTrim,
        _ => Use::WithoutTrim,
    };
    let suits = matches!(
        says,
        Left::Suits {
            suits: Suits::Well | Suits::WithReservations,
            ..
        }
    );
    alone(of, suits, Alone::AfterTorture { state, says }, WRITE)
}

fn of_clean(suits: Suits, left: f64) -> Left {
    Left::Suits {
        suits,
        left,
        clean: 200.0,
        data: DataClass::Repeating,
        of_several: false,
    }
}

const NOISY: [[f64; 3]; 3] = [
    [180.0, 170.0, 0.0],
    [200.0, 175.0, 0.0],
    [220.0, 190.0, 0.0],
];

pub fn with_trim() -> Vec<Case> {
    let of = |trimmed| [passes(run("a"), [200.0, 100.0, trimmed])];
    let says = |says| [left_of(PassState::Trimmed, says)];
    let suits = |suits, left| says(of_clean(suits, left));
    let mut no_trim = passes(run("a"), [200.0, 100.0, 0.0]);
    no_trim.header.identity.discard = None;
    let noisy = repeated(
        [
            [180.0, 90.0, 110.0],
            [200.0, 100.0, 125.0],
            [220.0, 130.0, 140.0],
        ],
        passes,
    );
    let noise = Noise {
        trimmed: Spread::new(125.0, 110.0, 140.0),
        than: PassState::Tortured,
        other: Spread::new(100.0, 90.0, 130.0),
    };
    vec![
        case(
            "95 % of the clean pass",
            of(190.0),
            suits(Suits::Well, 190.0),
        ),
        case("less", of(189.0), suits(Suits::WithReservations, 189.0)),
        case("75 %", of(150.0), suits(Suits::WithReservations, 150.0)),
        case("less than that", of(149.0), suits(Suits::Not, 149.0)),
        case("no pass after TRIM", of(0.0), []),
        case(
            "a drive that takes none",
            [no_trim],
            says(Left::TakesNoTrim),
        ),
        case("noise", noisy, says(Left::Noise(noise))),
    ]
}

pub fn without_trim() -> Vec<Case> {
    let of = |tortured| [passes(run("a"), [200.0, tortured, 0.0])];
    let says = |says| [left_of(PassState::Tortured, says)];
    let suits = |suits, left| says(of_clean(suits, left));
    let short = of(100.0).map(|run| run.with(|it| it.duration_s = 9.0));
    let shrunk = of(100.0).map(|run| run.with(|it| it.write_amplification = Some(0.5)));
    vec![
        case(
            "75 % of the clean pass",
            of(150.0),
            suits(Suits::Well, 150.0),
        ),
        case("less", of(149.0), suits(Suits::WithReservations, 149.0)),
        case("half", of(100.0), suits(Suits::WithReservations, 100.0)),
        case("less than that", of(99.0), suits(Suits::Not, 99.0)),
        case("no clean pass", [passes(run("a"), [0.0, 100.0, 0.0])], []),
        case(
            "a pass of 9 s",
            short,
            says(Left::Unfit(Unfit::ShortPass {
                seconds: 9.0,
                disturbed: Vec::new(),
            })),
        ),
        case(
            "data that the drive shrinks",
            shrunk,
            says(Left::Shrunk {
                left: 100.0,
                data: DataClass::Repeating,
                shrunk: Shrunk::ByNand {
                    bytes_per_byte: 0.5,
                },
            }),
        ),
        case(
            "noise",
            repeated(NOISY, passes),
            says(Left::NoiseOfClean {
                left: Spread::new(175.0, 170.0, 190.0),
                clean: Spread::new(200.0, 180.0, 220.0),
            }),
        ),
    ]
}

/// The same pairs as of findings, each with whether the drive suits.
pub fn kinds_of_data() -> Vec<Case> {
    let of_finding = |one: crate::case::Case| {
        let advice = one.found.into_iter().map(|found| {
            let Found::Data(says) = found.says else {
                panic!("{:?}", found.says);
            };
            let suits = match &says {
                Ok(pair) => pair.other.figure.low == pair.other.figure.high,
                Err(_) => false,
            };
            alone(
                Use::KindsOfData,
                suits,
                Alone::KindsOfData(says),
                &found.evidence,
            )
        });
        case(one.what, one.runs, advice)
    };
    of_data().into_iter().map(of_finding).collect()
}

pub fn heavy_writing() -> Vec<Case> {
    let worst = |worst: u64| {
        let mut iops = vec![1_000; 2_000];
        iops[1_700] = worst;
        [run("a").seconds(("consistency", "", "measure"), iops)]
    };
    let says = |suits: Suits, worst: u64| {
        let says = Heavy::Of {
            suits,
            end: end(600, 1_000, worst),
            from_s: 1_400,
        };
        let of = Use::HeavyWriting;
        [alone(
            of,
            suits != Suits::Not,
            Alone::HeavyWriting(says),
            SECONDS,
        )]
    };
    let short = NoEnd::Few {
        seconds: 30,
        from: 70,
    };
    let no_end = Alone::HeavyWriting(Heavy::NoEnd(short));
    vec![
        case(
            "a worst second of 80 % of the mean",
            worst(800),
            says(Suits::Well, 800),
        ),
        case("of less", worst(799), says(Suits::WithReservations, 799)),
        case("of 40 %", worst(400), says(Suits::WithReservations, 400)),
        case("of less than that", worst(399), says(Suits::Not, 399)),
        case(
            "a run without an end",
            [consistency("a", 100)],
            [alone(Use::HeavyWriting, false, no_end, SECONDS)],
        ),
    ]
}

#[test]
fn drive_alone_suits_by_shares_of_its_own_figures() {
    let of = |of: Use| move |one: &Advice| one.of == Some(of);
    hold(with_trim(), of(Use::WithTrim));
    hold(without_trim(), of(Use::WithoutTrim));
    hold(kinds_of_data(), of(Use::KindsOfData));
    hold(heavy_writing(), of(Use::HeavyWriting));
}

#[test]
fn drive_that_was_run_twice_is_one_drive() {
    let mut other: Run = repeating(run("a"), 100.0);
    other.header.suite = "quick".into();
    let advice = review(&[passes(run("a"), [200.0, 100.0, 190.0]), other]).advice;
    let alone = advice
        .iter()
        .filter(|one| matches!(one.says, Says::Alone(_)));
    let uses: Vec<Option<Use>> = alone.map(|one| one.of).collect();
    assert_eq!(uses, [Some(Use::WithTrim), Some(Use::WithoutTrim)]);
}
