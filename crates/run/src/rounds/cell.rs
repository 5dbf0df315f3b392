//! One cell: work that is measured, and writes no lines of its own into the folder.

use crate::closed_loop::Job;
use crate::{Ended, Runner};
use fourcorners_bench::record::{Entry, Event, HistogramLine, Measured, Position, Sample, Wall};
use fourcorners_bench::{FolderError, Observer, PhaseKey, Progress, RECORD_BYTES, Sink, Work};
use fourcorners_block::Seed;

/// A cell, and its place in the phase.
pub struct CellJob<'a> {
    pub work: &'a Work,
    pub seed: Seed,
    /// Share of the phase that is done before it, and its own.
    pub done: f64,
    pub share: f64,
    /// Seconds of the phase before it.
    pub second: u32,
}

/// Keeps a cell's latencies, and leaves out its seconds: a round of a matrix has thousands.
struct CellSink<'a> {
    folder: &'a mut dyn Sink,
    latencies: Option<HistogramLine>,
}

impl Sink for CellSink<'_> {
    fn sample(&mut self, _sample: &Sample) -> Result<(), FolderError> {
        Ok(())
    }
    fn position(&mut self, _position: &Position) -> Result<(), FolderError> {
        Ok(())
    }
    fn histogram(&mut self, histogram: &HistogramLine) -> Result<(), FolderError> {
        self.latencies = Some(histogram.clone());
        Ok(())
    }
    fn entry(&mut self, entry: &Entry) -> Result<(), FolderError> {
        self.folder.entry(entry)
    }
    fn wall(&mut self, wall: &Wall) -> Result<(), FolderError> {
        self.folder.wall(wall)
    }
    fn host_writes(&mut self, at_most: u64) -> Result<(), FolderError> {
        self.folder.host_writes(at_most)
    }
    /// Times in the log are from the start of a phase, and a cell does not know it.
    fn logs_ios(&self) -> bool {
        false
    }
    fn entries(&self) -> u16 {
        self.folder.entries()
    }
    fn io(&mut self, _record: [u8; RECORD_BYTES]) -> Result<(), FolderError> {
        Ok(())
    }
}

/// Tells of the phase, where the cell tells of itself.
struct CellObserver<'a> {
    inner: &'a mut dyn Observer,
    phase: Option<&'a PhaseKey>,
    done: f64,
    share: f64,
    second: u32,
}

impl Observer for CellObserver<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        self.inner.progress(&Progress {
            phase: self.phase,
            fraction: (self.done + self.share * progress.fraction).min(1.0),
            second: progress.second.map(|second| self.second + second),
            ..progress.clone()
        });
    }
    fn event(&mut self, event: &Event) -> String {
        self.inner.event(event)
    }
    fn result(&mut self, entry: &Entry) {
        self.inner.result(entry);
    }
    fn stop_requested(&self) -> bool {
        self.inner.stop_requested()
    }
}

impl Runner<'_> {
    /// Measures a cell: its figures, `None` if no I/O finished, and its latencies.
    pub fn cell(
        &mut self,
        phase: &Job<'_>,
        cell: &CellJob<'_>,
    ) -> Result<(Option<Measured>, Option<HistogramLine>), Ended> {
        // What a phase repeats without a name is judged all the same.
        let unnamed = PhaseKey {
            test: String::new(),
            variant: String::new(),
            phase: String::new(),
            state: String::new(),
            positions: false,
            spare_per_mille: None,
        };
        let key = phase.key.unwrap_or(&unnamed);
        let mut sink = CellSink {
            folder: &mut *self.folder,
            latencies: None,
        };
        let mut observer = CellObserver {
            inner: &mut *self.observer,
            phase: phase.key,
            done: cell.done,
            share: cell.share,
            second: cell.second,
        };
        let mut runner = Runner {
            plan: self.plan,
            drive: &mut *self.drive,
            folder: &mut sink,
            observer: &mut observer,
            saved: self.saved,
            clean: self.clean,
            time: self.time,
            account: self.account,
            broken: None,
        };
        let job = Job {
            work: cell.work,
            seed: cell.seed,
            doing: phase.doing,
            key: Some(key),
        };
        let measured = runner.work(&job)?;
        Ok((measured, sink.latencies))
    }
}
