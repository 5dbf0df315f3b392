//! Carries out a plan on a drive and appends what happens to the run's folder.

use crate::definition::Until;
use crate::folder::{FolderError, FolderWriter};
use crate::measure::Measurement;
use crate::observer::{Observer, Progress};
use crate::plan::{Action, PhaseKey, Plan, Work};
use crate::record::{Entry, SCHEMA_VERSION, Status, Wall};
use crate::workload::Workload;
use fourcorners_block::{
    Blocks, Bytes, Completion, Drive, DriveError, Lba, Nanos, Outcome, Purge, QueueDepth, Request,
    Snapshot, Stop,
};

/// Requests that wait in the drive at most, and the number at which more are made.
const BATCH: usize = 2048;
const REFILL: usize = 512;
const SECOND: Nanos = Nanos::secs(1);

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Every action was carried out; single phases may have been skipped or have failed.
    Finished,
    /// The user stopped it; what was finished is kept.
    Interrupted,
}

/// What ends a run early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The run's folder cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The drive is lost; the results so far are kept.
    #[error("{drive}: {error}. What was measured before is kept in {folder}")]
    Drive {
        /// Its name.
        drive: String,
        /// What happened.
        error: DriveError,
        /// The run's folder.
        folder: String,
    },
}

/// Why a piece of work ended before its end.
enum Ended {
    Stopped,
    Failed(String),
    Lost(DriveError),
    Folder(FolderError),
}

impl From<DriveError> for Ended {
    fn from(error: DriveError) -> Self {
        Self::Lost(error)
    }
}

impl From<FolderError> for Ended {
    fn from(error: FolderError) -> Self {
        Self::Folder(error)
    }
}

/// Carries out the plan.
pub fn run(
    plan: &Plan,
    drive: &mut dyn Drive,
    folder: &mut FolderWriter,
    observer: &mut dyn Observer,
) -> Result<RunEnd, RunError> {
    let mut runner = Runner {
        plan,
        drive,
        folder,
        observer,
        saved: Vec::new(),
        planned_s: 0.0,
        broken: None,
    };
    runner.wall("started")?;
    for action in &plan.actions {
        match runner.carry_out(action) {
            Ok(()) => {}
            Err(Ended::Folder(error)) => return Err(error.into()),
            Err(Ended::Stopped) => {
                runner.wall("interrupted")?;
                return Ok(RunEnd::Interrupted);
            }
            Err(Ended::Lost(error)) => {
                let drive = runner.drive.identity().name.clone();
                runner.wall("the drive is lost")?;
                return Err(RunError::Drive {
                    drive,
                    error,
                    folder: runner.folder.path().display().to_string(),
                });
            }
            Err(Ended::Failed(reason)) => runner.broken = Some(reason),
        }
    }
    runner.wall("finished")?;
    Ok(RunEnd::Finished)
}

struct Runner<'a> {
    plan: &'a Plan,
    drive: &'a mut dyn Drive,
    folder: &'a mut FolderWriter,
    observer: &'a mut dyn Observer,
    saved: Vec<Option<Snapshot>>,
    /// Planned time of the work that is done, in seconds.
    planned_s: f64,
    /// Why the drive's state is not what the next phase needs, until it is prepared again.
    broken: Option<String>,
}

