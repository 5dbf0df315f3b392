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

    /// Before anything is measured. `json`: whether that is what stdout is for.
    pub fn check(&self, targets: &[lab::Target], json: bool) -> Result<(), String> {
        for (flag, path) in self.named() {
            if path != Path::new(STDOUT) {
                lab::check_writable(flag, path, targets).map_err(|error| error.to_string())?;
            } else if json {
                return Err(format!(
                    "{flag} {STDOUT} and --json both print to stdout: name a file for one of them, or leave it out"
                ));
            }
        }
        match (&self.junit, &self.markdown) {
            (Some(junit), Some(markdown)) if junit == markdown && self.take_stdout() => Err(
                format!("{JUNIT} and {MARKDOWN} both print to stdout: name a file for one of them"),
            ),
            (Some(junit), Some(markdown)) if junit == markdown => Err(format!(
                "{JUNIT} and {MARKDOWN} name one file, {}: choose two",
                junit.display()
            )),
            _ => Ok(()),
        }
    }

    /// Whether one of them is printed on stdout, where nothing else may stand then.
    pub fn take_stdout(&self) -> bool {
        self.named().any(|(_, path)| path == Path::new(STDOUT))
    }

    /// Prints what the user should know besides: on stdout where that is free, else on stderr.
    pub fn tell(&self, text: &str) -> Result<(), String> {
        if self.take_stdout() {
            output::say(text);
            return Ok(());
        }
        output::print(text).map(drop)
    }

    /// Whether all were written; what was not is said.
    pub fn write(&self, outcome: &lab::Outcome, markdown: &dyn Fn() -> String) -> bool {
        let mut all = true;
        for (flag, path) in self.named() {
            let text = match flag {
                JUNIT => outcome.junit().map_err(|error| error.to_string()),
                _ => Ok(markdown()),
            };
            let written = text.and_then(|text| match path == Path::new(STDOUT) {
                true => output::print(text.trim_end()).map(drop),
                false => std::fs::write(path, text).map_err(|error| {
                    lab::LabError::Write {
                        path: path.into(),
                        error,
                    }
                    .to_string()
                }),
            });
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

/// The name of a file that is none: what is written to it is printed.
const STDOUT: &str = "-";
const JUNIT: &str = "--junit";
const MARKDOWN: &str = "--markdown";
