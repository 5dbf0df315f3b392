//! The drive that is served: commands become requests at the instant at which they come, and
//! completions tell whose they were.

mod done;
mod faults;

use crate::class::Classifier;
use crate::clock::Clock;
use crate::contents::Contents;
use crate::error::ServeError;
use crate::nbd::{Command, CommandKind, Errno};
use crate::recording::Recording;
use crate::store::log::Entry;
use crate::store::{Salvaged, Store};
use crate::uncorrectable::Uncorrectable;
use crate::undo::Undo;
pub use done::{Done, Owner};
use done::{InFlight, result};
use fourcorners_block::{
    Blocks, Bytes, Completion, Data, Drive, DriveError, Lba, Nanos, Op, Request, Stop, Volatile,
};
use std::fs::File;
use std::num::NonZeroU32;
use std::time::Instant;

/// Longer logs, of some ten million requests, are replaced by the drive's state.
const LONGEST_LOG: u64 = 256 << 20;

pub struct Served {
    drive: Box<dyn Drive>,
    contents: Contents,
    /// Of a drive that compresses.
    classifier: Option<Classifier>,
    clock: Clock,
    store: Option<Store>,
    recording: Option<Recording>,
    /// Of a drive that a power cut makes lose writes.
    undo: Option<Undo>,
    volatile: Vec<Volatile>,
    uncorrectable: Uncorrectable,
    /// Whether the store has it as it is.
    is_uncorrectable_kept: bool,
    /// Why it takes no writes any more.
    failure: Option<DriveError>,
    /// By tag.
    in_flight: Vec<Option<InFlight>>,
    free_tags: Vec<u64>,
    /// Taken, and not yet given to the drive.
    taken: Vec<Request>,
    completions: Vec<Completion>,
}

impl Served {
    /// # Errors
    /// There is no memory to look at data.
    pub fn new(
        mut drive: Box<dyn Drive>,
        sees_data: bool,
        contents: Contents,
        store: Option<Store>,
        recording: Option<Recording>,
        dilation: NonZeroU32,
    ) -> Result<Self, ServeError> {
        let depth = drive.identity().max_queue_depth;
        drive.set_queue_depth(depth);
        let capacity = drive.identity().capacity.bytes().0;
        let undo = drive.watch_volatile();
        let uncorrectable = store.as_ref().map(|store| store.uncorrectable().clone());
        Ok(Self {
            undo: undo.map(|unit| Undo::new(unit, capacity)),
            volatile: Vec::new(),
            uncorrectable: uncorrectable.unwrap_or_default(),
            is_uncorrectable_kept: true,
            failure: None,
            classifier: sees_data.then(Classifier::new).transpose()?,
            clock: Clock::starting(drive.now(), dilation),
            drive,
            contents,
            store,
            recording,
            in_flight: Vec::new(),
            free_tags: Vec::new(),
            taken: Vec::new(),
            completions: Vec::new(),
        })
    }

