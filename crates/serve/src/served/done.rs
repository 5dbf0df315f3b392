//! Commands in flight, and finished ones.

use crate::nbd::{Command, CommandKind, Errno};
use fourcorners_block::Outcome;
use std::time::Instant;

/// A connection: the slot that it has, and which of all connections it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub slot: usize,
    pub number: u64,
}

/// A command that the drive has finished.
#[derive(Clone, Copy, Debug)]
pub struct Done {
    pub owner: Owner,
    pub command: Command,
    /// When it finished, on the wall clock.
    pub finished: Instant,
    /// Commands in flight with it, itself among them.
    pub depth: usize,
    pub result: Result<(), Errno>,
}

impl Done {
    /// Whether the client may rely on it after a power cut.
    pub fn is_to_be_durable(&self) -> bool {
        let is_asked = matches!(
            self.command.kind,
            CommandKind::Flush
                | CommandKind::Write { fua: true }
                | CommandKind::Trim { fua: true }
                | CommandKind::WriteZeroes { fua: true, .. }
        );
        is_asked && self.result.is_ok()
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct InFlight {
    pub owner: Owner,
    pub command: Command,
    /// Its place in the recording.
    pub recorded: Option<u64>,
    /// It reads what cannot be read.
    pub is_uncorrectable: bool,
}

/// What a reply says of an outcome.
pub(super) fn result(outcome: Outcome) -> Result<(), Errno> {
    match outcome {
        Outcome::Done => Ok(()),
        Outcome::OutOfRange | Outcome::Misaligned => Err(Errno::Invalid),
        Outcome::Unsupported => Err(Errno::NotSupported),
        Outcome::ReadOnly => Err(Errno::NotPermitted),
        Outcome::WrongData | Outcome::Failed(_) => Err(Errno::Io),
    }
}
