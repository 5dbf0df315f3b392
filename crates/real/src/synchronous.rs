//! One transfer at a time by `preadv2` and `pwritev2`: for hosts without io_uring. Its queue
//! depth is 1, which the identity's `max_queue_depth` says; a deeper one asked for stays 1.

use crate::engine::{Engine, Span, Transfer};
use crate::pulse::Pulse;
use crate::system;
use fourcorners_block::Nanos;
use std::io;
use std::os::fd::RawFd;
use std::sync::Arc;

pub struct Synchronous {
    file: RawFd,
    pulse: Arc<Pulse>,
    prepared: Option<(u16, Transfer)>,
    done: Option<(u16, i32)>,
}

// SAFETY: the memory that a prepared transfer points to belongs to the drive that owns this, and
// moves between threads together with it.
unsafe impl Send for Synchronous {}

impl Synchronous {
    /// Over a descriptor that the drive keeps open as long as this lives.
    pub fn new(file: RawFd, pulse: Arc<Pulse>) -> Self {
        Self {
            file,
            pulse,
            prepared: None,
            done: None,
        }
    }
}

impl Engine for Synchronous {
    unsafe fn prepare(&mut self, slot: u16, transfer: Transfer) -> io::Result<()> {
        debug_assert!(
            self.prepared.is_none() && self.done.is_none(),
            "one at a time"
        );
        self.prepared = Some((slot, transfer));
        Ok(())
    }

    fn turn(&mut self, _patience: Option<Nanos>) -> io::Result<()> {
        if let Some((slot, transfer)) = self.prepared.take() {
            let offset = match transfer {
                Transfer::Read(Span { offset, .. })
                | Transfer::Write(Span { offset, .. }, _)
                | Transfer::Discard { offset, .. } => offset,
                Transfer::Flush => 0,
            };
            self.pulse.begin(offset);
            // SAFETY: `prepare`'s caller vouched for the memory until `finished`.
            let result = unsafe { system::transfer(self.file, transfer) };
            self.pulse.end();
            self.done = Some((slot, result));
        }
        Ok(())
    }

    fn finished(&mut self) -> Option<(u16, i32)> {
        self.done.take()
    }
}
