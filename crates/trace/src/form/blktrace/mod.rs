//! What the kernel records of a block device through blktrace: an event of 48 bytes, and behind
//! it what belongs to it. blktrace writes a file a processor; `blktrace -o -` all into one.

mod direction;
mod event;
mod merge;
mod read;
mod sequence;
mod siblings;
mod write;

pub(super) use event::is;
pub(super) use read::Reader;
pub(super) use siblings::{files_of, siblings};
pub(super) use write::Writer;

/// Bytes of a sector, of which addresses are counted.
const SECTOR_BYTES: u64 = 512;
/// Devices of a trace at most.
const DEVICES: usize = 1 << 16;
