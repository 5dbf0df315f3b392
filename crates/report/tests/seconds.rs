//! Does every second of random writes stand in its place, and is the end of a run that of the run that is shown?

mod bed;

use bed::consistency;
use fourcorners_bench::record::{Run, Status};
use fourcorners_report::{Mark, PageData, figures};

fn none(_: &Run) -> Vec<Mark> {
    Vec::new()
}

/// Lines are left out that cannot be read; all seconds behind one stood a second too early, and the last was none.
#[test]
fn does_a_broken_line_leave_a_gap_and_all_other_seconds_where_they_were() {
    let mut run = consistency(
        "a drive",
        (0..2000).map(|s| if s < 1400 { 9000 } else { 1000 }),
    );
    run.samples
        .retain(|sample| ![3, 1399, 1700].contains(&sample.second));
    run.samples.swap(5, 900);
    let data = PageData::new(std::slice::from_ref(&run), &none);
    let shown = &data.consistency[0];
    assert_eq!(shown.iops.len(), 2000);
    let missing = shown
        .iops
        .iter()
        .enumerate()
        .filter(|(_, ios)| ios.is_none());
    let missing: Vec<usize> = missing.map(|(second, _)| second).collect();
    assert_eq!(missing, [3, 1399, 1700]);
    assert_eq!(
        (shown.mean_late, shown.min_late),
        (Some(1000.0), Some(1000))
    );
    assert_eq!(data.steady[0].rounds.len(), 33);
    assert_eq!(
        data.steady[0].rounds[28], 1000.0,
        "a lost second is no stall"
    );
    let figures = figures(&run);
    let late = figures
        .iter()
        .find(|figure| figure.label.contains("mean from 1400 s"));
    assert_eq!(late.expect("a figure").value, 1000.0);
}

/// A killed run of 2000 s set the second from which all drives are compared, and so took the finding of a finished one of 600 s.
#[test]
fn does_a_killed_run_leave_the_findings_of_the_others_alone() {
    let level = |name: &str, seconds: u32| consistency(name, (0..seconds).map(|_| 1000));
    let mut killed = level("killed", 2000);
    killed.entries[0].status = Status::Interrupted;
    let data = PageData::new(&[level("finished", 600), killed], &none);
    assert_eq!((data.duration_s, data.late_from_s), (600, 420));
    let found = data
        .judgements
        .iter()
        .find(|one| one.rule.name == "evenness");
    assert!(found.expect("a finding").text.starts_with("steady"));
}

/// A finished run decides for all: what is over before has no end there, and says so.
#[test]
fn is_the_end_of_all_drives_at_the_same_second() {
    let level = |name: &str, seconds: u32| consistency(name, (0..seconds).map(|_| 1000));
    let data = PageData::new(&[level("long", 2000), level("short", 600)], &none);
    let found = |drive: usize| data.judgements.iter().find(|one| one.drive == drive);
    assert!(found(0).expect("a finding").judged);
    let short = found(1).expect("a reason");
    assert_eq!(short.rule.name, "enough seconds");
    assert!(
        short.text.contains("its 600 s end before second 1400"),
        "{}",
        short.text
    );
}

/// The run was shown whose mean of all seconds is the median: its end could be the worst or the best of the repetitions, though the
/// interval beside it was that of the ends.
#[test]
fn is_the_end_of_repeated_runs_the_median_of_their_ends() {
    let of = |early: u64, late: u64| {
        consistency(
            "a drive",
            (0..2000).map(move |s| if s < 1400 { early } else { late }),
        )
    };
    let data = PageData::new(&[of(9000, 1000), of(5000, 3000), of(1000, 2000)], &none);
    let shown = &data.consistency[0];
    assert_eq!(
        (shown.mean_late, shown.late_low, shown.late_high),
        (Some(2000.0), Some(1000.0), Some(3000.0))
    );
    assert_eq!(
        (shown.min_late, shown.iops[0]),
        (Some(2000), Some(1000)),
        "of one run"
    );
    assert_eq!(
        data.steady[0].rounds[0], 1000.0,
        "and that of steadiness, too"
    );
}
