//! Rounds of cells, resolved for a drive: what a phase of rounds does, and when it ends.

use crate::definition::{RoundsUntil, TrackedValue};
use crate::work::Work;
use fourcorners_block::{Bytes, Nanos};

/// Rounds on one drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounds {
    /// Of a round, in order; at least one is not idle.
    pub cells: Vec<Cell>,
    /// Smaller than a sector of the drive.
    pub left_out: Vec<LeftOutCell>,
    /// The cell that decides, by its place, and its value.
    pub tracked: Option<(usize, TrackedValue)>,
    pub until: RoundsUntil,
    pub rounds_max: u32,
    /// With [`RoundsUntil::Written`].
    pub written_max: Bytes,
    /// What follows the rounds.
    pub points: Option<Points>,
}

/// One measurement of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// `None`: it is idle.
    pub read_percent: Option<u32>,
    pub threads: u32,
    /// Per thread.
    pub queue_depth: u32,
    /// What the drive is given; its queue depth is that of all threads, as far as the drive goes.
    pub work: Work,
}

/// A cell that this drive cannot be given.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOutCell {
    pub read_percent: u32,
    pub block: Bytes,
    /// Of the drive.
    pub sector: Bytes,
}

/// Points of a demand curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// Before each point: the first cell, for longer.
    pub settle: Work,
    pub test_s: u64,
    /// Limit of the mean latency of the highest point.
    pub latency_max: Nanos,
}

impl Rounds {
    /// The cell that stands for the phase where one figure is wanted: the tracked one, else the
    /// first that is not idle.
    pub fn main_cell(&self) -> usize {
        let first = self
            .cells
            .iter()
            .position(|cell| cell.read_percent.is_some());
        self.tracked
            .map_or(first.unwrap_or(0), |(tracked, _)| tracked)
    }

    /// Bytes that are written and seconds that it takes, about, at most.
    pub fn estimate(&self) -> (f64, f64) {
        let round = self.cells.iter().map(|cell| cell.work.estimate());
        let (bytes, seconds) = round.fold((0.0, 0.0), sum);
        let rounds = f64::from(self.rounds_max);
        let (points_bytes, points_s) = self.points.as_ref().map_or((0.0, 0.0), |points| {
            let (bytes, seconds) = points.settle.estimate();
            (3.0 * bytes, 3.0 * (seconds + points.test_s as f64))
        });
        let bytes = match self.until {
            RoundsUntil::Written => (bytes * rounds).min(self.written_max.0 as f64),
            RoundsUntil::Steady | RoundsUntil::Count => bytes * rounds,
        };
        (bytes + points_bytes, seconds * rounds + points_s)
    }
}

fn sum(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0 + b.0, a.1 + b.1)
}
