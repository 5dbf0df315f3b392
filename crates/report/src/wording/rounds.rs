//! Phases of rounds, as SNIA's tests have them: steady state, cells, and the header of a report.

use super::numbers::{count, duration, speed, time};
use super::tables::Head;
use fourcorners_bench::TrackedValue;
use fourcorners_bench::record::{LeftOut, LeftOutBecause, PointName, RoundsEnd};
use fourcorners_bench::steady_state::{RANGE_PERCENT_MAX, SLOPE_PERCENT_MAX};
use fourcorners_findings::rounds::{CellMean, RoundsPhase, TrackedCell};
use fourcorners_findings::steady::SteadyWindow;

/// `4 KiB`, `512 B`.
pub fn block(bytes: u64) -> String {
    match bytes.is_multiple_of(1024) {
        true => format!("{} KiB", bytes / 1024),
        false => format!("{bytes} B"),
    }
}

/// `65/35`: reads and writes.
pub fn mix(read_percent: u32) -> String {
    format!("{read_percent}/{}", 100 - read_percent.min(100))
}

/// `random 4 KiB 0/100`.
pub fn cell(cell: &CellMean) -> String {
    let (pattern, block) = (&cell.pattern, block(cell.block_bytes));
    format!("{pattern} {block} {}", mix(cell.read_percent))
}

/// `1,328 IOPS`, `234 MB/s`, `85.2 µs`.
pub fn value(of: TrackedValue, value: f64) -> String {
    match of {
        TrackedValue::Iops => format!("{} IOPS", count(value)),
        TrackedValue::MbPerS => format!("{} MB/s", speed(value)),
        TrackedValue::LatencyMean => duration(value),
    }
}

/// Without its unit, for a column that names it.
pub fn figure(of: TrackedValue, value: f64) -> String {
    match of {
        TrackedValue::Iops => format!("{value:.0}"),
        TrackedValue::MbPerS => speed(value),
        TrackedValue::LatencyMean => format!("{value:.1}"),
    }
}

/// `IOPS`, `MB/s`, `us`.
pub fn unit(of: TrackedValue) -> &'static str {
    match of {
        TrackedValue::Iops => "IOPS",
        TrackedValue::MbPerS => "MB/s",
        TrackedValue::LatencyMean => "us",
    }
}

/// `spread 2.9 % (limit 20 %)`.
pub fn spread(window: &SteadyWindow) -> String {
    let range = window.range_percent;
    format!("spread {range:.2} % (limit {RANGE_PERCENT_MAX} %)")
}

/// `drift +0.6 % (limit 10 %)`.
pub fn drift(window: &SteadyWindow) -> String {
    let slope = window.slope_percent;
    format!("drift {slope:+.2} % (limit {SLOPE_PERCENT_MAX} %)")
}

/// In a word or two: `round 5`, `not in 25 rounds`, `too short`.
pub fn word(phase: &RoundsPhase, tracked: &TrackedCell) -> String {
    match tracked.reached_at_round {
        _ if tracked.is_short => "too short".into(),
        Some(round) => format!("round {round}"),
        None => format!("not in {} rounds", phase.rounds),
    }
}

/// How the rounds of a phase ended, and what its tracked cell came to.
pub fn sentence(phase: &RoundsPhase) -> String {
    let Some(tracked) = &phase.tracked else {
        return ended(phase);
    };
    let Some(window) = &tracked.window else {
        return format!("No steady state in {} (needs 5).", rounds(phase));
    };
    let of = match phase.cells.get(tracked.cell) {
        Some(own) => format!("{}, {}", cell(own), value(tracked.value, window.mean)),
        None => value(tracked.value, window.mean),
    };
    let (spread, drift) = (spread(window), drift(window));
    if tracked.is_short {
        return format!("Cells too short to judge a steady state (needs 60 s): {of}.");
    }
    match tracked.reached_at_round {
        Some(round) => format!("Steady state at round {round}: {of}; {spread}, {drift}."),
        None => {
            let rounds = rounds(phase);
            format!("No steady state in {rounds}: {of}; {spread}, {drift}.")
        }
    }
}

/// How many there were, and that there were no more because of the budget.
fn rounds(phase: &RoundsPhase) -> String {
    let rounds = match phase.rounds {
        1 => "1 round".into(),
        many => format!("{many} rounds"),
    };
    match phase.ended {
        RoundsEnd::MaxWrites => format!("{rounds}, when --max-writes was used up"),
        _ => rounds,
    }
}

fn ended(phase: &RoundsPhase) -> String {
    let written_gb = phase.slices.last().map_or(0.0, |last| last.written_gb);
    let lasted = phase.slices.last().map_or(0.0, |last| last.end_s);
    let rounds = phase.rounds;
    match phase.ended {
        RoundsEnd::Written => format!(
            "Enough was written after {}: {written_gb:.1} GB in {rounds} samples.",
            time(lasted)
        ),
        RoundsEnd::MaxWrites => format!(
            "Stopped at --max-writes after {}: {written_gb:.1} GB in {rounds} samples.",
            time(lasted)
        ),
        RoundsEnd::Steady | RoundsEnd::RoundsMax | RoundsEnd::Interrupted => format!(
            "{rounds} samples in {}, {written_gb:.1} GB written.",
            time(lasted)
        ),
    }
}

