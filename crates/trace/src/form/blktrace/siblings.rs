//! Files that blktrace made together: `sda.blktrace.0`, `sda.blktrace.1` ..., one a processor.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What stands before the processor's number, if it is such a name.
fn stem(path: &Path) -> Option<&str> {
    let (stem, processor) = path.file_name()?.to_str()?.rsplit_once('.')?;
    let is_number = !processor.is_empty() && processor.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && stem.ends_with(".blktrace")).then_some(stem)
}

/// All files of a folder that are named so, sorted.
pub(in crate::form) fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if stem(&path).is_some() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A file and those that were made together with it, itself included; only itself if it is named
/// otherwise.
pub(in crate::form) fn siblings(path: &Path) -> io::Result<Vec<PathBuf>> {
    let Some(stem) = stem(path) else {
        return Ok(vec![path.into()]);
    };
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut files = files_of(folder)?;
    files.retain(|file| self::stem(file) == Some(stem));
    Ok(files)
}
