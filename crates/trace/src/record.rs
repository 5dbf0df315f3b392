//! One I/O of a trace.

use fourcorners_block::{Bytes, DataClass, Nanos};
use std::num::NonZeroU32;

/// What an I/O does. What it carries is [`Record::data`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Read,
    Write,
    /// Gives back.
    Trim,
    /// Makes what was written durable; has neither address nor bytes.
    Flush,
}

/// The I/O of the same trace whose completion one waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Predecessor {
    /// So many records before this one.
    pub back: NonZeroU32,
    /// From its completion until this one was issued: the host computed, or a person thought.
    pub think: Nanos,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// When it was issued, from the start of the recording. Records are in this order, except
    /// where a file says otherwise; then they stand as in the file.
    pub issued: Nanos,
    /// How long it took, where that was recorded.
    pub took: Option<Nanos>,
    pub op: Op,
    /// Its first byte. Files may hold any; drives take multiples of 512.
    pub offset: Bytes,
    /// Its bytes.
    pub bytes: Bytes,
    /// Which of [`Records::streams`] it belongs to: a device, a volume, a file, as the source tells
    /// them apart.
    pub stream: u32,
    /// What it waited for; `None`: for nothing that is known, it was issued at its time.
    pub after: Option<Predecessor>,
    /// What it writes, where that is known; reads have none.
    pub data: Option<DataClass>,
    /// What else a foreign form says of it, in that form's own words (process, CPU, flags) behind
    /// the form's name and a colon; kept so that nothing is lost on the way back, and otherwise not
    /// looked at.
    pub rest: Option<Box<str>>,
}

impl Record {
    /// The byte after its last.
    pub fn end(&self) -> Bytes {
        Bytes(self.offset.0.saturating_add(self.bytes.0))
    }

    /// When it finished, from the start of the recording, where that was recorded.
    pub fn finished(&self) -> Option<Nanos> {
        self.took
            .map(|took| Nanos(self.issued.0.saturating_add(took.0)))
    }
}