    pub fn drive(&self) -> &dyn Drive {
        &*self.drive
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// What the store had lost.
    pub fn salvaged(&self) -> &[Salvaged] {
        self.store.as_ref().map_or(&[], Store::salvaged)
    }

    /// Takes a command with its data. Bytes change at once, however long the drive takes: commands
    /// in flight have no order.
    ///
    /// # Errors
    /// The host cannot store the data, or the drive takes no writes any more.
    pub fn take(&mut self, owner: Owner, command: Command, data: &[u8]) -> Result<(), Errno> {
        let range = (command.offset, u64::from(command.length));
        if self.failure.is_some() && command.kind != CommandKind::Read {
            return Err(Errno::Io);
        }
        let bytes = range.0..range.0 + range.1;
        let mut is_uncorrectable = false;
        let op = match command.kind {
            CommandKind::Read => {
                is_uncorrectable = self.uncorrectable.hits(&bytes);
                Op::Read
            }
            CommandKind::Write { fua } => {
                self.change(&bytes, |contents| contents.write(range.0, data))?;
                let look = |classifier: &mut Classifier| classifier.data(data);
                let data = self.classifier.as_mut().map_or(Data::RANDOM, look);
                Op::Write { data, fua }
            }
            CommandKind::Trim { .. } => {
                self.contents.zero(range.0, range.1)?;
                if let Some(undo) = &mut self.undo {
                    undo.trimmed(&bytes);
                }
                self.is_rewritten(&bytes);
                Op::Discard
            }
            CommandKind::WriteZeroes { no_hole, fua } => {
                self.change(&bytes, |contents| match no_hole {
                    true => contents.allocate_zeros(range.0, range.1),
                    false => contents.zero(range.0, range.1),
                })?;
                // A drive's own command for zeros may leave them in its memory.
                match no_hole || fua {
                    true => Op::Write {
                        data: Data::ZERO,
                        fua,
                    },
                    false => Op::WriteZeroes,
                }
            }
            CommandKind::Flush | CommandKind::BlockStatus { .. } => Op::Flush,
        };
        let tag = match self.free_tags.pop() {
            Some(tag) => tag,
            None => {
                self.in_flight.push(None);
                self.in_flight.len() as u64 - 1
            }
        };
        self.in_flight[tag as usize] = Some(InFlight {
            owner,
            command,
            recorded: None,
            is_uncorrectable,
        });
        let (lba, blocks) = match op {
            Op::Flush => (Lba(0), Blocks(0)),
            _ => (
                Lba::from_bytes(Bytes(range.0)),
                Blocks::from_bytes(Bytes(range.1)),
            ),
        };
        self.taken.push(Request {
            tag,
            due: Nanos(0),
            lba,
            blocks,
            op,
        });
        Ok(())
    }

    /// Gives the drive what was taken, at this instant of its clock, and lets it go on until then.
    ///
    /// # Errors
    /// The drive's: it answers no more.
    pub fn advance(&mut self, now: Instant, done: &mut Vec<Done>) -> Result<(), ServeError> {
        let mut until = self.clock.at(now);
        if !self.taken.is_empty() {
            // Later than all that the drive has done: the requests then come in the order of
            // their times, and the same times give the same completions.
            until = until.max(Nanos(self.drive.now().0 + 1));
            for request in &mut self.taken {
                request.due = until;
                if let Some(store) = &mut self.store {
                    store.push(&Entry::of(request))?;
                }
                if let Some(recording) = &mut self.recording
                    && let Some(Some(of)) = self.in_flight.get_mut(request.tag as usize)
                    && of.recorded.is_none()
                {
                    of.recorded = Some(recording.began(request));
                }
            }
            self.drive.submit(&self.taken);
            self.taken.clear();
            self.settle();
        }
        let mut depth = self.drive.waiting() + self.drive.in_flight();
        let waited = self.drive.wait(until, Stop::Never, &mut self.completions);
        for completion in self.completions.drain(..) {
            let place = completion.tag as usize;
            let Some(of) = self.in_flight.get_mut(place).and_then(Option::take) else {
                continue;
            };
            self.free_tags.push(completion.tag);
            if let (Some(recording), Some(number)) = (&mut self.recording, of.recorded) {
                recording.finished(number, &completion)?;
            }
            done.push(Done {
                owner: of.owner,
                command: of.command,
                finished: self.clock.instant(completion.finished).unwrap_or(now),
                depth,
                result: match of.is_uncorrectable {
                    true => Err(Errno::Io),
                    false => result(completion.outcome),
                },
            });
            depth -= 1;
        }
        if let Err(error) = waited {
            self.takes_no_more_writes(error, until, done)?;
        }
        Ok(())
    }

    /// Whether it has nothing to do.
    pub fn is_idle(&self) -> bool {
        self.taken.is_empty() && self.drive.waiting() + self.drive.in_flight() == 0
    }

    /// Hands what has been taken over to the host, to be synced.
    ///
    /// # Errors
    /// The host's.
    pub fn end_frame(&mut self) -> Result<(), ServeError> {
        self.keep_uncorrectable()?;
        match &mut self.store {
            Some(store) => Ok(store.end_frame()?),
            None => Ok(()),
        }
    }

    /// Takes stock, from time to time: of the memory that data takes, and of a log that has become
    /// long, which an idle drive replaces by its state. Then there are other files to be synced.
    ///
    /// # Errors
    /// The host's.
    pub fn take_stock(&mut self) -> Result<Option<Vec<File>>, ServeError> {
        self.contents.look();
        let is_idle = self.is_idle();
        match &mut self.store {
            Some(store) if is_idle && store.log_bytes() > LONGEST_LOG => {
                store.save(&*self.drive)?;
                Ok(Some(store.files()?))
            }
            _ => Ok(None),
        }
    }

    /// Lets the drive finish what is in flight, and saves its state.
    ///
    /// # Errors
    /// The drive's, or the host's.
    pub fn close(&mut self) -> Result<(), ServeError> {
        let now = self.clock.at(Instant::now());
        let waited = self.drive.wait(now, Stop::Never, &mut self.completions);
        let drained = waited.and_then(|()| {
            let completions = &mut self.completions;
            self.drive.wait(Nanos::MAX, Stop::Drained, completions)
        });
        for completion in self.completions.drain(..) {
            let of = self.in_flight.get(completion.tag as usize);
            let number = of.and_then(|of| of.as_ref()?.recorded);
            if let (Some(recording), Some(number)) = (&mut self.recording, number) {
                recording.finished(number, &completion)?;
            }
        }
        if drained.is_err() {
            self.drop_all()?;
        }
        if let Some(recording) = self.recording.take() {
            recording.close()?;
        }
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        if drained.is_ok() {
            store.push(&Entry::Until(now))?;
        }
        self.end_frame()?;
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        store.save(&*self.drive)?;
        Ok(())
    }

    /// When to advance it again; `None`: nothing is in flight.
    pub fn wakes_at(&mut self) -> Option<Instant> {
        let earliest = self.drive.earliest_completion()?;
        (earliest != Nanos::MAX)
            .then(|| self.clock.instant(earliest))
            .flatten()
    }
}
