//! The bytes on the drive: in memory or in a file, sparse in both, or not kept at all.

use crate::nbd::{Command, Extent};
use rustix::fs::{FallocateFlags, MemfdFlags, SeekFrom, fallocate, memfd_create, seek};
use rustix::io::Errno;
use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};

/// Zeros that are written at once, where the file system cannot allocate them otherwise.
const ZEROS: &[u8] = &[0; 64 << 10];
/// Extents of one block status.
const EXTENTS_AT_MOST: usize = 256;

/// As many bytes as the drive holds. What was never written, or was given back, is zero.
#[derive(Debug)]
pub struct Contents {
    /// None: every byte is zero, whatever was written.
    file: Option<File>,
    memory: Option<Memory>,
}

/// Memory that data may take. The host would kill programs rather than refuse a page.
#[derive(Debug)]
struct Memory {
    limit_bytes: u64,
    is_full: bool,
}

impl Memory {
    fn is_exceeded(&self, file: &File) -> bool {
        let taken = file.metadata().map_or(0, |about| about.blocks() * 512);
        taken > self.limit_bytes
    }
}

impl Contents {
    /// Not kept: for tests that read nothing back.
    pub fn nothing() -> Self {
        Self {
            file: None,
            memory: None,
        }
    }

    /// In memory, of which written pages may take `limit_bytes`.
    ///
    /// # Errors
    /// The host has no file in memory of that size.
    pub fn in_memory(bytes: u64, limit_bytes: u64) -> io::Result<Self> {
        let file = memfd_create("fourcorners", MemfdFlags::CLOEXEC)?;
        let memory = Memory {
            limit_bytes,
            is_full: false,
        };
        Ok(Self {
            memory: Some(memory),
            ..Self::in_file(file.into(), bytes)?
        })
    }

    /// In a file, which is made as long as the drive.
    ///
    /// # Errors
    /// The file system allows no file of that length.
    pub fn in_file(file: File, bytes: u64) -> io::Result<Self> {
        if file.metadata()?.len() != bytes {
            file.set_len(bytes)?;
        }
        Ok(Self {
            file: Some(file),
            memory: None,
        })
    }

    /// Looks how much memory data takes; from time to time, as it takes a system call.
    pub fn look(&mut self) {
        if let (Some(file), Some(memory)) = (&self.file, &mut self.memory) {
            memory.is_full = memory.is_exceeded(file);
        }
    }

    /// Reads all of `into` from an offset.
    ///
    /// # Errors
    /// The host's.
    pub fn read(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        match &self.file {
            Some(file) => file.read_exact_at(into, offset),
            None => {
                into.fill(0);
                Ok(())
            }
        }
    }

    /// Writes all of `from` at an offset.
    ///
    /// # Errors
    /// The host's: its disk or memory is full, for one.
    pub fn write(&self, offset: u64, from: &[u8]) -> io::Result<()> {
        if self.memory.as_ref().is_some_and(|memory| memory.is_full) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.restore(offset, from)
    }

    /// Writes what was there before, whether or not memory is full.
    ///
    /// # Errors
    /// The host's.
    pub fn restore(&self, offset: u64, from: &[u8]) -> io::Result<()> {
        match &self.file {
            Some(file) => file.write_all_at(from, offset),
            None => Ok(()),
        }
    }

    /// Makes a range read as zeros, and gives its space back to the host.
    ///
    /// # Errors
    /// The host's.
    pub fn zero(&self, offset: u64, bytes: u64) -> io::Result<()> {
        let hole = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        match &self.file {
            Some(file) => Ok(fallocate(file, hole, offset, bytes)?),
            None => Ok(()),
        }
    }

    /// Makes a range read as zeros, and keeps space for it on the host: later writes find room.
    ///
    /// # Errors
    /// The host's: its disk or memory is full, for one. A part may be zeros then.
    pub fn allocate_zeros(&self, offset: u64, bytes: u64) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let zeros = FallocateFlags::ZERO_RANGE | FallocateFlags::KEEP_SIZE;
        match fallocate(file, zeros, offset, bytes) {
            Err(Errno::OPNOTSUPP) => {}
            result => return Ok(result?),
        }
        let end = offset + bytes;
        for at in (offset..end).step_by(ZEROS.len()) {
            // So much may come at once that looking from time to time is too late.
            if let Some(memory) = &self.memory
                && memory.is_exceeded(file)
            {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let length = ZEROS.len().min((end - at) as usize);
            file.write_all_at(&ZEROS[..length], at)?;
        }
        Ok(())
    }

    /// Which parts of a command's range hold data, and which are holes that read as zeros; at most
    /// [`EXTENTS_AT_MOST`] from its beginning. Allocated zeros count as holes where the file system
    /// does not tell them apart.
    pub fn extents(&self, command: &Command) -> Vec<Extent> {
        let mut extents = Vec::new();
        let Some(file) = &self.file else {
            return extents;
        };
        let mut at = command.offset;
        let end = at + u64::from(command.length);
        while at < end && extents.len() < EXTENTS_AT_MOST {
            // Without an answer it is data, which is always right.
            let data = match seek(file, SeekFrom::Data(at)) {
                Ok(data) => data.min(end),
                // None behind it.
                Err(Errno::NXIO) => end,
                Err(_) => at,
            };
            let hole = match seek(file, SeekFrom::Hole(data)) {
                Ok(hole) if data < end => hole.min(end),
                _ => end,
            };
            for (until, is_hole) in [(data, true), (hole, false)] {
                if until > at {
                    extents.push(Extent {
                        bytes: (until - at) as u32,
                        is_hole,
                        is_zero: is_hole,
                    });
                    at = until;
                }
            }
        }
        extents
    }
}
