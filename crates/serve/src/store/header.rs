//! Which drive a store holds.

use super::folder::Folder;
use super::{StoreError, host};
use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

const NAME: &str = "store.json";
const SCHEMA_VERSION: u32 = 1;

/// Which drive is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    schema_version: u32,
    /// Catalog name.
    pub drive: String,
    /// SHA-256 of all that decides what the drive does.
    behavior: String,
    /// Bytes.
    pub capacity: u64,
}

impl Header {
    /// `behavior`: everything that decides what the drive does.
    pub fn new(drive: &str, behavior: &str, capacity: u64) -> Self {
        use sha2::Digest as _;
        let version = env!("CARGO_PKG_VERSION");
        let digest = sha2::Sha256::digest(format!("{version}\n{behavior}"));
        Self {
            schema_version: SCHEMA_VERSION,
            drive: drive.into(),
            behavior: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
            capacity,
        }
    }
}

/// The folder of a store, made if there is none.
///
/// # Errors
/// It holds something else, or the host's.
pub fn begun(path: &Path, header: &Header) -> Result<Folder, StoreError> {
    let folder = Folder::open(path).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => fs::create_dir_all(path).and_then(|()| Folder::open(path)),
        _ => Err(error),
    });
    let folder = folder.map_err(|error| host(path, error))?;
    if folder.open_file(NAME, OFlags::RDONLY)?.is_none() {
        if !folder.names()?.is_empty() {
            return Err(StoreError::NotAStore(path.into()));
        }
        let text = serde_json::to_string_pretty(header);
        let text = text.map_err(|error| host(&folder.path(NAME), error.into()))?;
        folder.write_durably(NAME, text.as_bytes())?;
    }
    Ok(folder)
}

/// The header of a store, locked.
///
/// # Errors
/// Another process serves the store, it is of another drive, or the host's.
pub fn locked(folder: &Folder, path: &Path, given: &Header) -> Result<File, StoreError> {
    let failed = |error| host(&folder.path(NAME), error);
    let lock = folder.open_file(NAME, OFlags::RDONLY)?;
    let mut lock = lock.ok_or_else(|| StoreError::NotAStore(path.into()))?;
    match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => return Err(StoreError::InUse(path.into())),
        locked => locked.map_err(|errno| failed(errno.into()))?,
    }
    let mut text = String::new();
    let read = lock.read_to_string(&mut text);
    let holds = match read.map(|_| serde_json::from_str::<Header>(&text)) {
        Ok(Ok(holds)) => holds,
        Err(error) if error.kind() != io::ErrorKind::InvalidData => return Err(failed(error)),
        Ok(Err(_)) | Err(_) => return Err(StoreError::Unusable(folder.path(NAME))),
    };
    if holds.drive != given.drive {
        return Err(StoreError::OtherDrive {
            path: path.into(),
            holds: holds.drive,
            given: given.drive.clone(),
        });
    }
    match holds == *given {
        true => Ok(lock),
        false => Err(StoreError::Changed {
            path: path.into(),
            name: holds.drive,
        }),
    }
}
