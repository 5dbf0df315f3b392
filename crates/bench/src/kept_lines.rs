//! A file of lines to which one process at a time appends, and what a crash leaves of it.

use crate::disk::Disk;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

/// Appends lines. What was written of the last line before a crash, or before the disk was full,
/// is cut off when the next line follows.
#[derive(Debug)]
pub struct KeptLines {
    file: File,
    /// Bytes of whole lines.
    end: u64,
}

impl KeptLines {
    /// Makes or opens a file, and reads its whole lines. Nothing is written yet.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`]: another process has it open.
    pub fn open(path: &Path) -> io::Result<(Self, Vec<u8>)> {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            // A file system without locks: whoever starts two processes there loses lines.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut lines = Vec::new();
        file.read_to_end(&mut lines)?;
        if lines.is_empty() {
            // Its name survives a power cut as well.
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            Disk::default().sync_folder(folder.unwrap_or(Path::new(".")))?;
        }
        lines.truncate(whole(&lines).len());
        let end = lines.len() as u64;
        Ok((Self { file, end }, lines))
    }

    /// Appends a line, without its end; it survives a power cut from then on.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\n");
        self.file.set_len(self.end)?;
        self.file.write_all_at(line.as_bytes(), self.end)?;
        self.file.sync_data()?;
        self.end += line.len() as u64;
        Ok(())
    }
}

/// All lines but one that was cut off, or that is being written.
pub fn whole(lines: &[u8]) -> &[u8] {
    let end = lines.iter().rposition(|byte| *byte == b'\n');
    &lines[..end.map_or(0, |end| end + 1)]
}
