//! Phases of rounds, as SNIA's tests have them: steady state of the tracked cell, means of every
//! cell, cells in time, and points of the demand curve.

use crate::pages::Pages;
use crate::select::DriveRuns;
use crate::steady::SteadyWindow;
use fourcorners_bench::record::{CellResult, DemandPoint, LeftOut, Measured, Rounds, RoundsEnd};
use fourcorners_bench::steady_state::{self, WINDOW_ROUNDS};
use fourcorners_bench::{ChartKind, TrackedValue, Unit};
use schemars::JsonSchema;
use serde::Serialize;

/// A phase of rounds of one drive; of repetitions the median one.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RoundsPhase {
    /// Index of the drive.
    pub drive: usize,
    pub test: String,
    /// Variant of the test, as in `spare-25`.
    pub variant: String,
    pub phase: String,
    /// State that it started from.
    pub state: String,
    /// What its test is about: IOPS, MB/s or latency.
    pub value: TrackedValue,
    /// What ended the rounds.
    pub ended: RoundsEnd,
    /// Number of whole rounds.
    pub rounds: u32,
    /// Maximum number of rounds.
    pub rounds_max: u32,
    /// The tracked cell; null: none decided.
    pub tracked: Option<TrackedCell>,
    /// Means of each cell over the last five rounds, over all where none is tracked; in order.
    pub cells: Vec<CellMean>,
    /// Cells smaller than a sector; the page says it in a sentence.
    #[serde(skip)]
    pub left_out: Vec<LeftOut>,
    /// The cells that differ from the tracked one in their block size only, round by round.
    pub convergence: Vec<Convergence>,
    /// Seconds of a round in which the host does nothing; null: none.
    pub idle_s: Option<u64>,
    /// Cells in time, where none is tracked.
    pub slices: Vec<Slice>,
    /// Points of the demand curve: highest, middle, lowest.
    pub points: Vec<DemandPoint>,
}

/// The cell that decided.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TrackedCell {
    /// Place of the cell in the round, from 0.
    pub cell: usize,
    /// IOPS, MB/s or mean latency in µs.
    pub value: TrackedValue,
    /// The value in each round.
    pub rounds: Vec<f64>,
    /// Round of the steady state, from 1; null: not reached.
    pub reached_at_round: Option<u32>,
    /// The last five rounds, in the unit of the value; null: there were fewer.
    pub window: Option<SteadyWindow>,
    /// Whether rounds were shorter than the specification's.
    pub is_short: bool,
}

/// A cell over several rounds.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CellMean {
    /// Percent of reads.
    pub read_percent: u32,
    /// `random` or `sequential`.
    pub pattern: String,
    pub block_bytes: u64,
    pub threads: u32,
    /// Per thread.
    pub queue_depth: u32,
    /// I/Os in flight.
    pub in_flight: u32,
    /// Means of its rounds.
    pub iops: f64,
    pub mb_per_s: f64,
    pub latency_mean_us: f64,
    /// The longest of all.
    pub latency_max_us: f64,
}

/// A cell round by round.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Convergence {
    pub read_percent: u32,
    pub block_bytes: u64,
    /// The value in each round.
    pub rounds: Vec<f64>,
}

/// A cell in time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Slice {
    /// Seconds from the start of the phase to its end.
    pub end_s: f64,
    /// 10^9 bytes written in the phase until its end.
    pub written_gb: f64,
    pub iops: f64,
    pub mb_per_s: f64,
    pub latency_mean_us: f64,
    pub latency_max_us: f64,
}

