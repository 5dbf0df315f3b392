//! Why passes do not say what torture leaves.

use super::torture::{WRITE, passes};
use crate::case::{Case, case, hold, unjudged};
use crate::made::{CAPACITY, Made, run};
use fourcorners_bench::record::{Measured, Run};
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::passes::Unfit;
use fourcorners_findings::judges::torture::Torture;
use serde_json::json;

/// The torture itself, and passes after it; none before it, so that what is judged says nothing.
fn tortured(change: impl FnOnce(&mut Measured)) -> Run {
    let run = run("a").phase(("torture", "", "torture")).with(|it| {
        it.duration_s = 1200.0;
        it.bytes = CAPACITY / 2;
    });
    passes(run.with(change), [0.0, 100.0, 0.0])
}

pub fn cases() -> Vec<Case> {
    let unfit = |why| [unjudged(WRITE, Says::Torture(Torture::Unfit(why)))];
    let span = |per_mille: u64| [tortured(|it| it.span_bytes = CAPACITY / 1000 * per_mille)];
    let lasting = |seconds: f64, times: f64| {
        [tortured(|it| {
            it.duration_s = seconds;
            it.bytes = (CAPACITY as f64 * times) as u64;
        })]
    };
    let short_pass = |seconds: f64| {
        let mut run = tortured(|_| ()).with(|it| it.duration_s = seconds);
        let disturbances = ["CPU use", "CPU use", "CPU governor"]
            .map(|about| json!({ "about": about, "found": "", "remedy": "" }));
        let disturbances = serde_json::from_value(disturbances.to_vec().into());
        run.header.disturbances = disturbances.expect("disturbances");
        [run]
    };
    let unknown = {
        let mut run = tortured(|_| ());
        run.header.identity.capacity = fourcorners_block::Blocks(0);
        [run]
    };
    let disturbed = || ["CPU use", "CPU governor"].map(String::from).into();
    vec![
        case(
            "a capacity that is not known",
            unknown,
            unfit(Unfit::ShareNotKnown),
        ),
        case(
            "98 % of the LBAs are not all",
            span(980),
            unfit(Unfit::NotAll { share: 0.98 }),
        ),
        case("99 % of them are", span(990), []),
        case("20 minutes are enough", lasting(1200.0, 0.5), []),
        case(
            "less is too short",
            lasting(1199.0, 0.5),
            unfit(Unfit::ShortTorture { seconds: 1199.0 }),
        ),
        case(
            "but for a drive that was written over",
            lasting(600.0, 1.0),
            [],
        ),
        case(
            "a pass of less than 10 s",
            short_pass(9.9),
            unfit(Unfit::ShortPass {
                seconds: 9.9,
                disturbed: disturbed(),
            }),
        ),
        case("a pass of 10 s", short_pass(10.0), []),
        case(
            "a pass that is slower after TRIM",
            [passes(run("a"), [0.0, 100.0, 90.0])],
            unfit(Unfit::Disagree {
                trimmed_mb_per_s: 90.0,
                tortured_mb_per_s: 100.0,
                disturbed: Vec::new(),
            }),
        ),
    ]
}

#[test]
fn passes_are_not_judged_where_they_say_nothing() {
    hold(cases(), |says| matches!(says, Says::Torture(_)));
}
