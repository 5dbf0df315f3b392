//! Are drives set side by side figure by figure, and is a difference called one only where runs
//! bear it out?

use crate::bed;
use fourcorners_bench::record::{FailedOp, Failure, IoFailure, NotComparable};

use bed::{asked_for, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_block::DriveKind;
use fourcorners_report::{
    ComparedFigure, Comparison, NothingPrinted, PageData, Verdict, compare, comparison_text,
};

const TEST: &str = "sequential-write-128k";

/// A run that wrote so fast, under a folder's name of its own.
fn wrote(name: &str, folder: &str, mb_per_s: f64) -> Run {
    let mut run = run(name);
    run.path = format!("runs/{folder}").into();
    let mut figures = measured(1000, 10.0);
    figures.pattern = "sequential".into();
    figures.throughput_mb_per_s = mb_per_s;
    run.entries
        .push(entry(TEST, "measure", Status::Finished, Some(figures)));
    run
}

fn speed(comparison: &Comparison) -> &ComparedFigure {
    let mut figures = comparison.figures.iter();
    let found = figures.find(|figure| figure.test == TEST && figure.unit == "MB/s");
    found.expect("the test's speed")
}

fn verdicts(comparison: &Comparison) -> Vec<Verdict> {
    let values = speed(comparison).values.iter().flatten();
    values.map(|value| value.verdict).collect()
}

#[test]
fn is_a_difference_within_the_runs_called_not_distinguishable() {
    let of = |a: &[f64], b: &[f64]| {
        let runs = |name: &'static str, speeds: &[f64]| {
            let named = speeds.iter().enumerate();
            let runs = named.map(|(n, speed)| wrote(name, &format!("{name} {n}"), *speed));
            runs.collect::<Vec<_>>()
        };
        compare(&[runs("a", a), runs("b", b)].concat())
    };
    let level = of(&[100.0, 110.0, 105.0], &[109.0, 120.0, 115.0]);
    assert_eq!(verdicts(&level), [Verdict::NotDistinguishable; 2]);
    let apart = of(&[100.0, 110.0, 105.0], &[111.0, 120.0, 115.0]);
    assert_eq!(verdicts(&apart), [Verdict::Behind, Verdict::Best]);
    let value = speed(&apart).values[1].expect("measured");
    assert_eq!(
        (value.value, value.low, value.high, value.runs),
        (115.0, 111.0, 120.0, 3)
    );
    let change = value.change_percent.expect("a change from the first");
    assert!(
        (change - (115.0 / 105.0 - 1.0) * 100.0).abs() < 1e-9,
        "{change}"
    );
    assert_eq!(
        speed(&apart).values[0].and_then(|value| value.change_percent),
        None
    );
}

#[test]
fn is_the_lower_of_two_latencies_the_better() {
    let mut slow = wrote("slow", "slow", 1.0);
    let mut fast = wrote("fast", "fast", 1.0);
    for (run, p999_us) in [(&mut slow, 900.0), (&mut fast, 90.0)] {
        let measured = run.entries[0].measured.as_mut().expect("measured");
        measured.pattern = "random".into();
        measured.latency_p999_us = p999_us;
    }
    let comparison = compare(&[slow, fast]);
    let mut figures = comparison.figures.iter();
    let p999 = figures
        .find(|figure| figure.label.contains("p99.9"))
        .expect("latency");
    assert!(!p999.more_is_better);
    let verdicts = p999.values.iter().flatten().map(|value| value.verdict);
    assert_eq!(
        verdicts.collect::<Vec<_>>(),
        [Verdict::Behind, Verdict::Best]
    );
}

#[test]
fn is_what_only_one_drive_was_put_through_no_victory() {
    let mut more = wrote("more", "more", 50.0);
    more.entries[0].test = "sequential-read-128k".into();
    let comparison = compare(&[wrote("less", "less", 40.0), more]);
    assert_eq!(verdicts(&comparison), [Verdict::Alone]);
    assert_eq!(speed(&comparison).values[1], None);
}

