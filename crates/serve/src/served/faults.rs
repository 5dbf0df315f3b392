//! Power loss, wear, and uncorrectable reads.

#[cfg(test)]
mod tests;

use super::{Done, Served};
use crate::contents::Contents;
use crate::error::ServeError;
use crate::fault::PowerLoss;
use crate::nbd::{CommandKind, Errno};
use crate::stat::Health;
use crate::store::StoreError;
use crate::store::log::Entry;
use fourcorners_block::{
    BLOCK_BYTES, Blocks, Bytes, DriveError, Lba, Nanos, Op, Request, Volatile,
};
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::time::Instant;

impl Served {
    pub fn health(&self) -> Health {
        Health {
            failure: self.failure.clone(),
            uncorrectable_bytes: self.uncorrectable.bytes(),
        }
    }

    /// Loses power, and has it again. Nobody gets a reply to what was in flight.
    ///
    /// # Errors
    /// This drive cannot be switched off, or the host fails.
    pub fn lose_power(&mut self) -> Result<PowerLoss, ServeError> {
        let dropped = self.taken.len() + self.drive.waiting() + self.drive.in_flight();
        let lost = self.drop_all()?;
        let mut report = PowerLoss {
            drive_s: self.drive.now().0 as f64 / 1e9,
            lost_units: self.acknowledged(&lost),
            unit_bytes: 0,
            dropped_commands: dropped as u64,
            disconnected_clients: 0,
        };
        if let Some(undo) = &mut self.undo {
            report.unit_bytes = undo.unit_bytes();
            undo.undo(&self.contents, &lost)?;
        }
        if let Some(recording) = &mut self.recording {
            recording.dropped();
        }
        self.volatile = lost;
        self.in_flight.clear();
        self.free_tags.clear();
        self.taken.clear();
        Ok(report)
    }

    /// Of how many of these units a write is lost that had a reply: more than those in flight.
    fn acknowledged(&self, lost: &[Volatile]) -> u64 {
        let Some(undo) = &self.undo else {
            return 0;
        };
        let mut in_flight: HashMap<u64, u32> = HashMap::new();
        let commands = self.in_flight.iter().flatten().map(|of| of.command);
        for command in commands.filter(|command| command.kind.writes()) {
            let end = command.offset + u64::from(command.length);
            for part in undo.undone(&(command.offset..end)) {
                for unit in undo.units(&part) {
                    *in_flight.entry(unit).or_default() += 1;
                }
            }
        }
        let is_acknowledged = |unit: &&Volatile| {
            let number = undo.number(unit);
            undo.lost_writes(unit) > in_flight.get(&number).copied().unwrap_or(0)
        };
        lost.iter().filter(is_acknowledged).count() as u64
    }

    /// The drive drops what is in flight and in its memory. Returns what it lost.
    pub(super) fn drop_all(&mut self) -> Result<Vec<Volatile>, ServeError> {
        let mut lost = std::mem::take(&mut self.volatile);
        lost.clear();
        let at = self.drive.now();
        self.drive.lose_power(&mut lost)?;
        if let Some(store) = &mut self.store {
            store.push(&Entry::PowerLoss(at))?;
            store.end_frame()?;
        }
        Ok(lost)
    }

    /// The drive has failed: a write that it holds will never have room. From now on writes fail,
    /// and reads go on, as of a drive at the end of its life. Power did not fail: what was
    /// acknowledged stays.
    pub(super) fn takes_no_more_writes(
        &mut self,
        error: DriveError,
        until: Nanos,
        done: &mut Vec<Done>,
    ) -> Result<(), ServeError> {
        if self.failure.is_some() {
            return Err(error.into());
        }
        self.volatile = match self.drop_all() {
            // It is another kind of failure, after which nothing goes on.
            Err(ServeError::Drive(_)) => return Err(error.into()),
            dropped => dropped?,
        };
        self.failure = Some(error);
        if let Some(undo) = &mut self.undo {
            undo.forget();
        }
        let finished = Instant::now();
        for tag in 0..self.in_flight.len() {
            let Some(of) = self.in_flight[tag] else {
                continue;
            };
            if of.command.kind == CommandKind::Read {
                self.taken.push(Request {
                    tag: tag as u64,
                    due: until,
                    lba: Lba::from_bytes(Bytes(of.command.offset)),
                    blocks: Blocks::from_bytes(Bytes(of.command.length.into())),
                    op: Op::Read,
                });
                continue;
            }
            self.in_flight[tag] = None;
            self.free_tags.push(tag as u64);
            if let (Some(recording), Some(number)) = (&mut self.recording, of.recorded) {
                recording.failed(number)?;
            }
            done.push(Done {
                owner: of.owner,
                command: of.command,
                finished,
                depth: 1,
                result: Err(Errno::Io),
            });
        }
        // Its reads.
        self.advance(finished, done)
    }

    /// Ages an idle drive.
    ///
    /// # Errors
    /// It does not wear out, or the host fails.
    pub fn wear(&mut self, cycles: u32) -> Result<(), ServeError> {
        let at = self.drive.now();
        self.drive.wear(cycles)?;
        if let Some(store) = &mut self.store {
            store.push(&Entry::Wear { at, cycles })?;
            store.end_frame()?;
        }
        Ok(())
    }

    /// Makes a range unreadable until it is written again. Returns how many bytes are.
    ///
    /// # Errors
    /// The host's.
    pub fn make_uncorrectable(&mut self, range: Range<u64>) -> Result<u64, ServeError> {
        // The drive cannot read parts of a block.
        let block = |at: u64| at / BLOCK_BYTES * BLOCK_BYTES;
        let end = block(range.end + BLOCK_BYTES - 1);
        self.uncorrectable.add(block(range.start)..end);
        self.is_uncorrectable_kept = false;
        self.keep_uncorrectable()?;
        Ok(self.uncorrectable.bytes())
    }

    /// Changes the bytes of a range, as a write does.
    ///
    /// # Errors
    /// The host's.
    pub(super) fn change(
        &mut self,
        range: &Range<u64>,
        change: impl FnOnce(&Contents) -> io::Result<()>,
    ) -> io::Result<()> {
        match &mut self.undo {
            Some(undo) => {
                let [first, last] = undo.undone(range);
                let old_first = undo.old(&self.contents, &first)?;
                let old_last = undo.old(&self.contents, &last)?;
                change(&self.contents)?;
                // A part is less than the range only if it is long.
                if first != *range {
                    undo.trimmed(range);
                }
                undo.push(&first, old_first);
                undo.push(&last, old_last);
            }
            None => change(&self.contents)?,
        }
        self.is_rewritten(range);
        Ok(())
    }

    /// A range can be read again.
    pub(super) fn is_rewritten(&mut self, range: &Range<u64>) {
        if self.uncorrectable.remove(range) {
            self.is_uncorrectable_kept = false;
        }
    }

    /// Asks the drive which writes are durable, if many have come since the last time. It has been
    /// given all that was taken.
    pub(super) fn settle(&mut self) {
        if let Some(undo) = &mut self.undo
            && undo.is_to_settle()
        {
            self.volatile.clear();
            self.drive.volatile(&mut self.volatile);
            undo.settle(&self.volatile);
        }
    }

    /// Makes durable what cannot be read, if it has changed.
    ///
    /// # Errors
    /// The host's.
    pub(super) fn keep_uncorrectable(&mut self) -> Result<(), StoreError> {
        if let Some(store) = &self.store
            && !self.is_uncorrectable_kept
        {
            store.keep_uncorrectable(&self.uncorrectable)?;
        }
        self.is_uncorrectable_kept = true;
        Ok(())
    }
}
