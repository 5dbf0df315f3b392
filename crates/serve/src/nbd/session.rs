//! One connection.

use super::skip::Skip;
use super::wire::*;
use super::{Command, Export};
use std::ops::Range;
use std::sync::Arc;

/// The protocol state of one connection.
#[derive(Debug)]
pub struct Session {
    pub(super) export: Arc<Export>,
    pub(super) phase: Phase,
    pub(super) negotiated: Negotiated,
    /// Options so far.
    pub(super) options: u32,
    /// Set while data of a refused message is skipped.
    pub(super) skip: Option<Skip>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    ClientFlags,
    Options,
    Transmission,
    Closed(Closed),
}

/// What the client asked for in the handshake.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Negotiated {
    pub no_zeroes: bool,
    pub is_structured: bool,
    /// The meta context `base:allocation`.
    pub has_allocation: bool,
}

/// Result of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Bytes to remove from the front of the input.
    pub consumed: usize,
    pub item: Item,
}

/// What the client sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Carry it out and reply. The range of the input is the data of a write, else empty.
    Command(Command, Range<usize>),
    /// Nothing to do but to call again: the session consumed at least a byte and replied if needed.
    Progress,
    /// Nothing was consumed. Call again once the input has at least this many bytes, which is
    /// never more than [`Export::largest_message`].
    NeedMore(usize),
    /// Nothing more is read from this client.
    Closed(Closed),
}

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Closed {
    #[error("the client ended the handshake")]
    Aborted,
    #[error("the client disconnected")]
    Disconnected,
    #[error("the client set unknown flags")]
    UnknownClientFlags,
    #[error("the client sent an option without its magic number")]
    BadOptionMagic,
    #[error("the client sent too many options")]
    TooManyOptions,
    #[error("the client sent an option that is too long")]
    OptionTooLong,
    #[error("the client asked for an export that is not here")]
    UnknownExport,
    #[error("the client sent a request without its magic number")]
    BadRequestMagic,
    #[error("the client sent a write that is too long")]
    WriteTooLong,
}

impl Closed {
    /// Whether the client asked for it. Then the server finishes the commands in flight and sends
    /// all replies before it closes the connection; otherwise it closes at once.
    pub fn is_clean(self) -> bool {
        matches!(self, Self::Aborted | Self::Disconnected)
    }
}

impl Session {
    /// A new connection; its greeting is appended to `out`.
    pub fn new(export: Arc<Export>, out: &mut Vec<u8>) -> Self {
        out.extend(NBDMAGIC.to_be_bytes());
        out.extend(IHAVEOPT.to_be_bytes());
        out.extend((NBD_FLAG_FIXED_NEWSTYLE | NBD_FLAG_NO_ZEROES).to_be_bytes());
        Self {
            export,
            phase: Phase::ClientFlags,
            negotiated: Negotiated::default(),
            options: 0,
            skip: None,
        }
    }

    /// Takes at most one message from the front of `input`, and appends to `out` what the session
    /// itself answers: an option, or an error.
    pub fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Step {
        if let Some(skip) = self.skip.take() {
            return self.go_on_skipping(skip, input, out);
        }
        match self.phase {
            Phase::ClientFlags => self.client_flags(input),
            Phase::Options => self.option(input, out),
            Phase::Transmission => self.request(input, out),
            Phase::Closed(reason) => self.close(0, reason),
        }
    }

    /// Whether the handshake is over and commands are served.
    pub fn is_transmitting(&self) -> bool {
        self.phase == Phase::Transmission
    }

    pub(super) fn close(&mut self, consumed: usize, reason: Closed) -> Step {
        self.phase = Phase::Closed(reason);
        Step {
            consumed,
            item: Item::Closed(reason),
        }
    }
}

impl Step {
    pub(super) fn progress(consumed: usize) -> Self {
        Self {
            consumed,
            item: Item::Progress,
        }
    }

    pub(super) fn need(bytes: usize) -> Self {
        Self {
            consumed: 0,
            item: Item::NeedMore(bytes),
        }
    }
}
