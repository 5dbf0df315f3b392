//! Simulates the points that a folder does not have, on several threads.

use crate::error::SweepError;
use crate::folder::{Folder, Row};
use crate::page::{PageData, html};
use crate::parameter::Parameter;
use crate::point::Point;
use crate::shard::Shard;
use crate::sweep::Sweep;
use crate::table::table;
use fourcorners_bench::Observer;
use fourcorners_lab as lab;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

const TABLE: &str = "results.parquet";
const PAGE: &str = "index.html";

/// Points that are checked before any is simulated: each takes about a millisecond.
const CHECKED: usize = 2000;

/// Who watches a sweep, and may stop it.
pub trait Progress: Sync {
    /// Points of this process that are done, of how many, and how many failed.
    fn done(&self, done: usize, of: usize, failed: usize);
    /// True as soon as the user wants it to end.
    fn stop_requested(&self) -> bool;
}

/// What came of it; `sweep --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Done {
    pub sweep: String,
    /// Where the results are.
    pub folder: PathBuf,
    /// Points of the whole sweep.
    pub points: usize,
    /// Those that this process simulated now.
    pub simulated: usize,
    /// All that failed, also before and in other processes.
    pub failed: usize,
    /// Those that have no row yet: of other shards, or because it was stopped.
    pub left: usize,
}

/// What threads share.
struct Shared<'a> {
    sweep: &'a Sweep,
    progress: &'a dyn Progress,
    state: Mutex<State>,
    freed: Condvar,
    /// Whether the host failed: no point is simulated any more.
    has_failed: AtomicBool,
    /// Bytes that can be had without swapping.
    memory: u64,
}

struct State {
    waiting: VecDeque<u64>,
    points: crate::folder::Points,
    simulated: usize,
    failed: usize,
    of: usize,
    /// Bytes of the drives in memory.
    used: u64,
    error: Option<SweepError>,
}

/// Simulates what is missing. Once all points are there, writes the table and the page.
///
/// # Errors
/// A line of a file is no point of this sweep, or a file cannot be written.
pub fn run(
    sweep: &Sweep,
    folder: &Folder,
    shard: Option<Shard>,
    threads: usize,
    progress: &dyn Progress,
) -> Result<Done, SweepError> {
    let points = folder.points(shard)?;
    let ours = |number: &u64| shard.is_none_or(|shard| shard.has(*number));
    let waiting: VecDeque<u64> = folder.missing()?.into_iter().filter(ours).collect();
    let of = waiting.len();
    let shared = Shared {
        sweep,
        progress,
        state: Mutex::new(State {
            waiting,
            points,
            simulated: 0,
            failed: 0,
            of,
            used: 0,
            error: None,
        }),
        freed: Condvar::new(),
        has_failed: AtomicBool::new(false),
        memory: lab::available_memory().unwrap_or(u64::MAX),
    };
    progress.done(0, of, 0);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, of.max(1)) {
            scope.spawn(|| shared.work());
        }
    });
    let state = shared
        .state
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = state.error {
        return Err(error);
    }
    // Others may have finished theirs meanwhile.
    let rows = folder.rows()?;
    let done = Done {
        sweep: sweep.name.clone(),
        folder: folder.path().into(),
        points: sweep.points.len(),
        simulated: state.simulated,
        failed: rows.values().filter(|row| row.failed.is_some()).count(),
        left: sweep.points.len().saturating_sub(rows.len()),
    };
    if done.left == 0 {
        finish(sweep, folder, &rows.into_values().collect::<Vec<_>>())?;
    }
    Ok(done)
}

/// Writes the table and the page. `rows`: all points, in order.
///
/// # Errors
/// A file cannot be written.
pub fn finish(sweep: &Sweep, folder: &Folder, rows: &[Row]) -> Result<(), SweepError> {
    folder.put(TABLE, &table(sweep, rows)?)?;
    let page = html(&PageData::new(sweep, rows)).map_err(SweepError::Page)?;
    folder.put(PAGE, page.as_bytes())
}

