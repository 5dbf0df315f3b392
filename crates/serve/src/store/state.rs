//! The saved state of a drive: its SHA-256, then its bytes.

use super::{StoreError, durably, host};
use fourcorners_block::Drive;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const DIGEST_BYTES: usize = 32;

fn path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("state-{number}"))
}

/// Makes a state durable under its number.
///
/// # Errors
/// The host's.
pub fn save(folder: &Path, number: u64, state: &[u8]) -> io::Result<()> {
    let mut bytes = Sha256::digest(state).to_vec();
    bytes.extend_from_slice(state);
    durably(&path(folder, number), &bytes)
}

/// Brings the drive to the last state that was saved, and returns its number; 0: none was.
///
/// # Errors
/// The host's, or the state is damaged.
pub fn restore(folder: &Path, drive: &mut dyn Drive) -> Result<u64, StoreError> {
    let last = |what| last(folder, what).map_err(|error| host(folder, error));
    let (number, log) = (last("state-")?, last("log-")?);
    let number = number.unwrap_or(0);
    let path = path(folder, number);
    // A crash may leave a log that has not begun, but none that begins with a state that is not
    // there.
    if let Some(log) = log.filter(|log| *log > number) {
        let begun = fs::metadata(folder.join(format!("log-{log}")));
        if begun.is_ok_and(|file| file.len() > 0) {
            return Err(StoreError::Damaged(self::path(folder, log)));
        }
    }
    if number == 0 {
        return Ok(0);
    }
    let bytes = fs::read(&path).map_err(|error| host(&path, error))?;
    match bytes.split_at_checked(DIGEST_BYTES) {
        Some((digest, state)) if *digest == *Sha256::digest(state) => drive.set_state(state)?,
        _ => return Err(StoreError::Damaged(path)),
    }
    // A crash may have come before these went.
    (0..number)
        .rev()
        .take(2)
        .for_each(|old| forget(folder, old));
    Ok(number)
}

/// The highest number of these files.
fn last(folder: &Path, what: &str) -> io::Result<Option<u64>> {
    let mut last = None;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(what));
        last = last.max(number.and_then(|number| number.parse().ok()));
    }
    Ok(last)
}

/// Removes a state and its log, which a later state replaces.
pub fn forget(folder: &Path, number: u64) {
    let _ = fs::remove_file(path(folder, number));
    let _ = fs::remove_file(folder.join(format!("log-{number}")));
}
