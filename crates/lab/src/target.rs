//! What DRIVE on the command line means.

use crate::catalogue::{drive_file, drive_spec_set};
use crate::error::LabError;
use crate::misuse::Misuse;
use fourcorners_drive_file::Change;
use fourcorners_sim::DriveSpec;
use fourcorners_sim::spec::HostPort;
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

/// A drive to be tested.
#[derive(Clone, Debug)]
pub enum Target {
    /// Simulated, from the catalogue or a drive file.
    Simulated {
        spec: Box<DriveSpec>,
        /// What the user called it: its name, or the path of its file.
        given: String,
        /// What was changed in it.
        set: Vec<Change>,
        /// The port that it is plugged into, by name; none: its own link.
        port: Option<String>,
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

    /// What was changed in a simulated one, each as in `gc.low_watermark=8`.
    pub(crate) fn set(&self) -> Vec<String> {
        match self {
            Self::Simulated { set, .. } => set.iter().map(Change::to_string).collect(),
            Self::Real(_) => Vec::new(),
        }
    }

    /// The port that it is plugged into, where one was asked for.
    pub fn port(&self) -> Option<&str> {
        match self {
            Self::Simulated { port, .. } => port.as_deref(),
            Self::Real(_) => None,
        }
    }

    /// The same plugged into a port; real drives are where they are.
    pub(crate) fn plugged_into(&self, name: &str, port: &HostPort) -> Result<Self, LabError> {
        match self {
            Self::Simulated {
                spec, given, set, ..
            } => Ok(Self::Simulated {
                spec: Box::new(spec.clone().behind(port)),
                given: given.clone(),
                set: set.clone(),
                port: Some(name.into()),
            }),
            Self::Real(path) => Err(Misuse::PortOfReal(path.clone()).into()),
        }
    }

    /// Whether both are one drive: the same words, the same file, or names of one block device.
    pub(crate) fn is_also(&self, other: &Self) -> bool {
        let (one, two) = (self.argument(), other.argument());
        let block_device = |target: &Self| match target {
            Self::Real(path) => {
                let there = path.metadata().ok()?;
                there.file_type().is_block_device().then(|| there.rdev())
            }
            Self::Simulated { .. } => None,
        };
        let is_one_device = block_device(self).is_some_and(|it| Some(it) == block_device(other));
        one == two || same(Path::new(&one), Path::new(&two)) || is_one_device
    }

    /// Payload rate of its link, 10^6 bytes a second; none: a real drive's is not looked up here.
    pub(crate) fn link_mb_per_s(&self) -> Option<u64> {
        match self {
            Self::Simulated { spec, .. } => Some(match spec.as_ref() {
                DriveSpec::Ssd(spec) => spec.link.mb_per_s,
                DriveSpec::HardDisk(spec) => spec.link.mb_per_s,
                DriveSpec::RamDisk(spec) => spec.link.mb_per_s,
                DriveSpec::InPlace(spec) => spec.link.mb_per_s,
            }),
            Self::Real(_) => None,
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
    resolve_set(text, to_be_made, &[])
}

/// A simulated drive with some values changed: of the catalogue, or a drive file.
pub fn resolve_simulated(text: &str, set: &[Change]) -> Result<Box<DriveSpec>, LabError> {
    match resolve_set(text, false, set)? {
        Target::Simulated { spec, .. } => Ok(spec),
        Target::Real(_) => Err(Misuse::NotSimulated(text.into()).into()),
    }
}

/// The same with some values of a simulated drive changed.
pub fn resolve_set(text: &str, to_be_made: bool, set: &[Change]) -> Result<Target, LabError> {
    let real = |path: &Path| match set.first() {
        None => Ok(Target::Real(path.into())),
        Some(_) => Err(Misuse::SetOfReal(path.into()).into()),
    };
    let path = Path::new(text);
    let simulated = |spec| Target::Simulated {
        spec: Box::new(spec),
        given: text.into(),
        set: set.to_vec(),
        port: None,
    };
    if path
        .extension()
        .is_some_and(|extension| extension == "toml")
    {
        return Ok(simulated(drive_file(path, set)?));
    }
    let unknown = match drive_spec_set(text, set) {
        Ok(spec) => return Ok(simulated(spec)),
        Err(LabError::Unknown(unknown)) => unknown,
        Err(other) => return Err(other),
    };
    // Opening tells what else may be wrong with a path.
    let absent = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    if to_be_made || !path.metadata().is_err_and(|error| absent(&error)) {
        return real(path);
    }
    if text.contains('/') {
        return Err(Misuse::NoSuchPath(text.into()).into());
    }
    Err(Misuse::NoSuchDrive(unknown).into())
}

/// Reads `KEY=VALUE`, as in `gc.low_watermark=8`.
pub fn change(text: &str) -> Result<Change, String> {
    match text.split_once('=') {
        Some((key, value)) if !value.trim().is_empty() => Ok(Change {
            key: key.trim().into(),
            value: value.trim().into(),
        }),
        _ => Err("expected KEY=VALUE, as in gc.low_watermark=8".into()),
    }
}

/// Whether two spellings are one drive.
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    let resolved = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.into());
    resolved(one) == resolved(other)
}
