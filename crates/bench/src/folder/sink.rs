//! Where the lines of a run go: into its folder at once, or into memory until it is their turn.

use super::{FolderError, FolderWriter};
use crate::io_log::RECORD_BYTES;
use crate::observer::Observer;
use crate::record::{Entry, HistogramLine, Position, Sample, Wall};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes the lines of a run, in order.
pub trait Sink {
    /// A second.
    fn sample(&mut self, sample: &Sample) -> Result<(), FolderError>;
    /// A zone.
    fn position(&mut self, position: &Position) -> Result<(), FolderError>;
    /// A phase's latencies.
    fn histogram(&mut self, histogram: &HistogramLine) -> Result<(), FolderError>;
    /// A phase's result, after everything else of it.
    fn entry(&mut self, entry: &Entry) -> Result<(), FolderError>;
    /// What happened when.
    fn wall(&mut self, wall: &Wall) -> Result<(), FolderError>;
    /// Bytes that may have been written to the drive at most; on the medium when it returns.
    fn host_writes(&mut self, at_most: u64) -> Result<(), FolderError>;
    /// Whether every measured I/O is recorded.
    fn logs_ios(&self) -> bool;
    /// The number of the current phase, of a run that records every I/O.
    fn entries(&self) -> u16;
    /// A measured I/O, if they are recorded.
    fn io(&mut self, record: [u8; RECORD_BYTES]) -> Result<(), FolderError>;
}

impl Sink for FolderWriter {
    fn sample(&mut self, sample: &Sample) -> Result<(), FolderError> {
        self.sample(sample)
    }
    fn position(&mut self, position: &Position) -> Result<(), FolderError> {
        self.position(position)
    }
    fn histogram(&mut self, histogram: &HistogramLine) -> Result<(), FolderError> {
        self.histogram(histogram)
    }
    fn entry(&mut self, entry: &Entry) -> Result<(), FolderError> {
        self.entry(entry)
    }
    fn wall(&mut self, wall: &Wall) -> Result<(), FolderError> {
        self.wall(wall)
    }
    fn host_writes(&mut self, at_most: u64) -> Result<(), FolderError> {
        self.host_writes(at_most)
    }
    fn logs_ios(&self) -> bool {
        self.logs_ios()
    }
    fn entries(&self) -> u16 {
        self.entries()
    }
    fn io(&mut self, record: [u8; RECORD_BYTES]) -> Result<(), FolderError> {
        self.io(record)
    }
}

/// Lines that wait for those of earlier phases: a folder has them in the order of the plan. One
/// thread adds to them, and another hands them on.
#[derive(Default)]
pub struct Buffer(Mutex<Vec<Line>>);

enum Line {
    Sample(Sample),
    Position(Position),
    Histogram(HistogramLine),
    Entry(Box<Entry>),
    Wall(Wall),
}

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, Vec<Line>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, line: Line) -> Result<(), FolderError> {
        self.lock().push(line);
        Ok(())
    }

    /// Hands on what there is; the observer hears of each event before, and of each result after.
    pub fn hand_on(
        &self,
        to: &mut dyn Sink,
        observer: &mut dyn Observer,
    ) -> Result<(), FolderError> {
        let lines = std::mem::take(&mut *self.lock());
        lines.iter().try_for_each(|line| match line {
            Line::Sample(sample) => to.sample(sample),
            Line::Position(position) => to.position(position),
            Line::Histogram(histogram) => to.histogram(histogram),
            Line::Entry(entry) => {
                to.entry(entry)?;
                observer.result(entry);
                Ok(())
            }
            Line::Wall(wall) => {
                drop(observer.event(&wall.event));
                to.wall(wall)
            }
        })
    }
}

impl Sink for &Buffer {
    fn sample(&mut self, sample: &Sample) -> Result<(), FolderError> {
        self.push(Line::Sample(sample.clone()))
    }
    fn position(&mut self, position: &Position) -> Result<(), FolderError> {
        self.push(Line::Position(position.clone()))
    }
    fn histogram(&mut self, histogram: &HistogramLine) -> Result<(), FolderError> {
        self.push(Line::Histogram(histogram.clone()))
    }
    fn entry(&mut self, entry: &Entry) -> Result<(), FolderError> {
        self.push(Line::Entry(Box::new(entry.clone())))
    }
    fn wall(&mut self, wall: &Wall) -> Result<(), FolderError> {
        self.push(Line::Wall(wall.clone()))
    }
    /// A run with a budget is carried out in order, and writes to its folder at once.
    fn host_writes(&mut self, _at_most: u64) -> Result<(), FolderError> {
        Ok(())
    }
    /// I/Os are too many to wait: a run that records them is carried out in order.
    fn logs_ios(&self) -> bool {
        false
    }
    fn entries(&self) -> u16 {
        0
    }
    fn io(&mut self, _record: [u8; RECORD_BYTES]) -> Result<(), FolderError> {
        Ok(())
    }
}
