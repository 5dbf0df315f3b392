//! Files that are written of runs for others to read, where the user names them.

use crate::output;
use fourcorners_bench::file_names;
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
            let written = text.and_then(|text| put(path, &text));
            if let Err(error) = written {
                all = false;
                output::say(&format!("fourcorners: {flag} {error}"));
            }
        }
        all
    }
}

/// Writes a file, or prints what would be in it.
pub fn put(path: &Path, text: &str) -> Result<(), String> {
    if path == Path::new(STDOUT) {
        return output::print(text.trim_end()).map(drop);
    }
    let written = std::fs::write(path, text);
    written.map_err(|error| format!("{}: {error}; choose another file", path.display()))
}

/// Whether a folder is a run's.
pub fn is_run(folder: &Path) -> bool {
    [file_names::RUN_JSON, file_names::WALL]
        .iter()
        .all(|name| folder.join(name).is_file())
}

/// Whether runs and pages can be kept in a folder, which may not be there yet: in no run's own, and not on stdout.
pub fn check_folder(out: &Path) -> Result<(), String> {
    if out == Path::new(STDOUT) {
        return Err("--out - is no folder, and what is kept in one cannot be printed: name a folder (./- is one of that name)".into());
    }
    let absolute = std::path::absolute(out).unwrap_or_else(|_| out.into());
    let there = absolute
        .ancestors()
        .find_map(|path| path.canonicalize().ok());
    let run = there
        .as_deref()
        .and_then(|there| there.ancestors().find(|path| is_run(path)));
    match run {
        None => Ok(()),
        Some(run) => Err(format!(
            "--out {}: {} is a run's own folder, in which nothing stands but what was measured; name a folder outside of it",
            out.display(),
            run.display()
        )),
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
