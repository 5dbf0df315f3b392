//! What a rest brings back.

use super::torture::passes;
use crate::case::{Case, case, hold, kept, told, unjudged};
use crate::made::{Made, repeated, run};
use fourcorners_bench::Role;
use fourcorners_bench::record::Run;
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::rest::Rest;
use fourcorners_findings::pages::{Pages, Place};
use fourcorners_findings::spread::Spread;

const WRITE: &str = "idle-write?drive=1";

/// Write passes at once and after the rest, in MB/s.
fn rested(run: Run, [at_once, rested]: [f64; 2]) -> Run {
    let pages = Pages::default();
    let passes = [(Role::PassAtOnce, at_once), (Role::RestedPass, rested)].into_iter();
    passes.fold(run, |run, (role, mb_per_s)| {
        let passes = pages.all_with(role);
        let write = passes.iter().find(|one| one.phase.ends_with("write"));
        let Place { test, phase } = *write.expect("a write pass");
        run.speed((test, "", phase), mb_per_s)
    })
}

pub fn cases() -> Vec<Case> {
    let of = |speeds, others| [passes(rested(run("a"), speeds), others)];
    let says = |says| [told(WRITE, Says::Rest(says))];
    let silent = |says| [kept(WRITE, Says::Rest(says))];
    let unjudged = |says| [unjudged(WRITE, Says::Rest(says))];
    let clean = |whole: f64| [whole, 0.0, 0.0];
    let at_once = 100.0;
    let rested_for = |seconds: u64| [rested(run("a"), [100.0, 120.0]).cut_to(seconds)];
    let lasting =
        |seconds: f64| [rested(run("a"), [100.0, 120.0]).with(|it| it.duration_s = seconds)];
    let faster = Rest::Faster {
        at_once,
        rested: 120.0,
    };
    let brings_back = Rest::BringsBack {
        percent: 9.0 / 90.0 * 100.0,
        at_once,
        rested: 109.0,
        whole: 190.0,
    };
    let hardly = |rested, but_trim_does| Rest::Hardly {
        at_once,
        rested,
        whole: 190.0,
        but_trim_does,
    };
    let noise = Rest::Noise {
        at_once: Spread::new(100.0, 90.0, 120.0),
        rested: Spread::new(125.0, 110.0, 130.0),
    };
    let nothing_lost = |whole| Rest::NothingLost {
        at_once,
        rested: 100.0,
        whole,
    };
    vec![
        case(
            "no pass after the rest",
            [rested(run("a"), [100.0, 120.0]).failed()],
            [],
        ),
        case(
            "three hours are a rest",
            rested_for(10_800),
            says(faster.clone()),
        ),
        case(
            "less is none",
            rested_for(10_799),
            unjudged(Rest::ShortRest { seconds: 10_799.0 }),
        ),
        case("a pass of 10 s", lasting(10.0), says(faster.clone())),
        case(
            "a shorter one",
            lasting(9.9),
            unjudged(Rest::ShortPass { seconds: 9.9 }),
        ),
        case(
            "a tenth faster",
            of([100.0, 120.0], clean(190.0)),
            says(faster),
        ),
        case(
            "what repeated runs do not tell apart is noise",
            repeated([[90.0, 110.0], [100.0, 125.0], [120.0, 130.0]], rested),
            silent(noise),
        ),
        case(
            "without a clean pass the loss is not known",
            of([100.0, 105.0], clean(0.0)),
            unjudged(Rest::WithoutClean {
                at_once,
                rested: 105.0,
            }),
        ),
        case(
            "less than a tenth below the clean pass",
            of([100.0, 100.0], clean(111.0)),
            silent(nothing_lost(111.0)),
        ),
        case(
            "the trimmed pass stands in for it",
            of([100.0, 100.0], [0.0, 0.0, 111.0]),
            silent(nothing_lost(111.0)),
        ),
        case(
            "a tenth of what was lost is brought back",
            of([100.0, 109.0], clean(190.0)),
            says(brings_back),
        ),
        case(
            "less is hardly any",
            of([100.0, 108.0], clean(190.0)),
            says(hardly(108.0, false)),
        ),
        case(
            "which TRIM brings back",
            of([100.0, 108.0], [190.0, 100.0, 190.0]),
            says(hardly(108.0, true)),
        ),
        case(
            "or not",
            of([100.0, 108.0], [190.0, 100.0, 120.0]),
            says(hardly(108.0, false)),
        ),
    ]
}

#[test]
fn rest_is_judged_by_what_passes_gain_of_what_was_lost() {
    hold(cases(), |says| matches!(says, Says::Rest(_)));
}
