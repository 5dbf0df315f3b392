//! What the kernel's own SCSI drive can be.

use super::named_lbas;
use crate::case::{Case, Failure, Findings, Setting};

pub const CASE: Case = Case {
    name: "scsi-debug",
    proves: "SCSI: medium errors name their LBA; second paths, zones, write protection are refused",
    run,
};

/// The driver's default `medium_error_start`.
const BAD: u64 = 0x1234;

fn run(setting: &Setting) -> Result<(), Failure> {
    let guest = setting.boot(include_str!("scsi_debug.sh"), &[])?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    findings.note(reports.expect("unreadable.exit", "1"));
    let said = reports.text("unreadable.said");
    findings.check(named_lbas(&said).contains(&BAD), || {
        format!("LBA {BAD} is not named: {said}")
    });
    // The write after the failed read is measured.
    let result = reports.text("unreadable.result");
    let finished = result
        .lines()
        .filter(|line| line.contains("\"finished\""))
        .count();
    findings.check(finished == 1, || {
        format!("{finished} phases finished: {result}")
    });
    for (name, reason) in [
        ("unconfirmed", "contains an unreadable block"),
        ("second-path", "is mounted at /mnt/path"),
        ("zoned", "is a host-managed zoned drive"),
        ("write-protected", "/dev/sda is read-only"),
    ] {
        let said = reports.text(&format!("{name}.said"));
        findings.note(reports.expect(&format!("{name}.exit"), "1"));
        findings.check(said.contains(reason), || format!("{name}: {said}"));
    }
    findings.into_result()
}
