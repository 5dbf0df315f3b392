//! Rounds of cells: their order, their end, what is kept, and what a drive cannot be given.

use crate::bed;

use bed::{Fault, NotingDrive, StopAfter, carry_out, is_write, lasting, library, planned};
use fourcorners_bench::record::{
    LeftOutBecause, Measured, PointName, Rounds, RoundsEnd, Run, Status,
};
use fourcorners_bench::{
    Action, Conditions, FolderWriter, Library, Options, PageDef, Silent, Span, Suite, SuiteTest,
    TestDef, TrackedValue, plan,
};
use fourcorners_block::{Bytes, DriveKind, Nanos, Seed};
use fourcorners_run::{RunEnd, run};

/// Each I/O takes 100 ms.
fn slow() -> NotingDrive {
    NotingDrive::taking(Nanos::millis(100), DriveKind::Simulated, Bytes::mib(64))
}

fn measured(run: &Run) -> &Measured {
    let last = run.entries.last().expect("a phase");
    assert_eq!(last.status, Status::Finished);
    last.measured.as_ref().expect("figures")
}

fn rounds(run: &Run) -> &Rounds {
    measured(run).rounds.as_ref().expect("rounds")
}

/// A library of one more test: a phase of rounds, from new.
fn with_test(rounds: &str) -> Library {
    let text = format!(
        "id = \"own\"\ntitle = \"Own\"\nwhy = \"A test.\"\nsource = \"ours\"\n[[phase]]\nname = \
         \"measure\"\nfrom = \"new\"\n{rounds}"
    );
    let mut library = library();
    let test = TestDef::parse("tests/own.toml", &text).expect("a test");
    library.tests.insert("own".into(), test);
    library
}

fn carried_out(library: &Library, drive: &mut NotingDrive) -> Run {
    let identity = fourcorners_block::Drive::identity(drive).clone();
    let suite = Suite::of("own", vec![SuiteTest::plain("own")]);
    let options = Options::default();
    let plan = fourcorners_bench::plan_suite(library, &suite, &identity, &options, Seed(1));
    let folder = bed::folder();
    let mut writer = FolderWriter::create(&folder.path, &bed::header(&identity)).expect("a folder");
    run(&plan.expect("a plan"), drive, &mut writer, &mut Silent).expect("a run");
    Run::open(&folder.path).expect("a readable folder")
}

#[test]
fn iops_cells_run_in_the_standards_order() {
    let (_, run, _folder) = carry_out("snia-iops", &mut slow(), &lasting(1), 1, &mut Silent);
    let rounds = rounds(&run);
    let cells: Vec<(u32, u64)> = rounds
        .cells
        .iter()
        .map(|cell| (cell.read_percent.expect("no idle cell"), cell.block_bytes))
        .collect();
    let mut expected = Vec::new();
    for read_percent in [100, 95, 65, 50, 35, 5, 0] {
        for block in [
            1 << 20,
            128 << 10,
            64 << 10,
            32 << 10,
            16 << 10,
            8 << 10,
            4096,
            512,
        ] {
            expected.push((read_percent, block));
        }
    }
    assert_eq!(cells, expected);
    assert_eq!((rounds.ended, rounds.whole()), (RoundsEnd::Steady, 5));
    let tracked = rounds.tracked.as_ref().expect("a tracked cell");
    assert_eq!(cells[tracked.cell as usize], (0, 4096));
    assert_eq!(tracked.reached_at_round, Some(5));
    // No round is shared out otherwise than in order.
    let order: Vec<(u32, u32)> = rounds
        .results
        .iter()
        .map(|it| (it.round, it.cell))
        .collect();
    assert!(order.is_sorted() && order.len() == 5 * 56);
    // The phase's own figures are those of 4 KiB writes in the last five rounds.
    let own = measured(&run);
    let ios: u64 = rounds.of_cell(tracked.cell as usize).map(|it| it.ios).sum();
    assert_eq!((own.ios, own.block_bytes, own.duration_s), (ios, 4096, 5.0));
    assert_eq!(run.histograms.len(), 1);
    let counted: u64 = run.histograms[0]
        .counts()
        .expect("a histogram")
        .iter()
        .map(|(_, ios)| ios)
        .sum();
    assert_eq!(counted, ios);
}

