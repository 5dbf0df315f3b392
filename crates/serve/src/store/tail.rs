//! The end of a log behind its last whole frame: nothing, a torn end, or damage.
//!
//! A crash tears the end: the last frame is cut, or sectors of it were never written and read as
//! zeros. Dropping that loses nothing that was acknowledged. Any other end was changed after it was
//! written.

#[cfg(test)]
mod tests;

use super::log::{Entry, HEADER_BYTES, LONGEST_FRAME, entries, header};
use fourcorners_block::{BLOCK_BYTES, Bytes, Op};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

const LONGEST: u64 = (HEADER_BYTES + LONGEST_FRAME) as u64;
/// The unit that a disk writes whole.
const SECTOR_BYTES: u64 = 512;
/// Fewer zeros may be data of a frame.
const FEWEST_ZEROS: u64 = 8;
/// Bytes that are searched at once.
const PIECE_BYTES: usize = 1 << 20;
/// Longer ends are not searched: no log grows that far behind its last whole frame.
const LONGEST_END: u64 = 1 << 30;
/// Bytes of possible frames whose sums are checked. What is no frame comes to a fraction of it.
const MOST_SUMMED: u64 = 4 << 30;

/// Part of a log that cannot be replayed: it begins with damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogDamage {
    /// Its first byte.
    pub at: u64,
    /// Requests in whole frames behind the damage; there may have been more.
    pub requests: u64,
    /// Bytes that these write.
    pub written: Bytes,
}

impl LogDamage {
    fn count(&mut self, entries: &[Entry]) {
        for entry in entries {
            let Entry::Request { blocks, op, .. } = entry else {
                continue;
            };
            self.requests += 1;
            if let Op::Write { .. } = op {
                let bytes = blocks.0.saturating_mul(BLOCK_BYTES);
                self.written = Bytes(self.written.0.saturating_add(bytes));
            }
        }
    }
}

/// Damage of a log of which `whole` bytes are whole frames; `None`: its end is torn at most.
///
/// # Errors
/// The host's.
pub fn damage(log: &File, whole: u64) -> io::Result<Option<LogDamage>> {
    let mut end = End {
        log,
        whole,
        bytes: log.metadata()?.len(),
        summed: 0,
    };
    let mut damage = LogDamage {
        at: whole,
        ..LogDamage::default()
    };
    let is_searched = end.bytes - whole <= LONGEST_END;
    if is_searched && end.search(&mut damage)? == Found::Nothing && end.is_torn()? {
        return Ok(None);
    }
    Ok(Some(damage))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Nothing,
    Frames,
    /// The search was given up.
    Unknown,
}

struct End<'a> {
    log: &'a File,
    whole: u64,
    bytes: u64,
    summed: u64,
}

impl End<'_> {
    /// Counts the entries of all whole frames.
    fn search(&mut self, damage: &mut LogDamage) -> io::Result<Found> {
        let mut found = Found::Nothing;
        let mut piece = vec![0; PIECE_BYTES];
        // No frame begins at the first of these bytes.
        let mut at = self.whole + 1;
        while at < self.bytes {
            let length = self.read(at, &mut piece)?;
            let mut offset = 0;
            while let Some(window) = piece[..length].get(offset..offset + HEADER_BYTES) {
                offset += 1;
                let Some((bytes, crc)) = header(window) else {
                    continue;
                };
                if self.summed > MOST_SUMMED {
                    return Ok(Found::Unknown);
                }
                let begin = at + offset as u64 - 1;
                if let Some(entries) = self.entries(begin, bytes, crc)? {
                    damage.count(&entries);
                    found = Found::Frames;
                    offset += HEADER_BYTES + bytes - 1;
                }
            }
            if at + length as u64 == self.bytes {
                break;
            }
            at += offset as u64;
        }
        Ok(found)
    }

    /// Entries of a frame of that length and sum, if one begins there.
    fn entries(&mut self, at: u64, bytes: usize, crc: u32) -> io::Result<Option<Vec<Entry>>> {
        let begin = at + HEADER_BYTES as u64;
        if begin + bytes as u64 > self.bytes {
            return Ok(None);
        }
        let mut frame = vec![0; bytes];
        self.log.read_exact_at(&mut frame, begin)?;
        self.summed += bytes as u64;
        let is_whole = crc32fast::hash(&frame) == crc;
        let all = || entries(&frame).collect::<Result<_, _>>().ok();
        Ok(is_whole.then(all).flatten())
    }

    /// Whether a crash may have left it so.
    fn is_torn(&self) -> io::Result<bool> {
        let end = self.end_of_data()?;
        if end == self.whole {
            return Ok(true);
        }
        if end - self.whole > LONGEST {
            return Ok(false);
        }
        let mut rest = vec![0; LONGEST.min(self.bytes - self.whole) as usize];
        self.log.read_exact_at(&mut rest, self.whole)?;
        let is_cut = match rest.split_at_checked(HEADER_BYTES) {
            None => true,
            Some((first, frame)) => header(first).is_some_and(|(bytes, crc)| {
                // With the right sum, it is the length that was changed.
                frame.len() < bytes && crc32fast::hash(frame) != crc
            }),
        };
        Ok(is_cut || self.has_unwritten_sector(&rest))
    }

    fn has_unwritten_sector(&self, rest: &[u8]) -> bool {
        let to_sector = (SECTOR_BYTES - self.whole % SECTOR_BYTES) as usize;
        let (first, others) = rest.split_at(to_sector.min(rest.len()));
        let mut sectors = std::iter::once(first).chain(others.chunks(SECTOR_BYTES as usize));
        let is_unwritten = |sector: &[u8]| sector.len() as u64 >= FEWEST_ZEROS && is_zero(sector);
        sectors.any(is_unwritten)
    }

    /// Where zeros up to the end begin.
    fn end_of_data(&self) -> io::Result<u64> {
        let mut piece = vec![0; PIECE_BYTES];
        let (mut at, mut end) = (self.whole, self.whole);
        while at < self.bytes {
            let length = self.read(at, &mut piece)?;
            if let Some(last) = piece[..length].iter().rposition(|byte| *byte != 0) {
                end = at + last as u64 + 1;
            }
            at += length.max(1) as u64;
        }
        Ok(end)
    }

    /// Reads as much as there is.
    fn read(&self, at: u64, piece: &mut [u8]) -> io::Result<usize> {
        let length = (self.bytes - at).min(piece.len() as u64) as usize;
        self.log.read_exact_at(&mut piece[..length], at)?;
        Ok(length)
    }
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}
