//! A run of which several threads carry out parts, each on a drive of its own.
//!
//! One thread leads: it takes the parts in order and writes the folder. Others help: they take the
//! last part that can begin, and what they measure waits in memory until the folder has everything
//! before it; then it goes there as it is measured. So folder and digest are the same with any
//! number of threads, and a run that is cut off holds the first phases of its plan, as ever.

use super::account::Account;
use super::ahead::{Ahead, Leader};
use super::clean_passes::CleanPasses;
use super::leading::{Leading, NewDrive};
use super::{Bell, Ended, PlannedTime, RunEnd, RunError, Runner, SavedStates};
use fourcorners_bench::record::{Event, Failure, Wall};
use fourcorners_bench::{Begins, Buffer, FolderWriter, Observer, Part, Past, Plan, Sink};
use fourcorners_block::Drive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How soon the user's wish to stop is heard while another thread is waited for.
const LOOK_UP: Duration = Duration::from_millis(100);

pub struct SharedRun<'a> {
    plan: &'a Plan,
    parts: Vec<Part>,
    states: Mutex<Vec<PartState>>,
    saved: SavedStates,
    clean: CleanPasses,
    time: PlannedTime,
    account: Option<Account>,
    /// The user wants it to end, or it has ended.
    stop: AtomicBool,
    bell: Arc<Bell>,
    /// The wall-clock time, for what helpers did.
    clock: fn() -> String,
}

enum PartState {
    Waiting,
    /// By who leads, in its turn.
    InTurn,
    /// Before its turn; with what there is of its lines.
    Taken(Arc<Buffer>),
    Done(Arc<Buffer>, PartEnd),
    Written,
}

/// Why the drive is not in the state that the next part may need, if it is not; or why the run is
/// over.
type PartEnd = Result<Option<Failure>, Ended>;

/// A part that a thread carries out before its turn. Should the thread panic, the part waits again.
struct Taken<'r> {
    states: &'r Mutex<Vec<PartState>>,
    bell: &'r Bell,
    number: usize,
    lines: Arc<Buffer>,
    ended: Option<PartEnd>,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let lines = Arc::clone(&self.lines);
        lock(self.states)[self.number] = match self.ended.take() {
            Some(ended) => PartState::Done(lines, ended),
            None => PartState::Waiting,
        };
        self.bell.ring();
    }
}

