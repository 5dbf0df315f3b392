//! The figures that are part of the program, with those of the user's files.

use super::entry::Published;
use super::file::{Context, EntryError};
use fourcorners_lab::{LabError, drive_names, library, port_names};
use include_dir::{Dir, include_dir};

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/published");

/// Why published figures cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PublishedError {
    /// The drives, ports or tests that figures name.
    #[error(transparent)]
    Lab(#[from] LabError),
    /// A figure.
    #[error(transparent)]
    Entry(#[from] EntryError),
}

/// All published figures, and those of the user's files, `(name, text)` each; `own`: drives of the
/// user's that they may name.
pub fn published(more: &[(String, String)], own: &[String]) -> Result<Published, PublishedError> {
    let ours = FILES.files().filter_map(|file| {
        let name = format!("published/{}", file.path().display());
        Some((name, file.contents_utf8()?.to_string()))
    });
    let files: Vec<(String, String)> = ours.chain(more.iter().cloned()).collect();
    let context = Context {
        drives: &[drive_names(), own.to_vec()].concat(),
        ports: &port_names(),
        definitions: library()?,
    };
    let files = files.iter();
    let files = files.map(|(name, text)| (name.as_str(), text.as_str()));
    Ok(Published::read(files, &context)?)
}