/// A drive before and after an update of its firmware has the same name and serial number; its two
/// runs stood on one page as repetitions of each other, and the difference as noise.
#[test]
fn is_one_drive_under_two_firmwares_engines_or_versions_compared_and_not_averaged() {
    let mut after = wrote("drive", "after", 200.0);
    after.header.identity.firmware = "0309".into();
    let mut before = wrote("drive", "before", 100.0);
    before.header.identity.firmware = "0009".into();
    let mut newer = wrote("drive", "newer", 150.0);
    newer.header.identity.firmware = "0309".into();
    newer.header.version = "9.0.0".into();
    let comparison = compare(&[before, after, newer]);
    let models: Vec<&str> = comparison
        .drives
        .iter()
        .map(|drive| drive.model.as_str())
        .collect();
    assert_eq!(
        models,
        [
            "drive (firmware 0009)",
            "drive (firmware 0309, fourcorners 0)",
            "drive (firmware 0309, fourcorners 9.0.0)"
        ]
    );
    assert_eq!(
        verdicts(&comparison),
        [Verdict::Behind, Verdict::Best, Verdict::Behind]
    );
    assert!(
        comparison
            .notes
            .iter()
            .any(|note| note.contains("different versions")),
        "{:?}",
        comparison.notes
    );
}

/// 20 s and 600 s of one test were medians of each other: 51.5 MB/s, "51.5 to 210".
#[test]
fn are_runs_of_other_lengths_or_data_no_repetitions_and_is_nothing_said_of_other_lengths() {
    let lasting = |seconds: u64| {
        let mut run = wrote("drive", &format!("{seconds}"), 100.0 + seconds as f64);
        let mut asked = asked_for();
        asked.tests.duration_s = Some(seconds);
        run.header.request = Some(asked);
        run.entries[0]
            .measured
            .as_mut()
            .expect("measured")
            .duration_s = seconds as f64;
        run
    };
    let comparison = compare(&[lasting(20), lasting(600)]);
    let models: Vec<&str> = comparison
        .drives
        .iter()
        .map(|drive| drive.model.as_str())
        .collect();
    assert_eq!(
        models,
        ["drive (20 s per phase)", "drive (600 s per phase)"]
    );
    assert_eq!(verdicts(&comparison), [Verdict::Alone, Verdict::Otherwise]);
    assert_eq!(
        speed(&comparison).values[1].and_then(|value| value.change_percent),
        None
    );

    let mut zeros = wrote("drive", "zeros", 150.0);
    let mut asked = asked_for();
    asked.tests.conditions.data = Some("zero".parse().expect("data"));
    zeros.header.request = Some(asked);
    let mut plain = wrote("drive", "plain", 100.0);
    plain.header.request = Some(asked_for());
    let comparison = compare(&[plain, zeros]);
    let models: Vec<&str> = comparison
        .drives
        .iter()
        .map(|drive| drive.model.as_str())
        .collect();
    assert_eq!(models, ["drive (default)", "drive (zero data)"]);
    assert_eq!(verdicts(&comparison), [Verdict::Behind, Verdict::Best]);
}

/// A span of 8 GiB was cut to 128 MiB of a small drive, which won by 570 %.
#[test]
fn is_nothing_said_of_other_parts_of_a_drive() {
    let over = |name: &str, span_bytes: u64| {
        let mut run = wrote(name, name, 100.0);
        run.entries[0]
            .measured
            .as_mut()
            .expect("measured")
            .span_bytes = span_bytes;
        run
    };
    let found = compare(&[over("a", 8 << 30), over("b", 128 << 20), over("c", 8 << 30)]);
    let expected = [
        Verdict::NotDistinguishable,
        Verdict::Otherwise,
        Verdict::NotDistinguishable,
    ];
    assert_eq!(verdicts(&found), expected);
    // All of a drive is all of it, whatever its size.
    let found = compare(&[over("a", 256_000_000_000), over("b", 200_000_000_000)]);
    assert_eq!(verdicts(&found), [Verdict::NotDistinguishable; 2]);
}

/// One drive, a year later and half as fast: "2 runs: 703 [703 to 1407]", and nothing to set beside
/// it.
#[test]
fn is_a_real_drive_compared_with_itself_at_another_time() {
    let of = |folder: &str, repeat: u32, mb_per_s: f64| {
        let mut run = wrote("/dev/sdb", folder, mb_per_s);
        run.header.identity.kind = DriveKind::BlockDevice;
        run.header.repeat = repeat;
        run
    };
    let runs = [
        of("2025-sdb-seed1-r1", 1, 1400.0),
        of("2025-sdb-seed1-r2", 2, 1410.0),
        of("2026-sdb-seed1", 1, 703.0),
    ];
    let comparison = compare(&runs);
    let runs: Vec<usize> = comparison
        .drives
        .iter()
        .map(|drive| drive.runs.len())
        .collect();
    assert_eq!(runs, [2, 1]);
    assert_eq!(verdicts(&comparison), [Verdict::Best, Verdict::Behind]);
    assert!(
        comparison.drives[1].model.contains("2026-sdb"),
        "{:?}",
        comparison.drives
    );
}