#[test]
fn preconditioning_writes_the_capacity_twice() {
    let mut drive = slow();
    let plan = planned("snia-latency", &drive, &lasting(1), 1);
    let first = |action: &Action| matches!(action, Action::Measure { .. });
    let measured = plan.actions.iter().position(first).expect("a phase");
    let states: Vec<String> = plan.actions[..measured]
        .iter()
        .filter_map(|action| match action {
            Action::Prepare { state, work } => {
                Some(format!("{state} {} {}", work.block.0, work.span.0))
            }
            Action::Purge => Some("purge".into()),
            _ => None,
        })
        .collect();
    assert_eq!(
        states,
        ["purge", "filled 131072 67108864", "wipc 131072 67108864"]
    );
    let (end, ..) = carry_out("snia-latency", &mut drive, &lasting(1), 1, &mut Silent);
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    assert!(drive.written() >= 2 * (64 << 20));
}

/// By the formulas of the specification, in floating point, from the cells of the folder.
#[test]
fn steady_window_is_that_of_a_plain_calculation() {
    for (test, cell, value) in [
        ("snia-iops", 54, TrackedValue::Iops),
        ("snia-throughput", 1, TrackedValue::MbPerS),
        ("snia-latency", 7, TrackedValue::LatencyMean),
    ] {
        let (_, run, _folder) = carry_out(test, &mut slow(), &lasting(1), 1, &mut Silent);
        let rounds = rounds(&run);
        let tracked = rounds.tracked.as_ref().expect("a tracked cell");
        assert_eq!((tracked.cell as usize, tracked.value), (cell, value));
        let y: Vec<f64> = rounds
            .of_cell(cell)
            .map(|it| match value {
                TrackedValue::Iops => it.ios as f64 / it.duration_s,
                TrackedValue::MbPerS => it.bytes as f64 / 1e6 / it.duration_s,
                TrackedValue::LatencyMean => it.latency_mean_us,
            })
            .collect();
        assert_eq!(y.len(), tracked.rounds.len());
        let last = &y[y.len() - 5..];
        let mean = last.iter().sum::<f64>() / 5.0;
        // Least squares with x = 1 to 5.
        let (sx, sxx) = (15.0, 55.0);
        let sy: f64 = last.iter().sum();
        let sxy: f64 = last.iter().zip(1..).map(|(y, x)| y * f64::from(x)).sum();
        let slope = (5.0 * sxy - sx * sy) / (5.0 * sxx - sx * sx);
        let highest = last.iter().copied().fold(f64::MIN, f64::max);
        let lowest = last.iter().copied().fold(f64::MAX, f64::min);
        let near =
            |a: Option<f64>, b: f64| (a.expect("a window") - b).abs() < 1e-6 * b.abs().max(1.0);
        assert!(near(tracked.mean, mean), "{test}");
        assert!(
            near(tracked.range_percent, (highest - lowest) / mean * 100.0),
            "{test}"
        );
        assert!(
            near(tracked.slope_percent, slope * 4.0 / mean * 100.0),
            "{test}"
        );
    }
}

#[test]
fn mixed_cells_read_and_write_their_shares() {
    let mut drive = slow();
    let (_, run, _folder) = carry_out("snia-latency", &mut drive, &lasting(1), 1, &mut Silent);
    let rounds = rounds(&run);
    // 65 % reads, 4 KiB: a third of its bytes are written.
    let mixed = 4;
    assert_eq!(rounds.cells[mixed].read_percent, Some(65));
    let place = rounds.results.iter().position(|it| it.cell == mixed as u32);
    let place = place.expect("a result");
    let before = rounds.results[place - 1].written_bytes;
    let cell = &rounds.results[place];
    let written = cell.written_bytes - before;
    assert!(
        written > 0 && written < cell.bytes,
        "{written} of {}",
        cell.bytes
    );
}

#[test]
fn cells_below_the_sector_size_are_left_out_with_a_reason() {
    let mut drive = slow().with_sector(Bytes(4096));
    let (_, run, _folder) = carry_out("snia-iops", &mut drive, &lasting(1), 1, &mut Silent);
    let rounds = rounds(&run);
    assert_eq!((rounds.cells.len(), rounds.left_out.len()), (49, 7));
    assert!(rounds.cells.iter().all(|cell| cell.block_bytes >= 4096));
    let sector_bytes = 4096;
    for left_out in &rounds.left_out {
        assert_eq!(left_out.block_bytes, 512);
        assert_eq!(
            left_out.because,
            LeftOutBecause::SmallerThanSector { sector_bytes }
        );
    }
    assert_eq!(rounds.ended, RoundsEnd::Steady);
}

#[test]
fn sequential_cell_continues_where_it_ended_a_round_earlier() {
    let library = with_test(
        "[phase.rounds]\nuntil = \"count\"\nrounds_max = 4\n[[phase.rounds.cells]]\npattern = \
         \"sequential\"\nread_percent = [0]\nblock = [\"1024KiB\"]\nqueue_depth = [4]\nduration_s \
         = 1\n",
    );
    let mut drive = slow();
    carried_out(&library, &mut drive);
    let firsts: Vec<u64> = drive.ios().map(|(_, first, ..)| first / 2048).collect();
    // Those in flight at the end of a cell are written again by the next one.
    for pair in firsts.windows(2) {
        let follows = pair[1] == (pair[0] + 1) % 64;
        let again = (pair[0] + 64 - pair[1]) % 64;
        assert!(follows || again <= 8, "{pair:?}");
    }
    assert!(
        firsts.iter().max() == Some(&63),
        "it wraps at the end of the drive"
    );
}

