//! Where the requests of a piece of work come from: a closed loop has the next one as soon as there
//! is a slot, a trace when it is due.

use super::replay::Replayer;
use crate::measure::Measurement;
use crate::workload::Workload;
use fourcorners_bench::record::Replayed;
use fourcorners_bench::{Direction, FolderError, Sink, Work};
use fourcorners_block::{Completion, Drive, Nanos, Request, Seed, Stop};

/// Requests of a closed loop that wait in the drive at most, and the number at which more are made.
/// A real drive works on while the bench looks at a batch: it must be over before what is in flight
/// is.
pub const BATCH: usize = 512;
const REFILL: usize = 256;

pub enum Feed<'a> {
    /// Requests that are made.
    Loop(Box<Workload>),
    /// Requests that were recorded.
    Trace(Box<Replayer<'a>>),
}

impl<'a> Feed<'a> {
    /// Of a piece of work that begins now. `seed` is the work's, `root` the run's: a trace is the
    /// same one in every phase.
    ///
    /// # Errors
    /// A trace cannot be read: a sentence.
    pub fn new(work: &'a Work, seed: Seed, root: Seed, drive: &dyn Drive) -> Result<Self, String> {
        match &work.replay {
            None => {
                let workload = Workload::new(work, seed, drive.now());
                Ok(Self::Loop(Box::new(workload)))
            }
            Some(replay) => {
                Replayer::new(work, replay, drive, root).map(|trace| Self::Trace(Box::new(trace)))
            }
        }
    }

    /// Appends what is to be handed over now. True if it was the last.
    ///
    /// # Errors
    /// A trace cannot be read, or does not fit: a sentence.
    pub fn fill(&mut self, drive: &dyn Drive, batch: &mut Vec<Request>) -> Result<bool, String> {
        let waiting = drive.waiting();
        match self {
            Self::Loop(workload) if waiting <= REFILL => {
                workload.fill(BATCH - waiting, batch);
                Ok(batch.is_empty())
            }
            Self::Loop(_) => Ok(false),
            Self::Trace(trace) => {
                trace.fill(drive.now(), waiting, batch)?;
                Ok(trace.is_handed_over())
            }
        }
    }

    /// Until when the drive is waited for before more is handed over, and what ends the wait
    /// earlier. `all_made`: nothing more is.
    pub fn patience(&self, work: &Work, all_made: bool) -> (Nanos, Stop) {
        match self {
            Self::Loop(_) if work.op == Direction::Idle => (Nanos::MAX, Stop::Never),
            _ if all_made => (Nanos::MAX, Stop::Drained),
            Self::Trace(trace) => trace.patience(),
            Self::Loop(_) => (Nanos::MAX, Stop::Waiting(REFILL)),
        }
    }

    /// Bytes that an I/O moved.
    #[inline]
    pub fn moved(&self, io: &Completion) -> u64 {
        match self {
            Self::Loop(workload) => workload.moved(io),
            Self::Trace(_) => io.bytes.0,
        }
    }

    /// These have finished.
    pub fn finished(&mut self, completions: &[Completion]) {
        if let Self::Trace(trace) = self {
            trace.finished(completions);
        }
    }

    /// Counts those of the second that is open, which have all finished.
    ///
    /// # Errors
    /// The run's folder cannot be written.
    pub fn count(
        &mut self,
        completions: &[Completion],
        measurement: Option<&mut Measurement<'_>>,
        folder: &mut dyn Sink,
    ) -> Result<(), FolderError> {
        match (self, measurement) {
            (Self::Loop(workload), Some(measurement)) => {
                measurement.take(completions, workload, folder)?;
            }
            (Self::Loop(_), None) => {}
            (Self::Trace(trace), measurement) => {
                if let Some(measurement) = measurement {
                    measurement.take_served(completions, |io| trace.service(io));
                }
                trace.count(completions);
            }
        }
        Ok(())
    }

    /// The request of an I/O that has just finished, made again.
    pub fn request(&self, work: &Work, seed: Seed, tag: u64) -> Request {
        match self {
            Self::Loop(_) => Workload::request(work, seed, tag),
            Self::Trace(trace) => trace.request(tag),
        }
    }

    /// One pass more, of passes.
    pub fn pass_again(&mut self) {
        if let Self::Loop(workload) = self {
            workload.pass_again();
        }
    }

    /// Share of the I/Os that is done, 0 to 1, if they end by themselves; `ios` are.
    pub fn fraction(&self, ios: u64) -> Option<f64> {
        match self {
            Self::Loop(workload) => {
                let total = workload.total()?;
                Some(ios as f64 / total.max(1) as f64)
            }
            Self::Trace(trace) => Some(trace.fraction()),
        }
    }

    /// What only a replay shows. `end`: until when all was counted.
    pub fn replayed(self, end: Nanos) -> Option<Replayed> {
        match self {
            Self::Loop(_) => None,
            Self::Trace(trace) => Some(trace.replayed(end)),
        }
    }
}
