//! What torture takes, and what TRIM brings back.

use crate::case::{Case, case, hold, told};
use crate::made::{CAPACITY, Made, repeated, run};
use fourcorners_bench::record::Run;
use fourcorners_block::DataClass;
use fourcorners_findings::judges::passes::Shrunk;
use fourcorners_findings::judges::torture::{Back, Loss, Noise, OfOther, Torture, Written};
use fourcorners_findings::judges::{Finding, Says};
use fourcorners_findings::names::PassState;
use fourcorners_findings::spread::{Difference, Spread};

pub const WRITE: &str = "hd-tach-write?drive=1";

/// Write passes in MB/s, as far as there are any: clean, tortured, trimmed.
pub fn passes(run: Run, speeds: [f64; 3]) -> Run {
    let tests = ["hd-tach", "torture", "trim"].into_iter();
    let passes = tests.zip(speeds).filter(|(_, speed)| *speed > 0.0);
    passes.fold(run, |run, (test, speed)| {
        run.speed((test, "", "write"), speed)
    })
}

/// Write passes of random data, as far as there are any: clean, tortured, trimmed.
pub fn random_passes(run: Run, speeds: [f64; 3]) -> Run {
    let tests = ["hd-tach", "torture", "trim"].into_iter();
    let passes = tests.zip(speeds).filter(|(_, speed)| *speed > 0.0);
    passes.fold(run, |run, (test, speed)| {
        let run = run.speed((test, "data-full-random", "write"), speed);
        run.with(|it| it.data = "full-random".into())
    })
}

pub fn says(says: Torture) -> Finding {
    told(WRITE, Says::Torture(says))
}

pub fn written(shrunk: Option<Shrunk>) -> Written {
    Written {
        class: DataClass::Repeating,
        of_several: false,
        shrunk,
    }
}

fn loss(change: Difference, clean: Spread, tortured: Spread) -> Loss {
    Loss {
        change,
        clean,
        tortured,
        data: written(None),
        stall_mb_per_s: None,
        times_overwritten: None,
        others: Vec::new(),
    }
}

pub fn lost(clean: f64, tortured: f64) -> Loss {
    let [clean, tortured] = [clean, tortured].map(Spread::single);
    loss(Difference::Lower, clean, tortured)
}

fn trim(trimmed_mb_per_s: f64, back: Back) -> Finding {
    says(Torture::Trim {
        back,
        trimmed_mb_per_s,
    })
}

pub fn cases() -> Vec<Case> {
    let of = |speeds| [passes(run("a"), speeds)];
    let both = |clean, tortured, trimmed, back| {
        [
            says(Torture::Loss(lost(clean, tortured))),
            trim(trimmed, back),
        ]
    };
    let part = |share: f64| Back::Part(share * 100.0);
    let mut cases = vec![
        case(
            "a drive without a tortured pass",
            of([200.0, 0.0, 190.0]),
            [],
        ),
        case(
            "95 % of the clean pass is all of it",
            of([200.0, 100.0, 190.0]),
            both(200.0, 100.0, 190.0, Back::All),
        ),
        case(
            "less is a part of what was lost",
            of([200.0, 100.0, 189.0]),
            both(200.0, 100.0, 189.0, part(89.0 / 100.0)),
        ),
        case(
            "as slow as before is nothing",
            of([200.0, 100.0, 111.0]),
            both(200.0, 100.0, 111.0, Back::Nothing),
        ),
        case(
            "a tenth of what was lost is a part",
            of([1100.0, 100.0, 200.0]),
            both(1100.0, 100.0, 200.0, part(100.0 / 1000.0)),
        ),
        case(
            "less than a tenth is nothing",
            of([1111.0, 100.0, 200.0]),
            both(1111.0, 100.0, 200.0, Back::Nothing),
        ),
        case(
            "a tenth slower is a loss",
            of([200.0, 180.0, 0.0]),
            [says(Torture::Loss(lost(200.0, 180.0)))],
        ),
        case(
            "less than a tenth is none, and TRIM has nothing to bring back",
            of([200.0, 181.0, 200.0]),
            {
                let [clean, tortured] = [200.0, 181.0].map(Spread::single);
                [says(Torture::Loss(loss(Difference::None, clean, tortured)))]
            },
        ),
        case(
            "without a clean pass the loss is not known",
            of([0.0, 100.0, 180.0]),
            [says(Torture::WithoutClean {
                tortured_mb_per_s: 100.0,
                trimmed_mb_per_s: 180.0,
                data: written(None),
            })],
        ),
        case(
            "a tortured pass alone says nothing",
            of([0.0, 100.0, 0.0]),
            [],
        ),
    ];
    let more = [
        repetitions(),
        vec![without_trim(), failed()],
        details(),
        kinds_of_data(),
    ];
    cases.extend(more.into_iter().flatten());
    cases
}

fn without_trim() -> Case {
    let mut run = passes(run("a"), [200.0, 100.0, 0.0]);
    run.header.identity.discard = None;
    let found = [Torture::Loss(lost(200.0, 100.0)), Torture::TakesNoTrim];
    case(
        "a drive that takes no TRIM keeps its loss",
        [run],
        found.map(says),
    )
}