impl TrackedCell {
    fn of(rounds: &Rounds) -> Option<Self> {
        let tracked = rounds.tracked.as_ref()?;
        let cell = tracked.cell as usize;
        let seconds = rounds.cells.get(cell)?.duration_s;
        // Decided in whole numbers, as when it was measured.
        let whole = rounds.of_cell(cell).map(|result| match tracked.value {
            TrackedValue::Iops => result.ios,
            TrackedValue::MbPerS => result.bytes,
            TrackedValue::LatencyMean => (result.latency_mean_us * 1000.0).round() as u64,
        });
        let whole: Vec<u64> = whole.take(tracked.rounds.len()).collect();
        let verdict = steady_state::judge(&whole);
        let in_units = |whole: f64| match tracked.value {
            TrackedValue::Iops => whole / seconds.max(1) as f64,
            TrackedValue::MbPerS => whole / seconds.max(1) as f64 / 1e6,
            TrackedValue::LatencyMean => whole / 1000.0,
        };
        let window = verdict.window.and_then(|window| {
            let (from, to) = window.fitted();
            Some(SteadyWindow {
                first_round: verdict.rounds + 1 - WINDOW_ROUNDS,
                mean: in_units(window.average()),
                fit: (in_units(from), in_units(to)),
                range_percent: window.range_percent()?,
                slope_percent: window.slope_percent()?,
            })
        });
        Some(Self {
            cell,
            value: tracked.value,
            rounds: tracked.rounds.clone(),
            reached_at_round: verdict.reached_at_round,
            window,
            is_short: seconds < steady_state::ROUND_S,
        })
    }
}

