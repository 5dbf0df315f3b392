//! What becomes of a damaged store: it is refused, or opened without what is lost, of which copies
//! are kept.

use super::folder::Folder;
use super::tail::LogDamage;
use super::{StoreError, host};
use rustix::fs::OFlags;
use std::fs::File;
use std::io::{self, Seek as _};
use std::path::PathBuf;

/// What becomes of a damaged store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDamage {
    #[default]
    Refuse,
    /// It is opened with what is whole. Data in `contents` is kept in any case.
    Salvage,
}

/// Part of a store that was lost, with the files that keep what was damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Salvaged {
    /// The log from its damage on: the drive is in the state before.
    LogEnd { damage: LogDamage, kept: PathBuf },
    /// The log is missing or empty: the drive is in the state that it followed.
    Log,
    /// The state, and with it the log: the drive is fresh.
    State { kept: Vec<PathBuf> },
    /// Ranges that could not be read.
    Uncorrectable { kept: PathBuf },
}

/// Sets all states and logs aside.
///
/// # Errors
/// The host's.
pub fn state(folder: &Folder) -> Result<Salvaged, StoreError> {
    let mut names = folder.names()?;
    let is_one = |name: &str, prefix: &str| {
        let number = name.strip_prefix(prefix);
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    names.retain(|name| is_one(name, "state-") || is_one(name, "log-"));
    names.sort();
    let kept = names.iter().map(|name| set_aside(folder, name));
    let kept = kept.collect::<Result<_, _>>()?;
    folder.sync()?;
    Ok(Salvaged::State { kept })
}

/// # Errors
/// The host's.
pub fn uncorrectable(folder: &Folder, name: &str) -> Result<Salvaged, StoreError> {
    let kept = set_aside(folder, name)?;
    folder.sync()?;
    Ok(Salvaged::Uncorrectable { kept })
}

/// Copies a damaged log, of which the beginning is used further.
///
/// # Errors
/// The host's.
pub fn log(
    folder: &Folder,
    name: &str,
    mut log: &File,
    damage: LogDamage,
) -> Result<Salvaged, StoreError> {
    let kept = unused(folder, name)?;
    let mut copy = folder.create(&kept)?;
    let copied = log
        .rewind()
        .and_then(|()| io::copy(&mut log, &mut copy))
        .and_then(|_| copy.sync_all());
    copied.map_err(|error| host(&folder.path(&kept), error))?;
    folder.sync()?;
    let kept = folder.path(&kept);
    Ok(Salvaged::LogEnd { damage, kept })
}

fn set_aside(folder: &Folder, name: &str) -> Result<PathBuf, StoreError> {
    let kept = unused(folder, name)?;
    folder.rename(name, &kept)?;
    Ok(folder.path(&kept))
}

/// A name for the damaged file of this name, which no file has.
fn unused(folder: &Folder, name: &str) -> Result<String, StoreError> {
    let mut kept = format!("{name}.damaged");
    let mut number = 1;
    while folder.open_file(&kept, OFlags::RDONLY)?.is_some() {
        number += 1;
        kept = format!("{name}.damaged-{number}");
    }
    Ok(kept)
}
