//! Do page and tables show SNIA's tests: matrix, steady state, samples, demand and report header?

use crate::bed;

use bed::{entry, measured, run};
use fourcorners_bench::TrackedValue;
use fourcorners_bench::record::{
    CellResult, DemandPoint, Fact, LeftOut, LeftOutBecause, PointName, RoundCell, Rounds,
    RoundsEnd, Run, Status, Tracked,
};
use fourcorners_bench::steady_state::judge;
use fourcorners_report::{NothingPrinted, PageData, tables};

fn cell(read_percent: u32, block_bytes: u64, threads: u32, queue_depth: u32) -> RoundCell {
    RoundCell {
        read_percent: Some(read_percent),
        pattern: "random".into(),
        block_bytes,
        threads,
        queue_depth,
        in_flight: (threads * queue_depth).min(32),
        duration_s: 60,
    }
}

/// Results of cells, round by round, with so many I/Os in each.
fn of(cells: Vec<RoundCell>, ios: &[Vec<u64>], tracked: Option<u32>) -> Rounds {
    let mut results = Vec::new();
    for (round, ios) in (1..).zip(ios) {
        for (cell, ios) in (0..).zip(ios) {
            results.push(CellResult {
                round,
                cell,
                start_s: f64::from(round - 1) * 60.0,
                duration_s: 60.0,
                ios: *ios,
                bytes: ios * 4096,
                written_bytes: u64::from(round) * 1_000_000_000,
                latency_mean_us: 100.0,
                latency_max_us: 5000.0,
                ..CellResult::default()
            });
        }
    }
    let values = tracked.map(|cell| {
        let own: Vec<u64> = ios.iter().map(|ios| ios[cell as usize]).collect();
        Tracked {
            cell,
            value: TrackedValue::Iops,
            rounds: own.iter().map(|ios| *ios as f64 / 60.0).collect(),
            reached_at_round: judge(&own).reached_at_round,
            mean: None,
            range_percent: None,
            slope_percent: None,
        }
    });
    Rounds {
        cells,
        left_out: Vec::new(),
        results,
        rounds_max: 25,
        ended: RoundsEnd::RoundsMax,
        tracked: values,
        points: Vec::new(),
    }
}

fn with(test: &str, phase: &str, state: &str, rounds: Rounds) -> Run {
    let mut run = run("drive");
    let mut figures = measured(1000, 60.0);
    figures.rounds = Some(rounds);
    let mut entry = entry(test, phase, Status::Finished, Some(figures));
    entry.state = state.into();
    run.entries.push(entry);
    run
}

fn iops() -> Run {
    let cells = vec![
        cell(100, 8192, 1, 32),
        cell(100, 4096, 1, 32),
        cell(0, 8192, 1, 32),
        cell(0, 4096, 1, 32),
    ];
    let ios = vec![vec![60_000, 120_000, 3_000, 6_000]; 5];
    let mut rounds = of(cells, &ios, Some(3));
    rounds.left_out = vec![LeftOut {
        read_percent: 0,
        block_bytes: 512,
        because: LeftOutBecause::SmallerThanSector { sector_bytes: 4096 },
    }];
    with("snia-iops", "rounds", "wipc", rounds)
}

fn lines(text: &str, start: &str) -> Vec<String> {
    let own = text.lines().skip_while(|line| !line.starts_with(start));
    let own = own.take_while(|line| !line.is_empty());
    own.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn matrix_has_a_row_per_block_and_a_column_per_mix() {
    let text = tables(&[iops()], &NothingPrinted, Some(120));
    assert_eq!(
        lines(&text, "SNIA PTS: IOPS (IOPS"),
        [
            "SNIA PTS: IOPS (IOPS, by reads/writes)",
            "block 0/100 100/0",
            "drive 4 KiB 100 2000",
            "drive 8 KiB 50 1000",
        ]
    );
    assert!(!text.contains("Other tests"), "{text}");
}

#[test]
fn steady_state_is_told_with_spread_and_drift() {
    let data = PageData::new(&[iops()], &NothingPrinted);
    let phase = &data.rounds[0].phases[0];
    assert_eq!(
        phase.sentence,
        "Steady state at round 5: random 4 KiB 0/100, 100 IOPS; spread 0.00 % (limit 20 %), drift \
         +0.00 % (limit 10 %)."
    );
    assert_eq!(
        phase.left_out,
        "1 cell of 512 B left out: smaller than the drive's sector of 4 KiB."
    );
    let judged: Vec<&str> = data
        .judgements
        .iter()
        .map(|one| one.text.as_str())
        .collect();
    assert_eq!(judged, ["SNIA tests: steady state reached"]);
}

#[test]
fn report_header_names_what_is_known_of_the_drive_and_its_preparation() {
    let mut run = iops();
    run.header.facts.push(Fact {
        name: "link.name".into(),
        value: "PCIe 4.0 x4".into(),
        source: String::new(),
    });
    let data = PageData::new(&[run], &NothingPrinted);
    let header = &data.rounds[0].header;
    let of = |name: &str| {
        let own = header.iter().find(|(known, _)| known == name);
        own.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    assert_eq!(of("purge"), "simulated secure erase");
    let twice = "2 x user capacity, sequential 128 KiB writes";
    assert_eq!(of("preconditioning (WIPC)"), twice);
    assert_eq!(of("active range"), "100 % of the user capacity");
    assert_eq!(of("interface"), "PCIe 4.0 x4");
    assert_eq!(of("write cache"), "");
    assert_eq!(of("threads x queue depth"), "1 x 32");
}

#[test]
fn samples_of_a_saturation_are_summed_up() {
    let ios = [vec![6_000], vec![3_000], vec![600]];
    let rounds = of(vec![cell(0, 4096, 1, 32)], &ios, None);
    let runs = [with("snia-write-saturation", "saturate", "new", rounds)];
    let text = tables(&runs, &NothingPrinted, Some(160));
    let own = lines(&text, "SNIA PTS: write saturation");
    assert_eq!(own[2], "drive 3 53 10 100 100.0 µs 5.0 ms 3.0");
    let data = PageData::new(&runs, &NothingPrinted);
    let phase = &data.rounds[0].phases[0];
    assert_eq!(phase.sentence, "3 samples in 3 min, 3.0 GB written.");
    assert_eq!(phase.found.slices.len(), 3);
}

#[test]
fn demand_is_a_table_of_threads_by_depth_with_three_points() {
    let cells = vec![
        cell(0, 4096, 2, 4),
        cell(0, 4096, 1, 1),
        cell(0, 4096, 2, 4),
    ];
    let ios = vec![vec![60, 600, 6_000]; 5];
    let mut rounds = of(cells, &ios, Some(2));
    let result = rounds.results[1].clone();
    rounds.points = vec![DemandPoint {
        name: PointName::Min,
        threads: 1,
        queue_depth: 1,
        result,
        histogram: vec![(100.0, 600)],
    }];
    let runs = [with("snia-demand-intensity", "matrix", "wipc", rounds)];
    let text = tables(&runs, &NothingPrinted, Some(160));
    let own = lines(&text, "SNIA PTS: demand intensity (IOPS");
    // The first cell settles the drive; that of the matrix is the later one.
    assert_eq!(own[2..], ["drive 1 10 -", "drive 2 - 100"]);
    let own = lines(&text, "SNIA PTS: demand intensity: response times");
    assert!(own[2].starts_with("drive MIN 1 x 1 10 100.0 µs"), "{own:?}");
}
