//! Job files of fio's, for the drives and with the tests of this program.

use crate::articles::plan_of;
use crate::beforehand::to_be_made;
use crate::catalogue::library;
use crate::error::LabError;
use crate::misuse::Misuse;
use crate::target::{Target, same};
use fourcorners_bench::Options;
use fourcorners_bench::record::JobFile;
use fourcorners_block::{Bytes, DiscardLimits, DriveKind, Identity, QueueDepth, Seed};
use fourcorners_fio::{FioJob, TestedDrive};
use fourcorners_report::wording;
use std::path::{Path, PathBuf};

/// In place of a device that was not named.
const NOWHERE: &str = "/dev/DEVICE";

/// Reads a job file, to be run on a drive. `size`: of a file that is to be made.
///
/// # Errors
/// The file cannot be read, or has lines that cannot be run.
pub fn read_fio_job(path: &str, drive: &Target, size: Option<Bytes>) -> Result<FioJob, LabError> {
    let drive = TestedDrive {
        is_named: &|name| is_drive(name, drive),
        capacity: capacity(drive).or(size),
    };
    Ok(FioJob::read(path, &drive)?)
}

/// The same from a file that a run keeps.
pub(crate) fn kept(file: JobFile, drive: &Target) -> Result<FioJob, LabError> {
    let drive = TestedDrive {
        is_named: &|name| is_drive(name, drive),
        capacity: capacity(drive),
    };
    Ok(FioJob::of(file, &drive)?)
}

/// The size of a drive that is there.
fn capacity(drive: &Target) -> Option<Bytes> {
    match drive {
        Target::Simulated { spec, .. } => Some(spec.identity().capacity.bytes()),
        // Whoever opens it says why it cannot be looked at.
        Target::Real(path) => Some(fourcorners_real::identify(path).ok()?.capacity.bytes()),
    }
}

/// Whether a job file means this drive.
fn is_drive(name: &str, drive: &Target) -> bool {
    name == drive.argument() || matches!(drive, Target::Real(path) if same(Path::new(name), path))
}

/// What a job file is written for.
#[derive(Clone, Debug, Default)]
pub struct FioExport {
    /// The device or file that fio is to be given; none: to be put in by hand.
    pub device: Option<PathBuf>,
    /// Its size, where it is not there to be asked.
    pub size: Option<Bytes>,
    /// What is changed in the tests.
    pub tests: Options,
}

/// The job file that repeats a suite, an article or a single test on a drive.
///
/// # Errors
/// There is no such suite or test, or the drive is not known well enough to plan it.
pub fn write_fio_job(name: &str, export: &FioExport) -> Result<String, LabError> {
    let identity = identity(export)?;
    let tests = Options {
        // fio measures none; what else these tests do can be repeated.
        power_is_measured: true,
        ..export.tests.clone()
    };
    let library = library()?;
    let article = library.article(name).ok();
    let name = article.map_or(name, |article| &article.name);
    let plan = plan_of(library, name, &identity, None, &tests, Seed(1))?;
    Ok(fourcorners_fio::write(
        &plan,
        &identity,
        &wording::not_run::sentence,
    )?)
}

/// The drive as far as the plan asks.
fn identity(export: &FioExport) -> Result<Identity, LabError> {
    let path = export.device.as_deref().unwrap_or(Path::new(NOWHERE));
    let identity = match (path.exists(), export.size) {
        (true, None) => fourcorners_real::identify(path)?,
        (false, Some(size)) => Identity {
            kind: match path.starts_with("/dev") {
                true => DriveKind::BlockDevice,
                false => DriveKind::RegularFile,
            },
            discard: Some(DiscardLimits {
                granularity: Bytes(512),
                max: size,
                queued: true,
            }),
            ..to_be_made(path, size)
        },
        (true, Some(_)) => return Err(Misuse::SizeOfExisting(path.into()).into()),
        (false, None) => return Err(Misuse::SizeUnknown.into()),
    };
    Ok(Identity {
        name: path.display().to_string(),
        max_queue_depth: QueueDepth::new(u16::MAX).unwrap_or(QueueDepth::ONE),
        // What fio cannot do is said of fio.
        discard: identity.discard.map(|limits| DiscardLimits {
            queued: true,
            ..limits
        }),
        ..identity
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::resolve;

    #[test]
    fn unknown_drive_is_asked_for() {
        let written = write_fio_job("hd-tach", &FioExport::default());
        assert!(matches!(
            written,
            Err(LabError::Misuse(Misuse::SizeUnknown))
        ));
    }

    #[test]
    fn simulated_drive_is_named_by_its_name() {
        let drive = resolve("crucial-m4-256", false).expect("of the catalogue");
        let file = |name: &str| JobFile {
            path: "some.fio".into(),
            text: format!("[job]\nfilename={name}\n"),
        };
        assert!(kept(file("crucial-m4-256"), &drive).is_ok());
        assert!(kept(file("/dev/sda"), &drive).is_err());
    }
}
