//! Where records come from and go to.

use crate::{Record, TraceError};
use fourcorners_block::Nanos;

/// What a trace says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its form, as `trace convert --to` names it; of a synthetic one `synthetic`.
    pub form: String,
    /// What it is of, or how it was made: a sentence for people; may be empty.
    pub title: String,
    /// The instant of its start, in nanoseconds after 1970-01-01 UTC, where it is known.
    pub origin_unix_ns: Option<i128>,
    /// Records, where that is known beforehand.
    pub records: Option<u64>,
    /// Whether its streams are [`Operation`]s.
    pub has_operations: bool,
}

/// What a person waits for, of which a stream's I/Os are part: from the beginning of the computing
/// before the first of them to the end of that after the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operation {
    /// Computing before its first I/O is issued.
    pub before: Nanos,
    /// Computing after its last I/O has finished.
    pub after: Nanos,
}

/// Events of a block trace that are not in it. An I/O is known by several events: without one of
/// them it is lost, or nobody knows how long it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissingEvents {
    /// Events that the recording lost.
    pub lost: u64,
    /// The first gap that they leave, where events have numbers.
    pub first: Option<SequenceGap>,
    /// Completions of I/Os whose issue is missing. A few are normal: these I/Os were in flight when
    /// the recording began.
    pub without_issue: u64,
}

/// Numbers of a processor's events that are missing, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceGap {
    pub cpu: u32,
    pub from: u32,
    pub to: u32,
}

/// Records in order, a batch at a time.
pub trait Records {
    /// What is known of it before its first record.
    fn about(&self) -> &About;

    /// Names of the streams that the records delivered so far belong to, by their number.
    fn streams(&self) -> &[String];

    /// Where these records come from, if they are another source's, passed on. What is told by
    /// default of operations and of what was skipped or moved is then that source's.
    fn source(&self) -> Option<&dyn Records> {
        None
    }

    /// The operations that the streams of these numbers are; none where streams are something else.
    fn operations(&self) -> &[Operation] {
        self.source().map_or(&[], |source| source.operations())
    }

    /// Appends up to `most` records. None appended: the end. After an error, nothing more is
    /// asked for.
    ///
    /// # Errors
    /// What the source holds is no record, or cannot be read.
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError>;

    /// What was passed over so far: lines of what no record can hold, and broken ones where that
    /// was asked for.
    fn skipped(&self) -> u64 {
        self.source().map_or(0, |source| source.skipped())
    }

    /// Events that were found missing so far.
    fn missing(&self) -> MissingEvents {
        let source = self.source();
        source.map_or_else(MissingEvents::default, |source| source.missing())
    }

    /// Records so far that stood behind one that was issued later, where they were put in order.
    fn moved(&self) -> u64 {
        self.source().map_or(0, |source| source.moved())
    }
}

/// Takes records in order.
pub trait Sink {
    /// Takes notice of the operations that the streams are, all so far; before the records of the
    /// streams that are new. Most forms cannot hold them, see
    /// [`Form::holds_operations`](crate::Form::holds_operations).
    fn operations(&mut self, _operations: &[Operation]) {}

    /// Takes records of streams with these names, all so far.
    ///
    /// # Errors
    /// They cannot be written, or the form cannot hold one of them: it says which, and why.
    fn write(&mut self, records: &[Record], streams: &[String]) -> Result<(), TraceError>;

    /// Ends it. Without this call what was written may be incomplete.
    ///
    /// # Errors
    /// It cannot be written.
    fn finish(self: Box<Self>) -> Result<(), TraceError>;
}
