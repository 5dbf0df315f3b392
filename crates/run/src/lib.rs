//! Carries out a plan on a drive and appends what happens to the run's folder.

mod account;
mod ahead;
mod bell;
mod clean_passes;
mod closed_loop;
mod feed;
mod leading;
mod measure;
mod meters;
mod mix;
mod op_tally;
mod outstanding;
mod passes;
mod planned_time;
mod replay;
mod rounds;
mod saved;
mod shared;
mod workload;

use account::Account;
pub use bell::Bell;
use clean_passes::CleanPasses;
use closed_loop::Job;
use fourcorners_bench::record::{
    Entry, Event, Failure, Measured, NotRun, SCHEMA_VERSION, Status, Wall,
};
use fourcorners_bench::{
    Action, Direction, FolderError, FolderWriter, Observer, Past, PhaseKey, Plan, Sink, Work,
};
use fourcorners_block::{
    BLOCK_BYTES, Blocks, Bytes, Drive, DriveError, Lba, Nanos, QueueDepth, Request, Stop,
};
use leading::Leading;
pub use leading::NewDrive;
use planned_time::PlannedTime;
use saved::SavedStates;
pub use shared::SharedRun;
use std::sync::Arc;

/// Outcome of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Every action was carried out; single phases may have been skipped or have failed.
    Finished,
    /// The user stopped it; what was finished is kept.
    Interrupted,
}

/// Errors that end a run early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The run's folder cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The drive is lost; the results so far are kept.
    #[error("{drive}: {error}. Finished results are kept in {folder}")]
    Drive {
        drive: String,
        /// What happened.
        error: DriveError,
        /// The run's folder.
        folder: String,
    },
}

/// Reason for an unfinished piece of work.
enum Ended {
    /// By the user; with what was measured of it.
    Stopped(Option<Box<Measured>>),
    Failed(Failure),
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

/// Carries out the plan, alone and in order, as a real drive needs it.
pub fn run(
    plan: &Plan,
    drive: &mut dyn Drive,
    folder: &mut FolderWriter,
    observer: &mut dyn Observer,
) -> Result<RunEnd, RunError> {
    // Nobody waits for this bell, and one part leaves nothing to be done before its turn.
    let run = SharedRun::new(plan, Past::Real, Arc::default(), String::new);
    run.lead_on(&mut Leading::Given(drive), folder, observer)
}

/// Carries out actions on one drive.
struct Runner<'a> {
    plan: &'a Plan,
    drive: &'a mut dyn Drive,
    folder: &'a mut dyn Sink,
    observer: &'a mut dyn Observer,
    saved: &'a SavedStates,
    clean: &'a CleanPasses,
    time: &'a PlannedTime,
    /// What may be written, if that is limited.
    account: Option<&'a Account>,
    /// Why the drive's state is not what the next phase needs, until it is prepared again.
    broken: Option<Failure>,
}

