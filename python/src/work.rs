//! Drives put through a suite, several at once.

use crate::error::Result;
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, Observer, Options, Progress, Suite};
use fourcorners_block::Seed;
use fourcorners_lab as lab;
use fourcorners_sim::DriveSpec;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Drives to be put through a suite.
pub struct Work<'a> {
    specs: &'a [&'a DriveSpec],
    definitions: &'a Library,
    suite: &'a Suite,
    seed: Seed,
    threads: usize,
    /// Per drive, in millionths.
    done: Vec<AtomicU32>,
    /// The drive that nobody has taken.
    next: AtomicUsize,
}

/// All of a run, in the unit of `Work::done`.
const ALL: u32 = 1_000_000;

impl<'a> Work<'a> {
    /// With at most this many drives at once, and no more than fit into memory.
    pub fn new(
        specs: &'a [&'a DriveSpec],
        definitions: &'a Library,
        suite: &'a Suite,
        seed: Seed,
        threads: usize,
    ) -> Result<Self> {
        Ok(Self {
            specs,
            definitions,
            suite,
            seed,
            // Python is not told how many drives fit into memory.
            threads: lab::affordable(specs, threads, &|_| ())?,
            done: specs.iter().map(|_| AtomicU32::new(0)).collect(),
            next: AtomicUsize::new(0),
        })
    }

    /// Of all drives, 0 to 1.
    pub fn share_done(&self) -> f64 {
        let done = self.done.iter();
        let done: u64 = done.map(|it| u64::from(it.load(Ordering::Relaxed))).sum();
        done as f64 / f64::from(ALL) / self.done.len().max(1) as f64
    }

    /// Every drive's run, in order.
    pub fn carry_out(&self, stop: &AtomicBool) -> Result<Vec<Run>> {
        let runs = Mutex::new(Vec::new());
        let one = || {
            loop {
                let index = self.next.fetch_add(1, Ordering::Relaxed);
                let (Some(spec), Some(done)) = (self.specs.get(index), self.done.get(index)) else {
                    return Ok(());
                };
                let mut observer = Watch { stop, done };
                let (definitions, suite) = (self.definitions, self.suite);
                let run = lab::simulate_alone(
                    spec,
                    definitions,
                    suite,
                    &Options::default(),
                    self.seed,
                    &mut observer,
                )
                .inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                done.store(ALL, Ordering::Relaxed);
                let Some(run) = run else {
                    return Ok(());
                };
                let mut runs = runs.lock().unwrap_or_else(PoisonError::into_inner);
                runs.push((index, run));
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(one)).collect();
            let ended = threads.into_iter().map(|thread| match thread.join() {
                Ok(ended) => ended,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            ended.collect::<Result<()>>()
        })?;
        let mut runs = runs.into_inner().unwrap_or_else(PoisonError::into_inner);
        runs.sort_by_key(|(index, _)| *index);
        Ok(runs.into_iter().map(|(_, run)| run).collect())
    }
}

/// Watches one run.
struct Watch<'a> {
    stop: &'a AtomicBool,
    done: &'a AtomicU32,
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        let done = progress.whole * f64::from(ALL);
        self.done.store(done as u32, Ordering::Relaxed);
    }

    fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
