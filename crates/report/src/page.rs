//! The page of a review, as a file.

use crate::data::PageData;
use crate::frame::{Frame, escape};
use crate::printed::Printed;
use crate::visible::visible;
use crate::wording::findings::passes;
use crate::wording::page::{self as words, short_run};
use fourcorners_bench::record::Run;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const FRAME: Frame = Frame {
    html: include_str!("wording/page.html"),
    script: include_str!("../dist/page.js"),
    style: include_str!("../dist/page.css"),
};

/// Why the page, or its image to share, could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be written: {error}")]
pub struct PageError {
    /// Where it should have been.
    pub path: PathBuf,
    pub error: std::io::Error,
}

/// Writes the page of these runs, whole or not at all. An existing file is not replaced. `printed`:
/// as for [`PageData::new`].
pub fn write_page(runs: &[Run], printed: &dyn Printed, out: &Path) -> Result<(), PageError> {
    let failed = |error| PageError {
        path: out.into(),
        error,
    };
    let html = html(&PageData::new(runs, printed)).map_err(failed)?;
    write_new(&html, out)
}

/// Writes a file whole or not at all. An existing file is not replaced.
pub fn write_new(text: &str, out: &Path) -> Result<(), PageError> {
    let failed = |error| PageError {
        path: out.into(),
        error,
    };
    // In its folder, so that naming it stays on one file system; under a name that is free.
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    // Readable as any new file is (less the umask), not only by its owner.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut part = builder
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .map_err(failed)?;
    part.write_all(text.as_bytes()).map_err(failed)?;
    part.persist_noclobber(out)
        .map(drop)
        .map_err(|error| failed(error.error))
}

/// The page as text.
pub fn html(data: &PageData) -> std::io::Result<String> {
    let late = data.late_from_s.to_string();
    let short = short_run(data.late_from_s);
    let which_passes = escape(&visible(&which_passes(data)));
    let badge = words::badge(data.simulated(), data.drives.len());
    let names = data
        .drives
        .iter()
        .map(|drive| (drive.model.as_str(), drive.simulated));
    let description = escape(&visible(&words::description(names)));
    let marks = [
        ("badge", badge.as_str()),
        ("description", description.as_str()),
        ("late", &late),
        ("short", short),
        ("passes", &which_passes),
    ];
    FRAME.fill(&data.title, data, &marks)
}

fn which_passes(data: &PageData) -> String {
    let names = data.drives.iter().map(|drive| drive.model.clone());
    let names: Vec<String> = names.collect();
    passes::missing(&data.missing_passes, &names)
}
