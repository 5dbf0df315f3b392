//! What this host can measure, and what would spoil it. Nothing is changed, and no device is
//! opened for writing.
//!
//! One file a subject; each reads a [`Surroundings`], which a test records.

mod activity;
mod device;
mod disk;
mod folders;
mod kernel;
mod link;
mod machine;
mod nvme;
mod processor;
mod subject;
mod tools;

use crate::tool::Tools;
use activity::Snapshot;
use fourcorners_real::{Host, OpenError, Pinned, probe_uring};
use schemars::JsonSchema;
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
pub use subject::Subject;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Nothing is wrong with it.
    Fine,
    /// Results may be wrong or vary.
    MaySpoil,
    /// It cannot be measured at all, or will be refused.
    Prevents,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Finding {
    /// What was looked at.
    pub about: Subject,
    /// What was found.
    pub found: String,
    /// How bad it is.
    pub level: Level,
    /// How it is known: a file of the kernel's, a call.
    pub known_by: String,
    /// What to do about it; empty where nothing is to be done.
    pub remedy: String,
}

impl Finding {
    /// Nothing is wrong.
    pub fn fine(about: Subject, found: impl Into<String>, known_by: &str) -> Self {
        Self::new(Level::Fine, about, found, known_by, "")
    }

    /// It may spoil results, and something can be done.
    pub fn may_spoil(
        about: Subject,
        found: impl Into<String>,
        known_by: &str,
        remedy: impl Into<String>,
    ) -> Self {
        Self::new(Level::MaySpoil, about, found, known_by, remedy)
    }

    /// It prevents measuring.
    pub fn prevents(
        about: Subject,
        found: impl Into<String>,
        known_by: &str,
        remedy: impl Into<String>,
    ) -> Self {
        Self::new(Level::Prevents, about, found, known_by, remedy)
    }

    fn new(
        level: Level,
        about: Subject,
        found: impl Into<String>,
        known_by: &str,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            about,
            found: found.into(),
            level,
            known_by: known_by.into(),
            remedy: remedy.into(),
        }
    }

    /// The same with something to be done that is not urgent.
    fn with_remedy(self, remedy: impl Into<String>) -> Self {
        Self {
            remedy: remedy.into(),
            ..self
        }
    }
}

/// A block device, or a regular file that was named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeviceFindings {
    /// As named, or its device file.
    pub device: PathBuf,
    /// Whether the user named it. What is wrong with others does not count.
    pub named: bool,
    /// Model; empty: not known.
    pub model: String,
    /// Serial number; empty: it has none, or does not say.
    pub serial: String,
    /// Capacity.
    pub capacity_bytes: u64,
    /// Why it would not be opened for writing, a sentence; absent: nothing forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What was looked at.
    pub findings: Vec<Finding>,
}

/// All that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Diagnosis {
    /// The worst of the host's findings and of those about named devices.
    pub worst: Level,
    /// About the host.
    pub host: Vec<Finding>,
    /// The named devices; without any, all disks of this host.
    pub devices: Vec<DeviceFindings>,
}

impl Diagnosis {
    /// Adds a finding about the host.
    pub fn add(&mut self, finding: Finding) {
        self.worst = self.worst.max(finding.level);
        self.host.push(finding);
    }
}

/// Why a drive would not be opened, and what to do about it.
pub type Words = fn(&OpenError) -> (String, Option<String>);

/// What is looked at.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// /sys and /proc.
    pub host: Host,
    /// The root folder, for marks that containers leave there.
    pub root: PathBuf,
    /// Where runs would be kept.
    pub out: PathBuf,
    /// For temporary files.
    pub temporary: PathBuf,
    /// Where programs are looked for.
    pub programs: Vec<PathBuf>,
    /// Asked of drives that were named.
    pub tools: Tools,
    /// So long the host is watched.
    pub window: Duration,
    /// Asks the kernel for an io_uring.
    pub uring: fn() -> io::Result<()>,
    /// How it is said that a drive would not be opened for writing.
    pub words: Words,
}

impl Surroundings {
    /// This host, with runs to be kept in `out`; watched for a second.
    pub fn here(out: &Path) -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let system = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].map(PathBuf::from);
        Self {
            host: Host::default(),
            root: "/".into(),
            out: out.into(),
            temporary: std::env::temp_dir(),
            programs: std::env::split_paths(&path).chain(system).collect(),
            tools: Tools::default(),
            window: Duration::from_secs(1),
            uring: probe_uring,
            words: |error| (error.to_string(), error.hint()),
        }
    }
}

/// Looks at the host, and at these devices; without any, at all disks of the host.
///
/// # Errors
/// A named device is not there, or is no drive.
pub fn examine(around: &Surroundings, named: &[PathBuf]) -> Result<Diagnosis, OpenError> {
    for path in named {
        Pinned::at(path)?;
    }
    let host = &around.host;
    let before = Snapshot::take(host);
    std::thread::sleep(around.window);
    let seconds = around.window.as_secs_f64();
    let activity = before.until(&Snapshot::take(host), seconds);
    let groups = [
        processor::findings(host, &activity),
        kernel::findings(host, around.uring),
        machine::findings(host, &around.root),
        folders::findings(host, &around.out, &around.temporary),
        tools::findings(&around.programs),
    ];
    let mut diagnosis = Diagnosis {
        worst: Level::Fine,
        host: Vec::new(),
        devices: Vec::new(),
    };
    groups
        .into_iter()
        .flatten()
        .for_each(|one| diagnosis.add(one));
    if named.is_empty() {
        diagnosis.devices = device::all(around, &activity);
    }
    for path in named {
        let found = device::named(around, path, &activity)?;
        let worst = found.findings.iter().map(|one| one.level).max();
        diagnosis.worst = diagnosis.worst.max(worst.unwrap_or(Level::Fine));
        diagnosis.devices.push(found);
    }
    Ok(diagnosis)
}

/// A file's text without surrounding space; empty where it cannot be read.
fn read(path: &Path) -> String {
    let text = std::fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&text).trim().into()
}

/// As in `12.3 GiB`, or `20 MiB` of less than one.
fn gib(bytes: u64) -> String {
    match bytes >> 30 {
        0 => format!("{} MiB", bytes >> 20),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}

#[cfg(test)]
mod tests;
