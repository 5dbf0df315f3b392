//! What rounds leave: every cell of every round, and the figures of the phase.

use fourcorners_bench::histogram::{DIGITS, histogram, serialized};
use fourcorners_bench::record::{
    CellResult, DemandPoint, HistogramLine, LeftOut, LeftOutBecause, Measured, Remark, RoundCell,
    RoundsEnd, Tracked,
};
use fourcorners_bench::steady_state::{self, Verdict, WINDOW_ROUNDS};
use fourcorners_bench::{Cell, PhaseKey, Rounds, TrackedValue, Work};
use fourcorners_block::{Bytes, Nanos};
use hdrhistogram::Histogram;
use std::collections::VecDeque;

pub struct RoundsLog<'a> {
    pub rounds: &'a Rounds,
    start: Nanos,
    pub results: Vec<CellResult>,
    pub points: Vec<DemandPoint>,
    /// The tracked value of each whole round, in whole I/Os, bytes or nanoseconds.
    pub values: Vec<u64>,
    /// Bytes written so far.
    pub written: u64,
    /// I/Os of each cell so far.
    ios: Vec<u64>,
    /// The main cell: of the last five rounds where one is tracked, else of all.
    main: VecDeque<(Measured, Histogram<u64>)>,
    pub ended: RoundsEnd,
    /// Seconds of all cells so far, as planned.
    pub planned_s: f64,
}

/// All latencies of a cell.
pub fn latencies(line: Option<&HistogramLine>) -> Histogram<u64> {
    let mut all = histogram(DIGITS);
    for (ns, ios) in line.and_then(|line| line.counts().ok()).unwrap_or_default() {
        all.saturating_record_n(ns, ios);
    }
    all
}

fn us(ns: u64) -> f64 {
    ns as f64 / 1000.0
}

/// The figures of a cell, but for its place.
pub fn result(measured: Option<&Measured>, all: &Histogram<u64>, duration_s: u64) -> CellResult {
    let Some(measured) = measured else {
        return CellResult {
            duration_s: duration_s as f64,
            ..CellResult::default()
        };
    };
    let quantile = |q: f64| us(all.value_at_quantile(q)).min(measured.latency_max_us);
    CellResult {
        duration_s: measured.duration_s,
        ios: measured.ios,
        bytes: measured.bytes,
        latency_mean_us: measured.latency_mean_us,
        latency_p50_us: measured.latency_p50_us,
        latency_p99_us: measured.latency_p99_us,
        latency_p999_us: measured.latency_p999_us,
        latency_p9999_us: quantile(0.9999),
        latency_p99999_us: quantile(0.99999),
        latency_max_us: measured.latency_max_us,
        power_mean_w: measured.power_mean_w,
        write_amplification: measured.write_amplification,
        ..CellResult::default()
    }
}

/// Bytes that a cell wrote.
pub fn written(measured: &Measured) -> u64 {
    match &measured.mixed {
        Some(mixed) => mixed.writes.as_ref().map_or(0, |writes| writes.bytes),
        // An idle cell moves nothing, and only reads write no data.
        None if measured.data.is_empty() => 0,
        None => measured.bytes,
    }
}

impl<'a> RoundsLog<'a> {
    pub fn new(rounds: &'a Rounds, start: Nanos) -> Self {
        Self {
            rounds,
            start,
            results: Vec::new(),
            points: Vec::new(),
            values: Vec::new(),
            written: 0,
            ios: vec![0; rounds.cells.len()],
            main: VecDeque::new(),
            ended: RoundsEnd::RoundsMax,
            planned_s: 0.0,
        }
    }

    /// The work of a cell, from where its last round ended.
    pub fn continued(&self, place: usize) -> Work {
        let work = self.rounds.cells[place].work.clone();
        Work {
            first: self.ios[place],
            ..work
        }
    }