impl Sweep {
    /// Points that cannot work, with the reason, and how many were checked: the first few thousand.
    pub fn cannot_work(&self) -> (Vec<(usize, String)>, usize) {
        let checked = self.points.len().min(CHECKED);
        let wrong = |number: usize| Some((number, self.check(number).err()?.message().error));
        ((0..checked).filter_map(wrong).collect(), checked)
    }

    /// Simulates a point. `None`: it was stopped.
    ///
    /// # Errors
    /// The host's, which say nothing of the point.
    pub fn simulate(
        &self,
        number: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Row>, SweepError> {
        let point = self.point(number as usize);
        let point = point.map_err(|error| error.message().error);
        let has_failed = &AtomicBool::new(false);
        let mut stop = Stop {
            progress,
            has_failed,
        };
        self.measure(number, point, &mut stop)
    }

    /// Refuses drives, ports and keys that there are not before anything is simulated.
    ///
    /// # Errors
    /// One of them is unknown.
    pub fn has_known_names(&self) -> Result<(), SweepError> {
        self.names().map_err(|error| error.in_file(&self.file))
    }

    fn names(&self) -> Result<(), SweepError> {
        for name in self.texts_of(&Parameter::Drive) {
            match self.drive_file(name) {
                Some(path) => lab::resolve(&path.display().to_string(), false).map(drop)?,
                None => lab::drive_spec(name).map(drop)?,
            }
        }
        for name in self.texts_of(&Parameter::Port) {
            lab::port(name)?;
        }
        match self.point(0) {
            Err(SweepError::Lab(error)) if error.is_of_unknown_key() => Err(SweepError::Lab(error)),
            _ => Ok(()),
        }
    }
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let mut state = self.lock();
            if state.error.is_some() || self.progress.stop_requested() {
                return;
            }
            let Some(number) = state.waiting.pop_front() else {
                return;
            };
            drop(state);
            let point = self.sweep.point(number as usize);
            let point = point.map_err(|error| error.message().error);
            let bytes = point
                .as_ref()
                .map_or(0, |point| lab::needed_bytes(&point.spec));
            let point = self.fits(point, bytes);
            let mut stop = Stop {
                progress: self.progress,
                has_failed: &self.has_failed,
            };
            let row = self.sweep.measure(number, point, &mut stop);
            let mut state = self.lock();
            state.used -= bytes.min(state.used);
            self.freed.notify_all();
            let kept = row.and_then(|row| match row {
                Some(row) => state.points.put(&row).map(|()| Some(row)),
                None => Ok(None),
            });
            let row = match kept {
                Ok(Some(row)) => row,
                Ok(None) => return,
                Err(error) => {
                    self.has_failed.store(true, Ordering::Relaxed);
                    state.error.get_or_insert(error);
                    return;
                }
            };
            state.simulated += 1;
            state.failed += usize::from(row.failed.is_some());
            self.progress.done(state.simulated, state.of, state.failed);
        }
    }

    /// Waits until the point's drive fits into memory with the others.
    fn fits(&self, point: Result<Point, String>, bytes: u64) -> Result<Point, String> {
        let point = point?;
        let mut state = self.lock();
        while state.used > 0 && state.used + bytes > self.memory {
            state = self
                .freed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.used += bytes;
        match bytes > self.memory {
            true => Err(format!(
                "its drive needs {} MiB of memory; {} MiB are available",
                bytes >> 20,
                self.memory >> 20
            )),
            false => Ok(point),
        }
    }
}

/// Stops a point when the sweep is stopped, or when the host failed at another.
struct Stop<'a> {
    progress: &'a dyn Progress,
    has_failed: &'a AtomicBool,
}

impl Observer for Stop<'_> {
    fn stop_requested(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed) || self.progress.stop_requested()
    }
}
