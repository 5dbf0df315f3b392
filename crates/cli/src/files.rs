//! Files that are written of runs for others to read, where the user names them.

use crate::output;
use fourcorners_lab as lab;
use std::path::{Path, PathBuf};

/// Files that are written beside the runs' folders, for others to read.
pub struct Files {
    junit: Option<PathBuf>,
    markdown: Option<PathBuf>,
}

impl Files {
    pub fn new(junit: Option<PathBuf>, markdown: Option<PathBuf>) -> Self {
        Self { junit, markdown }
    }

    /// Each with the option that named it.
    fn named(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let junit = self.junit.iter().map(|path| (JUNIT, path.as_path()));
        let markdown = self.markdown.iter().map(|path| (MARKDOWN, path.as_path()));
        junit.chain(markdown)
    }

    /// Before anything is measured.
    pub fn check(&self, targets: &[lab::Target]) -> Result<(), String> {
        for (flag, path) in self.named() {
            lab::check_writable(flag, path, targets).map_err(|error| error.to_string())?;
        }
        match (&self.junit, &self.markdown) {
            (Some(junit), Some(markdown)) if junit == markdown => Err(format!(
                "{JUNIT} and {MARKDOWN} name one file, {}: choose two",
                junit.display()
            )),
            _ => Ok(()),
        }
    }

    /// Whether all were written; what was not is said.
    pub fn write(&self, outcome: &lab::Outcome) -> bool {
        let mut all = true;
        for (flag, path) in self.named() {
            let written = match flag {
                JUNIT => outcome.write_junit(path),
                _ => outcome.write_markdown(path),
            };
            if let Err(error) = written {
                all = false;
                output::say(&format!("fourcorners: {flag} {error}"));
            }
        }
        all
    }
}

/// A page that is longer than this, in bytes, is sent and opened with care.
const LARGE: u64 = 1 << 20;

/// Says how long the page is, if it is long.
pub fn say_if_large(outcome: &lab::Outcome) {
    let Some(page) = &outcome.page else {
        return;
    };
    let bytes = std::fs::metadata(page).map_or(0, |file| file.len());
    if bytes > LARGE {
        output::say(&format!(
            "fourcorners: the page is {:.1} MB (10^6 bytes) long; with fewer runs on it, it opens sooner",
            bytes as f64 / 1e6
        ));
    }
}

const JUNIT: &str = "--junit";
const MARKDOWN: &str = "--markdown";