    /// A cell has ended.
    pub fn take(
        &mut self,
        round: u32,
        place: usize,
        start: Nanos,
        measured: Option<Measured>,
        line: Option<HistogramLine>,
    ) {
        let cell = &self.rounds.cells[place];
        let all = latencies(line.as_ref());
        self.written += measured.as_ref().map_or(0, written);
        self.planned_s += cell.work.estimate().1;
        self.results.push(CellResult {
            round,
            cell: place as u32,
            start_s: start.0.saturating_sub(self.start.0) as f64 / 1e9,
            written_bytes: self.written,
            ..result(measured.as_ref(), &all, cell.work.duration_s)
        });
        let Some(measured) = measured else { return };
        self.ios[place] += measured.ios;
        if place == self.rounds.main_cell() {
            let is_full = self.rounds.tracked.is_some() && self.main.len() == WINDOW_ROUNDS;
            if is_full {
                self.main.pop_front();
            }
            match self
                .main
                .back_mut()
                .filter(|_| self.rounds.tracked.is_none())
            {
                Some((before, histogram)) => {
                    add(before, &measured);
                    // Both count in the same classes.
                    let _ = histogram.add(&all);
                }
                None => self.main.push_back((measured, all)),
            }
        }
    }

    /// A round has ended: its value, if a cell is tracked.
    pub fn close_round(&mut self) {
        let Some((place, value)) = self.rounds.tracked else {
            return;
        };
        let last = self.results.iter().rev();
        let mut last = last.filter(|result| result.cell as usize == place);
        if let Some(result) = last.next() {
            self.values.push(match value {
                TrackedValue::Iops => result.ios,
                TrackedValue::MbPerS => result.bytes,
                TrackedValue::LatencyMean => (result.latency_mean_us * 1000.0).round() as u64,
            });
        }
    }

    /// SNIA's rule on the tracked values.
    pub fn verdict(&self) -> Option<Verdict> {
        self.rounds
            .tracked
            .map(|_| steady_state::judge(&self.values))
    }

    fn tracked(&self) -> Option<Tracked> {
        let (place, value) = self.rounds.tracked?;
        let seconds = self.rounds.cells[place].work.duration_s.max(1) as f64;
        let in_units = |whole: f64| match value {
            TrackedValue::Iops => whole / seconds,
            TrackedValue::MbPerS => whole / seconds / 1e6,
            TrackedValue::LatencyMean => whole / 1000.0,
        };
        let verdict = self.verdict()?;
        let window = verdict.window;
        let values = self.values.iter();
        Some(Tracked {
            cell: place as u32,
            value,
            rounds: values.map(|value| in_units(*value as f64)).collect(),
            reached_at_round: verdict.reached_at_round,
            mean: window.map(|window| in_units(window.average())),
            range_percent: window.and_then(|window| window.range_percent()),
            slope_percent: window.and_then(|window| window.slope_percent()),
        })
    }

    /// The main cell of all its rounds that count.
    fn main(&self) -> Option<(Measured, Histogram<u64>)> {
        let mut rounds = self.main.iter();
        let (mut measured, mut all) = rounds.next()?.clone();
        for (next, histogram) in rounds {
            add(&mut measured, next);
            let _ = all.add(histogram);
        }
        Some((measured, all))
    }

    /// All latencies of the phase's figures, as a line of the folder.
    pub fn histogram_line(&self, key: Option<&PhaseKey>) -> Option<HistogramLine> {
        let (key, (_, all)) = (key?, self.main()?);
        Some(HistogramLine {
            test: key.test.clone(),
            variant: key.variant.clone(),
            phase: key.phase.clone(),
            hdr_v2_base64: serialized(&all),
        })
    }

