//! Rounds of cells: each cell is measured for itself, round after round, until the tracked one is
//! steady or enough was written.

mod cell;
mod log;
mod points;

use super::closed_loop::Job;
use super::meters::Meters;
use super::{Ended, Runner};
use cell::CellJob;
use fourcorners_bench::record::{Event, Measured, RoundsEnd};
use fourcorners_bench::steady_state::Window;
use fourcorners_bench::{Rounds, RoundsUntil};
use log::RoundsLog;

impl Runner<'_> {
    /// Carries out the rounds of a phase. Its results are those of the tracked cell; the rounds
    /// hold all others.
    pub(super) fn rounds(
        &mut self,
        job: &Job<'_>,
        rounds: &Rounds,
    ) -> Result<Option<Measured>, Ended> {
        let meters = Meters::begin(self.drive);
        let mut log = RoundsLog::new(rounds, self.drive.now());
        let ended = self.all_rounds(job, rounds, &mut log);
        let ended = ended.and_then(|()| match &rounds.points {
            None => Ok(()),
            Some(_) if log.ended == RoundsEnd::MaxWrites => Ok(()),
            Some(points) => self.points(job, points, &mut log),
        });
        if let Err(ended) = ended {
            return Err(match ended {
                Ended::Stopped(_) => {
                    log.ended = RoundsEnd::Interrupted;
                    let histogram = log.histogram_line(job.key);
                    if let Some(line) = histogram {
                        self.folder.histogram(&line)?;
                    }
                    let remarks = meters.remarks(self.drive, self.drive.now());
                    Ended::Stopped(log.measured(job.key, remarks).map(Box::new))
                }
                other => other,
            });
        }
        // Rounds that were not needed are done too.
        self.time.passed(job.work.estimate().1 - log.planned_s);
        if let Some(verdict) = log.verdict() {
            self.wall(&Event::Rounds {
                of: Box::new(job.doing.clone()),
                rounds: verdict.rounds,
                reached_at_round: verdict.reached_at_round,
            })?;
        }
        if let Some(line) = log.histogram_line(job.key) {
            self.folder.histogram(&line)?;
        }
        let remarks = meters.remarks(self.drive, self.drive.now());
        Ok(log.measured(job.key, remarks))
    }

    fn all_rounds(
        &mut self,
        job: &Job<'_>,
        rounds: &Rounds,
        log: &mut RoundsLog<'_>,
    ) -> Result<(), Ended> {
        let whole_s = job.work.estimate().1.max(1.0);
        for round in 1..=rounds.rounds_max {
            for (place, cell) in rounds.cells.iter().enumerate() {
                let seed = job.seed.child(&format!("round {round} cell {place}"));
                let work = log.continued(place);
                let one = CellJob {
                    work: &work,
                    seed,
                    done: log.planned_s / whole_s,
                    share: cell.work.estimate().1 / whole_s,
                    second: log.planned_s as u32,
                };
                let start = self.drive.now();
                let (measured, latencies) = self.cell(job, &one)?;
                if self.ran_out() {
                    log.ended = RoundsEnd::MaxWrites;
                    return Ok(());
                }
                log.take(round, place, start, measured, latencies);
                if self.observer.stop_requested() {
                    return Err(Ended::Stopped(None));
                }
            }
            if let Some(end) = log.end_of_round() {
                log.ended = end;
                return Ok(());
            }
        }
        Ok(())
    }
}

impl RoundsLog<'_> {
    /// Whether the round that has just ended is the last one, and why.
    fn end_of_round(&mut self) -> Option<RoundsEnd> {
        self.close_round();
        let is_over = match self.rounds.until {
            RoundsUntil::Count => false,
            RoundsUntil::Written => self.written >= self.rounds.written_max.0,
            RoundsUntil::Steady => {
                Window::last(&self.values).is_some_and(|window| window.is_steady())
            }
        };
        let end = match self.rounds.until {
            RoundsUntil::Written => RoundsEnd::Written,
            RoundsUntil::Steady | RoundsUntil::Count => RoundsEnd::Steady,
        };
        is_over.then_some(end)
    }
}
