//! What the control socket orders: reports, and faults.

use super::Server;
use crate::control::{Answer, Control, Order, Waiting};
use crate::error::ServeError;
use crate::fault::{Fault, FaultReport};
use crate::report::Report;
use crate::stat::{SsdStat, Stat};
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Aging that waits until nothing is in flight.
pub(super) struct PendingWear {
    cycles: u32,
    waiting: Waiting,
}

impl Server {
    /// What the drive has done, and how punctual the replies have been.
    pub(super) fn report(&self) -> Report {
        let drive = self.served.drive();
        let in_flight = drive.waiting() + drive.in_flight();
        let counts = [in_flight, self.connections.count()];
        let health = self.served.health();
        let stat = Stat::new(
            &self.export.name,
            drive.now(),
            counts,
            drive.counters(),
            health,
        );
        let dilation = self.served.clock().dilation();
        Report::new(stat, dilation, self.spin, &self.lag)
    }

    /// Carries out the orders that have come.
    ///
    /// # Errors
    /// The drive or the host fails.
    pub(super) fn obey(&mut self) -> Result<(), ServeError> {
        let control = self.sockets.control.iter();
        let orders: Vec<Waiting> = control.flat_map(Control::take).collect();
        for waiting in orders {
            let fault = match waiting.order {
                Order::Stat => {
                    waiting.answer(Answer::Stat(Box::new(self.report())));
                    continue;
                }
                Order::Fault(fault) => fault,
            };
            let report = match fault {
                Fault::Wear { cycles } => {
                    self.wear = Some(PendingWear { cycles, waiting });
                    continue;
                }
                Fault::PowerLoss => self.lose_power(),
                Fault::Uncorrectable { offset, length } => self
                    .range(offset, length)
                    .and_then(|range| self.served.make_uncorrectable(range))
                    .map(|bytes| FaultReport::Uncorrectable { bytes }),
            };
            waiting.answer(answer(report)?);
        }
        Ok(())
    }

    fn range(&self, offset: u64, length: u64) -> Result<Range<u64>, ServeError> {
        let end = offset
            .checked_add(length)
            .filter(|end| *end <= self.bytes());
        let end = end.ok_or(ServeError::BeyondEnd(self.bytes()))?;
        Ok(offset..end)
    }

    /// Ages the drive once it is idle, if that was ordered. Says whether it did.
    pub(super) fn wear(&mut self) -> Result<bool, ServeError> {
        let is_to_end = |wear: &mut PendingWear| wear.waiting.is_late() || self.served.is_idle();
        let Some(PendingWear { cycles, waiting }) = self.wear.take_if(is_to_end) else {
            return Ok(false);
        };
        if !waiting.is_late() {
            let worn = self.served.wear(cycles);
            let erases = |ssd: SsdStat| ssd.erases_per_superblock;
            let report = worn.map(|()| FaultReport::Wear {
                erases_per_superblock: self.report().stat.ssd.map_or([0; 2], erases),
            });
            waiting.answer(answer(report)?);
        }
        Ok(true)
    }

    fn lose_power(&mut self) -> Result<FaultReport, ServeError> {
        // What is finished by now still gets its reply.
        self.served.advance(Instant::now(), &mut self.done)?;
        self.reply()?;
        self.connections.send(&self.epoll, &mut self.lag)?;
        let mut report = self.served.lose_power()?;
        report.disconnected_clients = self.connections.count() as u64;
        report.dropped_commands += self.unsynced.len() as u64;
        self.unsynced.clear();
        self.connections.clear();
        self.cuts.fetch_add(1, Ordering::Relaxed);
        Ok(FaultReport::PowerLoss(report))
    }
}

/// A drive that cannot do it goes on; all else ends the server.
fn answer(report: Result<FaultReport, ServeError>) -> Result<Answer, ServeError> {
    match report {
        Ok(report) => Ok(Answer::Fault(report)),
        Err(error @ (ServeError::Drive(_) | ServeError::BeyondEnd(_))) => {
            Ok(Answer::Refused(error.to_string()))
        }
        Err(error) => Err(error),
    }
}
