//! What DRIVE on the command line means.

use crate::catalogue::{drive_file, drive_spec};
use crate::error::LabError;
use fourcorners_sim::DriveSpec;
use fourcorners_sim::spec::HostPort;
use std::path::{Path, PathBuf};

/// A drive to be tested.
#[derive(Clone, Debug)]
pub enum Target {
    /// Simulated, from the catalogue or a drive file.
    Simulated {
        /// What it is.
        spec: Box<DriveSpec>,
        /// What the user called it: its name, or the path of its file.
        given: String,
    },
    /// A block device, or a regular file that exists or is to be made.
    Real(PathBuf),
}

impl Target {
    /// Its name for folders and charts.
    pub fn name(&self) -> String {
        match self {
            Self::Simulated { spec, .. } => spec.name().into(),
            Self::Real(path) => path
                .file_name()
                .map_or("drive".into(), |name| name.to_string_lossy().into_owned()),
        }
    }

    /// The same plugged into a port; real drives are where they are.
    pub fn plugged_into(self, port: &HostPort) -> Result<Self, LabError> {
        match self {
            Self::Simulated { spec, given } => Ok(Self::Simulated {
                spec: Box::new(spec.behind(port)),
                given,
            }),
            Self::Real(path) => Err(LabError::Refused(format!(
                "--port is for simulated drives; {} is measured where it is plugged in",
                path.display()
            ))),
        }
    }

    /// What to say on the command line to have it again.
    pub(crate) fn argument(&self) -> String {
        match self {
            Self::Simulated { given, .. } => given.clone(),
            Self::Real(path) => path.display().to_string(),
        }
    }
}

/// A catalogue name, a drive file (`.toml`), a block device, or a regular file; with
/// `to_be_made` (`--size` was given) a path that does not exist is one to be made.
pub fn resolve(text: &str, to_be_made: bool) -> Result<Target, LabError> {
    let path = Path::new(text);
    let simulated = |spec| Target::Simulated {
        spec: Box::new(spec),
        given: text.into(),
    };
    if path
        .extension()
        .is_some_and(|extension| extension == "toml")
    {
        return Ok(simulated(drive_file(path)?));
    }
    let unknown = match drive_spec(text) {
        Ok(spec) => return Ok(simulated(spec)),
        Err(LabError::Unknown(unknown)) => unknown,
        Err(other) => return Err(other),
    };
    if to_be_made || path.exists() {
        return Ok(Target::Real(path.into()));
    }
    if text.contains('/') {
        return Err(LabError::Refused(format!(
            "{text} does not exist. Give a block device that is there, or let a regular file be made with --size, as in --size 4GiB"
        )));
    }
    Err(LabError::Refused(format!(
        "{unknown}{} `fourcorners list drives` names them all; a drive can also be a .toml file, a block device, or a file made with --size",
        if unknown.nearest.len() == 1 { "" } else { "." } // one name is a question already
    )))
}
