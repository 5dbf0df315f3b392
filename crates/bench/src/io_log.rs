//! A record of every measured I/O, on request: `ios.bin`. What is kept in memory is a buffer;
//! the run may be of any length.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Bytes of a record; docs/formats.md says what stands where.
pub const RECORD_BYTES: usize = 40;
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
