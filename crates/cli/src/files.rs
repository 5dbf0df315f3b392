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

const JUNIT: &str = "--junit";
const MARKDOWN: &str = "--markdown";
