//! The events of all files together, in the order of time.

use super::event::{EVENT_BYTES, Endian, Event, GROUP_BYTES, PROCESS, TIMESTAMP, category};
use super::sequence::Sequences;
use crate::form::block_events::LONGEST_PROCESS_BYTES;
use crate::form::{Broken, broken_at, cannot};
use crate::{SequenceGap, TraceError};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::{BufRead, ErrorKind};

/// Events that are looked at ahead, in all files together: in one file of several processors
/// (`blktrace -o -`) each one's stand together in parts.
const AHEAD: usize = 1 << 18;
/// Of one file, however many there are.
const LEAST_AHEAD: usize = 1 << 10;
/// Processes whose names are kept.
const PROCESSES: usize = 1 << 16;

/// A file.
struct Source {
    input: Box<dyn BufRead + Send>,
    file: String,
    at: u64,
    endian: Option<Endian>,
    more: Vec<u8>,
    sequences: Sequences,
}

/// What the recording says of itself.
#[derive(Default)]
pub(super) struct Notices {
    /// Names of processes, by their number.
    pub processes: HashMap<u32, Box<str>>,
    /// An instant of the recording, and the same after 1970, both in ns.
    pub instant: Option<(u64, i128)>,
    /// The earliest instant of all that was read.
    pub start: Option<u64>,
}

pub(super) struct Merge {
    sources: Vec<Source>,
    ahead: BinaryHeap<Reverse<(Event, usize)>>,
    pub notices: Notices,
    broken: Broken,
    /// Files that end inside an event, passed over.
    pub torn: u64,
}

impl Merge {
    /// Reads ahead.
    pub(super) fn new(
        inputs: Vec<(Box<dyn BufRead + Send>, String)>,
        broken: Broken,
    ) -> Result<Self, TraceError> {
        let sources = inputs.into_iter().map(|(input, file)| Source {
            input,
            file,
            at: 0,
            endian: None,
            more: Vec::new(),
            sequences: Sequences::default(),
        });
        let mut merge = Self {
            sources: sources.collect(),
            ahead: BinaryHeap::new(),
            notices: Notices::default(),
            broken,
            torn: 0,
        };
        let most = (AHEAD / merge.sources.len().max(1)).max(LEAST_AHEAD);
        for number in 0..merge.sources.len() {
            for _ in 0..most {
                if !merge.take(number)? {
                    break;
                }
            }
        }
        Ok(merge)
    }

    /// The next event that is no notice.
    pub(super) fn next(&mut self) -> Result<Option<Event>, TraceError> {
        let Some(Reverse((event, number))) = self.ahead.pop() else {
            return Ok(None);
        };
        self.take(number)?;
        Ok(Some(event))
    }

    /// Events that the files lost so far, and the first gap that they leave.
    pub(super) fn missing(&self) -> (u64, Option<SequenceGap>) {
        let files = self.sources.iter().map(|source| source.sequences.missing());
        files.fold((0, None), |(lost, first), (more, gap)| {
            (lost + more, first.or(gap))
        })
    }

    /// Reads a file up to its next event that is no notice; false: it has ended.
    fn take(&mut self, number: usize) -> Result<bool, TraceError> {
        let source = &mut self.sources[number];
        loop {
            let event = match source.next() {
                Ok(Some(event)) => event,
                Ok(None) => return Ok(false),
                Err(Torn::At(_)) if self.broken == Broken::Skip => {
                    self.torn += 1;
                    return Ok(false);
                }
                Err(Torn::At(error) | Torn::Not(error)) => return Err(error),
            };
            let start = self.notices.start.get_or_insert(event.time);
            *start = event.time.min(*start);
            source.sequences.follow(&event);
            if !event.is(category::NOTICE) {
                self.ahead.push(Reverse((event, number)));
                return Ok(true);
            }
            self.notices.take(&event, source);
        }
    }
}

/// Why there is no event.
enum Torn {
    /// The file ends inside one.
    At(TraceError),
    Not(TraceError),
}

impl Source {
    /// The next event; `more` holds what stands behind it.
    fn next(&mut self) -> Result<Option<Event>, Torn> {
        let ended = self.input.fill_buf().map(<[u8]>::is_empty);
        if ended.map_err(|error| Torn::Not(cannot(&self.file, error)))? {
            return Ok(None);
        }
        let mut bytes = [0; EVENT_BYTES];
        let read = self.input.read_exact(&mut bytes);
        self.whole(read)?;
        let first = [bytes[0], bytes[1], bytes[2], bytes[3]];
        let endian = Endian::of(first)
            .map_err(|reason| Torn::Not(broken_at(&self.file, self.at, reason)))?;
        self.endian = Some(endian);
        let event = Event::from_bytes(&bytes, endian);
        self.more.resize(event.more_bytes.into(), 0);
        let read = self.input.read_exact(&mut self.more);
        self.whole(read)?;
        self.at += (EVENT_BYTES + self.more.len()) as u64;
        Ok(Some(event))
    }

    fn whole(&self, read: std::io::Result<()>) -> Result<(), Torn> {
        read.map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => Torn::At(broken_at(
                &self.file,
                self.at,
                "the file ends inside an event: the recording is truncated".into(),
            )),
            _ => Torn::Not(cannot(&self.file, error)),
        })
    }
}

impl Notices {
    fn take(&mut self, event: &Event, source: &Source) {
        let group = if event.has_group() { GROUP_BYTES } else { 0 };
        let more = source.more.get(group..).unwrap_or_default();
        match (event.what(), source.endian) {
            (PROCESS, _) if self.processes.len() < PROCESSES => {
                let name = more.split(|byte| *byte == 0).next().unwrap_or_default();
                let mut name = String::from_utf8_lossy(name).replace(['\n', '\r'], " ");
                name.truncate(name.floor_char_boundary(LONGEST_PROCESS_BYTES));
                self.processes.insert(event.pid, name.into());
            }
            (TIMESTAMP, Some(endian)) if more.len() == 8 && self.instant.is_none() => {
                let (seconds, nanos) = (endian.u32(&more[..4]), endian.u32(&more[4..]));
                let unix_ns = i128::from(seconds) * 1_000_000_000 + i128::from(nanos);
                self.instant = Some((event.time, unix_ns));
            }
            _ => {}
        }
    }
}
