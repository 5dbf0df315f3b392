//! A drive that is pulled out ends the run with an error; finished results are kept.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, create_disk};
use serde_json::Value;

pub const CASE: Case = Case {
    name: "hot-unplug",
    proves: "A drive pulled out ends the run with an error; finished results are kept",
    in_ci: true,
    run,
};

const DISK_BYTES: u64 = 64 << 20;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.file("disk.img");
    create_disk(&disk, DISK_BYTES)?;
    let drive = Drive::nvme(&disk, "FC0001");
    let mut guest = setting.boot(include_str!("hot_unplug.sh"), std::slice::from_ref(&drive))?;
    guest.wait_for("results.before")?;
    guest.unplug(&drive)?;
    let reports = guest.finish()?;

    let mut findings = Findings::default();
    findings.note(reports.expect("review.exit", "1"));
    let said = reports.text("review.said");
    if !(said.contains("gone") && said.contains("/dev/nvme0n1")) {
        findings.note(Err(format!(
            "the review did not say that the drive is gone:\n{said}"
        )));
    }
    let before = reports.get("results.before")?;
    findings.note(reports.expect("results.after", before));
    findings.note(reports.expect("show.exit", "0"));
    findings.note(shows_two_results(&reports.text("show.json")));
    findings.into_result()
}

/// An error unless `show --json` has the two results that were finished.
fn shows_two_results(json: &str) -> Result<(), Failure> {
    let shown: Value = serde_json::from_str(json).map_err(|error| format!("show: {error}"))?;
    let results = shown["results"].as_array().map_or(&[][..], Vec::as_slice);
    let finished = results
        .iter()
        .filter(|result| result["status"] == "finished")
        .count();
    if finished >= 2 {
        Ok(())
    } else {
        Err(format!(
            "show shows {finished} finished results, at least 2 were finished"
        ))
    }
}
