//! Whether the drive is there at all, and which block is bad, asked after an I/O failed.

use crate::memory::{ALIGNMENT, Pages};
use fourcorners_block::{BLOCK_BYTES, BadBlock, Found, Identity, Lba, Op, Request};
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// What a few reads said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Something of it can be read; and the first block of a failed read that cannot.
    There(Option<BadBlock>),
    /// The host has no such drive any more, or one without any bytes.
    Removed,
    /// Nothing can be read: the `errno` of the last read.
    Unreadable(i32),
    /// No read came back in time.
    Silent,
}

/// Whether this `errno` says that the host has no such drive, or no medium in it.
pub fn is_removed(errno: i32) -> bool {
    matches!(errno, libc::ENODEV | libc::ENXIO | libc::ENOMEDIUM)
}

/// Reads the first, the middle and the last 4 KiB (or logical block, if larger): a bad block is not
/// in all three. Then, if the request was a read, its blocks one by one, as far as the time goes.
pub fn ask(file: &File, identity: &Identity, request: &Request, timeout: Duration) -> Presence {
    let Ok(file) = file.try_clone() else {
        return Presence::There(None);
    };
    let sector = identity.logical_block.0;
    let page = sector.max(ALIGNMENT as u64);
    let pages = identity.capacity.bytes().0 / page;
    let start = request.lba.bytes().0;
    let suspects = match request.op {
        Op::Read => start..start + request.blocks.bytes().0,
        _ => 0..0,
    };
    let (sender, answers) = mpsc::channel();
    // A read that never returns must not take the caller with it.
    thread::spawn(move || {
        let places = [0, pages / 2, pages.saturating_sub(1)];
        let read = places.map(|number| read(&file, number * page, page));
        let errno = read
            .iter()
            .try_fold(0, |_, read| read.as_ref().err().copied());
        let _ = sender.send(match errno {
            None => Presence::There(None),
            Some(errno) if is_removed(errno) => Presence::Removed,
            Some(errno) => Presence::Unreadable(errno),
        });
        if errno.is_none() {
            let bad = first_bad(&file, &suspects, page)
                .map(|found| first_bad(&file, &found, sector).unwrap_or(found));
            let block = bad.map(|bad| BadBlock {
                lba: Lba(bad.start / BLOCK_BYTES),
                found: Found::Unreadable,
            });
            let _ = sender.send(Presence::There(block));
        }
    });
    match answers.recv_timeout(timeout) {
        Ok(Presence::There(_)) => answers
            .recv_timeout(timeout)
            .unwrap_or(Presence::There(None)),
        Ok(presence) => presence,
        Err(_) => Presence::Silent,
    }
}

/// The first piece of the range that cannot be read.
fn first_bad(file: &File, range: &Range<u64>, piece: u64) -> Option<Range<u64>> {
    let piece = |start: u64| start..(start + piece).min(range.end);
    let mut at = range.start;
    while at < range.end {
        let part = piece(at);
        if read(file, part.start, part.end - part.start).is_err() {
            return Some(part);
        }
        at = part.end;
    }
    None
}

/// Reads so many bytes; the `errno` if they do not come. A drive that was unplugged has no size any
/// more: reads end before their first byte.
fn read(file: &File, offset: u64, len: u64) -> Result<(), i32> {
    let errno = |error: io::Error| error.raw_os_error().unwrap_or(libc::EIO);
    let mut pages = Pages::new(len as usize).map_err(errno)?;
    match file.read_at(pages.part(0, len as usize), offset) {
        Ok(0) => Err(libc::ENODEV),
        Ok(_) => Ok(()),
        Err(error) => Err(errno(error)),
    }
}
