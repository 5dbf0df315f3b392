//! Reading files that anybody may have put there: no pipe is waited for, nothing is read beyond a
//! limit, and no link is followed unless the user named it.

use fourcorners_block::Bytes;
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
    /// It is a link, not a regular file, not text, or too long.
    #[error("{0}")]
    Refused(String),
    /// The operating system refused.
    #[error("{0}")]
    Os(io::Error),
}

impl From<io::Error> for NotRead {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            _ => Self::Os(error),
        }
    }
}

/// The most that is read of a file that a person writes (drive, NAND part, port, trace, published
/// figures), in bytes; the longest of ours has 41 KB.
pub const DEFINITION_LIMIT: u64 = 1 << 20;

/// Opens a plain file, and says how long it is; `limit`: the most that is accepted. Both in bytes.
///
/// # Errors
/// It is not there, a link, not a regular file, or too long.
pub fn open(path: &Path, limit: u64) -> Result<(File, u64), NotRead> {
    if path.symlink_metadata()?.file_type().is_symlink() {
        return Err(refused("is a symbolic link, which is not followed"));
    }
    // What it is may change meanwhile.
    open_regular(path, limit, libc::O_NOFOLLOW)
}

fn open_regular(path: &Path, limit: u64, flags: i32) -> Result<(File, u64), NotRead> {
    // Looked at first: to open a device may do something to it.
    if !path.metadata()?.is_file() {
        return Err(irregular());
    }
    let mut options = OpenOptions::new();
    let flags = flags | libc::O_NONBLOCK;
    let opened = options.read(true).custom_flags(flags).open(path);
    let file = opened.map_err(|error| match error.raw_os_error() {
        // A socket, or a device that is not there.
        Some(libc::ENXIO) => irregular(),
        _ => error.into(),
    })?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(irregular());
    }
    if metadata.len() > limit {
        return Err(too_long(limit));
    }
    Ok((file, metadata.len()))
}

fn refused(reason: &str) -> NotRead {
    NotRead::Refused(reason.into())
}

fn irregular() -> NotRead {
    refused("is not a regular file")
}

fn too_long(limit: u64) -> NotRead {
    NotRead::Refused(format!("is larger than the limit of {}", Bytes(limit)))
}

/// Reads a plain file whole.
///
/// # Errors
/// As [`open`].
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, NotRead> {
    let (file, length) = open(path, limit)?;
    read_whole(file, length, limit)
}

/// Reads a file that the user names whole. Unlike with [`read`] it may be a link to a regular one.
///
/// # Errors
/// As [`open`].
pub fn read_named(path: &Path, limit: u64) -> Result<Vec<u8>, NotRead> {
    let (file, length) = open_regular(path, limit, 0)?;
    read_whole(file, length, limit)
}

/// Reads a definition in TOML that the user names.
///
/// # Errors
/// As [`read_named`], with [`DEFINITION_LIMIT`]; or it is not UTF-8.
pub fn read_definition(path: &Path) -> Result<String, NotRead> {
    let bytes = read_named(path, DEFINITION_LIMIT)?;
    String::from_utf8(bytes).map_err(|_| refused("is not UTF-8 text"))
}

/// A file may grow while it is read, and those of /proc say that they are empty.
fn read_whole(file: File, length: u64, limit: u64) -> Result<Vec<u8>, NotRead> {
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_long(limit));
    }
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
