//! Records out of text: what all forms share around their [`Grammar`].

use super::lines::{LONGEST_LINE_BYTES, Line, Lines};
use super::lost::Lost;
use super::streams::Streams;
use super::{Broken, TextForm};
use crate::{About, MissingEvents, Record, Records, TraceError};
use fourcorners_block::Nanos;
use std::collections::VecDeque;
use std::io::BufRead;

/// Records that are read to find the start of a trace whose times are those of a calendar: lines
/// are not always in the order of their times.
const READ_AHEAD: usize = 1 << 14;
/// Bytes of [`Record::rest`] after which a batch ends: its memory is bounded, whatever lines hold.
const MOST_REST_BYTES: usize = 16 << 20;

/// What is between the fields of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    Comma,
    Space,
}

/// How a form's lines become records.
pub(super) trait Grammar: Send {
    /// The line that a file must begin with.
    fn first_line(&self) -> Option<&'static str> {
        None
    }

    /// A line of names that may stand above the records, and again in joined files.
    fn header(&self) -> Option<&'static str> {
        None
    }

    /// What separates the fields of a line, and how many there are, where that is always the same.
    fn columns(&self) -> Option<(Separator, usize)> {
        None
    }

    /// Whether quoted fields may hold the ends of lines.
    fn quoted(&self) -> bool {
        false
    }

    /// The instant, in nanoseconds after 1970-01-01 UTC, that its times count from; `None`: the
    /// start of the recording. With one, a line adds at most one record.
    fn epoch_unix_ns(&self) -> Option<i128> {
        None
    }

    /// Adds the records that `line`, which is not empty, completes; or says why it is broken: what
    /// is there, and what is allowed.
    fn line(
        &mut self,
        line: &[u8],
        streams: &mut Streams,
        ready: &mut VecDeque<Record>,
    ) -> Result<(), String>;

    /// Lines so far that tell of what no record can hold.
    fn passed_over(&self) -> u64 {
        0
    }

    /// Events that were found missing so far.
    fn missing(&self) -> MissingEvents {
        MissingEvents::default()
    }

    /// Adds the records that nothing more can complete: the file has ended.
    fn end(&mut self, _ready: &mut VecDeque<Record>) {}
}

pub(super) struct TextRecords {
    about: About,
    file: String,
    lines: Lines,
    grammar: Box<dyn Grammar>,
    streams: Streams,
    ready: VecDeque<Record>,
    /// What [`Record::issued`] counts from, after the form's epoch.
    start: Nanos,
    broken: Broken,
    skipped: u64,
    lost: Lost,
    ended: bool,
}

impl TextRecords {
    pub(super) fn open(
        form: TextForm,
        grammar: Box<dyn Grammar>,
        input: Box<dyn BufRead + Send>,
        file: &str,
        broken: Broken,
    ) -> Result<Self, TraceError> {
        let mut records = Self {
            about: About {
                form: form.name().into(),
                ..About::default()
            },
            file: file.into(),
            lines: Lines::new(input, grammar.quoted()),
            grammar,
            streams: Streams::default(),
            ready: VecDeque::new(),
            start: Nanos(0),
            broken,
            skipped: 0,
            lost: Lost::default(),
            ended: false,
        };
        records.pass_first_line()?;
        records.find_start()?;
        Ok(records)
    }

    fn pass_first_line(&mut self) -> Result<(), TraceError> {
        let Some(expected) = self.grammar.first_line() else {
            return Ok(());
        };
        let found = loop {
            break match self.lines.next() {
                Ok(Some(Line::Text(line))) => match line.trim_ascii() {
                    [] => continue,
                    text if is_same(text, expected) => return Ok(()),
                    text => super::fields::shown(text),
                },
                Ok(Some(Line::TooLong)) => "a very long line".into(),
                Ok(None) => "nothing".into(),
                Err(error) => return Err(unreadable(&self.file, &error)),
            };
        };
        Err(TraceError::Broken {
            file: self.file.clone(),
            place: self.lines.number().to_string(),
            reason: format!(
                "found {found}; a file in the format {} begins with '{expected}'",
                self.about.form
            ),
        })
    }