impl Runner<'_> {
    fn wall(&mut self, event: &Event) -> Result<(), FolderError> {
        let at = self.observer.event(event);
        let event = event.clone();
        self.folder.wall(&Wall { at, event })
    }

    /// One after the other. A failure is no end: phases that need the state that is missing say so.
    fn carry_out_all(&mut self, actions: &[Action]) -> Result<(), Ended> {
        for action in actions {
            if self.observer.stop_requested() {
                return Err(Ended::Stopped(None));
            }
            if let Some(account) = self.account {
                account.begin();
            }
            let ended = self.carry_out(action);
            if let Some(at_most) = self.account.and_then(Account::settled) {
                self.folder.host_writes(at_most)?;
            }
            match ended {
                Ok(()) => {}
                Err(Ended::Failed(failure)) => self.broken = Some(failure),
                Err(ended) => {
                    if matches!(ended, Ended::Folder(_)) {
                        self.stop_drive();
                    }
                    return Err(ended);
                }
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, action: &Action) -> Result<(), Ended> {
        match action {
            Action::Purge => self.purge(),
            Action::Prepare { state, work } => self.prepare(state, work),
            Action::Drain => {
                let empty_at = self.drive.write_buffer_empty_at();
                Ok(self.drive.wait(empty_at, Stop::Never, &mut Vec::new())?)
            }
            Action::Trim { from, span } if self.broken.is_none() => self.trim(*from, *span),
            Action::Trim { .. } => Ok(()),
            Action::Save(slot) => {
                self.save(*slot);
                Ok(())
            }
            Action::Restore(slot) => self.restore(*slot),
            Action::Measure { key, work } => self.measure(key, work),
            Action::Again { key, work } => self.again(key, work),
            Action::Skip { key, because } => {
                let because = because.clone();
                self.entry(key, Status::Skipped { because }, None)
                    .map_err(Ended::from)
            }
        }
    }

    fn purge(&mut self) -> Result<(), Ended> {
        self.wall(&Event::Purging)?;
        self.broken = None;
        let by = self.drive.purge()?.into();
        Ok(self.wall(&Event::Purged { by })?)
    }

    fn prepare(&mut self, state: &str, work: &Work) -> Result<(), Ended> {
        if self.broken.is_some() {
            return Ok(());
        }
        let doing = Event::Preparing {
            state: state.into(),
        };
        self.wall(&doing)?;
        let seed = self.plan.seed.child("state").child(state);
        let job = Job {
            work,
            seed: seed.child(&work.span.0.to_string()),
            doing: &doing,
            key: None,
        };
        self.unmeasured(&job).map_err(|ended| match ended {
            Ended::Failed(failure) => Ended::Failed(Failure::Preparing {
                state: state.into(),
                failure: Box::new(failure),
            }),
            other => other,
        })
    }

    fn save(&mut self, slot: usize) {
        let snapshot = match self.broken {
            Some(_) => None,
            None => self.drive.snapshot(),
        };
        self.saved.save(slot, snapshot);
    }

    fn restore(&mut self, slot: usize) -> Result<(), Ended> {
        let Some(snapshot) = self.saved.get(slot) else {
            self.broken.get_or_insert(Failure::StateNotKept);
            return Ok(());
        };
        self.drive.restore(&snapshot)?;
        self.broken = None;
        drop(snapshot);
        self.saved.returned(slot);
        Ok(())
    }

    fn entry(
        &mut self,
        key: &PhaseKey,
        status: Status,
        measured: Option<Measured>,
    ) -> Result<(), FolderError> {
        let entry = Entry {
            schema_version: SCHEMA_VERSION,
            test: key.test.clone(),
            variant: key.variant.clone(),
            phase: key.phase.clone(),
            state: key.state.clone(),
            status,
            measured,
        };
        self.folder.entry(&entry)?;
        self.observer.result(&entry);
        Ok(())
    }

    fn measure(&mut self, key: &PhaseKey, work: &Work) -> Result<(), Ended> {
        let doing = key.measuring();
        if let Some(failure) = &self.broken {
            if failure.is_max_writes() {
                let because = NotRun::MaxWritesUsedUp { in_it: false };
                let skipped = Status::Skipped { because };
                return self.entry(key, skipped, None).map_err(Ended::from);
            }
            let failure = Box::new(failure.clone());
            return self
                .failed(key, Failure::NotInState { failure })
                .map_err(Ended::from);
        }
        if !self.may_write(work) {
            return self.left_out(key, work);
        }
        self.wall(&doing)?;
        let job = Job {
            work,
            seed: key.seed(self.plan.seed),
            doing: &doing,
            key: Some(key),
        };
        match self.work(&job) {
            Ok(Some(mut measured)) => {
                if self.ran_out() {
                    measured.stopped_at_max_writes = true;
                    return self.used_up(key, Some(measured));
                }
                self.clean.measured(key, &measured);
                self.entry(key, Status::Finished, Some(measured))
                    .map_err(Ended::from)
            }
            Ok(None) if self.ran_out() => self.used_up(key, None),
            Ok(None) => {
                // A replay ends when all is done that can be, whatever time that takes.
                let failure = match work.op {
                    Direction::Replay => Failure::NothingReplayed,
                    _ => Failure::NothingFinished,
                };
                self.failed(key, failure).map_err(Ended::from)
            }
            Err(Ended::Stopped(measured)) => {
                self.entry(key, Status::Interrupted, measured.map(|measured| *measured))?;
                Err(Ended::Stopped(None))
            }
            Err(Ended::Folder(error)) => Err(Ended::Folder(error)),
            Err(Ended::Failed(failure)) => {
                self.failed(key, failure.clone())?;
                match work.op {
                    // A drive that was only read is still in its state.
                    Direction::Read => Ok(()),
                    _ => Err(Ended::Failed(failure)),
                }
            }
            Err(Ended::Lost(lost)) => {
                let error = lost.to_string();
                self.failed(key, Failure::Drive { error })?;
                Err(Ended::Lost(lost))
            }
        }
    }

    fn failed(&mut self, key: &PhaseKey, failure: Failure) -> Result<(), FolderError> {
        self.entry(key, Status::Failed { failure }, None)
    }

    /// The work of a phase that has its result, unmeasured: whether it fails or not, the drive is
    /// as that phase left it.
    fn again(&mut self, key: &PhaseKey, work: &Work) -> Result<(), Ended> {
        if self.broken.is_some() {
            return Ok(());
        }
        let doing = Event::Again {
            test: key.test.clone(),
            phase: key.phase.clone(),
        };
        self.wall(&doing)?;
        let job = Job {
            work,
            seed: key.seed(self.plan.seed),
            doing: &doing,
            key: None,
        };
        self.unmeasured(&job)
    }

    /// Work that is done for the state that it leaves.
    fn unmeasured(&mut self, job: &Job<'_>) -> Result<(), Ended> {
        if !self.may_write(job.work) {
            return Err(Ended::Failed(Failure::MaxWrites));
        }
        self.work(job)?;
        match self.ran_out() {
            true => Err(Ended::Failed(Failure::MaxWrites)),
            false => Ok(()),
        }
    }

    /// Whether enough of the budget is left to begin work.
    fn may_write(&self, work: &Work) -> bool {
        let enough = |account: &Account| account.left() >= work.least_written();
        self.account.is_none_or(enough)
    }

    /// Whether the action under way was cut by the budget.
    fn ran_out(&self) -> bool {
        self.account.is_some_and(Account::ran_out)
    }

    /// A phase was not finished; what needs the state that it would leave is left out.
    fn used_up(&mut self, key: &PhaseKey, measured: Option<Measured>) -> Result<(), Ended> {
        self.broken = Some(Failure::MaxWrites);
        let because = NotRun::MaxWritesUsedUp { in_it: true };
        let skipped = Status::Skipped { because };
        self.entry(key, skipped, measured).map_err(Ended::from)
    }

    /// Nothing was written of a phase; what needs the state that it would leave is left out too.
    fn left_out(&mut self, key: &PhaseKey, work: &Work) -> Result<(), Ended> {
        self.broken = Some(Failure::MaxWrites);
        let because = NotRun::MaxWrites {
            needed_bytes: work.least_written(),
            left_bytes: self.account.map_or(0, Account::left),
            max_bytes: self.account.map_or(0, Account::max),
        };
        let skipped = Status::Skipped { because };
        self.entry(key, skipped, None).map_err(Ended::from)
    }

    /// Gives bytes of the drive back, in pieces that the drive takes.
    fn trim(&mut self, from: Bytes, span: Bytes) -> Result<(), Ended> {
        self.wall(&Event::Trimming)?;
        let Some(limits) = self.drive.identity().discard else {
            return Err(Ended::Failed(Failure::NoTrim));
        };
        // As much at once as the drive takes, in whole granules, at most 1 GiB.
        let granule = limits
            .granularity
            .0
            .max(self.drive.identity().logical_block.0)
            .max(BLOCK_BYTES);
        let piece = (limits.max.0.min(1 << 30) / granule).max(1) * granule / BLOCK_BYTES;
        let (first, all) = (from.0 / BLOCK_BYTES, span.0 / BLOCK_BYTES);
        let request = |n: u64| {
            let lba = Lba(first + n * piece);
            Request::discard(n, lba, Blocks(piece.min(all - n * piece)))
        };
        let requests: Vec<Request> = (0..all.div_ceil(piece)).map(request).collect();
        self.drive.set_queue_depth(QueueDepth::ONE);
        self.drive.submit(&requests);
        let mut completions = Vec::new();
        self.drive
            .wait(Nanos::MAX, Stop::Drained, &mut completions)?;
        let failed = completions
            .iter()
            .find_map(|completion| Failure::of_io(completion, None, || request(completion.tag)));
        failed.map_or(Ok(()), |failure| Err(Ended::Failed(failure)))
    }

    /// The folder cannot be written: nothing more is done to the drive.
    fn stop_drive(&mut self) {
        self.drive.withdraw();
        // The folder's error is the one to tell; a drive that is lost too is not worse than that.
        let _ = self.drive.wait(Nanos::MAX, Stop::Drained, &mut Vec::new());
    }
}
