//! What this host can measure and simulate, and what would spoil it.

use crate::catalogue::{drive_names, drive_spec};
use crate::error::LabError;
use crate::memory::{available_memory, needed_bytes};
use crate::message::Message;
use crate::target::{Target, resolve};
use fourcorners_bench::record::Disturbance;
use fourcorners_host::doctor::{Diagnosis, Finding, Level, Subject, Surroundings, Words, examine};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Looks at the host and at these devices or files; without any, at all of its disks. Runs
/// would be kept in `out`. `words`: how it is said that a drive would not be opened for writing.
///
/// # Errors
/// A device is not there, is no drive, or is a simulated one.
pub fn doctor(devices: &[String], out: &Path, words: Words) -> Result<Diagnosis, LabError> {
    let real = |text: &String| match resolve(text, false)? {
        Target::Real(path) => Ok(path),
        Target::Simulated { .. } => Err(LabError::Refused(
            Message::new(format!(
                "{text} is a simulated drive, which host conditions do not affect"
            ))
            .hint("name a block device or a file, or name none to check all disks"),
        )),
    };
    let paths: Vec<PathBuf> = devices.iter().map(real).collect::<Result<_, _>>()?;
    let around = Surroundings {
        words,
        ..Surroundings::here(out)
    };
    let mut diagnosis = examine(&around, &paths)?;
    diagnosis.host.extend(memory(available_memory())?);
    Ok(diagnosis)
}

/// So long the host is watched before a run.
const BEFORE_A_RUN: Duration = Duration::from_millis(300);
/// Findings that spoil no figure: what is too small is skipped, and said so; what a container hides
/// is the business of those who open a drive.
const NO_MATTER: [Subject; 2] = [Subject::Size, Subject::Container];

/// What may spoil the figures of a run of this drive that begins now. That it cannot be found out
/// stops no run.
pub(crate) fn disturbances(path: &Path, out: &Path) -> Vec<Disturbance> {
    let around = Surroundings {
        window: BEFORE_A_RUN,
        ..Surroundings::here(out)
    };
    let Ok(diagnosis) = examine(&around, &[path.to_path_buf()]) else {
        return Vec::new();
    };
    let of_drive = diagnosis.devices.into_iter().flat_map(|one| one.findings);
    let all = diagnosis.host.into_iter().chain(of_drive);
    all.filter(|one| one.level == Level::MaySpoil && !NO_MATTER.contains(&one.about))
        .map(|one| Disturbance {
            about: one.about.id(),
            found: one.found,
            remedy: one.remedy,
            when_resumed: false,
        })
        .collect()
}

/// Memory for simulated drives. It spoils no measurement: one that does not fit is refused.
fn memory(available: Option<u64>) -> Result<Option<Finding>, LabError> {
    let Some(available) = available else {
        return Ok(None);
    };
    let mut largest = (0, String::new());
    for name in drive_names() {
        let bytes = needed_bytes(&drive_spec(&name)?);
        largest = largest.max((bytes, name));
    }
    let (needed, name) = largest;
    let mut finding = Finding::fine(
        Subject::Memory,
        format!(
            "{} MiB available; the largest simulated drive ({name}) needs {} MiB",
            available >> 20,
            needed >> 20
        ),
        "MemAvailable in /proc/meminfo",
    );
    if available < needed {
        finding.remedy = "simulate smaller drives, or close other programs".into();
    }
    Ok(Some(finding))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_too_little_memory_for_simulated_drives_said() {
        let remedy = |bytes| {
            memory(Some(bytes))
                .expect("a catalogue")
                .map(|one| one.remedy)
        };
        assert_eq!(remedy(1 << 50), Some(String::new()));
        assert!(remedy(1 << 20).is_some_and(|remedy| remedy.contains("smaller")));
    }
}
