//! A bad sector fails the phase that touches it, which says where; the run goes on.

use super::named_lbas;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, Fails, Reports, create_disk};
use serde_json::Value;

pub const CASE: Case = Case {
    name: "bad-sectors",
    proves: "A bad sector fails its phase, the error names its LBA, and the run goes on",
    run,
};

const DISK_BYTES: u64 = 32 << 20;
/// In 512-byte sectors. Both runs pass over the whole drive, so they cannot miss it.
const BAD: u64 = 40_000;
/// A write of 128 KiB.
const WRITE_SECTORS: u64 = 256;

fn run(setting: &Setting) -> Result<(), Failure> {
    let (unreadable, unwritable) = (
        setting.file("unreadable.img"),
        setting.file("unwritable.img"),
    );
    create_disk(&unreadable, DISK_BYTES)?;
    create_disk(&unwritable, DISK_BYTES)?;
    let drives = [
        Drive::nvme(&unreadable, "FC0001").with_bad_sectors(BAD..BAD + 1, Fails::Reads),
        Drive::nvme(&unwritable, "FC0002").with_bad_sectors(BAD..BAD + 1, Fails::Writes),
    ];
    let guest = setting.boot(include_str!("bad_sectors.sh"), &drives)?;
    let reports = guest.finish()?;

    let mut findings = Findings::default();
    // The write after the failed read is measured.
    findings.note(phases(
        &reports,
        "unreadable",
        &["read failed", "write finished"],
    ));
    findings.note(names_lba(&reports, "unreadable", |lba| lba == BAD));
    // Of a write that fails, the drive does not say which of its sectors is bad.
    findings.note(phases(&reports, "unwritable", &["measure failed"]));
    let touched = |lba| lba <= BAD && BAD < lba + WRITE_SECTORS;
    findings.note(names_lba(&reports, "unwritable", touched));
    findings.into_result()
}

/// An error unless the run exited with 1 and these are its phases with their status.
fn phases(reports: &Reports, name: &str, expected: &[&str]) -> Result<(), Failure> {
    reports.expect(&format!("{name}.exit"), "1")?;
    let mut phases = Vec::new();
    for line in reports.text(&format!("{name}.result")).lines() {
        let result: Value =
            serde_json::from_str(line).map_err(|error| format!("{name}: a result: {error}"))?;
        let word = |key: &str| result[key].as_str().unwrap_or("").to_owned();
        phases.push(word("phase") + " " + &word("status"));
    }
    if phases == expected {
        Ok(())
    } else {
        Err(format!(
            "{name}: the phases are {phases:?}, expected {expected:?}"
        ))
    }
}

/// An error unless what the run said names such an LBA.
fn names_lba(reports: &Reports, name: &str, is_it: impl Fn(u64) -> bool) -> Result<(), Failure> {
    let said = reports.text(&format!("{name}.said"));
    if named_lbas(&said).into_iter().any(is_it) {
        Ok(())
    } else {
        Err(format!(
            "{name}: the bad sector's LBA is not named:\n{said}"
        ))
    }
}
