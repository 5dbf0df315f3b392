//! `health.json` of a run's folder.

use super::{FILE_LIMIT, FolderError, short, unread};
use crate::health::Health;
use crate::plain_file::{self, NotRead};
use std::path::Path;

impl Health {
    /// Reads a run's; `None` where the drive said nothing.
    pub fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        let path = folder.join(Self::FILE);
        let bytes = match plain_file::read(&path, FILE_LIMIT) {
            Ok(bytes) => bytes,
            Err(NotRead::Missing) => return Ok(None),
            Err(why) => return Err(unread(&path)(why)),
        };
        let read = serde_json::from_slice(&bytes);
        read.map(Some).map_err(|error| FolderError::Foreign {
            path,
            reason: short(&error.to_string()),
        })
    }
}
