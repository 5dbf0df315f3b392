//! The log of a store: all that happened to the drive since its state was saved, with its time. The
//! same requests at the same times make the same drive.
//!
//! A frame is a length and a CRC-32 of what follows, both 32 bits little-endian, then that many
//! bytes of entries in postcard's encoding. A torn frame at the end was never acknowledged, and is
//! dropped; `tail.rs` tells it from damage.

use fourcorners_block::{Blocks, Lba, Nanos, Op, Request};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::os::unix::fs::FileExt as _;

/// A frame ends when it is this long, or at a flush.
const FRAME_BYTES: usize = 64 << 10;
/// Longer frames are not written, and not read.
pub(super) const LONGEST_FRAME: usize = 2 * FRAME_BYTES;
pub(super) const HEADER_BYTES: usize = 8;

/// Length and sum of the frame that a header begins; `None`: it is no header.
pub(super) fn header(bytes: &[u8]) -> Option<(usize, u32)> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = u32::from_le_bytes(*length) as usize;
    let crc = u32::from_le_bytes(*rest.first_chunk()?);
    (1..=LONGEST_FRAME)
        .contains(&length)
        .then_some((length, crc))
}

/// The entries of a frame.
pub(super) fn entries(mut frame: &[u8]) -> impl Iterator<Item = postcard::Result<Entry>> {
    std::iter::from_fn(move || {
        if frame.is_empty() {
            return None;
        }
        let (entry, rest) = match postcard::take_from_bytes(frame) {
            Ok((entry, rest)) => (Ok(entry), rest),
            Err(error) => (Err(error), <&[u8]>::default()),
        };
        frame = rest;
        Some(entry)
    })
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    /// A request came.
    Request {
        at: Nanos,
        lba: Lba,
        blocks: Blocks,
        op: Op,
    },
    /// The drive went on without requests until then.
    Until(Nanos),
    /// The drive finished what was in flight, and was served no more.
    Drained,
    /// Power was lost then, or the drive had failed and dropped what was in flight.
    PowerLoss(Nanos),
    /// The idle drive aged then.
    Wear { at: Nanos, cycles: u32 },
}

impl Entry {
    /// Of a request that is due when it came.
    pub fn of(request: &Request) -> Self {
        Self::Request {
            at: request.due,
            lba: request.lba,
            blocks: request.blocks,
            op: request.op,
        }
    }
}

/// Writes entries behind those that there are.
pub struct Writer {
    file: File,
    /// Of the frame that is gathered, with room for its header.
    frame: Vec<u8>,
    /// Of whole frames in the file. A frame of which a part was written before the host failed
    /// begins there again.
    bytes: u64,
}

impl Writer {
    /// Behind `bytes` of whole frames.
    pub fn new(file: File, bytes: u64) -> Self {
        Self {
            file,
            frame: vec![0; HEADER_BYTES],
            bytes,
        }
    }

    /// # Errors
    /// The host's.
    pub fn push(&mut self, entry: &Entry) -> io::Result<()> {
        let frame = std::mem::take(&mut self.frame);
        self.frame = postcard::to_extend(entry, frame).map_err(io::Error::other)?;
        match self.frame.len() >= FRAME_BYTES {
            true => self.end_frame(),
            false => Ok(()),
        }
    }

    /// Hands all entries over to the host, to be synced.
    ///
    /// # Errors
    /// The host's.
    pub fn end_frame(&mut self) -> io::Result<()> {
        let Some((header, entries)) = self.frame.split_at_mut_checked(HEADER_BYTES) else {
            return Ok(());
        };
        if entries.is_empty() {
            return Ok(());
        }
        header[..4].copy_from_slice(&(entries.len() as u32).to_le_bytes());
        header[4..].copy_from_slice(&crc32fast::hash(entries).to_le_bytes());
        self.file.write_all_at(&self.frame, self.bytes)?;
        self.bytes += self.frame.len() as u64;
        self.frame.truncate(HEADER_BYTES);
        Ok(())
    }

    /// The file, to be synced.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Length of the log.
    pub fn bytes(&self) -> u64 {
        self.bytes + self.frame.len().saturating_sub(HEADER_BYTES) as u64
    }
}

/// Reads entries up to the first frame that is not whole.
pub struct Reader<R> {
    input: BufReader<R>,
    frame: Vec<u8>,
    taken: usize,
    /// Of whole frames.
    whole_bytes: u64,
}

impl<R: Read> Reader<R> {
    pub fn new(input: R) -> Self {
        Self {
            input: BufReader::new(input),
            frame: Vec::new(),
            taken: 0,
            whole_bytes: 0,
        }
    }

    /// The next entry; `None` where the log ends.
    ///
    /// # Errors
    /// The host's.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        if self.taken == self.frame.len() && !self.next_frame()? {
            return Ok(None);
        }
        let left = self.frame.get(self.taken..).unwrap_or_default();
        let Ok((entry, rest)) = postcard::take_from_bytes(left) else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a frame of the log holds something else than entries",
            ));
        };
        self.taken = self.frame.len() - rest.len();
        Ok(Some(entry))
    }

    /// Length of what was read; whatever is behind it is torn or damaged.
    pub fn whole_bytes(&self) -> u64 {
        self.whole_bytes
    }

    fn next_frame(&mut self) -> io::Result<bool> {
        (self.taken, self.frame) = (0, std::mem::take(&mut self.frame));
        self.frame.clear();
        let mut first = [0; HEADER_BYTES];
        if !self.fill(&mut first)? {
            return Ok(false);
        }
        let Some((length, crc)) = header(&first) else {
            return Ok(false);
        };
        let mut frame = std::mem::take(&mut self.frame);
        frame.resize(length, 0);
        let is_whole = self.fill(&mut frame)? && crc32fast::hash(&frame) == crc;
        if is_whole {
            self.frame = frame;
            self.whole_bytes += (HEADER_BYTES + length) as u64;
        }
        Ok(is_whole)
    }

    /// False: the input ends before.
    fn fill(&mut self, into: &mut [u8]) -> io::Result<bool> {
        match self.input.read_exact(into) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
        }
    }
}
