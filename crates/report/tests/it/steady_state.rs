//! Do page and tables say whether random writes became steady, when, or why not?

use crate::bed;

use bed::{consistency, entry, everywhere, measured, run};
use fourcorners_bench::record::{Run, Status, SteadyState};
use fourcorners_report::{NothingPrinted, PageData, Steady, tables};

fn only(data: &PageData) -> &Steady {
    let [steady] = data.steady.as_slice() else {
        panic!("{:?}", data.steady)
    };
    steady
}

fn findings(data: &PageData) -> Vec<&str> {
    let texts = data.judgements.iter().map(|one| one.text.as_str());
    texts
        .filter(|text| text.starts_with("steady state") || text.starts_with("no steady state"))
        .collect()
}

#[test]
fn is_a_consistency_run_cut_into_whole_minutes() {
    let mut runs = [consistency("even", (0..2000).map(|_| 100))];
    everywhere(&mut runs[0]);
    let data = PageData::new(&runs, &NothingPrinted);
    let steady = only(&data);
    // 20 s are left over.
    assert_eq!(steady.rounds, [100.0; 33]);
    assert_eq!(steady.reached_at_round, Some(5));
    let window = steady.window.as_ref().expect("a window");
    assert_eq!((window.first_round, window.mean), (29, 100.0));
    assert_eq!(window.fit, (100.0, 100.0));
    assert!(
        steady
            .sentence
            .ends_with("Written until round 5: 0.12 GB, 17 % of the tested capacity."),
        "{}",
        steady.sentence
    );
    // The figures are of the run's last five rounds, not of the first five.
    let said = "Steady state reached at round 5 (300 s) and kept to the end: spread 0.00 %";
    assert!(steady.sentence.starts_with(said), "{}", steady.sentence);
    assert_eq!(
        findings(&data),
        ["steady state (SNIA) after 300 s of random writes"]
    );
    assert!(tables(&runs, &NothingPrinted, Some(120)).contains("after 300 s"));
}

/// An M500 of 960 GB was "in SNIA's steady state after 540 s", when 6 % of the tested capacity was
/// written; an hour later it was half as fast again.
#[test]
fn even_rounds_of_a_hardly_written_drive_are_not_confirmed() {
    let runs = [consistency("slow", (0..2000).map(|_| 100))];
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(
        findings(&data),
        [
            "steady state not confirmed: SNIA's rule is met after 300 s, but the random writes \
             covered only 0.32 % of the tested capacity"
        ]
    );
    let sentence = &only(&data).sentence;
    let said = "Steady state not confirmed: spread 0.00 %";
    assert!(sentence.starts_with(said), "{sentence}");
    let said = "random writes covered only 0.32 % of the tested capacity.";
    assert!(sentence.ends_with(said), "{sentence}");
    // Platters keep no past.
    let mut disk = consistency("disk", (0..2000).map(|_| 100));
    disk.header.identity.rotational = Some(true);
    assert_eq!(
        findings(&PageData::new(&[disk], &NothingPrinted)),
        ["steady state (SNIA) after 300 s of random writes"]
    );
    let of_it = |text: &str| data.warnings.iter().any(|one| one.text.contains(text));
    assert!(of_it(
        "steady state not confirmed: the random writes of consistency covered less"
    ));
    // Four hours, which every drive was told, would write 2 % of this one.
    let remedies: String = data.warnings.iter().map(|one| one.to_string()).collect();
    assert!(remedies.contains("--duration 209h"), "{remedies}");
    assert!(tables(&runs, &NothingPrinted, Some(120)).contains("not confirmed"));
}

#[test]
fn is_it_said_why_a_drive_that_slows_down_is_not_steady() {
    // From 2999 IOPS to 1000: a fifth of what is left, in five minutes.
    let runs = [consistency(
        "slowing",
        (0..2000).map(|second| 2999 - second),
    )];
    let data = PageData::new(&runs, &NothingPrinted);
    let steady = only(&data);
    assert_eq!(steady.reached_at_round, None);
    let window = steady.window.as_ref().expect("a window");
    assert!((window.range_percent - 20.5).abs() < 0.1 && (window.slope_percent + 20.5).abs() < 0.1);
    for part in [
        "not reached in 33 rounds of 60 s",
        "(limit 20 %)",
        "drift -",
        "(limit 10 %)",
    ] {
        assert!(steady.sentence.contains(part), "{}", steady.sentence);
    }
    assert_eq!(
        findings(&data),
        ["no steady state (SNIA) in 1980 s of random writes"]
    );
    assert!(tables(&runs, &NothingPrinted, Some(120)).contains("not in 1980 s"));
}

#[test]
fn is_nothing_found_of_a_run_that_is_too_short_to_tell() {
    let runs = [consistency("short", (0..299).map(|_| 100))];
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(only(&data).window, None);
    assert!(only(&data).sentence.contains("(needs 5)"));
    assert!(findings(&data).is_empty());
    assert!(tables(&runs, &NothingPrinted, Some(120)).contains("too short"));
}

