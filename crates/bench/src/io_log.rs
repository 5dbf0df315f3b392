//! A record of every measured I/O, on request: `ios.bin`. What is kept in memory is a buffer,
//! and the requests that are under way; the run may be of any length.

use crate::folder::{FolderError, FolderWriter};
use fourcorners_block::{Completion, Nanos, Op, Request};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Bytes of a record; docs/formats.md says what stands where.
const RECORD_BYTES: usize = 40;
/// Records are handed to the operating system in pieces of about this, and once a second.
const BUFFER_BYTES: usize = 256 << 10;

/// The file, in a run's folder.
pub struct IoLog {
    file: BufWriter<File>,
}

impl IoLog {
    /// Name of the file.
    pub const NAME: &str = "ios.bin";

    /// A new file; one that is there is not overwritten.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = File::create_new(path)?;
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER_BYTES, file),
        })
    }

    /// Appends a record.
    #[inline]
    pub fn push(&mut self, record: [u8; RECORD_BYTES]) -> io::Result<()> {
        self.file.write_all(&record)
    }

    /// Hands everything to the operating system.
    pub fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The requests of a phase that are queued or under way, by tag: a completion does not say where
/// its I/O went.
pub struct Outstanding {
    requests: HashMap<u64, Request>,
    start: Nanos,
}

impl Outstanding {
    /// Of a phase that begins at an instant of the drive's clock.
    pub fn new(start: Nanos) -> Self {
        Self {
            requests: HashMap::new(),
            start,
        }
    }

    /// Takes note of requests before they are submitted.
    pub fn submitted(&mut self, requests: &[Request]) {
        self.requests
            .extend(requests.iter().map(|request| (request.tag, *request)));
    }

    /// Records what has finished.
    pub fn finished(
        &mut self,
        completions: &[Completion],
        folder: &mut FolderWriter,
    ) -> Result<(), FolderError> {
        let phase = folder.entries();
        for completion in completions {
            if let Some(request) = self.requests.remove(&completion.tag) {
                folder.io(record(phase, &request, completion, self.start))?;
            }
        }
        Ok(())
    }
}

/// Little-endian, without gaps.
fn record(phase: u16, request: &Request, io: &Completion, start: Nanos) -> [u8; RECORD_BYTES] {
    let op: u8 = match request.op {
        Op::Read => 0,
        Op::Write { .. } => 1,
        Op::Discard => 2,
        Op::WriteZeroes => 3,
        Op::Flush => 4,
    };
    let wait = if io.due.0 > 0 { io.wait().0 } else { 0 };
    let since_start = |at: Nanos| at.saturating_sub(start).0.to_le_bytes();
    let mut record = [0; RECORD_BYTES];
    record[0..2].copy_from_slice(&phase.to_le_bytes());
    record[2] = op;
    // Longer requests are not made; one that were would be recorded as the longest.
    let bytes = u32::try_from(io.bytes.0).unwrap_or(u32::MAX);
    record[4..8].copy_from_slice(&bytes.to_le_bytes());
    record[8..16].copy_from_slice(&request.lba.bytes().0.to_le_bytes());
    record[16..24].copy_from_slice(&wait.to_le_bytes());
    record[24..32].copy_from_slice(&since_start(io.admitted));
    record[32..40].copy_from_slice(&since_start(io.finished));
    record
}