/// Why cells are missing.
pub fn left_out(cells: &[LeftOut]) -> Option<String> {
    let first = cells.first()?;
    let LeftOutBecause::SmallerThanSector { sector_bytes } = first.because;
    let cells = match cells.len() {
        1 => "1 cell".into(),
        many => format!("{many} cells"),
    };
    Some(format!(
        "{cells} of {} left out: smaller than the drive's sector of {}.",
        block(first.block_bytes),
        block(sector_bytes)
    ))
}

/// A point of the demand curve.
pub fn point(name: PointName) -> &'static str {
    match name {
        PointName::Max => "MAX",
        PointName::Mid => "MID",
        PointName::Min => "MIN",
    }
}

/// What the header of a report names.
pub mod header {
    pub const DRIVE: &str = "drive";
    pub const FIRMWARE: &str = "firmware";
    pub const CAPACITY: &str = "user capacity";
    pub const INTERFACE: &str = "interface";
    pub const PURGE: &str = "purge";
    pub const PRECONDITIONING: &str = "preconditioning (WIPC)";
    pub const RANGE: &str = "active range";
    pub const CACHE: &str = "write cache";
    pub const DATA: &str = "data pattern";
    pub const OUTSTANDING: &str = "threads x queue depth";
    pub const TESTED_BY: &str = "tested with";

    pub const CACHE_AS_FOUND: &str = "as found (not changed)";
    pub const PURGE_SIMULATED: &str = "simulated secure erase";
    pub const PURGE_REAL: &str = "before the first phase; method in wall.jsonl";
    pub const NO_PRECONDITIONING: &str = "none, as the test demands";
    pub const RANDOM_DATA: &str = "random";

    /// `256.1 GB (500118192 sectors of 512 B)`.
    pub fn capacity(gb: f64, sectors: u64) -> String {
        format!("{gb:.1} GB ({sectors} sectors of 512 B)")
    }

    /// Twice over.
    pub fn preconditioning(of: &str) -> String {
        match of {
            "" | "new" => NO_PRECONDITIONING.into(),
            "wipc" => "2 x user capacity, sequential 128 KiB writes".into(),
            other => format!("state '{other}'"),
        }
    }

    /// `100 % of the user capacity`.
    pub fn range(percent: f64) -> String {
        format!("{percent:.0} % of the user capacity")
    }

    /// `1 x 32`, or several.
    pub fn outstanding(all: &[(u32, u32)]) -> String {
        match all {
            [(threads, depth)] => format!("{threads} x {depth}"),
            many => format!("{} combinations", many.len()),
        }
    }
}

/// Steady states of rounds.
pub fn steady_head() -> Head {
    head(
        format!(
            "SNIA PTS: steady state (spread of five rounds at most {RANGE_PERCENT_MAX} %, drift at \
             most {SLOPE_PERCENT_MAX} %)"
        ),
        [
            "", "phase", "cell", "mean", "rounds", "steady", "spread", "drift",
        ],
    )
}

/// Reads and writes by block size: `SNIA PTS: IOPS (IOPS), Drive`.
pub fn matrix_head(title: &str, of: TrackedValue, mixes: &[u32]) -> Head {
    let mixes = mixes.iter().map(|percent| mix(*percent));
    Head {
        title: format!("{title} ({}, by reads/writes)", unit(of)),
        header: ["", "block"]
            .map(String::from)
            .into_iter()
            .chain(mixes)
            .collect(),
    }
}

/// Longest latencies by block size.
pub fn longest_head(title: &str, mixes: &[u32]) -> Head {
    let head = matrix_head(title, TrackedValue::LatencyMean, mixes);
    Head {
        title: format!("{title}, maximum (us, by reads/writes)"),
        ..head
    }
}

/// Samples of a workload in time.
pub fn slices_head(title: &str, of: TrackedValue) -> Head {
    let unit = unit(of);
    let (mean, low, high) = (
        format!("mean {unit}"),
        format!("lowest {unit}"),
        format!("highest {unit}"),
    );
    Head {
        title: title.into(),
        header: [
            "",
            "phase",
            "samples",
            &mean,
            &low,
            &high,
            "mean latency",
            "max latency",
            "GB written",
        ]
        .map(String::from)
        .to_vec(),
    }
}

/// IOPS of threads by queue depth.
pub fn demand_head(title: &str, depths: &[u32]) -> Head {
    let depths = depths.iter().map(|depth| format!("QD{depth}"));
    Head {
        title: format!("{title} (IOPS, by queue depth per thread)"),
        header: ["", "threads"]
            .map(String::from)
            .into_iter()
            .chain(depths)
            .collect(),
    }
}

/// Latencies of threads by queue depth.
pub fn demand_latency_head(title: &str, depths: &[u32]) -> Head {
    Head {
        title: format!("{title} (mean latency, by queue depth per thread)"),
        ..demand_head(title, depths)
    }
}

/// Points of the demand curve.
pub fn points_head(title: &str) -> Head {
    head(
        format!("{title}: response times"),
        [
            "", "point", "T x Q", "IOPS", "mean", "99 %", "99.9 %", "99.99 %", "99.999 %", "max",
        ],
    )
}

fn head<const COLUMNS: usize>(title: impl Into<String>, header: [&str; COLUMNS]) -> Head {
    Head {
        title: title.into(),
        header: header.map(String::from).to_vec(),
    }
}