#[test]
fn is_a_drive_that_stands_still_not_steady() {
    let runs = [consistency(
        "still",
        (0..600).map(|second| u64::from(second < 60)),
    )];
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(
        (only(&data).reached_at_round, &only(&data).window),
        (None, &None)
    );
    assert!(
        only(&data)
            .sentence
            .contains("no I/O finished in the last 5 rounds")
    );
}

/// Five rounds of 100 IOPS, each so long.
fn until_steady(run: &mut Run, round_s: u64) {
    let mut figures = measured(500 * round_s, 5.0 * round_s as f64);
    figures.span_bytes = figures.bytes;
    figures.steady_state = Some(SteadyState {
        round_s,
        round_ios: vec![100 * round_s; 5],
        reached_at_round: Some(5),
        iops_mean: Some(100.0),
        range_percent: Some(0.0),
        slope_percent: Some(0.0),
    });
    let line = entry("steady-state", "measure", Status::Finished, Some(figures));
    run.entries.push(line);
}

#[test]
fn does_a_test_that_goes_on_until_steady_speak_for_the_drive() {
    let mut both = consistency("both", (0..2000).map(|second| 2999 - second));
    until_steady(&mut both, 60);
    let data = PageData::new(&[both], &NothingPrinted);
    assert_eq!(data.steady.len(), 2);
    assert_eq!(data.steady[1].rounds, [100.0; 5]);
    let of_the_other = "no steady state after 1980 s of consistency:";
    assert!(
        data.warnings[0].text.contains(of_the_other),
        "{:?}",
        data.warnings
    );
    assert_eq!(
        findings(&data),
        ["steady state (SNIA) after 300 s of random writes"]
    );
}

/// With `--duration 2s` a drive was found in SNIA's steady state after 10 s of random writes.
#[test]
fn are_rounds_of_seconds_not_judged() {
    let mut short = run("a drive");
    until_steady(&mut short, 2);
    let data = PageData::new(&[short], &NothingPrinted);
    assert_eq!(
        findings(&data),
        ["steady state not judged: rounds of 2 s (needs 60 s)"]
    );
    assert!(!data.judgements[0].judged);
    assert_eq!(
        only(&data).sentence,
        "Steady state not judged: rounds of 2 s (needs 60 s)."
    );
    // A consistency run beside it has rounds of a minute.
    let mut both = consistency("both", (0..2000).map(|_| 100));
    everywhere(&mut both);
    until_steady(&mut both, 2);
    let data = PageData::new(&[both], &NothingPrinted);
    assert_eq!(
        findings(&data),
        ["steady state (SNIA) after 300 s of random writes"]
    );
}

#[test]
fn is_an_interrupted_run_not_judged() {
    let mut stopped = run("stopped");
    let figures = measured(5000, 50.0);
    stopped.entries.push(entry(
        "consistency",
        "measure",
        Status::Interrupted,
        Some(figures),
    ));
    assert!(PageData::new(&[stopped], &NothingPrinted).steady.is_empty());
}

/// The story: a quick run was warned of as "no steady state after 10 s", which is no time in
/// which that shows; and commands stood in marks of Markdown that page and terminal do not know.
#[test]
fn are_rounds_of_seconds_warned_of_as_too_short_and_not_as_unsteady() {
    let unsteady = |round_s: u64| {
        let mut run = run("a drive");
        until_steady(&mut run, round_s);
        let measured = run.entries[0].measured.as_mut().expect("measured");
        let steady = measured.steady_state.as_mut().expect("rounds");
        steady.round_ios = (1..=5).map(|round| 100 * round * round_s).collect();
        (steady.reached_at_round, steady.iops_mean) = (None, None);
        run
    };
    let warning = |run: &Run| {
        let warnings = PageData::new(std::slice::from_ref(run), &NothingPrinted).warnings;
        let found = warnings.iter().find(|one| {
            one.text.starts_with("steady state") || one.text.starts_with("no steady state")
        });
        found.expect("a warning").to_string()
    };
    let short = unsteady(2);
    let said = warning(&short);
    for part in ["rounds of 2 s", "needs 60 s", "Leave --duration out"] {
        assert!(said.contains(part), "{part} in: {said}");
    }
    assert!(!said.contains("no steady state"), "{said}");
    assert!(tables(&[short], &NothingPrinted, Some(120)).contains("too short"));
    let long = unsteady(60);
    assert!(warning(&long).contains("no steady state after 300 s of steady-state"));

    let slowing = consistency("slowing", (0..2000).map(|second| 2999 - second));
    let said = warning(&slowing);
    assert!(
        said.contains("'fourcorners run steady-state slowing'"),
        "{said}"
    );
    assert!(!said.contains('`'), "{said}");
}
