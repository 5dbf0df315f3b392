//! Files that are written of runs for others to read, where the user names them.

use crate::refusal::Refusal;
use crate::{output, runs, whole_file};
use fourcorners_bench::plain_file;
use fourcorners_lab::{self as lab, Message};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
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

    /// For the command that resumes the review.
    pub fn for_commands(&self) -> Vec<(&'static str, PathBuf)> {
        let named = self.named();
        named.map(|(flag, path)| (flag, path.into())).collect()
    }

    /// Before anything is measured. None of them may be a drive, or a file that is read; `json`:
    /// whether that is what stdout is for.
    pub fn check(&self, drives: &[PathBuf], read: &[PathBuf], json: bool) -> Result<(), Refusal> {
        for (flag, path) in self.named() {
            if path != Path::new(STDOUT) {
                lab::check_writable(flag, path, drives, read)?;
            } else if json {
                let error = format!("{flag} {STDOUT} and --json both print to stdout");
                let hint = "name a file for one of them, or leave it out";
                return Err(Refusal::usage(error).hint(hint));
            }
        }
        match (&self.junit, &self.markdown) {
            (Some(junit), Some(markdown)) if junit == markdown && self.take_stdout() => {
                let error = format!("{JUNIT} and {MARKDOWN} both print to stdout");
                Err(Refusal::usage(error).hint("name a file for one of them"))
            }
            (Some(junit), Some(markdown)) if junit == markdown => {
                let error = format!(
                    "{JUNIT} and {MARKDOWN} name the same file, {}",
                    junit.display()
                );
                Err(Refusal::usage(error).hint("choose two different files"))
            }
            _ => Ok(()),
        }
    }

    /// Carries out what they will tell of. Until it has ended they say that nothing came of these
    /// runs, and if it was refused that is what they say, and why: whoever reads them must not take
    /// an earlier result for this one's.
    pub fn around<T>(
        &self,
        runs: &[String],
        carry_out: impl FnOnce() -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.write_nothing_of(runs, UNFINISHED, place_at_once)?;
        let ended = carry_out();
        if let Err(why) = &ended {
            // What was refused is said anyway, and that it is unfinished stands in them already.
            let _unsaid = self.write_nothing_of(runs, &why.to_string(), whole_file::replace);
        }
        ended
    }

    /// Puts into each that there is no result of these runs. A pipe takes one document alone, so it
    /// gets none of these.
    fn write_nothing_of(
        &self,
        runs: &[String],
        reason: &str,
        write: fn(&Path, &str) -> io::Result<()>,
    ) -> Result<(), Refusal> {
        let is_plain = |path: &Path| path.metadata().map_or(true, |there| there.is_file());
        for (flag, path) in self.named() {
            if path == Path::new(STDOUT) || !is_plain(path) {
                continue;
            }
            let text = match flag {
                JUNIT => lab::junit_of_nothing(runs, reason).map_err(|error| error.to_string())?,
                _ => fourcorners_report::markdown_of_nothing(runs, reason),
            };
            write(path, &text).map_err(|error| {
                let error = format!("{flag} {}: {error}", path.display());
                Refusal::from(error).hint(OTHER_FILE)
            })?;
        }
        Ok(())
    }

    /// Whether one of them is printed on stdout, where nothing else may stand then.
    pub fn take_stdout(&self) -> bool {
        self.named().any(|(_, path)| path == Path::new(STDOUT))
    }

    /// Prints what the user should know besides: on stdout where that is free, else on stderr.
    pub fn tell(&self, text: &str) -> Result<(), Refusal> {
        if self.take_stdout() {
            output::say(text);
            return Ok(());
        }
        output::print(text).map(drop)
    }

    /// Whether all were written; what was not is said.
    pub fn write(
        &self,
        junit: &dyn Fn() -> io::Result<String>,
        markdown: &dyn Fn() -> String,
    ) -> bool {
        let mut all = true;
        for (flag, path) in self.named() {
            let text = match flag {
                JUNIT => junit().map_err(|error| error.to_string()),
                _ => Ok(markdown()),
            };
            let written = text
                .map_err(Refusal::from)
                .and_then(|text| put(path, &text));
            if let Err(error) = written {
                all = false;
                let Message { error, hint } = error.message().clone();
                output::complain(&Message::new(format!("{flag} {error}")).maybe(hint));
            }
        }
        all
    }
}