/// A folder that was copied looked like a second run, and the note that one run has no spread was
/// gone.
#[test]
fn is_a_copy_of_a_run_no_second_run() {
    let runs = [
        wrote("a", "a", 1.0),
        wrote("a", "copy of a", 1.0),
        wrote("b", "b", 2.0),
    ];
    let comparison = compare(&runs);
    assert_eq!(comparison.drives[0].runs, ["a"]);
    assert_eq!(
        speed(&comparison).values[0].map(|value| value.runs),
        Some(1)
    );
}

/// A drive behind 3 Gbps and behind 6 Gbps is tested under two conditions.
#[test]
fn is_a_drive_behind_another_link_no_repetition() {
    let behind = |link: &str| {
        let mut run = wrote("drive", link, 100.0);
        run.header.conditions.link = Some(link.into());
        run
    };
    let comparison = compare(&[behind("3.0 Gbps"), behind("6.0 Gbps")]);
    let models: Vec<&str> = comparison
        .drives
        .iter()
        .map(|drive| drive.model.as_str())
        .collect();
    assert_eq!(models, ["drive (3.0 Gbps)", "drive (6.0 Gbps)"]);
}

/// A phase in which nothing finished had the best latency: 0 us.
#[test]
fn is_the_latency_of_no_io_no_figure() {
    let mut stalled = wrote("stalled", "stalled", 0.0);
    let measured = stalled.entries[0].measured.as_mut().expect("measured");
    (measured.pattern, measured.ios) = ("random".into(), 0);
    (measured.latency_max_us, measured.latency_p999_us) = (0.0, 0.0);
    let comparison = compare(&[stalled, wrote("b", "b", 2.0)]);
    let mut labels = comparison
        .figures
        .iter()
        .map(|figure| figure.label.as_str());
    assert!(
        labels.all(|label| !label.contains("latency")),
        "{:?}",
        comparison.figures
    );
}

#[test]
fn is_said_what_makes_a_comparison_say_less() {
    let mut real = wrote("real", "real", 100.0);
    real.header.identity.kind = DriveKind::BlockDevice;
    real.header.suite = "quick".into();
    let suite = "quick".into();
    real.header.not_comparable = vec![NotComparable::QuickLook { suite }];
    let notes = compare(&[wrote("simulated", "simulated", 90.0), real]).notes;
    for word in [
        "Different suites",
        "Simulated and real drives",
        "(real): 'quick'",
        "--repeat 3",
    ] {
        assert!(
            notes.iter().any(|note| note.contains(word)),
            "{word}: {notes:?}"
        );
    }
    let alone = compare(&[wrote("a", "a 1", 90.0), wrote("a", "a 2", 91.0)]);
    assert_eq!(alone.drives.len(), 1);
    assert!(
        alone.notes[0].contains("repeat one run"),
        "{:?}",
        alone.notes
    );
}

#[test]
fn does_what_disturbs_a_host_stand_on_the_page_with_its_remedy() {
    let mut disturbed = wrote("disk", "disk", 90.0);
    disturbed.header.disturbances = vec![Disturbance {
        about: "cpu-governor".into(),
        found: "powersave".into(),
        remedy: "cpupower frequency-set -g performance".into(),
        when_resumed: false,
    }];
    let page = PageData::new(&[disturbed], &NothingPrinted);
    let found = page
        .warnings
        .iter()
        .find(|one| one.text.contains("powersave"))
        .expect("a warning");
    assert!(
        found
            .text
            .starts_with("the host may have interfered: CPU governor"),
        "{}",
        found.text
    );
    assert!(
        found.remedy.contains("cpupower frequency-set"),
        "{}",
        found.remedy
    );
}

/// The story: of 30 runs each, one slow run of the better drive and one fast one of the other made
/// them not distinguishable.
#[test]
fn do_many_runs_tell_apart_what_their_extremes_do_not() {
    let runs = |name: &'static str, usual: f64, odd: f64, count: usize| {
        let speed = move |n: usize| match n {
            0 => odd,
            n => usual + n as f64 / 100.0,
        };
        (0..count).map(move |n| wrote(name, &format!("{name} {n}"), speed(n)))
    };
    let of = |count: usize| {
        let a = runs("a", 100.0, 120.0, count);
        let runs: Vec<Run> = a.chain(runs("b", 110.0, 90.0, count)).collect();
        verdicts(&compare(&runs))
    };
    assert_eq!(of(5), [Verdict::NotDistinguishable; 2]);
    assert_eq!(of(30), [Verdict::Behind, Verdict::Best]);
}

