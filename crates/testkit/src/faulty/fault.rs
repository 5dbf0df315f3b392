//! What goes wrong, where, and from when on.

use std::ops::Range;

/// Which requests a fault concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// Reads only.
    Reads,
    /// Writes only.
    Writes,
    /// Reads and writes.
    Both,
    /// TRIM commands only.
    Trims,
}

/// What happens to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Fail with this `errno`; the loop driver makes an I/O error of most.
    Fail(i32),
    /// Are not answered before the device is healed.
    Hold,
    /// Reads: the lowest bit of the first byte in the range comes back flipped.
    Flip,
    /// Reads: the range's bytes are those that lie so many bytes from the drive's start.
    From(u64),
    /// Writes: the range's bytes are said to be written, and are not.
    Ignore,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub kind: Kind,
    /// Bytes of the drive; a request that touches one of them is concerned.
    pub at: Range<u64>,
    /// Which requests.
    pub on: On,
    /// So many requests are let through before the first that is concerned.
    pub after: u64,
}

impl Fault {
    /// From the next request on, reads and writes.
    pub fn new(kind: Kind, at: Range<u64>) -> Self {
        Self {
            kind,
            at,
            on: On::Both,
            after: 0,
        }
    }

    /// Everywhere.
    pub fn everywhere(kind: Kind) -> Self {
        Self::new(kind, 0..u64::MAX)
    }

    /// Only such requests.
    pub fn on(self, on: On) -> Self {
        Self { on, ..self }
    }

    /// Only after so many requests.
    pub fn after(self, requests: u64) -> Self {
        Self {
            after: requests,
            ..self
        }
    }

    /// Counts a request that reads, writes or trims; the bytes that are concerned, if any are.
    pub(crate) fn strikes(&mut self, at: &Range<u64>, request: On) -> Option<Range<u64>> {
        if self.after > 0 {
            self.after -= 1;
            return None;
        }
        let on = self.on == request || (self.on == On::Both && request != On::Trims);
        let common = self.at.start.max(at.start)..self.at.end.min(at.end);
        (on && common.start < common.end).then_some(common)
    }
}
