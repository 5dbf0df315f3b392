//! Why a store cannot be used.

use super::{ForeignKind, LogDamage};
use fourcorners_block::DriveError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: {error}", path.display())]
    Host { path: PathBuf, error: io::Error },
    /// There is something else in the folder.
    #[error("{} exists and is not a store", .0.display())]
    NotAStore(PathBuf),
    /// Writing a file of the store would write something else.
    #[error("{} is {}", path.display(), kind_text(*kind))]
    Foreign { path: PathBuf, kind: ForeignKind },
    #[error("{} is served by another process", .0.display())]
    InUse(PathBuf),
    #[error("{} holds a {holds}, not a {given}", path.display())]
    OtherDrive {
        path: PathBuf,
        holds: String,
        given: String,
    },
    /// The name is the same, the parameters are not, or the program is another version.
    #[error("{} holds a {name} with other parameters, or of another version", path.display())]
    Changed { path: PathBuf, name: String },
    /// A file that a salvage gives up.
    #[error("{} is damaged", .0.display())]
    Damaged(PathBuf),
    /// A file without which nothing can be salvaged.
    #[error("{} is damaged", .0.display())]
    Unusable(PathBuf),
    #[error("{} is damaged at byte {}: {}", path.display(), damage.at, lost_text(damage))]
    DamagedLog { path: PathBuf, damage: LogDamage },
    /// One of them is gone: without it, the drive would be another.
    #[error("{} has lost its state or its log", .0.display())]
    Incomplete(PathBuf),
    #[error("the log cannot be read: {0}")]
    Log(io::Error),
    #[error(transparent)]
    Drive(#[from] DriveError),
}

fn kind_text(kind: ForeignKind) -> &'static str {
    match kind {
        ForeignKind::SymbolicLink => "a symbolic link, not a file of the store",
        ForeignKind::HardLink => "a file with another hard link, which would change with the store",
        ForeignKind::NotAFile => "not a regular file",
    }
}

fn lost_text(damage: &LogDamage) -> String {
    match damage.requests {
        0 => "requests behind it cannot be replayed".into(),
        requests => format!(
            "requests behind it cannot be replayed: at least {requests}, writing {}",
            damage.written
        ),
    }
}

pub(super) fn host(path: &Path, error: io::Error) -> StoreError {
    StoreError::Host {
        path: path.into(),
        error,
    }
}