/// Puts a refusal in place of earlier results where the command line cannot be read as a whole.
/// Only a JUnit file is replaced: anything else may stand there by mistake, and nothing has
/// checked it.
pub fn refuse_earlier_results(arguments: impl Iterator<Item = OsString>, why: &str) {
    let mut arguments = arguments.take_while(|argument| argument != "--");
    while let Some(argument) = arguments.next() {
        let Some(rest) = argument.as_bytes().strip_prefix(JUNIT.as_bytes()) else {
            continue;
        };
        let file = match rest {
            [] => arguments.next(),
            [b'=', file @ ..] => Some(OsStr::from_bytes(file).to_owned()),
            _ => None,
        };
        let Some(file) = file.map(PathBuf::from).filter(|file| is_junit(file)) else {
            continue;
        };
        // clap says what is wrong anyway.
        if let Ok(text) = lab::junit_of_nothing(&["command line".into()], why.trim_end()) {
            let _unsaid = whole_file::replace(&file, &text);
        }
    }
}

/// Whether a file begins as ours do.
fn is_junit(path: &Path) -> bool {
    let path = path.canonicalize().unwrap_or_else(|_| path.into());
    let begin = plain_file::read_part(&path, 0, 256).unwrap_or_default();
    let root = b"<testsuites";
    begin.starts_with(b"<") && begin.windows(root.len()).any(|part| part == root)
}

/// Writes a file, or prints what would be in it.
pub fn put(path: &Path, text: &str) -> Result<(), Refusal> {
    if path == Path::new(STDOUT) {
        return output::print(text.trim_end()).map(drop);
    }
    let written = whole_file::replace(path, text);
    written.map_err(|error| {
        let error = format!("{}: {error}", path.display());
        Refusal::from(error).hint(OTHER_FILE)
    })
}

/// Where there is no room beside it, an earlier result gives its own.
fn place_at_once(path: &Path, text: &str) -> io::Result<()> {
    whole_file::replace(path, text).or_else(|_| std::fs::write(path, text))
}

/// Whether runs and pages can be kept in a folder, which may not be there yet: in no run's own, and
/// not on stdout.
pub fn check_folder(out: &Path) -> Result<(), Refusal> {
    if out == Path::new(STDOUT) {
        let error = "--out - is not a folder; a run cannot be printed to stdout";
        return Err(Refusal::usage(error).hint("name a folder (./- for one named -)"));
    }
    let absolute = std::path::absolute(out).unwrap_or_else(|_| out.into());
    let there = absolute
        .ancestors()
        .find_map(|path| path.canonicalize().ok());
    let run = there
        .as_deref()
        .and_then(|there| there.ancestors().find(|path| runs::is_run(path)));
    match run {
        None => match there.filter(|there| there.is_dir()) {
            Some(there) => can_be_written(out, &there),
            // That there is a file in its place is found out with the drives.
            None => Ok(()),
        },
        Some(run) => {
            let (out, run) = (out.display(), run.display());
            let error = format!("--out {out}: {run} is the folder of a run");
            Err(Refusal::from(error).hint("choose a folder outside it"))
        }
    }
}

/// Whether something can be made in the part of `out` that is there: a drive is touched later.
fn can_be_written(out: &Path, there: &Path) -> Result<(), Refusal> {
    // A file without a name: nothing is left of it.
    tempfile::tempfile_in(there).map(drop).map_err(|error| {
        let (out, there, why) = (out.display(), there.display(), error.kind());
        let error = format!("--out {out}: cannot write to {there} ({why})");
        Refusal::from(error).hint("choose another folder")
    })
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
        output::note(&format!(
            "the page is {:.1} MB (10^6 bytes); with fewer runs it opens faster",
            bytes as f64 / 1e6
        ));
    }
}

/// What they say until the command has ended.
const UNFINISHED: &str = "not finished: the command is still running, or was killed";
/// The name of a file that is none: what is written to it is printed.
const STDOUT: &str = "-";
const OTHER_FILE: &str = "choose another file";
const JUNIT: &str = "--junit";
const MARKDOWN: &str = "--markdown";
