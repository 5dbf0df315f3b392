//! A trace of what clients did, with the drive's own times: it can be analyzed, and replayed on any
//! drive.

use fourcorners_block::{Completion, Data, Nanos, Op, Request};
use fourcorners_trace::{About, Form, Record, Sink, TraceError};
use std::collections::VecDeque;
use std::path::Path;

/// Records that are written at once.
const PORTION: usize = 4096;
/// All of it is of one drive.
const STREAM: u32 = 0;

/// Records requests in the order in which they came.
pub struct Recording {
    sink: Box<dyn Sink>,
    streams: Vec<String>,
    /// The drive's time at which it begins.
    start: Nanos,
    /// Those that are not written yet, from number `written` on; whether it is finished.
    pending: VecDeque<(Record, bool)>,
    written: u64,
    portion: Vec<Record>,
}

impl Recording {
    /// # Errors
    /// The file exists, or cannot be made.
    pub fn new(path: &Path, drive: &str, start: Nanos) -> Result<Self, TraceError> {
        let about = About {
            title: format!("Served by a simulated {drive}"),
            ..About::default()
        };
        Ok(Self {
            sink: fourcorners_trace::create(path, Form::Own, &about)?,
            streams: vec![drive.into()],
            start,
            pending: VecDeque::new(),
            written: 0,
            portion: Vec::new(),
        })
    }

    /// A request came when it is due. Returns its number.
    pub fn began(&mut self, request: &Request) -> u64 {
        let (op, data) = match request.op {
            Op::Read => (fourcorners_trace::Op::Read, None),
            Op::Write { data, .. } => (fourcorners_trace::Op::Write, Some(data)),
            Op::Discard | Op::WriteZeroes => (fourcorners_trace::Op::Trim, None),
            Op::Flush => (fourcorners_trace::Op::Flush, None),
        };
        let record = Record {
            issued: request.due.saturating_sub(self.start),
            took: None,
            op,
            offset: request.lba.bytes(),
            bytes: request.blocks.bytes(),
            stream: STREAM,
            after: None,
            data: data.map(|Data { class, .. }| class),
            rest: None,
        };
        self.pending.push_back((record, false));
        self.written + self.pending.len() as u64 - 1
    }

    /// The request of that number is finished.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finished(&mut self, number: u64, completion: &Completion) -> Result<(), TraceError> {
        self.ended(
            number,
            Some(completion.finished.saturating_sub(completion.due)),
        )
    }

    /// The request of that number got no end: the drive has failed. Those behind it go on.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn failed(&mut self, number: u64) -> Result<(), TraceError> {
        self.ended(number, None)
    }

    fn ended(&mut self, number: u64, took: Option<Nanos>) -> Result<(), TraceError> {
        let place = number.saturating_sub(self.written) as usize;
        if let Some((record, is_finished)) = self.pending.get_mut(place) {
            record.took = took;
            *is_finished = true;
        }
        while let Some((record, _)) = self.pending.pop_front_if(|(_, is_finished)| *is_finished) {
            self.portion.push(record);
            self.written += 1;
        }
        match self.portion.len() >= PORTION {
            true => self.write(),
            false => Ok(()),
        }
    }

    #[cfg(test)]
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// All that was going on got no end: the drive dropped it.
    pub fn dropped(&mut self) {
        self.written += self.pending.len() as u64;
        let dropped = self.pending.drain(..).map(|(record, _)| record);
        self.portion.extend(dropped);
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn close(mut self) -> Result<(), TraceError> {
        self.dropped();
        self.write()?;
        self.sink.finish()
    }

    fn write(&mut self) -> Result<(), TraceError> {
        self.sink.write(&self.portion, &self.streams)?;
        self.portion.clear();
        Ok(())
    }
}