#[test]
fn threads_times_queue_depth_are_in_flight() {
    let library = with_test(
        "[phase.rounds]\nuntil = \"count\"\nrounds_max = 1\n[[phase.rounds.cells]]\npattern = \
         \"random\"\nread_percent = [100, 0]\nblock = [\"4KiB\"]\nthreads = [4]\nqueue_depth = \
         [8]\nduration_s = 1\n[[phase.rounds.cells]]\nidle_s = 3\n",
    );
    let mut drive = slow();
    let run = carried_out(&library, &mut drive);
    let rounds = rounds(&run);
    assert_eq!(rounds.cells[0].in_flight, 32);
    assert!(drive.ios().all(|(.., depth)| depth == 32));
    let reads = drive.ios().filter(|(op, ..)| !is_write(op)).count();
    assert!(reads > 300, "{reads}");
    // What idles is a cell as others are.
    assert_eq!(rounds.cells[2].read_percent, None);
    assert_eq!(
        (rounds.results[2].ios, rounds.results[2].duration_s),
        (0, 3.0)
    );
    assert_eq!(rounds.ended, RoundsEnd::RoundsMax);
    assert_eq!(rounds.tracked, None);
}

#[test]
fn write_saturation_ends_after_four_capacities() {
    let mut drive = NotingDrive::taking(Nanos::millis(10), DriveKind::Simulated, Bytes::mib(4));
    let (_, run, _folder) = carry_out(
        "snia-write-saturation",
        &mut drive,
        &lasting(1),
        1,
        &mut Silent,
    );
    let rounds = rounds(&run);
    assert_eq!(rounds.ended, RoundsEnd::Written);
    let written: Vec<u64> = rounds.results.iter().map(|it| it.written_bytes).collect();
    let (last, before) = written.split_last().expect("minutes");
    assert!(*last >= 16 << 20 && before.iter().all(|written| *written < 16 << 20));
    assert_eq!(*last, rounds.results.iter().map(|it| it.bytes).sum::<u64>());
}

#[test]
fn demand_points_are_the_highest_the_lowest_and_the_middle() {
    let mut drive = NotingDrive::taking(Nanos::millis(4), DriveKind::Simulated, Bytes::mib(4));
    let (_, run, _folder) = carry_out(
        "snia-demand-intensity",
        &mut drive,
        &lasting(1),
        1,
        &mut Silent,
    );
    let rounds = rounds(&run);
    assert_eq!(rounds.cells.len(), 50);
    let names: Vec<PointName> = rounds.points.iter().map(|point| point.name).collect();
    assert_eq!(names, [PointName::Max, PointName::Mid, PointName::Min]);
    let [max, mid, min] = rounds.points.as_slice() else {
        panic!("three points")
    };
    assert_eq!((min.threads, min.queue_depth), (1, 1));
    // 4 ms each, below the limit at any depth: the highest is the deepest.
    assert_eq!(max.threads * max.queue_depth, 1024);
    let middle = f64::midpoint(max.result.iops(), min.result.iops());
    assert!((mid.result.iops() / middle - 1.0).abs() < 0.1);
    let counted: u64 = max.histogram.iter().map(|(_, ios)| ios).sum();
    assert_eq!(counted, max.result.ios);
}

#[test]
fn stopped_phase_keeps_its_cells() {
    let mut drive = slow();
    // The states before take about four seconds.
    let mut stop = StopAfter(20);
    let (end, run, _folder) = carry_out("snia-latency", &mut drive, &lasting(1), 1, &mut stop);
    assert_eq!(end.expect("a run"), RunEnd::Interrupted);
    let entry = run.entries.last().expect("a phase");
    assert_eq!(entry.status, Status::Interrupted);
    let partial = entry.measured.as_ref().expect("what there is");
    let rounds = partial.rounds.as_ref().expect("cells");
    assert_eq!(rounds.ended, RoundsEnd::Interrupted);
    assert!((1..45).contains(&rounds.results.len()));
}

#[test]
fn failed_io_fails_the_phase() {
    let mut drive = slow();
    drive.fault = Fault::FailsAt(1100);
    let (_, run, _folder) = carry_out("snia-latency", &mut drive, &lasting(1), 1, &mut Silent);
    assert!(matches!(run.entries[0].status, Status::Failed { .. }));
}

