//! Is what is expected understood, refused where it makes no sense, and answered by what was
//! measured?

use crate::bed;

use bed::{entry, measured, run};
use fourcorners_bench::record::{Entry, Failure, NotRun, Status, SteadyState};
use fourcorners_bench::{Library, Options, Plan, plan};
use fourcorners_block::Seed;
use fourcorners_report::{Answer, ExpectError, Expectation};
use proptest::prelude::*;

const SUITE: &str = r#"
name = "ci"
title = ""
why = ""
comparable = true
[[test]]
id = "writes"
[[test]]
id = "writes"
spare_percent = 25
[[test]]
id = "passes"
[[test]]
id = "once"
"#;
const STATES: &str = r#"
[filled]
base = "new"
why = ""
work = { op = "write", pattern = "sequential", block = "128KiB", queue_depth = 32, span = "all", until = "pass" }
"#;

fn test(id: &str, phases: &[&str]) -> (String, String) {
    let mut text = format!("id = \"{id}\"\ntitle = \"\"\nwhy = \"\"\nsource = \"\"\n");
    for phase in phases {
        text += &format!(
            "[[phase]]\nname = \"{phase}\"\nfrom = \"filled\"\nwork = {{ op = \"write\", pattern = \
             \"random\", block = \"4KiB\", queue_depth = 1, span = \"all\", until = \"duration\", \
             duration_s = 5 }}\n"
        );
    }
    (format!("tests/{id}.toml"), text)
}

fn library() -> Library {
    let tests = [
        test("writes", &["before", "measure"]),
        test("passes", &["read", "write"]),
        test("once", &["pass"]),
        test("elsewhere", &["measure"]),
    ];
    let files = [("ci.toml", SUITE), ("states.toml", STATES)];
    let tests = tests
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()));
    Library::new(files.into_iter().chain(tests)).expect("a library")
}

fn planned() -> Plan {
    let identity = run("drive").header.identity;
    plan(&library(), "ci", &identity, &Options::default(), Seed(1)).expect("a plan")
}

/// Parsed, completed, and found planned.
fn expectation(text: &str) -> Result<Expectation, String> {
    let said = |error: ExpectError| match &error.hint {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    };
    let expectation: Expectation = text.parse()?;
    let expectation = expectation.complete(&library()).map_err(said)?;
    expectation.is_planned(&planned()).map_err(said)?;
    Ok(expectation)
}

fn answer(text: &str, results: &[Entry]) -> Answer {
    expectation(text).expect(text).answer(results)
}

/// 10 000 IOPS in `phase` of `test`, 40 ms at worst.
fn finished(test: &str, phase: &str) -> Entry {
    entry(test, phase, Status::Finished, Some(measured(50_000, 5.0)))
}

#[test]
fn is_an_expectation_compared_with_what_was_measured() {
    let results = [finished("writes", "before"), finished("writes", "measure")];
    for (text, met) in [
        ("writes.iops_mean >= 10000", true),
        ("writes.iops_mean>10000", false),
        (" writes.iops_mean <= 1e4 IOPS ", true),
        ("writes.iops_mean < 10000", false),
        ("writes.iops_mean < 10000.1", true),
        ("writes.ios == 50000", true),
        ("writes/before.ios == 50001", false),
        ("writes/measure.latency_max_us <= 40 ms", true),
        ("writes.latency_max_us < 0.04s", false),
        ("writes.bytes >= 195 MiB", true),
        ("writes.duration_s >= 5000 ms", true),
        ("writes.throughput_mb_per_s > 40.9 MB/s", true),
        ("writes.queue_depth == 32", true),
    ] {
        let answer = answer(text, &results);
        assert_eq!((answer.met, answer.value.is_some()), (met, true), "{text}");
    }
}

#[test]
fn is_the_only_phase_meant_where_none_is_named() {
    let answer = answer("once.iops_mean > 1", &[finished("once", "pass")]);
    assert_eq!((answer.phase.as_str(), answer.met), ("pass", true));
}

#[test]
fn is_a_variant_taken_with_either_sign_and_not_for_the_plain_test() {
    let mut spare = finished("writes", "measure");
    spare.variant = "spare-25".into();
    let results = [spare];
    assert!(answer("writes+spare-25.ios > 1", &results).met);
    assert!(answer("writes:spare-25/measure.ios > 1", &results).met);
    let plain = answer("writes.ios > 1", &results);
    assert_eq!(
        plain.reason.as_deref(),
        Some("the run ended before this test")
    );
    assert!(!plain.met);
}

