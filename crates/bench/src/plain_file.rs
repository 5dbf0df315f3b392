//! Reading files that anybody may have put there: no link is followed, no pipe waited for, and nothing read
//! beyond a limit.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// Why a file was not read. As text: what follows the file's name and a colon.
#[derive(Debug, thiserror::Error)]
pub enum NotRead {
    /// There is none of that name.
    #[error("is missing")]
    Missing,
    /// It is a link, no plain file, or too long.
    #[error("{0}")]
    Refused(String),
    /// The operating system refused.
    #[error("{0}")]
    Os(io::Error),
}

impl From<io::Error> for NotRead {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Os(error),
        }
    }
}

/// Opens a plain file, and says how long it is; `limit`: the most that is accepted. Both in bytes.
///
/// # Errors
/// It is not there, a link, no plain file, or too long.
pub fn open(path: &Path, limit: u64) -> Result<(File, u64), NotRead> {
    let refused = |reason: &str| NotRead::Refused(reason.into());
    if path.symlink_metadata()?.file_type().is_symlink() {
        return Err(refused("is a link, which is not followed"));
    }
    // What it is may change meanwhile: neither is a link followed then, nor a pipe waited for.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let mut options = OpenOptions::new();
    let opened = options.read(true).custom_flags(flags).open(path);
    let file = opened.map_err(|error| match error.raw_os_error() {
        // A socket, or a device that is not there.
        Some(libc::ENXIO) => refused("is no plain file"),
        _ => error.into(),
    })?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(refused("is no plain file"));
    }
    if metadata.len() > limit {
        let (size, limit) = (metadata.len() >> 20, limit >> 20);
        return Err(NotRead::Refused(format!(
            "is {size} MiB long, and more than {limit} MiB are not read"
        )));
    }
    Ok((file, metadata.len()))
}

/// Reads a plain file whole.
///
/// # Errors
/// As [`open`].
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, NotRead> {
    let (file, length) = open(path, limit)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a part of a plain file: from `offset` on, `most` bytes at most.
///
/// # Errors
/// As [`open`].
pub fn read_part(path: &Path, offset: u64, most: usize) -> Result<Vec<u8>, NotRead> {
    let (mut file, _) = open(path, u64::MAX)?;
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
