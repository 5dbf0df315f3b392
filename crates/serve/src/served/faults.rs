//! What happens to the drive beside its commands: it loses power, ages, or cannot read.

use super::{Done, Served};
use crate::contents::Contents;
use crate::error::ServeError;
use crate::fault::PowerLoss;
use crate::nbd::{CommandKind, Errno};
use crate::stat::Health;
use crate::store::log::Entry;
use fourcorners_block::{Blocks, Bytes, DriveError, Lba, Nanos, Op, Request};
use std::io;
use std::ops::Range;
use std::time::Instant;

impl Served {
    pub fn health(&self) -> Health {
        Health {
            is_worn_out: self.is_worn_out,
            uncorrectable_bytes: self.uncorrectable.bytes(),
        }
    }

    /// Loses power, and has it again. Nobody gets a reply to what was in flight.
    ///
    /// # Errors
    /// This drive cannot be switched off, or the host fails.
    pub fn lose_power(&mut self) -> Result<PowerLoss, ServeError> {
        let dropped = self.taken.len() + self.drive.waiting() + self.drive.in_flight();
        let mut report = self.cut_power()?;
        report.dropped_commands = dropped as u64;
        self.in_flight.clear();
        self.free_tags.clear();
        self.taken.clear();
        Ok(report)
    }

    /// The drive drops what is in flight, and its bytes become those that are stable.
    fn cut_power(&mut self) -> Result<PowerLoss, ServeError> {
        let at = self.drive.now();
        let mut lost = std::mem::take(&mut self.volatile);
        lost.clear();
        self.drive.lose_power(&mut lost)?;
        if let Some(store) = &mut self.store {
            store.push(&Entry::PowerLoss(at))?;
            store.end_frame()?;
        }
        let mut report = PowerLoss::of(&lost);
        report.drive_s = at.0 as f64 / 1e9;
        if let Some(undo) = &mut self.undo {
            report.unit_bytes = undo.unit_bytes();
            undo.undo(&self.contents, &lost)?;
        }
        self.volatile = lost;
        Ok(report)
    }

    /// The drive has failed: a write that it holds will never have room. From now on writes fail,
    /// and reads go on, as of a drive at the end of its life.
    pub(super) fn takes_no_more_writes(
        &mut self,
        error: DriveError,
        until: Nanos,
        done: &mut Vec<Done>,
    ) -> Result<(), ServeError> {
        if self.is_worn_out {
            return Err(error.into());
        }
        self.is_worn_out = true;
        self.cut_power().map_err(|_| error)?;
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
        self.uncorrectable.add(range);
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
        if self.uncorrectable.remove(range) {
            self.keep_uncorrectable()?;
        }
        let Some(undo) = &mut self.undo else {
            return change(&self.contents);
        };
        let old = undo.old(&self.contents, range)?;
        change(&self.contents)?;
        undo.push(range, old);
        Ok(())
    }

    /// Asks the drive what is stable, if many writes have come since the last time. It has been
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

    fn keep_uncorrectable(&self) -> io::Result<()> {
        match &self.store {
            Some(store) => store.keep_uncorrectable(&self.uncorrectable),
            None => Ok(()),
        }
    }
}
