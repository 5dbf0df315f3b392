//! Three points of a demand curve: chosen from the last rounds of a matrix, each settled and
//! measured for itself.

use super::cell::CellJob;
use super::log::{self, RoundsLog};
use crate::closed_loop::Job;
use crate::{Ended, Runner};
use fourcorners_bench::Points;
use fourcorners_bench::record::{CellResult, DemandPoint, PointName};
use fourcorners_bench::steady_state::WINDOW_ROUNDS;
use fourcorners_block::Nanos;
use hdrhistogram::Histogram;

/// Bins of the latency histogram per decade.
const BINS_PER_DECADE: f64 = 10.0;

/// A cell of the matrix over the last rounds.
#[derive(Clone, Copy)]
struct Demand {
    cell: usize,
    iops: f64,
    latency_us: f64,
}

impl Runner<'_> {
    /// Measures the points after the rounds.
    pub fn points(
        &mut self,
        job: &Job<'_>,
        points: &Points,
        log: &mut RoundsLog<'_>,
    ) -> Result<(), Ended> {
        for (name, demand) in chosen(log, points.latency_max) {
            let cell = &log.rounds.cells[demand.cell];
            let (settle_s, test_s) = (points.settle.duration_s, points.test_s);
            let whole_s = job.work.estimate().1.max(1.0);
            let seed = job.seed.child(&format!("point {name:?}"));
            let settle = CellJob {
                work: &points.settle,
                seed: seed.child("settle"),
                done: log.planned_s / whole_s,
                share: settle_s as f64 / whole_s,
                second: log.planned_s as u32,
            };
            self.cell(job, &settle)?;
            if self.ran_out() {
                return Ok(());
            }
            log.planned_s += settle_s as f64;
            let work = cell.work.clone().lasting(test_s);
            let test = CellJob {
                work: &work,
                seed,
                done: log.planned_s / whole_s,
                share: test_s as f64 / whole_s,
                second: log.planned_s as u32,
            };
            let (measured, line) = self.cell(job, &test)?;
            if self.ran_out() {
                return Ok(());
            }
            log.planned_s += test_s as f64;
            let all = log::latencies(line.as_ref());
            log.points.push(DemandPoint {
                name,
                threads: cell.threads,
                queue_depth: cell.queue_depth,
                result: CellResult {
                    cell: demand.cell as u32,
                    ..log::result(measured.as_ref(), &all, test_s)
                },
                histogram: binned(&all),
            });
            if self.observer.stop_requested() {
                return Err(Ended::Stopped(None));
            }
        }
        Ok(())
    }
}

/// The points, by the means of the last five rounds. The first cell only settles the drive.
fn chosen(log: &RoundsLog<'_>, latency_max: Nanos) -> Vec<(PointName, Demand)> {
    let matrix: Vec<Demand> = (1..log.rounds.cells.len())
        .filter_map(|cell| demand(log, cell))
        .collect();
    let is_one = |demand: &&Demand| {
        let cell = &log.rounds.cells[demand.cell];
        cell.threads == 1 && cell.queue_depth == 1
    };
    let Some(min) = matrix.iter().find(is_one).copied() else {
        return Vec::new();
    };
    let limit_us = latency_max.0 as f64 / 1000.0;
    let quick = matrix.iter().filter(|demand| demand.latency_us < limit_us);
    let max = quick.max_by(|a, b| a.iops.total_cmp(&b.iops));
    let max = max.copied().unwrap_or(min);
    let middle = f64::midpoint(max.iops, min.iops);
    let from_middle = |demand: &Demand| (demand.iops - middle).abs();
    let mid = matrix
        .iter()
        .min_by(|a, b| from_middle(a).total_cmp(&from_middle(b)));
    let mid = mid.copied().unwrap_or(min);
    vec![
        (PointName::Max, max),
        (PointName::Mid, mid),
        (PointName::Min, min),
    ]
}

fn demand(log: &RoundsLog<'_>, cell: usize) -> Option<Demand> {
    log.rounds.cells[cell].read_percent?;
    let own = log.results.iter().rev();
    let own = own.filter(|result| result.cell as usize == cell);
    let own: Vec<&CellResult> = own.take(WINDOW_ROUNDS).collect();
    let seconds: f64 = own.iter().map(|result| result.duration_s).sum();
    let ios: f64 = own.iter().map(|result| result.ios as f64).sum();
    let latencies = own.iter().map(|one| one.latency_mean_us * one.ios as f64);
    let latencies: f64 = latencies.sum();
    (ios > 0.0 && seconds > 0.0).then(|| Demand {
        cell,
        iops: ios / seconds,
        latency_us: latencies / ios,
    })
}

/// Latencies in bins of a tenth of a decade: upper bounds in µs.
fn binned(all: &Histogram<u64>) -> Vec<(f64, u64)> {
    let mut bins: Vec<(f64, u64)> = Vec::new();
    for step in all.iter_recorded() {
        let us = (step.value_iterated_to() as f64 / 1000.0).max(1e-3);
        let bin = (us.log10() * BINS_PER_DECADE).floor() + 1.0;
        let upper = 10_f64.powf(bin / BINS_PER_DECADE);
        match bins.last_mut().filter(|(last, _)| *last >= upper) {
            Some((_, ios)) => *ios += step.count_at_value(),
            None => bins.push((upper, step.count_at_value())),
        }
    }
    bins
}
