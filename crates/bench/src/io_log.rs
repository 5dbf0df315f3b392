//! A record of every measured I/O, on request: `ios.bin`. What is kept in memory is a buffer,
//! and the requests that are under way; the run may be of any length.

use crate::folder::{FolderError, Sink};
use fourcorners_block::{Completion, Nanos, Op, Request};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Bytes of a record; docs/formats.md says what stands where.
const RECORD_BYTES: usize = 40;
/// The most that the 40 bits for an I/O's bytes hold.
const LONGEST_BYTES: u64 = (1 << 40) - 1;
/// Records are handed to the operating system in pieces of about this, and once a second.
const BUFFER_BYTES: usize = 256 << 10;

/// The file, in a run's folder.
pub struct IoLog {
    file: BufWriter<File>,
}

impl IoLog {
    /// Name of the file.
    pub const NAME: &str = "ios.bin";

    /// A new file; one that is there, of a run that goes on, is appended to.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::options().append(true).create(true).open(path)?;
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER_BYTES, file),
        })
    }

    /// Appends a record.
    #[inline]
    pub fn push(&mut self, record: [u8; RECORD_BYTES]) -> io::Result<()> {
        self.file.write_all(&record)
    }

    /// Moves what lies behind the first so many phases into another file, which must not exist;
    /// whether there was anything. It may be larger than memory.
    pub fn put_aside(path: &Path, phases: u64, aside: &Path) -> io::Result<bool> {
        let mut file = match File::options().read(true).write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            opened => opened?,
        };
        let bytes = file.metadata()?.len();
        // Phases stand in their order: halve until the first record of a later one is found.
        let (mut stays, mut end) = (0, bytes / RECORD_BYTES as u64);
        while stays < end {
            let middle = stays.midpoint(end);
            let mut phase = [0; 2];
            file.seek(SeekFrom::Start(middle * RECORD_BYTES as u64))?;
            file.read_exact(&mut phase)?;
            if u64::from(u16::from_le_bytes(phase)) < phases {
                stays = middle + 1;
            } else {
                end = middle;
            }
        }
        let stays = stays * RECORD_BYTES as u64;
        if stays == bytes {
            return Ok(false);
        }
        file.seek(SeekFrom::Start(stays))?;
        let mut part = File::create_new(aside)?;
        io::copy(&mut file, &mut part)?;
        part.sync_all()?;
        file.set_len(stays)?;
        file.sync_all()?;
        Ok(true)
    }

    /// Waits until all of it is on the medium.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.get_ref().sync_data()
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
        folder: &mut dyn Sink,
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
    // Only a trace has I/Os of 4 GiB and more; one of 1 TiB and more would be recorded as the
    // longest below.
    let bytes = io.bytes.0.min(LONGEST_BYTES).to_le_bytes();
    record[3] = bytes[4];
    record[4..8].copy_from_slice(&bytes[..4]);
    record[8..16].copy_from_slice(&request.lba.bytes().0.to_le_bytes());
    record[16..24].copy_from_slice(&wait.to_le_bytes());
    record[24..32].copy_from_slice(&since_start(io.admitted));
    record[32..40].copy_from_slice(&since_start(io.finished));
    record
}