/// The story: `compare a/run b/run` of a drive file and its copy with one number changed showed one
/// name twice, and real drives whose folders had one name were taken for repetitions of each other.
#[test]
fn are_folders_of_one_name_told_apart_by_what_is_around_them() {
    let of = |folder: &str, behaviour: &str, mb_per_s: f64| {
        let mut run = wrote("drive", folder, mb_per_s);
        let mut asked = asked_for();
        asked.behaviour_sha256 = Some(behaviour.into());
        run.header.request = Some(asked);
        run
    };
    let comparison = compare(&[
        of("a/run", "1", 90.0),
        of("b/run", "2", 80.0),
        of("c", "3", 70.0),
    ]);
    let named: Vec<(&str, &str)> = comparison
        .drives
        .iter()
        .map(|drive| (&*drive.model, &*drive.runs[0]))
        .collect();
    let expected = [
        ("drive (a/run)", "a/run"),
        ("drive (b/run)", "b/run"),
        ("drive (c)", "c"),
    ];
    assert_eq!(named, expected);

    let real = |folder: &str, mb_per_s: f64| {
        let mut run = wrote("/dev/sdb", folder, mb_per_s);
        run.header.identity.kind = DriveKind::BlockDevice;
        run
    };
    let comparison = compare(&[
        real("a/run", 90.0),
        real("b/run", 80.0),
        real("b/copy", 80.0),
    ]);
    let runs: Vec<&str> = comparison
        .drives
        .iter()
        .flat_map(|drive| &drive.runs)
        .map(String::as_str)
        .collect();
    assert_eq!(runs, ["a/run", "b/run"], "and the copy of one counts once");
    assert_eq!(verdicts(&comparison), [Verdict::Best, Verdict::Behind]);
}

/// The story: the table of two drives wrapped at 80 columns, and nobody could tell which line a
/// figure was on.
#[test]
fn does_a_comparison_fit_the_terminal_with_every_figure_whole() {
    let mut runs = Vec::new();
    for (place, speed) in [200.0, 180.0, 90.0, 150.0].into_iter().enumerate() {
        let name = format!("a drive of a long name {place}");
        for (n, more) in [0.0, 1.5, 2.5].into_iter().enumerate() {
            runs.push(wrote(&name, &format!("20261122-{name}-{n}"), speed + more));
        }
    }
    let comparison = compare(&runs);
    let title = |_: &str| "128 KiB sequential write".to_string();
    let in_columns = |width: u16| comparison_text(&comparison, &title, Some(width));
    for width in [80, 100, 120, 200] {
        let text = in_columns(width);
        for line in text.lines() {
            assert!(
                line.chars().count() <= usize::from(width),
                "{width}: {line}"
            );
        }
        for figure in [
            "202 [200 to 202]",
            "91.5 [90.0 to 92.5] (-55 %)",
            "128 KiB sequential write",
        ] {
            assert!(text.contains(figure), "{figure} in: {text}");
        }
    }
    assert!(
        in_columns(80).contains("  throughput (MB/s): A best\n    A 202"),
        "{}",
        in_columns(80)
    );
    let row = |line: &str| line.starts_with("  throughput (MB/s)  ") && line.ends_with("  A");
    assert!(in_columns(200).lines().any(row), "{}", in_columns(200));
}

/// The story: a drive with an I/O error stood in a comparison like any other.
#[test]
fn is_a_phase_that_failed_the_first_note_of_a_comparison() {
    let good = bed::consistency("good", (0..100).map(|_| 9000));
    let mut failed = bed::consistency("failed", (0..100).map(|_| 9000));
    let failure = Failure::Io {
        op: FailedOp::Read,
        lba: 7,
        bytes: 4096,
        cause: IoFailure::Error {
            errno: 5,
            block: None,
        },
    };
    failed
        .entries
        .push(bed::entry("trim", "read", Status::Failed { failure }, None));
    let comparison = compare(&[failed, good]);
    let note = &comparison.notes[0];
    for word in ["failed: ", "trim", "read", "LBA 7", "SMART data"] {
        assert!(note.contains(word), "{word}: {note}");
    }
    let text = fourcorners_report::comparison_text(&comparison, &|test| test.into(), Some(200));
    let place = |word: &str| text.find(word).unwrap_or_else(|| panic!("{word}: {text}"));
    assert!(place("LBA 7") < place("best"), "above all figures: {text}");
}
