//! A file for others to read that is whole at every instant: it holds what it held, or what it is
//! to hold.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::fchown;
use std::path::{Path, PathBuf};

/// Writes beside a file, and then gives it the file's name. What is no plain file (a pipe,
/// `/dev/null`) is written to.
///
/// # Errors
/// It cannot be written; a plain file is as it was then.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    // The file that a link leads to is the one that was named.
    let path = &path.canonicalize().unwrap_or_else(|_| path.into());
    let there = fs::symlink_metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return fs::write(path, text);
    }
    // One that is write-protected stays, whoever the folder belongs to.
    if there.is_some() {
        OpenOptions::new().write(true).open(path)?;
    }
    let beside = beside(path);
    let written = write_new(&beside, text, there.as_ref());
    let placed = written.and_then(|()| fs::rename(&beside, path));
    if placed.is_err() {
        let _of_no_use = fs::remove_file(&beside);
    }
    match placed {
        // A folder that takes no other file, or a file that is mounted by itself.
        Err(error) if there.is_some() && only_in_place(&error) => fs::write(path, text),
        placed => placed,
    }
}

fn only_in_place(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    [PermissionDenied, ReadOnlyFilesystem, ResourceBusy].contains(&error.kind())
}

/// A name beside a file that nobody else gives.
fn beside(path: &Path) -> PathBuf {
    path.with_file_name(format!(".fourcorners-{}.new", std::process::id()))
}

/// Owner and permissions stay those of the file that is replaced.
fn write_new(path: &Path, text: &str, before: Option<&Metadata>) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Some(before) = before {
        // Only an administrator can give a file away; to anybody else it is theirs already, or
        // their group's.
        let _stays_ours = fchown(&file, Some(before.uid()), Some(before.gid()));
        file.set_permissions(before.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
