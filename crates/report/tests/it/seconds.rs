//! Does every second of random writes stand in its place, and is the end of a run that of the run
//! that is shown?

use crate::bed;

use bed::{consistency, everywhere};
use fourcorners_bench::record::{NandSample, Status};
use fourcorners_report::{NothingPrinted, PageData, figures, tables};

/// Lines are left out that cannot be read; all seconds behind one stood a second too early, and the
/// last was none.
#[test]
fn does_a_broken_line_leave_a_gap_and_all_other_seconds_where_they_were() {
    let mut run = consistency(
        "a drive",
        (0..2000).map(|s| if s < 1400 { 9000 } else { 1000 }),
    );
    run.samples
        .retain(|sample| ![3, 1399, 1700].contains(&sample.second));
    run.samples.swap(5, 900);
    let data = PageData::new(std::slice::from_ref(&run), &NothingPrinted);
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
        shown.end.map(|end| (end.median, end.mean, end.worst)),
        Some((1000.0, 1000.0, 1000))
    );
    assert_eq!(data.steady[0].rounds.len(), 33);
    assert_eq!(
        data.steady[0].rounds[28], 1000.0,
        "a lost second is no stall"
    );
    let figures = figures(&run);
    let late = figures
        .iter()
        .find(|figure| figure.label.contains("mean after 1400 s"));
    assert_eq!(late.expect("a figure").value, 1000.0);
}

/// A killed run of 2000 s set the second from which all drives are compared, and so took the
/// finding of a finished one of 600 s.
#[test]
fn does_a_killed_run_leave_the_findings_of_the_others_alone() {
    let level = |name: &str, seconds: u32| consistency(name, (0..seconds).map(|_| 1000));
    let mut killed = level("killed", 2000);
    killed.entries[0].status = Status::Interrupted;
    let mut finished = level("finished", 600);
    everywhere(&mut finished);
    let data = PageData::new(&[finished, killed], &NothingPrinted);
    assert_eq!((data.duration_s, data.late_from_s), (600, 420));
    let found = data
        .judgements
        .iter()
        .find(|one| one.rule.name == "evenness");
    assert!(found.expect("a finding").text.contains("consistent"));
}

/// A finished run decides for all: what is over before has no end there, and says so.
#[test]
fn is_the_end_of_all_drives_at_the_same_second() {
    let level = |name: &str, seconds: u32| consistency(name, (0..seconds).map(|_| 1000));
    let data = PageData::new(&[level("long", 2000), level("short", 600)], &NothingPrinted);
    let found = |drive: usize| data.judgements.iter().find(|one| one.drive == drive);
    assert!(found(0).expect("a finding").judged);
    let short = found(1).expect("a reason");
    assert_eq!(short.rule.name, "enough seconds");
    assert!(
        short
            .text
            .contains("ended after 600 s; drives are compared from 1400 s"),
        "{}",
        short.text
    );
}

/// The run was shown whose mean of all seconds is the median: its end could be the worst or the
/// best of the repetitions, though the interval beside it was that of the ends.
#[test]
fn is_the_end_of_repeated_runs_the_median_of_their_ends() {
    let of = |early: u64, late: u64| {
        consistency(
            "a drive",
            (0..2000).map(move |s| if s < 1400 { early } else { late }),
        )
    };
    let data = PageData::new(
        &[of(9000, 1000), of(5000, 3000), of(1000, 2000)],
        &NothingPrinted,
    );
    let shown = &data.consistency[0];
    assert_eq!(
        shown.end.map(|end| (end.median, end.low, end.high)),
        Some((2000.0, 1000.0, 3000.0))
    );
    assert_eq!(
        (shown.end.map(|end| end.worst), shown.iops[0]),
        (Some(2000), Some(1000)),
        "of one run"
    );
    assert_eq!(
        data.steady[0].rounds[0], 1000.0,
        "and that of steadiness, too"
    );
}

/// The story: behind a line that could not be read all that the NAND did stood a second too early,
/// beside the plot of the host's seconds, which keeps them in their places.
#[test]
fn does_what_the_nand_did_stand_at_its_second() {
    let mut run = consistency("a drive", (0..150).map(|_| 1000));
    for sample in &mut run.samples {
        let second = u64::from(sample.second);
        sample.nand = Some(NandSample {
            host_units: 100,
            moved_units: second,
            erases: 2 * second,
            free_superblocks: 1000 - second,
            stalls: Some(second),
            stall_ns: Some(second * 1_000_000),
        });
    }
    run.samples.retain(|sample| sample.second != 7);
    run.samples.swap(3, 90);
    let data = PageData::new(std::slice::from_ref(&run), &NothingPrinted);
    let [why] = data.why.as_slice() else {
        panic!("{:?}", data.why)
    };
    assert_eq!((why.step_s, why.moved_units_per_s.len()), (1, 150));
    for second in 0..150 {
        let known = (second != 7).then_some(second);
        let place = second as usize;
        assert_eq!(why.moved_units_per_s[place], known);
        assert_eq!(why.erases_per_s[place], known.map(|s| 2 * s));
        assert_eq!(why.free_superblocks[place], known.map(|s| 1000 - s));
        assert_eq!((why.stalls[place], why.stalled_ms[place]), (known, known));
        let share = known.map(|s| (100 + s) as f64 / 100.0);
        assert_eq!(why.write_amplification[place], share);
    }
    // Of a step of several seconds those count that are known.
    let mut long = consistency("long", (0..400).map(|_| 1000));
    for sample in &mut long.samples {
        let moved_units = if sample.second == 9 { 30 } else { 10 };
        let quiet = run.samples[0].nand.expect("an account");
        sample.nand = Some(NandSample {
            moved_units,
            ..quiet
        });
    }
    long.samples.retain(|sample| sample.second != 8);
    let why = &PageData::new(&[long], &NothingPrinted).why[0];
    assert_eq!((why.step_s, why.moved_units_per_s.len()), (2, 200));
    assert_eq!(why.moved_units_per_s[3..6], [Some(10), Some(30), Some(10)]);
}

/// The story: of a run of 2 s the table told the mean of the "first 100 s".
#[test]
fn is_a_mean_called_that_of_as_many_seconds_as_there_were() {
    let of = |name: &str, seconds: u32| consistency(name, (0..seconds).map(|_| 1234));
    let short = tables(&[of("short", 2)], &NothingPrinted, Some(160));
    assert!(
        short.contains("first 2 s") && !short.contains("100 s"),
        "{short}"
    );
    let both = tables(
        &[of("long", 2000), of("short", 2)],
        &NothingPrinted,
        Some(160),
    );
    assert!(
        both.contains("first 100 s") && both.contains("1234 in 2 s"),
        "{both}"
    );
}
