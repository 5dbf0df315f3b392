//! The names of runs' folders and pages.

use crate::error::LabError;
use fourcorners_bench::FolderError;
use std::path::Path;

/// Of what is run, in the name of a folder: many tests make a name longer than file systems take.
const LETTERS: usize = 80;
/// Runs of one name.
const MOST: u32 = 1000;

/// This moment in local time, as the names of folders and pages begin.
pub(crate) fn stamp() -> String {
    jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string()
}

/// When, which drive, what, and the seed: as in `20260101-120000-sdb-quick-seed1`.
pub(crate) fn base(stamp: &str, drive: &str, what: &str, seed: u64) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.@".contains(c);
    let safe = |c| if is_plain(c) { c } else { '_' };
    let drive: String = drive.chars().map(safe).collect();
    let what: String = what.chars().take(LETTERS).collect();
    format!("{stamp}-{drive}-{what}-seed{seed}")
}

/// Makes a folder of that name, with a number behind it if there are others of the name.
pub(crate) fn made<T>(
    out: &Path,
    base: &str,
    make: impl Fn(&Path) -> Result<T, FolderError>,
) -> Result<T, LabError> {
    for number in 1..MOST {
        let suffix = match number {
            1 => String::new(),
            _ => format!("-{number}"),
        };
        match make(&out.join(format!("{base}{suffix}"))) {
            Err(FolderError::Exists(_)) => {}
            other => return Ok(other?),
        }
    }
    let error = format!("{MOST} runs with this name already exist");
    Err(LabError::Refused(
        format!("{}: {error}", out.display()).into(),
    ))
}