#[test]
fn is_what_was_not_measured_not_met_and_told_why() {
    let text = || "because".to_string();
    let because = || NotRun::Earlier { text: text() };
    let failure = || Failure::Earlier { text: text() };
    let partly = Some(measured(50_000, 5.0));
    for (status, figures, why) in [
        (
            Status::Skipped { because: because() },
            None,
            "skipped: because",
        ),
        (
            Status::Failed { failure: failure() },
            None,
            "failed: because",
        ),
        (Status::Interrupted, partly, "interrupted"),
    ] {
        let answer = answer(
            "writes.iops_mean > 0",
            &[entry("writes", "measure", status, figures)],
        );
        assert_eq!((answer.met, answer.value), (false, None));
        assert_eq!(answer.reason.as_deref(), Some(why));
    }
    // A test that was skipped as a whole has no phase.
    let skipped = entry("writes", "", Status::Skipped { because: because() }, None);
    let whole = answer("writes.iops_mean < 1e9", &[skipped]);
    assert_eq!(whole.reason.as_deref(), Some("skipped: because"));
    let unknown = answer(
        "writes.write_amplification < 9",
        &[finished("writes", "measure")],
    );
    assert_eq!(
        unknown.reason.as_deref(),
        Some("its results have no write_amplification")
    );
}

/// A drive that finished nothing has 0 us in its results, and met every limit of latency.
#[test]
fn is_no_limit_of_latency_met_where_no_io_finished() {
    let mut nothing = finished("writes", "measure");
    let figures = nothing.measured.as_mut().expect("figures");
    (figures.ios, figures.latency_max_us) = (0, 0.0);
    let results = [nothing];
    let answer = answer("writes.latency_max_us < 1 ms", &results);
    assert_eq!((answer.met, answer.value), (false, None));
    assert!(answer.measured().contains("no I/O finished"));
}

#[test]
fn can_the_figures_of_a_steady_state_be_expected() {
    let mut steady = finished("writes", "measure");
    steady.measured.as_mut().expect("figures").steady_state = Some(SteadyState {
        round_s: 60,
        round_ios: vec![1; 7],
        reached_at_round: Some(7),
        iops_mean: Some(900.0),
        range_percent: Some(1.0),
        slope_percent: Some(-2.0),
    });
    let results = [steady];
    assert!(answer("writes.steady_state.iops_mean < 1000 IOPS", &results).met);
    assert!(answer("writes.steady_state.reached_at_round == 7", &results).met);
    assert!(answer("writes.steady_state.slope_percent > -3 %", &results).met);
}

#[test]
fn is_nonsense_refused_with_what_is_allowed() {
    for (text, expected) in [
        (
            "writes.iops_men >= 1",
            "the nearest are iops_mean, iops_min",
        ),
        ("writes.frobnication >= 1", "unknown metric 'frobnication'"),
        ("writes >= 1", "expected TEST.METRIC"),
        (".iops_mean >= 1", "missing test before"),
        ("writes.iops_mean", "one of >= > <= < =="),
        ("writes.iops_mean = 1", "one of >= > <= < =="),
        ("writes.iops_mean >= ", "'' is not a number"),
        ("writes.iops_mean >= many", "'many' is not a number"),
        ("writes.iops_mean >= NaN", "'NaN' is not a number"),
        ("writes.iops_mean >= 1e999", "is not a number"),
        ("writes.iops_mean == 5", "use >= and <="),
        ("writes.iops_mean > 5 ms", "use IOPS or no unit"),
        ("writes.stalls < 5 ms", "has no unit"),
        ("writes.op > 5", "unknown metric 'op'"),
        (
            "writs.iops_mean > 5",
            "no test is called 'writs'\nhint: did you mean 'writes'?",
        ),
        (
            "elsewhere.iops_mean > 5",
            "is not part of ci\nhint: available:",
        ),
        (
            "passes.iops_mean > 5",
            "several phases; name one\nhint: available: 'passes/read', 'passes/write'",
        ),
        (
            "passes/raed.iops_mean > 5",
            "no phase 'raed'\nhint: available: 'passes/read'",
        ),
        (
            "writes+spare-7.iops_mean > 5",
            "available: 'writes', 'writes+spare-25'",
        ),
        ("passes+spare-25/read.iops_mean > 5", "available: 'passes'"),
    ] {
        let refusal = expectation(text).expect_err(text);
        assert!(refusal.contains(expected), "{text}: {refusal}");
    }
}

proptest! {
    #[test]
    fn is_any_text_an_expectation_or_a_sentence(text in "\\PC*|[a-z+:/.]{0,20}\\.iops_mean \
        *[<>=]{0,3} *[0-9eE.+-]{0,6} *[a-zµ%]{0,3}") {
        if let Err(refusal) = text.parse::<Expectation>() {
            prop_assert!(refusal.len() > 20, "{}", refusal);
        }
    }
}