/// A value of a cell in one round.
fn value(result: &CellResult, value: TrackedValue) -> f64 {
    match value {
        TrackedValue::Iops => result.iops(),
        TrackedValue::MbPerS => result.mb_per_s(),
        TrackedValue::LatencyMean => result.latency_mean_us,
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Means over the last five rounds, or over all.
fn cell_means(rounds: &Rounds) -> Vec<CellMean> {
    let cells = rounds.cells.iter().enumerate();
    let of = |(place, cell): (usize, &fourcorners_bench::record::RoundCell)| {
        let read_percent = cell.read_percent?;
        let mut results: Vec<&CellResult> = rounds.of_cell(place).collect();
        if rounds.tracked.is_some() {
            let first = results.len().saturating_sub(WINDOW_ROUNDS);
            results.drain(..first);
        }
        let of = |figure: fn(&CellResult) -> f64| mean(results.iter().map(|one| figure(one)));
        let longest = results.iter().map(|one| one.latency_max_us);
        (!results.is_empty()).then(|| CellMean {
            read_percent,
            pattern: cell.pattern.clone(),
            block_bytes: cell.block_bytes,
            threads: cell.threads,
            queue_depth: cell.queue_depth,
            in_flight: cell.in_flight,
            iops: of(CellResult::iops),
            mb_per_s: of(CellResult::mb_per_s),
            latency_mean_us: of(|one| one.latency_mean_us),
            latency_max_us: longest.fold(0.0, f64::max),
        })
    };
    cells.filter_map(of).collect()
}

/// The tracked cell, and those that are like it but for their block size.
fn convergence(rounds: &Rounds, of: TrackedValue) -> Vec<Convergence> {
    let tracked = rounds.tracked.as_ref();
    let Some(own) = tracked.and_then(|tracked| rounds.cells.get(tracked.cell as usize)) else {
        return Vec::new();
    };
    let cells = rounds.cells.iter().enumerate();
    let is_like = |cell: &fourcorners_bench::record::RoundCell| {
        (cell.read_percent, cell.threads, cell.queue_depth)
            == (own.read_percent, own.threads, own.queue_depth)
            && cell.duration_s == own.duration_s
    };
    cells
        .filter(|(_, cell)| is_like(cell))
        .map(|(place, cell)| Convergence {
            read_percent: cell.read_percent.unwrap_or(0),
            block_bytes: cell.block_bytes,
            rounds: rounds.of_cell(place).map(|one| value(one, of)).collect(),
        })
        .collect()
}

/// What is idle of a round.
fn idle_s(rounds: &Rounds) -> Option<u64> {
    let idle = rounds
        .cells
        .iter()
        .filter(|cell| cell.read_percent.is_none());
    let seconds: u64 = idle.map(|cell| cell.duration_s).sum();
    (seconds > 0).then_some(seconds)
}

fn slices(rounds: &Rounds) -> Vec<Slice> {
    let works = rounds.results.iter().filter(|result| {
        let cell = rounds.cells.get(result.cell as usize);
        cell.is_some_and(|cell| cell.read_percent.is_some())
    });
    works
        .map(|result| Slice {
            end_s: result.start_s + result.duration_s,
            written_gb: result.written_bytes as f64 / 1e9,
            iops: result.iops(),
            mb_per_s: result.mb_per_s(),
            latency_mean_us: result.latency_mean_us,
            latency_max_us: result.latency_max_us,
        })
        .collect()
}

impl RoundsPhase {
    fn of(measured: &Measured, value: TrackedValue) -> Option<Self> {
        let rounds = measured.rounds.as_ref()?;
        let tracked = TrackedCell::of(rounds);
        Some(Self {
            drive: 0,
            test: String::new(),
            variant: String::new(),
            phase: String::new(),
            state: String::new(),
            value,
            ended: rounds.ended,
            rounds: rounds.whole(),
            rounds_max: rounds.rounds_max,
            cells: cell_means(rounds),
            left_out: rounds.left_out.clone(),
            convergence: convergence(rounds, value),
            idle_s: idle_s(rounds),
            slices: match tracked {
                Some(_) => Vec::new(),
                None => slices(rounds),
            },
            tracked,
            points: rounds.points.clone(),
        })
    }

    /// Whether its cells were cut: a steady state of theirs says little.
    pub fn is_short(&self) -> bool {
        self.tracked.as_ref().is_some_and(|cell| cell.is_short)
    }

    /// Whether its cells differ in threads or queue depth: a demand matrix.
    pub fn is_demand(&self) -> bool {
        let mut depths = self.cells.iter().map(|cell| cell.in_flight);
        let first = depths.next();
        depths.any(|depth| Some(depth) != first)
    }
}

/// All phases of rounds of one drive, in the order of their tests' pages.
pub fn rounds(drive: usize, group: &DriveRuns<'_>, pages: &Pages) -> Vec<RoundsPhase> {
    let mut phases: Vec<(&str, &str, &str, &str)> = Vec::new();
    for entry in group.runs.iter().flat_map(|run| &run.entries) {
        let is_of_rounds = entry.with_rounds().is_some();
        let names = (&*entry.test, &*entry.variant, &*entry.phase, &*entry.state);
        if is_of_rounds && !phases.contains(&names) {
            phases.push(names);
        }
    }
    let drawn = pages.drawn_as(ChartKind::Rounds);
    let place = |test: &str| drawn.iter().position(|(id, _)| *id == test);
    phases.sort_by_key(|(test, ..)| place(test).unwrap_or(usize::MAX));
    let of = |(test, variant, phase, state): (&str, &str, &str, &str)| {
        let value = match pages.get(test).and_then(|page| page.unit) {
            Some(Unit::Microseconds) => TrackedValue::LatencyMean,
            Some(Unit::Iops) => TrackedValue::Iops,
            _ => TrackedValue::MbPerS,
        };
        let measured = match group.median(test, variant, phase, |it| it.iops_mean) {
            Some((_, measured, ..)) => measured,
            // Whole rounds that `--max-writes` allowed.
            None => {
                let mut entries = group.runs.iter().flat_map(|run| &run.entries);
                let names = [test, variant, phase];
                entries.find_map(|entry| entry.with_rounds().filter(|_| entry.names() == names))?
            }
        };
        Some(RoundsPhase {
            drive,
            test: test.into(),
            variant: variant.into(),
            phase: phase.into(),
            state: state.into(),
            ..RoundsPhase::of(measured, value)?
        })
    };
    phases.into_iter().filter_map(of).collect()
}
