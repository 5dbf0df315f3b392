//! `writes.jsonl`: what may have been written to a real drive whose writes are limited.

use super::names::{WALL, WRITES};
use super::{FILE_LIMIT, FolderError, read_lines, unread};
use crate::plain_file::{self, NotRead};
use crate::record::{Event, Wall};
use fourcorners_block::Bytes;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// One line of `writes.jsonl`. The last one holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writes {
    /// Bytes that the run has written to the drive at most, until the next line.
    pub at_most_bytes: u64,
}

impl Writes {
    /// What a run has written at most. `None`: its folder does not tell, though the run has begun.
    /// The file is made with the folder, so it was deleted since.
    ///
    /// # Errors
    /// The file is there and cannot be read.
    pub fn of(folder: &Path) -> Result<Option<Bytes>, FolderError> {
        let path = folder.join(WRITES);
        let bytes = match plain_file::read(&path, FILE_LIMIT) {
            Ok(bytes) => bytes,
            Err(NotRead::Missing) => Vec::new(),
            Err(why) => return Err(unread(&path)(why)),
        };
        let lines = bytes.split(|byte| *byte == b'\n');
        // A torn line was written before any of its bytes were.
        let last = lines
            .rev()
            .find_map(|line| serde_json::from_slice::<Self>(line).ok());
        let last = last.map(|last| Bytes(last.at_most_bytes));
        Ok(last.or_else(|| (!has_begun(folder)).then_some(Bytes(0))))
    }
}

/// Whether a run may have written to its drive: it says so in `wall.jsonl` before. One that cannot
/// be read may have said so.
fn has_begun(folder: &Path) -> bool {
    let Ok(bytes) = plain_file::read(&folder.join(WALL), FILE_LIMIT) else {
        return true;
    };
    let events = read_lines::<Wall>(WALL, &bytes, &mut Vec::new());
    events.iter().any(|wall| wall.event == Event::Started)
}