fn lock(states: &Mutex<Vec<PartState>>) -> MutexGuard<'_, Vec<PartState>> {
    states.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> SharedRun<'a> {
    /// `past`: what of it a purge does away with. Whoever waits for `bell` helps.
    pub fn new(plan: &'a Plan, past: Past, bell: Arc<Bell>, clock: fn() -> String) -> Self {
        // What a part may write depends on all before it.
        let parts = plan.parts(match plan.budget {
            Some(_) => Past::Real,
            None => past,
        });
        Self {
            plan,
            states: Mutex::new(parts.iter().map(|_| PartState::Waiting).collect()),
            parts,
            saved: SavedStates::new(plan, Arc::clone(&bell)),
            clean: CleanPasses::new(plan, Arc::clone(&bell)),
            time: PlannedTime::of(plan),
            account: plan.budget.as_ref().map(Account::of),
            stop: AtomicBool::new(false),
            bell,
            clock,
        }
    }

    /// Carries out the plan on new drives, with whoever helps.
    pub fn lead(
        &self,
        new_drive: NewDrive<'_>,
        folder: &mut FolderWriter,
        observer: &mut dyn Observer,
    ) -> Result<RunEnd, RunError> {
        self.lead_on(&mut Leading::New(new_drive(), new_drive), folder, observer)
    }

    /// The same on this drive, if there is but one.
    pub(super) fn lead_on(
        &self,
        drive: &mut Leading<'_>,
        folder: &mut FolderWriter,
        observer: &mut dyn Observer,
    ) -> Result<RunEnd, RunError> {
        let _over = Over(self);
        let tell = |event: Event, folder: &mut FolderWriter, observer: &mut dyn Observer| {
            let at = observer.event(&event);
            folder.wall(&Wall { at, event })
        };
        let begun = match self.plan.goes_on {
            true => Event::Resumed,
            false => Event::Started,
        };
        tell(begun, folder, observer)?;
        let mut broken = None;
        for number in 0..self.parts.len() {
            match self.in_turn(number, broken, drive, folder, observer) {
                Ok(left) => broken = left,
                Err(Ended::Stopped(_)) => {
                    tell(Event::Interrupted, folder, observer)?;
                    return Ok(RunEnd::Interrupted);
                }
                Err(Ended::Lost(error)) => {
                    tell(Event::DriveLost, folder, observer)?;
                    return Err(RunError::Drive {
                        drive: drive.get().identity().name.clone(),
                        error,
                        folder: folder.path().display().to_string(),
                    });
                }
                Err(Ended::Folder(error)) => return Err(error.into()),
                Err(Ended::Failed(failure)) => broken = Some(failure),
            }
        }
        tell(Event::Finished, folder, observer)?;
        Ok(RunEnd::Finished)
    }

    /// Carries out a part, or waits for who does; its lines are in the folder then.
    fn in_turn(
        &self,
        number: usize,
        broken: Option<Failure>,
        drive: &mut Leading<'_>,
        folder: &mut FolderWriter,
        observer: &mut dyn Observer,
    ) -> PartEnd {
        loop {
            let count = self.bell.count();
            let mut states = lock(&self.states);
            let lines = match std::mem::replace(&mut states[number], PartState::InTurn) {
                PartState::Done(lines, ended) => {
                    states[number] = PartState::Written;
                    drop(states);
                    lines.hand_on(folder, observer)?;
                    return ended;
                }
                PartState::Taken(lines) => {
                    states[number] = PartState::Taken(Arc::clone(&lines));
                    lines
                }
                PartState::Waiting | PartState::InTurn | PartState::Written => {
                    drop(states);
                    let ended = self.part(number, broken, drive.get(), folder, observer);
                    lock(&self.states)[number] = PartState::Written;
                    return ended;
                }
            };
            drop(states);
            let mut leader = Leader {
                observer: &mut *observer,
                folder: &mut *folder,
                in_turn: &lines,
                failed: None,
            };
            leader.hand_on();
            if leader.observer.stop_requested() {
                self.stop.store(true, Ordering::Relaxed);
            }
            match self.take() {
                Some(taken) => {
                    if self.ahead(taken, drive.get(), Some(&mut leader)) {
                        drive.replace();
                    }
                }
                None => self.bell.wait(count, LOOK_UP),
            }
            if let Some(failed) = leader.failed {
                return Err(failed.into());
            }
        }
    }

    /// Carries out a part on a drive. `broken`: why it is in no state to begin from, if it is not.
    fn part(
        &self,
        number: usize,
        broken: Option<Failure>,
        drive: &mut dyn Drive,
        folder: &mut dyn Sink,
        observer: &mut dyn Observer,
    ) -> PartEnd {
        let mut runner = Runner {
            plan: self.plan,
            drive,
            folder,
            observer,
            saved: &self.saved,
            clean: &self.clean,
            time: &self.time,
            account: self.account.as_ref(),
            broken,
        };
        runner.carry_out_all(&self.plan.actions[self.parts[number].actions.clone()])?;
        Ok(runner.broken)
    }

    /// The same before its turn. Whether the drive was lost: parts before this one need another.
    fn ahead(
        &self,
        mut taken: Taken<'_>,
        drive: &mut dyn Drive,
        leader: Option<&mut Leader<'_>>,
    ) -> bool {
        let lines = Arc::clone(&taken.lines);
        let mut observer = Ahead {
            leader,
            stop: &self.stop,
            clock: self.clock,
        };
        let ended = self.part(taken.number, None, drive, &mut &*lines, &mut observer);
        let is_lost = matches!(ended, Err(Ended::Lost(_)));
        taken.ended = Some(ended);
        is_lost
    }

    /// The last part that can begin before its turn, for this thread. Later tests are the longest,
    /// and whoever leads comes to them last.
    fn take(&self) -> Option<Taken<'_>> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut states = lock(&self.states);
        let number = self.can_begin(&states).last()?;
        let lines = Arc::default();
        states[number] = PartState::Taken(Arc::clone(&lines));
        Some(Taken {
            states: &self.states,
            bell: &self.bell,
            number,
            lines,
            ended: None,
        })
    }

    /// Parts that can begin before their turn, in order. The first that is not written is for who
    /// leads: so seconds go to the folder as they are measured.
    fn can_begin(&self, states: &[PartState]) -> impl Iterator<Item = usize> {
        let is_written = |state: &PartState| matches!(state, PartState::Written);
        let first = states.iter().take_while(|state| is_written(state)).count();
        let later = first + 1..states.len();
        later.filter(move |number| {
            let is_there = match self.parts[*number].begins {
                Begins::AsItIs => false,
                Begins::Purge => true,
                Begins::State(slot) => self.saved.is_kept(slot),
            };
            let is_waiting = matches!(states[*number], PartState::Waiting);
            let actions = &self.plan.actions[self.parts[*number].actions.clone()];
            is_there && is_waiting && self.clean.are_known_to(actions)
        })
    }

    /// How many parts can begin before their turn.
    pub fn ready(&self) -> usize {
        if self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        self.can_begin(&lock(&self.states)).count()
    }

    /// Carries out parts as long as one can begin, on a new drive of the run's kind.
    pub fn help(&self, new_drive: NewDrive<'_>) {
        let mut drive = None;
        while let Some(taken) = self.take() {
            if self.ahead(taken, drive.get_or_insert_with(new_drive).as_mut(), None) {
                drive = None;
            }
        }
    }
}

/// A run that has ended needs no help.
struct Over<'r>(&'r SharedRun<'r>);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
        self.0.bell.ring();
    }
}