impl Runner<'_> {
    fn wall(&mut self, event: &str) -> Result<(), FolderError> {
        let at = self.observer.event(event);
        self.folder.wall(&Wall {
            at,
            event: event.into(),
        })
    }

    fn carry_out(&mut self, action: &Action) -> Result<(), Ended> {
        match action {
            Action::Purge => {
                self.wall("purging")?;
                self.broken = None;
                if self.drive.purge()? == Purge::Nothing {
                    self.wall(
                        "the drive offers neither secure erase nor TRIM: its old content stays",
                    )?;
                }
                Ok(())
            }
            Action::Prepare { state, work } => {
                if self.broken.is_some() {
                    return Ok(());
                }
                let doing = format!("preparing {state}");
                self.wall(&doing)?;
                let seed = self
                    .plan
                    .seed
                    .child("state")
                    .child(state)
                    .child(&work.span.0.to_string());
                self.work(work, seed, "", &doing, None)
                    .map(drop)
                    .map_err(|ended| match ended {
                        Ended::Failed(reason) => Ended::Failed(format!("{doing}: {reason}")),
                        other => other,
                    })
            }
            Action::Trim { span } => {
                if self.broken.is_some() {
                    Ok(())
                } else {
                    self.trim(*span)
                }
            }
            Action::Save(slot) => {
                while self.saved.len() <= *slot {
                    self.saved.push(None);
                }
                self.saved[*slot] = if self.broken.is_some() {
                    None
                } else {
                    self.drive.snapshot()
                };
                Ok(())
            }
            Action::Restore { slot, last } => {
                let Some(snapshot) = self.saved.get(*slot).and_then(Option::as_ref) else {
                    self.broken
                        .get_or_insert_with(|| "the state it needs could not be prepared".into());
                    return Ok(());
                };
                self.drive.restore(snapshot)?;
                self.broken = None;
                if *last {
                    self.saved[*slot] = None;
                }
                Ok(())
            }
            Action::Measure { key, work } => self.measure(key, work),
            Action::Skip { key, reason } => self
                .entry(
                    key,
                    Status::Skipped {
                        reason: reason.clone(),
                    },
                    None,
                )
                .map_err(Ended::from),
        }
    }

    fn entry(
        &mut self,
        key: &PhaseKey,
        status: Status,
        measured: Option<crate::record::Measured>,
    ) -> Result<(), FolderError> {
        self.folder.entry(&Entry {
            schema_version: SCHEMA_VERSION,
            test: key.test.clone(),
            variant: key.variant.clone(),
            phase: key.phase.clone(),
            state: key.state.clone(),
            status,
            measured,
        })
    }

    fn measure(&mut self, key: &PhaseKey, work: &Work) -> Result<(), Ended> {
        let doing = if key.phase == "measure" {
            key.test.clone()
        } else {
            format!("{}: {}", key.test, key.phase)
        };
        if let Some(reason) = &self.broken {
            let reason =
                format!("not run, because the drive is not in the state it needs: {reason}");
            return self
                .entry(key, Status::Failed { reason }, None)
                .map_err(Ended::from);
        }
        self.wall(&doing)?;
        let seed = self
            .plan
            .seed
            .child(&key.test)
            .child(&key.variant)
            .child(&key.phase);
        match self.work(work, seed, &key.test, &doing, Some(key)) {
            Ok(Some(measured)) => self
                .entry(key, Status::Finished, Some(measured))
                .map_err(Ended::from),
            Ok(None) => {
                let reason =
                    "no I/O finished within the time of the test; give it longer with --duration"
                        .into();
                self.entry(key, Status::Failed { reason }, None)
                    .map_err(Ended::from)
            }
            Err(ended) => {
                let status = match &ended {
                    Ended::Stopped => Status::Interrupted,
                    Ended::Failed(reason) => Status::Failed {
                        reason: reason.clone(),
                    },
                    Ended::Lost(error) => Status::Failed {
                        reason: error.to_string(),
                    },
                    Ended::Folder(_) => return Err(ended),
                };
                self.entry(key, status, None)?;
                Err(ended)
            }
        }
    }

    /// Gives the first bytes of the drive back, in pieces that the drive takes.
    fn trim(&mut self, span: Bytes) -> Result<(), Ended> {
        self.wall("trimming")?;
        let Some(limits) = self.drive.identity().discard else {
            return Err(Ended::Failed("the drive does not take TRIM".into()));
        };
        let piece = limits.max.0.min(1 << 30).max(limits.granularity.0.max(512)) / 512;
        let all = span.0 / 512;
        let requests: Vec<Request> = (0..all.div_ceil(piece))
            .map(|n| Request::discard(n, Lba(n * piece), Blocks(piece.min(all - n * piece))))
            .collect();
        self.drive.set_queue_depth(QueueDepth::ONE);
        self.drive.submit(&requests);
        let mut completions = Vec::new();
        self.drive
            .wait(Nanos::MAX, Stop::Drained, &mut completions)?;
        match completions
            .iter()
            .find_map(|completion| failure(completion, 0))
        {
            Some(reason) => Err(Ended::Failed(format!("trimming: {reason}"))),
            None => Ok(()),
        }
    }

    /// Does a piece of work to its end; measures it if it has a name.
    fn work(
        &mut self,
        work: &Work,
        seed: fourcorners_block::Seed,
        test: &str,
        doing: &str,
        key: Option<&PhaseKey>,
    ) -> Result<Option<crate::record::Measured>, Ended> {
        let mut workload = Workload::new(work, seed);
        let total = workload.total();
        self.drive.set_queue_depth(work.queue_depth);
        let start = self.drive.now();
        let deadline = match work.until {
            Until::Duration => Some(start + Nanos::secs(work.duration_s)),
            Until::Pass | Until::SpanBytes => None,
        };
        let mut measurement =
            key.map(|key| Measurement::new(key, work, start, self.drive.counters()));
        let mut completions: Vec<Completion> = Vec::with_capacity(2 * BATCH);
        let mut batch: Vec<Request> = Vec::with_capacity(BATCH);
        let mut all_made = false;
        let (mut ios, mut bytes, mut second) = (0_u64, 0_u64, 0_u32);
        let planned = work.estimate().1;
        loop {
            // One second of the drive's clock, or less at the end.
            let boundary = start + Nanos(SECOND.0 * (u64::from(second) + 1));
            let boundary = deadline.map_or(boundary, |deadline| boundary.min(deadline));
            let (ios_before, bytes_before) = (ios, bytes);
            let drained = loop {
                if !all_made && self.drive.waiting() <= REFILL {
                    batch.clear();
                    workload.fill(BATCH - self.drive.waiting(), &mut batch);
                    all_made = batch.is_empty();
                    self.drive.submit(&batch);
                }
                let stop = if all_made {
                    Stop::Drained
                } else {
                    Stop::Waiting(REFILL)
                };
                self.drive.wait(boundary, stop, &mut completions)?;
                if let Some(deadline) = deadline {
                    // I/Os that are still under way when time is up are not counted.
                    completions.retain(|completion| completion.finished < deadline);
                }
                if let Some(reason) = completions
                    .iter()
                    .find_map(|completion| failure(completion, work.block.0))
                {
                    self.give_up(&mut completions)?;
                    return Err(Ended::Failed(reason));
                }
                ios += completions.len() as u64;
                bytes += completions.len() as u64 * work.block.0;
                if let Some(measurement) = &mut measurement {
                    measurement.take(&completions, &workload, self.folder)?;
                }
                completions.clear();
                if all_made && self.drive.waiting() + self.drive.in_flight() == 0 {
                    break true;
                }
                if self.drive.now() >= boundary {
                    break false;
                }
            };
            let over = drained || deadline.is_some_and(|deadline| self.drive.now() >= deadline);
            if !over {
                second += 1;
                if let Some(measurement) = &mut measurement {
                    measurement.close_seconds(second, self.drive.counters(), self.folder)?;
                }
            }
            let fraction = match total {
                Some(total) => ios as f64 / total.max(1) as f64,
                None => f64::from(second) / work.duration_s.max(1) as f64,
            };
            let done = self.planned_s + planned * fraction;
            self.observer.progress(&Progress {
                test,
                doing,
                fraction,
                whole: done / self.plan.estimated_s.max(1.0),
                iops: (ios - ios_before) as f64,
                mb_per_s: (bytes - bytes_before) as f64 / 1e6,
                left_s: (self.plan.estimated_s - done).max(0.0),
            });
            if over {
                break;
            }
            if self.observer.stop_requested() {
                self.give_up(&mut completions)?;
                if let Some(measurement) = measurement {
                    measurement.end(None, self.drive.counters(), self.folder)?;
                }
                return Err(Ended::Stopped);
            }
        }
        let counters = self.drive.counters();
        self.give_up(&mut completions)?;
        self.planned_s += planned;
        match measurement {
            Some(measurement) => Ok(measurement.end(deadline, counters, self.folder)?),
            None => Ok(None),
        }
    }

    /// Takes back what is queued and waits for what is under way.
    fn give_up(&mut self, completions: &mut Vec<Completion>) -> Result<(), DriveError> {
        self.drive.withdraw();
        self.drive.wait(Nanos::MAX, Stop::Drained, completions)?;
        completions.clear();
        Ok(())
    }
}

/// A sentence about an I/O that was not done.
fn failure(completion: &Completion, block: u64) -> Option<String> {
    let what = |problem: &str| {
        format!(
            "I/O number {} ({} bytes) {problem}",
            completion.tag,
            completion.bytes.0.max(block)
        )
    };
    match completion.outcome {
        Outcome::Done => None,
        Outcome::OutOfRange => Some(what("was beyond the end of the drive")),
        Outcome::Misaligned => Some(what(
            "was not aligned to the drive's logical blocks; the test cannot be run on this drive",
        )),
        Outcome::Unsupported => Some(what("is of a kind that the drive does not do")),
        Outcome::ReadOnly => Some(what(
            "was a write, and the drive is open for reading only; name it with --destroy",
        )),
        Outcome::Failed(errno) => {
            let error = std::io::Error::from_raw_os_error(errno);
            Some(what(&format!(
                "failed: {error}. Look at the kernel's log (dmesg) and the drive's SMART data"
            )))
        }
    }
}
