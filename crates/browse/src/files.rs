//! Reading files that anybody may have put there: no link is followed, no pipe waited for, and nothing read
//! beyond a limit.

use fourcorners_bench::file_names;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// Of `run.json`, in bytes: it may hold the text of a job file.
pub const HEADER_LIMIT: u64 = 8 << 20;
/// Of `results.jsonl`, in bytes: a replay's result is some 10 KB.
pub const RESULTS_LIMIT: u64 = 64 << 20;
/// Of any other file of a run that is read whole, in bytes: a second of a run is some 250.
const LIMIT: u64 = 1 << 30;
/// Times that a run can have been taken up again.
const MOST_PARTS: u32 = 1000;

/// The files that every run's folder has.
pub const FILES: [&str; 6] = [
    file_names::RUN_JSON,
    file_names::RESULTS,
    file_names::SAMPLES,
    file_names::POSITIONS,
    file_names::HISTOGRAMS,
    file_names::WALL,
];

/// Those that a run's folder may have, and that are read.
const MORE_FILES: [&str; 1] = ["health.json"];

/// Opens a plain file, and says how long it is.
///
/// # Errors
/// A sentence: it is not there, a link, no plain file, or too long.
pub fn open(path: &Path, limit: u64) -> Result<(File, u64), String> {
    let kind = path.symlink_metadata().map_err(said)?.file_type();
    if kind.is_symlink() {
        return Err("is a link, which is not followed".into());
    }
    // What it is may change meanwhile: neither is a link followed then, nor a pipe waited for.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let mut options = OpenOptions::new();
    let file = options.read(true).custom_flags(flags).open(path);
    let file = file.map_err(said)?;
    let metadata = file.metadata().map_err(said)?;
    if !metadata.is_file() {
        return Err("is no plain file".into());
    }
    if metadata.len() > limit {
        let (size, limit) = (metadata.len() >> 20, limit >> 20);
        return Err(format!(
            "is {size} MiB long, and more than {limit} MiB are not read"
        ));
    }
    Ok((file, metadata.len()))
}

/// Reads a plain file whole.
///
/// # Errors
/// As [`open`].
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let (file, length) = open(path, limit)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(limit).read_to_end(&mut bytes).map_err(said)?;
    Ok(bytes)
}

/// Reads a part of a plain file: from `offset` on, `most` bytes at most.
///
/// # Errors
/// As [`open`].
pub fn read_part(path: &Path, offset: u64, most: usize) -> Result<Vec<u8>, String> {
    let (mut file, _) = open(path, u64::MAX)?;
    file.seek(SeekFrom::Start(offset)).map_err(said)?;
    let mut bytes = Vec::new();
    file.take(most as u64)
        .read_to_end(&mut bytes)
        .map_err(said)?;
    Ok(bytes)
}

/// Whether a run's folder may be read whole: all its files plain, none too long.
///
/// # Errors
/// A sentence that names the file.
pub fn may_be_read(folder: &Path) -> Result<(), String> {
    for name in FILES.iter().chain(&MORE_FILES) {
        let path = folder.join(name);
        // What is missing is named by who reads it.
        if path.symlink_metadata().is_ok() {
            open(&path, LIMIT).map_err(|reason| format!("{name}: {reason}"))?;
        }
    }
    let parts = folder.join(file_names::INTERRUPTED);
    for number in 1..=MOST_PARTS {
        let part = parts.join(number.to_string());
        if part.symlink_metadata().is_err() {
            return Ok(());
        }
        let plain = |path: &Path| path.symlink_metadata().is_ok_and(|kind| kind.is_dir());
        let name = format!("{}/{number}", file_names::INTERRUPTED);
        if !plain(&parts) || !plain(&part) {
            return Err(format!("{name}: is a link, which is not followed"));
        }
        let results = part.join(file_names::RESULTS);
        if results.symlink_metadata().is_ok() {
            open(&results, LIMIT).map_err(|reason| format!("{name}: {reason}"))?;
        }
    }
    Err(format!(
        "{}: has more than {MOST_PARTS} parts",
        file_names::INTERRUPTED
    ))
}

fn said(error: std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "is missing".into(),
        _ => error.to_string(),
    }
}