    fn find_start(&mut self) -> Result<(), TraceError> {
        let Some(epoch_unix_ns) = self.grammar.epoch_unix_ns() else {
            return Ok(());
        };
        while self.ready.len() < READ_AHEAD && self.advance()? {}
        if let Some(start) = self.ready.iter().map(|record| record.issued).min() {
            for record in &mut self.ready {
                record.issued = record.issued - start;
            }
            self.start = start;
            self.about.origin_unix_ns = Some(epoch_unix_ns + i128::from(start.0));
        }
        Ok(())
    }

    /// Takes in one more line; `false`: there is none.
    fn advance(&mut self) -> Result<bool, TraceError> {
        if self.ended {
            return Ok(false);
        }
        let line = self
            .lines
            .next()
            .map_err(|error| unreadable(&self.file, &error))?;
        let outcome = match line {
            None => {
                self.ended = true;
                self.grammar.end(&mut self.ready);
                return Ok(false);
            }
            Some(Line::TooLong) => Err(format!(
                "the line is longer than {} KiB",
                LONGEST_LINE_BYTES >> 10
            )),
            Some(Line::Text(line)) => {
                if line.trim_ascii().is_empty() {
                    return Ok(true);
                }
                let before = self.ready.len();
                match self.grammar.line(line, &mut self.streams, &mut self.ready) {
                    Err(_) if is_heading(&*self.grammar, line) => Ok(()),
                    Ok(()) => {
                        for record in self.ready.range_mut(before..) {
                            self.lost.follow(record);
                        }
                        match self.start.0 > 0 && self.ready.len() > before {
                            true => count_from(self.start, &mut self.ready),
                            false => Ok(()),
                        }
                    }
                    broken => broken,
                }
            }
        };
        match outcome {
            Ok(()) => Ok(true),
            Err(_) if self.broken == Broken::Skip => {
                self.skipped += 1;
                match self.lines.resume_after_first_line() {
                    true => self.lost.unknown(),
                    false => self.lost.one(),
                }
                Ok(true)
            }
            Err(reason) => Err(TraceError::Broken {
                file: self.file.clone(),
                place: self.lines.number().to_string(),
                reason,
            }),
        }
    }
}

/// Whether a line is this one; some programs end each line of a table with a comma.
pub(super) fn is_same(line: &[u8], expected: &str) -> bool {
    let line = line.trim_ascii();
    line.strip_suffix(b",").unwrap_or(line) == expected.as_bytes()
}

/// Whether a line that is no record is one of the names above them.
pub(super) fn is_heading(grammar: &dyn Grammar, line: &[u8]) -> bool {
    let line = line.trim_ascii().to_ascii_lowercase();
    [grammar.first_line(), grammar.header()]
        .into_iter()
        .flatten()
        .any(|heading| is_same(&line, &heading.to_ascii_lowercase()))
}

/// Lets the record that came last count from the start of the trace.
fn count_from(start: Nanos, ready: &mut VecDeque<Record>) -> Result<(), String> {
    let Some(mut record) = ready.pop_back() else {
        return Ok(());
    };
    if record.issued < start {
        return Err(format!(
            "it was issued {} ns before the start of the trace, the earliest time of its first \
             {READ_AHEAD} records; sort the file by time",
            start.0 - record.issued.0
        ));
    }
    record.issued = record.issued - start;
    ready.push_back(record);
    Ok(())
}

fn unreadable(file: &str, error: &std::io::Error) -> TraceError {
    TraceError::File {
        file: file.into(),
        reason: error.to_string(),
    }
}

impl Records for TextRecords {
    fn about(&self) -> &About {
        &self.about
    }

    fn streams(&self) -> &[String] {
        self.streams.names()
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        let mut left = most;
        let mut rest_bytes = 0;
        while left > 0 && rest_bytes < MOST_REST_BYTES {
            if let Some(record) = self.ready.pop_front() {
                rest_bytes += record.rest.as_ref().map_or(0, |rest| rest.len());
                into.push(record);
                left -= 1;
            } else if !self.advance()? && self.ready.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn skipped(&self) -> u64 {
        self.skipped + self.grammar.passed_over()
    }

    fn missing(&self) -> MissingEvents {
        self.grammar.missing()
    }
}
