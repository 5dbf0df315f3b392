//! Files for others to read: what came of runs as JUnit XML and as Markdown, and the same of runs
//! of which nothing came.

use crate::error::LabError;
use crate::job::RunStatus;
use crate::message::Message;
use crate::outcome::{Outcome, RunOutcome};
use fourcorners_bench::record::{Run, Wall};
use fourcorners_bench::{file_names, plain_file};
use fourcorners_report::{JunitSuite, PageData, Printed, copy_of, junit, markdown_of_review};
use std::path::{Path, PathBuf};

/// Whether a file of results can be written there, before hours are spent on what it will hold. An
/// existing file was named by the user, with the option `flag`, and will be overwritten; a drive
/// will not, nor what is read.
pub fn check_writable(
    flag: &str,
    path: &Path,
    drives: &[PathBuf],
    read: &[PathBuf],
) -> Result<(), LabError> {
    let refused = |why: &str| {
        let error = format!("{flag} {}: {why}", path.display());
        let refused = Message::new(error).hint("choose another file");
        Err(LabError::Refused(refused))
    };
    let resolved = |path: &Path| path.canonicalize().ok();
    let is_it = |other: &PathBuf| {
        other == path || resolved(path).is_some_and(|path| resolved(other) == Some(path))
    };
    if drives.iter().any(is_it) {
        return refused("this is the drive under test");
    }
    if read.iter().any(is_it) {
        return refused("this is the file to run");
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match path.metadata() {
        Ok(there) if there.is_dir() => refused("this is a folder"),
        Ok(there) if is_block_device(&there) => refused("this is a block device"),
        Ok(there) if there.is_file() => match std::fs::OpenOptions::new().append(true).open(path) {
            Err(error) => refused(&error.to_string()),
            Ok(_) => Ok(()),
        },
        Ok(_) => Ok(()),
        Err(_) => {
            let folder = folder.unwrap_or(Path::new("."));
            match tempfile::tempfile_in(folder) {
                Err(_) if !folder.is_dir() => refused("its folder does not exist"),
                Err(error) => refused(&error.to_string()),
                Ok(_) => Ok(()),
            }
        }
    }
}

fn is_block_device(there: &std::fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_block_device(&there.file_type())
}

/// JUnit XML of runs of which there is no result, each an error for this reason.
///
/// # Errors
/// A name cannot be written as XML.
pub fn junit_of_nothing(runs: &[String], reason: &str) -> std::io::Result<String> {
    let suite = |name| JunitSuite {
        name,
        problem: Some(reason),
        ..JunitSuite::default()
    };
    let suites = runs.iter().map(|name| suite(name.as_str()));
    junit(&suites.collect::<Vec<_>>())
}

impl Outcome {
    /// The runs as JUnit XML.
    ///
    /// # Errors
    /// A name cannot be written as XML.
    pub fn junit(&self, printed: &dyn Printed) -> std::io::Result<String> {
        let page = PageData::new(&self.read_back, printed);
        let of = |(run, name): (&RunOutcome, String)| {
            let read = self.read_back_of(run);
            OfOneRun {
                name: with_serial(name, read),
                timestamp: read.and_then(begun),
                properties: read.map_or(Vec::new(), properties),
                findings: read.map_or(Vec::new(), |read| self.findings(&page, read)),
            }
        };
        let told: Vec<OfOneRun> = self.runs.iter().zip(self.names()).map(of).collect();
        let suites = self.runs.iter().zip(&told).map(|(run, told)| JunitSuite {
            name: &told.name,
            timestamp: told.timestamp.as_deref(),
            properties: &told.properties,
            problem: (run.status != RunStatus::Finished)
                .then(|| run.reason.as_deref().unwrap_or(run.status.name())),
            entries: &run.results,
            answers: &run.expectations,
            findings: &told.findings,
        });
        let suites: Vec<JunitSuite<'_>> = suites.collect();
        junit(&suites)
    }

    /// What was found of a run's drive.
    fn findings(&self, page: &PageData, read: &Run) -> Vec<String> {
        let is_it = |one: &&Run| one.path == read.path;
        let place = self.read_back.iter().take_while(|one| !is_it(one)).count();
        match copy_of(read, &self.read_back[..place]) {
            Some(original) => vec![format!(
                "note: a copy of {}, with which it counts once: what was found stands there",
                original.path.display()
            )],
            None => {
                let last = page.final_words_of(read).into_iter();
                let last = last.map(|word| format!("recommendation, {word}"));
                page.findings_of(read).into_iter().chain(last).collect()
            }
        }
    }

    /// A run as it was read back from its folder; `None`: it has none.
    fn read_back_of(&self, run: &RunOutcome) -> Option<&Run> {
        let folder = run.folder.as_deref().map(Path::new)?;
        self.read_back.iter().find(|read| read.path == folder)
    }

    /// Findings, expectations and tables as Markdown.
    pub fn markdown(&self, printed: &dyn Printed) -> String {
        let names = self.names();
        let of = |(run, name): (&RunOutcome, &String)| {
            let answers = run.expectations.iter().cloned();
            answers
                .map(|answer| (name.clone(), answer))
                .collect::<Vec<_>>()
        };
        let answers: Vec<_> = self.runs.iter().zip(&names).flat_map(of).collect();
        markdown_of_review(&self.read_back, printed, &answers)
    }
}

/// What stands around a run's test cases.
struct OfOneRun {
    name: String,
    timestamp: Option<String>,
    properties: Vec<(&'static str, String)>,
    findings: Vec<String>,
}

/// Forty drives that were tested one after the other in one bay have one name and forty serial
/// numbers.
fn with_serial(name: String, read: Option<&Run>) -> String {
    let real = read.map(|run| &run.header.identity);
    let real = real.filter(|identity| !identity.is_simulated());
    match real.map_or("", |identity| identity.serial.trim()) {
        "" => name,
        serial => format!("{name}, serial {serial}"),
    }
}

/// By what a result is found again.
fn properties(run: &Run) -> Vec<(&'static str, String)> {
    let (header, identity) = (&run.header, &run.header.identity);
    let capacity = identity.capacity.bytes().0;
    let known = |bytes: u64| match bytes {
        0 => String::new(),
        bytes => bytes.to_string(),
    };
    let all = [
        ("drive", identity.name.clone()),
        ("model", identity.model.clone()),
        ("serial", identity.serial.trim().into()),
        ("firmware", identity.firmware.clone()),
        ("capacity_bytes", known(capacity)),
        ("suite", header.suite.clone()),
        ("run", run.path.display().to_string()),
        ("seed", header.seed.to_string()),
        ("repeat", header.repeat.to_string()),
        ("fourcorners_version", header.version.clone()),
    ];
    let all = all.into_iter();
    all.filter(|(_, value)| !value.is_empty()).collect()
}

/// Bytes that the first line of `wall.jsonl` has at most.
const FIRST_LINE: usize = 4096;

/// When a run began, UTC, without the zone, which the schema has no place for.
fn begun(run: &Run) -> Option<String> {
    Some(began_at(run)?.strftime("%Y-%m-%dT%H:%M:%S").to_string())
}

/// The day, UTC, on which a run began.
pub(crate) fn day(run: &Run) -> Option<String> {
    Some(began_at(run)?.strftime("%Y-%m-%d").to_string())
}

/// When a run began; `None`: not known.
pub(crate) fn began_at(run: &Run) -> Option<jiff::Timestamp> {
    let wall = plain_file::read_part(&run.path.join(file_names::WALL), 0, FIRST_LINE).ok()?;
    let first = wall.split(|byte| *byte == b'\n').next()?;
    let first: Wall = serde_json::from_slice(first).ok()?;
    first.at.parse().ok()
}