#[test]
fn duration_shortens_idle_cells_as_much_as_others() {
    let plan = planned("snia-host-idle-recovery", &slow(), &lasting(1), 1);
    let idle: Vec<u64> = plan
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::Measure { work, .. } => work.rounds.as_ref(),
            _ => None,
        })
        .flat_map(|rounds| &rounds.cells)
        .filter(|cell| cell.read_percent.is_none())
        .map(|cell| cell.work.duration_s)
        .collect();
    assert_eq!(idle, [1, 2, 3, 5, 10]);
}

/// The whole suite at a second per cell took more than three hours, most of it in the 360 cycles
/// per wait of host idle recovery.
#[test]
fn shortened_phases_do_fewer_rounds() {
    let rounds = |test: &str, seconds| -> Vec<u32> {
        let plan = planned(test, &slow(), &lasting(seconds), 1);
        let works = plan.actions.iter().filter_map(|action| match action {
            Action::Measure { work, .. } => work.rounds.as_ref(),
            _ => None,
        });
        works.map(|rounds| rounds.rounds_max).collect()
    };
    let idle = |first| [vec![first], vec![20; 10]].concat();
    assert_eq!(rounds("snia-host-idle-recovery", 1), idle(5));
    let as_standard = [vec![25], vec![360; 10]].concat();
    assert_eq!(
        rounds("snia-host-idle-recovery", 60),
        as_standard,
        "can be judged"
    );
    assert_eq!(rounds("snia-cross-stimulus-recovery", 1), [20; 3]);
    assert_eq!(rounds("snia-cross-stimulus-recovery", 60), [480, 360, 480]);
    assert_eq!(rounds("snia-write-saturation", 1), [360]);
}

#[test]
fn plan_counts_every_round() {
    let identity = fourcorners_block::Drive::identity(&slow()).clone();
    let of = |test: &str| {
        let plan = plan(&library(), test, &identity, &Options::default(), Seed(1));
        plan.expect("a plan").estimated_s
    };
    assert!(of("snia-iops") >= 25.0 * 56.0 * 60.0);
    let cross = 22.0 * 3600.0;
    assert!((cross..cross + 60.0).contains(&of("snia-cross-stimulus-recovery")));
}

#[test]
fn span_changes_nothing_and_reads_need_a_drive_that_was_written() {
    let library = library();
    let test = &library.tests["snia-iops"];
    let spans = Conditions {
        span: Some(Span::Fixed(Bytes::gib(8))),
        ..Conditions::default()
    };
    assert_eq!(spans.beyond(test), Conditions::default());
    let new = Conditions {
        state: Some("new".into()),
        ..Conditions::default()
    };
    assert!(new.contradiction(test).is_some());
    let writes = &library.tests["snia-write-saturation"];
    assert_eq!(new.contradiction(writes), None);
}

#[test]
fn drive_smaller_than_the_largest_block_skips_the_test() {
    let drive = NotingDrive::new(DriveKind::Simulated, Bytes(1 << 19));
    let plan = planned("snia-iops", &drive, &lasting(1), 1);
    assert!(matches!(plan.actions.as_slice(), [Action::Skip { .. }]));
}

#[test]
fn wrong_rounds_are_refused() {
    let text = include_str!("../../../../suites/tests/snia-iops.toml");
    let parse = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        TestDef::parse("tests/snia-iops.toml", &text.replace(from, to)).map(drop)
    };
    for (from, to, expected) in [
        ("rounds_max = 25", "rounds_max = 4", "at least 5"),
        (
            "until = \"steady\"",
            "until = \"count\"",
            "track is valid only",
        ),
        ("read_percent = 0,", "read_percent = 1,", "matches none"),
        ("duration_s = 60", "idle_s = 60", "take nothing else"),
        ("[100, 95", "[101, 95", "at most 100"),
        ("pattern = \"random\"\n", "", "cells need pattern"),
        ("\"512\"]", "\"500\"]", "multiple of 512"),
    ] {
        let refusal = parse(from, to).expect_err(to).to_string();
        assert!(refusal.contains(expected), "{to}: {refusal}");
    }
}

#[test]
fn every_snia_test_is_shown_and_none_shares_its_place() {
    let library = library();
    let suite = &library.suites["snia-pts"];
    assert_eq!(suite.tests.len(), 7);
    let pages = suite.tests.iter().map(|test| &library.tests[&test.id]);
    let pages = pages.map(|test| test.page.as_ref().expect("a page"));
    let mut places: Vec<u32> = pages.map(|page: &PageDef| page.place).collect();
    places.dedup();
    assert_eq!(places.len(), 7);
}
