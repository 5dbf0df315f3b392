//! What a log says, done to a drive again.

use super::StoreError;
use super::log::{Entry, Reader};
use fourcorners_block::{Completion, Drive, DriveError, Nanos, Request, Stop};
use std::io::Read;

/// Requests that wait in the drive at most.
const WAITING_AT_MOST: usize = 1024;

/// Does to a drive what the log says. Returns what was done to it at the end of the log, so that it
/// is idle.
///
/// # Errors
/// The log cannot be read, or the drive cannot do what it says.
pub fn replay<R: Read>(log: &mut Reader<R>, drive: &mut dyn Drive) -> Result<Entry, StoreError> {
    let depth = drive.identity().max_queue_depth;
    drive.set_queue_depth(depth);
    let mut replay = Replay {
        drive,
        failed: None,
        completions: Vec::new(),
    };
    while let Some(entry) = log.next_entry().map_err(StoreError::Log)? {
        replay.carry_out(entry)?;
    }
    replay.carry_out(Entry::Drained)?;
    if replay.failed.is_none() {
        return Ok(Entry::Drained);
    }
    let cut = Entry::PowerLoss(replay.drive.now());
    replay.carry_out(cut)?;
    Ok(cut)
}

struct Replay<'a> {
    drive: &'a mut dyn Drive,
    /// It holds a write that will never have room: until it lost power, nothing more happened.
    failed: Option<DriveError>,
    completions: Vec<Completion>,
}

impl Replay<'_> {
    fn carry_out(&mut self, entry: Entry) -> Result<(), DriveError> {
        match entry {
            Entry::Request {
                at,
                lba,
                blocks,
                op,
            } => {
                self.drive.submit(&[Request {
                    tag: 0,
                    due: at,
                    lba,
                    blocks,
                    op,
                }]);
                if self.drive.waiting() >= WAITING_AT_MOST {
                    self.wait(at, Stop::Waiting(WAITING_AT_MOST / 2));
                }
            }
            Entry::Until(at) => {
                self.wait(Nanos::MAX, Stop::Waiting(0));
                self.wait(at, Stop::Never);
            }
            Entry::Drained => self.wait(Nanos::MAX, Stop::Drained),
            Entry::PowerLoss(at) => {
                self.wait(at, Stop::Never);
                self.drive.lose_power(&mut Vec::new())?;
                self.failed = None;
            }
            Entry::Wear { at, cycles } => {
                self.wait(at, Stop::Never);
                self.drive.wear(cycles)?;
            }
        }
        Ok(())
    }

    fn wait(&mut self, until: Nanos, stop: Stop) {
        if self.failed.is_none() {
            self.failed = self.drive.wait(until, stop, &mut self.completions).err();
            self.completions.clear();
        }
    }
}
