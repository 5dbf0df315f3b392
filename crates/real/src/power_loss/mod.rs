//! Writes that must survive a power cut, and what is left of them afterwards.
//!
//! `schedule` says which write goes where, `flushed` which of them must be there; `round` writes
//! and flushes, `reader` opens the drive again, `scan` reads everything back, and `classify` judges
//! each block.

mod classify;
mod flushed;
mod reader;
mod round;
mod scan;
mod schedule;
mod shared_disk;
#[cfg(test)]
mod tests;

pub use classify::{Bad, Expected, Verdict, classify};
pub use flushed::Flushed;
pub use reader::{Reader, answers};
pub use round::{QUEUE_DEPTH, RoundError, write_round};
pub use scan::{Judged, Scan, ScanError, scan};
pub use schedule::{NoRoom, ROUND, Schedule};
pub use shared_disk::shares_disk;
