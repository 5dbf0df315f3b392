//! Writes and reads `power-loss.jsonl`. Every line is on the medium before the next one begins, so
//! a host that loses its power loses at most the line of the last flush, and the file never claims
//! a flush that the drive did not acknowledge.

use super::{POWER_LOSS, POWER_LOSS_SCHEMA, PowerLossHeader, PowerLossLine};
use crate::disk::{Disk, DiskFile};
use crate::folder::{FolderError, lock, unread, wrong};
use crate::plain_file;
use serde::Serialize;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

/// The longest line that is read: one of a check lists every bad block.
const LONGEST_LINE: u64 = 1 << 30;
/// The largest sequence number: no drive takes so many writes, and sums of them do not overflow.
const LAST_NUMBER: u64 = 1 << 62;

/// The file, which no other process writes meanwhile.
pub struct PowerLossLog {
    file: DiskFile,
}

/// What the file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its first line.
    pub header: PowerLossHeader,
    /// First and last flushed write of every time that writing began; the last is one less than
    /// the first if there was none.
    pub flushed: Vec<(u64, u64)>,
    /// The user stopped the writes, and no line tells of lost power since.
    pub stopped: bool,
}

impl PowerLossLog {
    /// Makes the folder, which must not exist, and the file with its first line.
    ///
    /// # Errors
    /// The folder is there already, or it cannot be written.
    pub fn create(folder: &Path, header: &PowerLossHeader) -> Result<Self, FolderError> {
        Self::create_on(&Disk::default(), folder, header)
    }

    /// The same on a disk of the caller's.
    ///
    /// # Errors
    /// As [`PowerLossLog::create`].
    pub fn create_on(
        disk: &Disk,
        folder: &Path,
        header: &PowerLossHeader,
    ) -> Result<Self, FolderError> {
        let parent = folder.parent().filter(|it| !it.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent).map_err(wrong(folder))?;
        disk.make_folder(folder)
            .map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => FolderError::Exists(folder.into()),
                _ => wrong(folder)(error),
            })?;
        let path = folder.join(POWER_LOSS);
        let mut file = disk.open(&path).map_err(wrong(&path))?;
        lock(folder, &file.file)?;
        append(&mut file, header)?;
        disk.sync_folder(folder)
            .and_then(|()| disk.sync_folder(parent))
            .map_err(wrong(folder))?;
        Ok(Self { file })
    }

    /// Opens the file to add to it, and reads what it says. A last line that a power cut tore is
    /// taken away.
    ///
    /// # Errors
    /// There is no such file, it is being written, or it is damaged elsewhere.
    pub fn open(folder: &Path) -> Result<(Self, Recorded), FolderError> {
        let path = folder.join(POWER_LOSS);
        let (read, length) = plain_file::open(&path, u64::MAX).map_err(unread(&path))?;
        lock(folder, &read)?;
        let foreign = |reason| FolderError::Foreign {
            path: path.clone(),
            reason,
        };
        let (recorded, whole) = recorded(&mut BufReader::new(read)).map_err(|why| match why {
            Unread::Os(error) => FolderError::Read {
                path: path.clone(),
                error,
            },
            Unread::Foreign(reason) => foreign(reason),
        })?;
        let mut file = Disk::default().open(&path).map_err(wrong(&path))?;
        lock(folder, &file.file)?;
        if whole < length {
            file.cut(whole).map_err(wrong(&path))?;
        }
        Ok((Self { file }, recorded))
    }

    /// Adds a line, and waits until it is on the medium.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn push(&mut self, line: &PowerLossLine) -> Result<(), FolderError> {
        append(&mut self.file, line)
    }
}

fn append(file: &mut DiskFile, line: &impl Serialize) -> Result<(), FolderError> {
    let written = serde_json::to_vec(line)
        .map_err(io::Error::from)
        .and_then(|mut bytes| {
            bytes.push(b'\n');
            file.append(&bytes)
        })
        .and_then(|()| file.sync());
    written.map_err(wrong(&file.path))
}

/// Why the file says nothing.
enum Unread {
    Os(io::Error),
    Foreign(String),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Os(error)
    }
}

/// What it says, and how many of its bytes are whole lines.
fn recorded(file: &mut impl io::BufRead) -> Result<(Recorded, u64), Unread> {
    let mut line = Vec::new();
    let mut next = |line: &mut Vec<u8>| -> io::Result<bool> {
        line.clear();
        file.take(LONGEST_LINE).read_until(b'\n', line)?;
        Ok(line.last() == Some(&b'\n'))
    };
    if !next(&mut line)? {
        return Err(Unread::Foreign("the first line is not complete".into()));
    }
    let header = header(&line).map_err(Unread::Foreign)?;
    let mut whole = line.len() as u64;
    let mut flushed: Vec<(u64, u64)> = Vec::new();
    let (mut number, mut stopped) = (1, false);
    while next(&mut line)? {
        number += 1;
        let damaged = || Unread::Foreign(format!("line {number} is damaged"));
        match (serde_json::from_slice(&line), flushed.last_mut()) {
            (Ok(PowerLossLine::Began(first)), last) => {
                if first == 0 || first > LAST_NUMBER || last.is_some_and(|(_, last)| first <= *last)
                {
                    return Err(damaged());
                }
                flushed.push((first, first - 1));
                stopped = false;
            }
            (Ok(PowerLossLine::Flushed(to)), Some((_, last)))
                if to > *last && to <= LAST_NUMBER =>
            {
                *last = to;
            }
            (Err(_), _) | (Ok(PowerLossLine::Flushed(_)), _) => return Err(damaged()),
            (Ok(PowerLossLine::Stopped { .. }), _) => stopped = true,
            (Ok(PowerLossLine::Cut { .. } | PowerLossLine::Lost { .. }), _) => stopped = false,
            (Ok(PowerLossLine::Restored { .. } | PowerLossLine::Checked(_)), _) => {}
        }
        whole += line.len() as u64;
    }
    let recorded = Recorded {
        header,
        flushed,
        stopped,
    };
    Ok((recorded, whole))
}

fn header(line: &[u8]) -> Result<PowerLossHeader, String> {
    #[derive(serde::Deserialize)]
    struct Version {
        schema_version: u32,
    }
    let unread = |error: serde_json::Error| format!("the first line: {error}");
    let version: Version = serde_json::from_slice(line).map_err(unread)?;
    match version.schema_version {
        POWER_LOSS_SCHEMA => serde_json::from_slice(line).map_err(unread),
        other => Err(format!(
            "schema version {other}; this program reads version {POWER_LOSS_SCHEMA}"
        )),
    }
}
