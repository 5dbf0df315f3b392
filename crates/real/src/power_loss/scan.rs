//! Reads the whole span back, past the page cache, and judges every block.

use super::classify::{Bad, Expected, Verdict, classify};
use super::flushed::Flushed;
use super::schedule::Schedule;
use crate::error::OpenError;
use crate::memory::{ALIGNMENT, Pages};
use crate::pinned::{Access, Pinned};
use crate::presence::is_removed;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Bytes of one read.
const READ: u64 = 1 << 20;
/// Bad blocks that are listed. A drive that lost everything has more than memory could hold.
const LISTED: usize = 100_000;

/// What is checked.
pub struct Scan<'a> {
    pub schedule: &'a Schedule,
    /// Of the run.
    pub key: u64,
    pub flushed: &'a Flushed,
}

/// Blocks by verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Blocks that had to hold something of this run.
    pub expected: u64,
    pub intact: u64,
    pub kept: u64,
    pub torn_in_flight: u64,
    pub stale: u64,
    pub lost: u64,
    pub torn: u64,
    pub corrupt: u64,
    pub misplaced: u64,
    pub unreadable: u64,
    /// The first bad ones, in order of LBA.
    pub bad: Vec<Bad>,
}

/// Why not everything was read.
#[derive(Debug)]
pub enum ScanError {
    /// It could not be opened.
    Open(OpenError),
    /// No memory, or the drive is gone.
    Failed(io::Error),
    /// The user stopped it.
    Stopped,
}

/// Checks a drive, which is opened for reading. `go_on` is told how many bytes were read, and says
/// whether to.
///
/// # Errors
/// Not everything could be read. A block that cannot be read is no error.
pub fn scan(
    path: &Path,
    what: &Scan<'_>,
    mut go_on: impl FnMut(u64) -> bool,
) -> Result<Judged, ScanError> {
    let pinned = Pinned::at(path).map_err(ScanError::Open)?;
    let opened = pinned.open(Access::READ);
    let file = opened.map_err(|error| {
        ScanError::Open(crate::identify::refused(
            path,
            "reading",
            "opening it",
            error,
        ))
    })?;
    let block = what.schedule.block().0;
    let per_read = (READ / block).max(1);
    let bytes = (per_read * block) as usize;
    let mut pages = Pages::new(bytes).map_err(ScanError::Failed)?;
    let mut judged = Judged::default();
    for first in (0..what.schedule.blocks()).step_by(per_read as usize) {
        if !go_on(first * block) {
            return Err(ScanError::Stopped);
        }
        let count = per_read.min(what.schedule.blocks() - first);
        let part = pages.part(0, (count * block) as usize);
        let whole = read(&file, first * block, part);
        if let Err(error) = &whole {
            fail_if_gone(error)?;
        }
        for (number, bytes) in (first..).zip(part.chunks_exact_mut(block as usize)) {
            // A bad block spoils the read of all its neighbours.
            let readable = whole.is_ok() || readable(&file, number * block, bytes)?;
            what.judge(number, readable.then_some(&*bytes), &mut judged);
        }
    }
    go_on(what.schedule.span().0);
    Ok(judged)
}

/// Whether a drive is there, and its first bytes can be read within this time.
///
/// # Errors
/// The kernel's answer.
pub fn answers(path: &Path, within: Duration) -> io::Result<()> {
    let path = path.to_path_buf();
    let (sender, answer) = mpsc::channel();
    // A read that never returns must not take the caller with it.
    thread::spawn(move || sender.send(first_bytes(&path)));
    let late = |_| Err(io::ErrorKind::TimedOut.into());
    answer.recv_timeout(within).unwrap_or_else(late)
}

fn first_bytes(path: &Path) -> io::Result<()> {
    let pinned = Pinned::at(path).map_err(io::Error::other)?;
    let mut pages = Pages::new(ALIGNMENT)?;
    read(&pinned.open(Access::READ)?, 0, pages.part(0, ALIGNMENT))
}

impl Scan<'_> {
    /// Counts a block; `None`: it cannot be read.
    pub(super) fn judge(&self, number: u64, bytes: Option<&[u8]>, judged: &mut Judged) {
        let expected = Expected {
            key: self.key,
            lba: self.schedule.lba(number),
            must: self.flushed.newest(self.schedule, number),
        };
        judged.expected += u64::from(expected.must.is_some());
        let verdict = match bytes {
            Some(bytes) => classify(&expected, bytes),
            None => Verdict::Bad(Bad::Unreadable { at: expected.lba }),
        };
        match verdict {
            Verdict::Unwritten => {}
            Verdict::Intact => judged.intact += 1,
            Verdict::Kept => judged.kept += 1,
            Verdict::TornInFlight => judged.torn_in_flight += 1,
            Verdict::Bad(bad) => judged.count(bad),
        }
    }
}

impl Judged {
    fn count(&mut self, bad: Bad) {
        *match bad {
            Bad::Stale { .. } => &mut self.stale,
            Bad::Lost { .. } => &mut self.lost,
            Bad::Torn { .. } => &mut self.torn,
            Bad::Corrupt { .. } => &mut self.corrupt,
            Bad::Misplaced { .. } => &mut self.misplaced,
            Bad::Unreadable { .. } => &mut self.unreadable,
        } += 1;
        if self.bad.len() < LISTED {
            self.bad.push(bad);
        }
    }
}

/// Whether the block can be read, which is read.
fn readable(file: &File, offset: u64, bytes: &mut [u8]) -> Result<bool, ScanError> {
    match read(file, offset, bytes) {
        Ok(()) => Ok(true),
        Err(error) => {
            fail_if_gone(&error)?;
            Ok(false)
        }
    }
}

fn read(file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    let mut done = 0;
    while done < bytes.len() {
        match file.read_at(&mut bytes[done..], offset + done as u64) {
            // A drive that was unplugged has no size any more.
            Ok(0) => return Err(io::Error::from_raw_os_error(libc::ENODEV)),
            Ok(count) => done += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A drive that is gone has no unreadable blocks.
fn fail_if_gone(error: &io::Error) -> Result<(), ScanError> {
    match error.raw_os_error() {
        Some(errno) if is_removed(errno) => {
            Err(ScanError::Failed(io::Error::from_raw_os_error(errno)))
        }
        _ => Ok(()),
    }
}
