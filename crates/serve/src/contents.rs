//! The bytes on the drive: in memory or in a file, sparse in both.

use crate::nbd::{Command, Extent};
use rustix::fs::{FallocateFlags, MemfdFlags, SeekFrom, fallocate, memfd_create, seek};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// Extents of one block status.
const EXTENTS_AT_MOST: usize = 256;

/// As many bytes as the drive holds. What was never written, or was given back, is zero.
#[derive(Debug)]
pub struct Contents {
    file: File,
    bytes: u64,
}

impl Contents {
    /// In memory: pages that are not zero take as much of it.
    ///
    /// # Errors
    /// The host has no file in memory of that size.
    pub fn in_memory(bytes: u64) -> io::Result<Self> {
        let file = memfd_create("fourcorners", MemfdFlags::CLOEXEC)?;
        Self::in_file(file.into(), bytes)
    }

    /// In a file, which is made as long as the drive.
    ///
    /// # Errors
    /// The file system allows no file of that length.
    pub fn in_file(file: File, bytes: u64) -> io::Result<Self> {
        if file.metadata()?.len() != bytes {
            file.set_len(bytes)?;
        }
        Ok(Self { file, bytes })
    }

    /// Length of the drive.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Another handle of the file, for syncing.
    ///
    /// # Errors
    /// The host has no more file descriptors.
    pub fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Reads all of `into` from an offset.
    ///
    /// # Errors
    /// The host's.
    pub fn read(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(into, offset)
    }

    /// Writes all of `from` at an offset.
    ///
    /// # Errors
    /// The host's: its disk is full, for one.
    pub fn write(&self, offset: u64, from: &[u8]) -> io::Result<()> {
        self.file.write_all_at(from, offset)
    }

    /// Makes a range read as zeros, and gives its space back to the host.
    ///
    /// # Errors
    /// The host's.
    pub fn zero(&self, offset: u64, bytes: u64) -> io::Result<()> {
        let hole = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        Ok(fallocate(&self.file, hole, offset, bytes)?)
    }

    /// Which parts of a command's range hold data, and which are holes that read as zeros; at most
    /// [`EXTENTS_AT_MOST`] from its beginning.
    pub fn extents(&self, command: &Command) -> Vec<Extent> {
        let mut extents = Vec::new();
        let mut at = command.offset;
        let end = at + u64::from(command.length);
        while at < end && extents.len() < EXTENTS_AT_MOST {
            // Without an answer it is data, which is always right.
            let data = match seek(&self.file, SeekFrom::Data(at)) {
                Ok(data) => data.min(end),
                // None behind it.
                Err(rustix::io::Errno::NXIO) => end,
                Err(_) => at,
            };
            let hole = match seek(&self.file, SeekFrom::Hole(data)) {
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
