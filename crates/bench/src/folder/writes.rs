//! `writes.jsonl`: what may have been written to a real drive whose writes are limited.

use super::names::WRITES;
use super::{FILE_LIMIT, FolderError, unread};
use crate::plain_file::{self, NotRead};
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
    /// What a run has written at most; 0 where its folder has no such file.
    ///
    /// # Errors
    /// The file is there and cannot be read.
    pub fn of(folder: &Path) -> Result<Bytes, FolderError> {
        let path = folder.join(WRITES);
        let bytes = match plain_file::read(&path, FILE_LIMIT) {
            Ok(bytes) => bytes,
            Err(NotRead::Missing) => return Ok(Bytes(0)),
            Err(why) => return Err(unread(&path)(why)),
        };
        let lines = bytes.split(|byte| *byte == b'\n');
        // A torn line was written before any of its bytes were.
        let last = lines
            .rev()
            .find_map(|line| serde_json::from_slice::<Self>(line).ok());
        Ok(Bytes(last.map_or(0, |last| last.at_most_bytes)))
    }
}