    /// The figures of the phase, with remarks on all its cells; `None` if no I/O of the main cell
    /// finished, or it has no name.
    pub fn measured(&self, key: Option<&PhaseKey>, remarks: Vec<Remark>) -> Option<Measured> {
        key?;
        let (measured, all) = self.main()?;
        let quantile = |q: f64| us(all.value_at_quantile(q)).min(measured.latency_max_us);
        let seconds = measured.duration_s.max(1e-9);
        Some(Measured {
            iops_mean: measured.ios as f64 / seconds,
            throughput_mib_per_s: measured.bytes as f64 / seconds / f64::from(1 << 20),
            throughput_mb_per_s: measured.bytes as f64 / seconds / 1e6,
            latency_p50_us: quantile(0.5),
            latency_p99_us: quantile(0.99),
            latency_p999_us: quantile(0.999),
            seconds: None,
            remarks,
            rounds: Some(self.record()),
            ..measured
        })
    }

    fn record(&self) -> fourcorners_bench::record::Rounds {
        let left_out = self.rounds.left_out.iter().map(|cell| LeftOut {
            read_percent: cell.read_percent,
            block_bytes: cell.block.0,
            because: LeftOutBecause::SmallerThanSector {
                sector_bytes: cell.sector.0,
            },
        });
        fourcorners_bench::record::Rounds {
            cells: self.rounds.cells.iter().map(round_cell).collect(),
            left_out: left_out.collect(),
            results: self.results.clone(),
            rounds_max: self.rounds.rounds_max,
            ended: self.ended,
            tracked: self.tracked(),
            points: self.points.clone(),
        }
    }
}

fn round_cell(cell: &Cell) -> RoundCell {
    let is_idle = cell.read_percent.is_none();
    let block = if is_idle { Bytes(0) } else { cell.work.block };
    RoundCell {
        read_percent: cell.read_percent,
        pattern: match is_idle {
            true => String::new(),
            false => format!("{:?}", cell.work.pattern).to_lowercase(),
        },
        block_bytes: block.0,
        threads: cell.threads,
        queue_depth: cell.queue_depth,
        in_flight: match is_idle {
            true => 0,
            false => cell.work.queue_depth.get() as u32,
        },
        duration_s: cell.work.duration_s,
    }
}

/// Adds a later round of a cell; percentiles follow from the histogram.
fn add(sum: &mut Measured, next: &Measured) {
    let (ios, seconds) = (sum.ios + next.ios, sum.duration_s + next.duration_s);
    let both = |a: f64, b: f64| a * sum.ios as f64 + b * next.ios as f64;
    sum.latency_mean_us = both(sum.latency_mean_us, next.latency_mean_us) / ios.max(1) as f64;
    if next.latency_max_us > sum.latency_max_us {
        sum.latency_max_us = next.latency_max_us;
        sum.latency_max_at_s = sum.duration_s + next.latency_max_at_s;
    }
    sum.power_mean_w = sum
        .power_mean_w
        .zip(next.power_mean_w)
        .map(|(a, b)| (a * sum.duration_s + b * next.duration_s) / seconds.max(1e-9));
    let larger = |a: Option<f64>, b: Option<f64>| a.into_iter().chain(b).reduce(f64::max);
    sum.power_max_w = larger(sum.power_max_w, next.power_max_w);
    sum.temperature_max_c = larger(sum.temperature_max_c, next.temperature_max_c);
    sum.stood_still_s = sum
        .stood_still_s
        .into_iter()
        .chain(next.stood_still_s)
        .reduce(|a, b| a + b);
    sum.power_readings = sum
        .power_readings
        .into_iter()
        .chain(next.power_readings)
        .reduce(|a, b| a + b);
    sum.iops_min = sum.iops_min.into_iter().chain(next.iops_min).min();
    sum.iops_max = sum.iops_max.into_iter().chain(next.iops_max).max();
    sum.block_erases = sum.block_erases.zip(next.block_erases).map(|(a, b)| a + b);
    sum.stalls = sum.stalls.zip(next.stalls).map(|(a, b)| a + b);
    // Of rounds apart nothing is known but each by itself.
    sum.write_amplification = None;
    (sum.ios, sum.bytes, sum.duration_s) = (ios, sum.bytes + next.bytes, seconds);
}
