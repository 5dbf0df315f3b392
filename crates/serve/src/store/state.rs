//! The saved state of a drive: its SHA-256, then its bytes.

use super::folder::Folder;
use super::{StoreError, log_name};
use fourcorners_block::Drive;
use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

const DIGEST_BYTES: usize = 32;

pub fn name(number: u64) -> String {
    format!("state-{number}")
}

/// Makes a state durable under its number.
///
/// # Errors
/// The host's.
pub fn save(folder: &Folder, number: u64, state: &[u8]) -> Result<(), StoreError> {
    let mut bytes = Sha256::digest(state).to_vec();
    bytes.extend_from_slice(state);
    folder.write_durably(&name(number), &bytes)
}

/// Brings the drive to the last state that was saved, and returns its number; 0: none was.
///
/// # Errors
/// The host's, or the state is damaged. The drive is as it was then.
pub fn restore(folder: &Folder, drive: &mut dyn Drive) -> Result<u64, StoreError> {
    let names = folder.names()?;
    let (number, log) = (last(&names, "state-").unwrap_or(0), last(&names, "log-"));
    // A crash may leave a log that has not begun, but none that begins with a state that is not
    // there.
    if let Some(log) = log.filter(|log| *log > number) {
        let file = folder.open_file(&log_name(log), OFlags::RDONLY)?;
        if file.is_some_and(|file| file.metadata().is_ok_and(|about| about.len() > 0)) {
            return Err(StoreError::Damaged(folder.path(&name(log))));
        }
    }
    if number == 0 {
        return Ok(0);
    }
    let bytes = folder.read(&name(number))?.unwrap_or_default();
    match bytes.split_at_checked(DIGEST_BYTES) {
        Some((digest, state)) if *digest == *Sha256::digest(state) => drive.set_state(state)?,
        _ => return Err(StoreError::Damaged(folder.path(&name(number)))),
    }
    Ok(number)
}

/// The highest number of these files.
fn last(names: &[String], prefix: &str) -> Option<u64> {
    let number = |name: &String| name.strip_prefix(prefix)?.parse::<u32>().ok();
    names.iter().filter_map(number).max().map(u64::from)
}

/// Removes a state and its log, which a later state replaces.
pub fn forget(folder: &Folder, number: u64) {
    let _ = folder.remove(&name(number));
    let _ = folder.remove(&log_name(number));
}
