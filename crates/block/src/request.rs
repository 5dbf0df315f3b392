//! One I/O on its way in ([`Request`]) and on its way out ([`Completion`]).

use crate::{Blocks, Bytes, Data, Lba, Nanos};
use serde::{Deserialize, Serialize};

/// What is asked of the drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Op {
    /// Read the blocks.
    Read,
    /// Write the blocks; with `fua`, finished only when the data would survive a power cut.
    Write {
        /// What the blocks will hold.
        data: Data,
        /// Force unit access.
        fua: bool,
    },
    /// TRIM: the host needs the blocks' content no more. They read as zeros afterwards.
    Discard,
    /// Make the blocks read as zeros.
    WriteZeroes,
    /// Make every write that finished before survive a power cut. Address and length are 0.
    Flush,
}

/// One I/O. `tag` is the caller's and comes back in the completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The caller's name for it.
    pub tag: u64,
    /// Not admitted before this instant of the drive's clock. 0: as soon as a slot is free.
    pub due: Nanos,
    /// First block.
    pub lba: Lba,
    /// Number of blocks.
    pub blocks: Blocks,
    /// What to do with them.
    pub op: Op,
}

impl Request {
    /// A read, due at once.
    pub fn read(tag: u64, lba: Lba, blocks: Blocks) -> Self {
        Self {
            tag,
            due: Nanos(0),
            lba,
            blocks,
            op: Op::Read,
        }
    }
    /// A write of `data`, due at once, cached.
    pub fn write(tag: u64, lba: Lba, blocks: Blocks, data: Data) -> Self {
        Self {
            tag,
            due: Nanos(0),
            lba,
            blocks,
            op: Op::Write { data, fua: false },
        }
    }
    /// A TRIM, due at once.
    pub fn discard(tag: u64, lba: Lba, blocks: Blocks) -> Self {
        Self {
            tag,
            due: Nanos(0),
            lba,
            blocks,
            op: Op::Discard,
        }
    }
    /// A flush, due at once.
    pub fn flush(tag: u64) -> Self {
        Self {
            tag,
            due: Nanos(0),
            lba: Lba(0),
            blocks: Blocks(0),
            op: Op::Flush,
        }
    }
    /// The same request, not before `due`.
    pub fn at(self, due: Nanos) -> Self {
        Self { due, ..self }
    }

    /// Why a drive of this size and sector would reject the request, if it would.
    /// `sector_blocks` is the logical block size in units of 512 bytes.
    #[inline]
    pub fn fault(&self, capacity: Blocks, sector_blocks: u64) -> Option<Outcome> {
        if self.op == Op::Flush {
            return None;
        }
        let end = self.lba.0.checked_add(self.blocks.0);
        if self.blocks.0 == 0 || end.is_none_or(|end| end > capacity.0) {
            return Some(Outcome::OutOfRange);
        }
        if sector_blocks > 1 && !(self.lba.0 | self.blocks.0).is_multiple_of(sector_blocks) {
            return Some(Outcome::Misaligned);
        }
        None
    }
}

/// How an I/O ended. A failure is data, never a missing completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// Done.
    Done,
    /// The blocks are not all on the drive, or there are none.
    OutOfRange,
    /// Address or length is not a multiple of the drive's logical block size.
    Misaligned,
    /// The drive cannot do this operation.
    Unsupported,
    /// The drive was opened for reading only.
    ReadOnly,
    /// A checked read found something else than what was written;
    /// [`Drive::take_bad_block`](crate::Drive::take_bad_block) says what.
    WrongData,
    /// The host or the drive failed it with this `errno`.
    Failed(i32),
}

/// The end of one I/O.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The request's tag.
    pub tag: u64,
    /// Bytes asked for.
    pub bytes: Bytes,
    /// The request's due time.
    pub due: Nanos,
    /// When it took its slot in the drive's queue.
    pub admitted: Nanos,
    /// When it was finished. Latency is `finished - admitted`.
    pub finished: Nanos,
    /// How it ended.
    pub outcome: Outcome,
}

impl Completion {
    /// Time from admission to the end.
    pub fn latency(&self) -> Nanos {
        self.finished.saturating_sub(self.admitted)
    }
    /// Time from the instant at which it was due to admission; no part of the latency. Of an
    /// I/O that is due at 0, as all of a closed loop are, this says nothing.
    pub fn wait(&self) -> Nanos {
        self.admitted.saturating_sub(self.due)
    }
}
