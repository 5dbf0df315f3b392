//! Which block of an I/O is bad, and how.

use crate::Lba;
use std::fmt;

/// A block that cannot be read, or does not hold what was last written to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadBlock {
    /// The first such block of the I/O.
    pub lba: Lba,
    /// What was found there.
    pub found: Found,
}

/// What lies where something else was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing: reading it fails.
    Unreadable,
    /// What was written to another block: misdirected, or the drive is smaller than it says.
    BlockOf(Lba),
    /// What was written to it before the last write: that one was lost.
    Older,
    /// What was written to it, with bytes changed.
    Damaged,
    /// Only zeros.
    Zeros,
    /// Nothing that this run wrote.
    Foreign,
}

impl fmt::Display for BadBlock {
    /// As in `LBA 8 holds the data of LBA 0 instead of the last write to it`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lba = self.lba.0;
        let instead = "instead of the data last written to it";
        match self.found {
            Found::Unreadable => write!(f, "LBA {lba} cannot be read"),
            Found::BlockOf(other) => {
                write!(f, "LBA {lba} holds the data of LBA {} {instead}", other.0)
            }
            Found::Older => write!(f, "LBA {lba} holds data of an older write {instead}"),
            Found::Damaged => write!(
                f,
                "LBA {lba} holds damaged data (its checksum is wrong) {instead}"
            ),
            Found::Zeros => write!(f, "LBA {lba} holds zeros {instead}"),
            Found::Foreign => write!(
                f,
                "LBA {lba} holds data that this run did not write {instead}"
            ),
        }
    }
}