fn failed() -> Case {
    let run = passes(run("a"), [200.0, 100.0, 190.0]).failed();
    let found = [says(Torture::Loss(lost(200.0, 100.0)))];
    case("a pass that failed is no pass", [run], found)
}

fn repetitions() -> Vec<Case> {
    let spread = Spread::new;
    let noise = |trimmed, than, other| {
        Back::Noise(Noise {
            trimmed,
            than,
            other,
        })
    };
    let (clean, tortured) = (spread(200.0, 180.0, 220.0), spread(100.0, 90.0, 130.0));
    let between = spread(170.0, 150.0, 185.0);
    let even = loss(Difference::Lower, clean, spread(100.0, 100.0, 101.0));
    vec![
        case(
            "what repeated runs do not tell from the tortured pass is noise",
            repeated(
                [
                    [180.0, 90.0, 110.0],
                    [200.0, 100.0, 125.0],
                    [220.0, 130.0, 140.0],
                ],
                passes,
            ),
            [
                says(Torture::Loss(loss(Difference::Lower, clean, tortured))),
                trim(
                    125.0,
                    noise(spread(125.0, 110.0, 140.0), PassState::Tortured, tortured),
                ),
            ],
        ),
        case(
            "nor is what they do not tell from the clean one a part",
            repeated(
                [
                    [180.0, 100.0, 150.0],
                    [200.0, 100.0, 170.0],
                    [220.0, 101.0, 185.0],
                ],
                passes,
            ),
            [
                says(Torture::Loss(even)),
                trim(170.0, noise(between, PassState::Clean, clean)),
            ],
        ),
        case(
            "a loss that repeated runs do not tell is noise",
            repeated(
                [
                    [180.0, 170.0, 0.0],
                    [200.0, 175.0, 0.0],
                    [220.0, 190.0, 0.0],
                ],
                passes,
            ),
            [says(Torture::Loss(loss(
                Difference::Noise,
                clean,
                spread(175.0, 170.0, 190.0),
            )))],
        ),
    ]
}

/// A stall, and how often the drive was written over.
fn details() -> Vec<Case> {
    let stalled = |worst: u64| {
        let mut run = passes(run("a"), [200.0, 100.0, 0.0]);
        let seconds = (0..60).map(|second| if second == 30 { worst } else { 100 });
        let before = run.entries.len();
        run = run.seconds(("torture", "", "write"), seconds);
        run.entries.truncate(before);
        for sample in &mut run.samples {
            sample.bytes = sample.ios * 1_000_000;
        }
        [run]
    };
    let tortured = |bytes: u64| {
        let run = passes(run("a"), [200.0, 100.0, 0.0]).phase(("torture", "", "torture"));
        [run.with(|it| {
            it.duration_s = 1200.0;
            it.bytes = bytes;
        })]
    };
    let with = |change: fn(&mut Loss)| {
        let mut loss = lost(200.0, 100.0);
        change(&mut loss);
        [says(Torture::Loss(loss))]
    };
    vec![
        case(
            "a second below 40 % of the mean is a stall",
            stalled(39),
            with(|loss| loss.stall_mb_per_s = Some(39.0)),
        ),
        case("one of 40 % is none", stalled(40), with(|_| ())),
        case(
            "a drive that was written half over is told",
            tortured(CAPACITY / 2),
            with(|loss| loss.times_overwritten = Some(0.5)),
        ),
        case(
            "one that was written over is not",
            tortured(CAPACITY),
            with(|_| ()),
        ),
    ]
}

/// Passes of repeating and of random data: the worst is judged, and nothing that shrinks then
/// hides it.
fn kinds_of_data() -> Vec<Case> {
    let both = |repeating, random| {
        let run = passes(run("a"), repeating).with(|it| it.write_amplification = Some(0.3));
        [random_passes(run, random)]
    };
    let told = |says| Finding {
        evidence: format!("{WRITE}&data=2"),
        ..self::says(says)
    };
    let mut of_random = lost(140.0, 70.0);
    of_random.data = Written {
        class: DataClass::FullRandom,
        of_several: true,
        shrunk: None,
    };
    of_random.others = vec![OfOther {
        class: DataClass::Repeating,
        clean: Some(189.0),
        tortured: 189.0,
    }];
    let mut of_repeating = lost(200.0, 100.0);
    of_repeating.data.of_several = true;
    of_repeating.others = vec![OfOther {
        class: DataClass::FullRandom,
        clean: None,
        tortured: 120.0,
    }];
    vec![
        case(
            "random data is the worst",
            both([189.0, 189.0, 0.0], [140.0, 70.0, 0.0]),
            [told(Torture::Loss(of_random))],
        ),
        case(
            "repeating data is the worst",
            both([200.0, 100.0, 0.0], [0.0, 120.0, 0.0]),
            [self::says(Torture::Loss(of_repeating))],
        ),
    ]
}

#[test]
fn torture_is_judged_by_what_passes_lose_and_trim_brings_back() {
    hold(cases(), |says| matches!(says, Says::Torture(_)));
}
