//! A drive that is pulled out ends the run with an error; finished results are kept.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;
use serde_json::Value;

pub const CASE: Case = Case {
    name: "hot-unplug",
    proves: "A drive pulled out in any phase ends the review; finished results are kept and shown",
    run,
};

const DISK_BYTES: u64 = 64 << 20;
/// Results that each review has when its drive is pulled out.
const FINISHED: [usize; 5] = [0, 1, 3, 5, 7];

fn run(setting: &Setting) -> Result<(), Failure> {
    let drive = |number| -> Result<Drive, Failure> {
        let disk = setting.disk(&format!("disk{number}.img"), DISK_BYTES)?;
        Ok(Drive::nvme(&disk, &format!("FC{number}")))
    };
    let drives = (0..FINISHED.len())
        .map(drive)
        .collect::<Result<Vec<_>, _>>()?;
    let mut guest = setting.boot(include_str!("hot_unplug.sh"), &drives)?;
    for (number, drive) in drives.iter().enumerate() {
        guest.during(&format!("unplug{number}"), |guest| guest.unplug(drive))?;
    }
    let reports = guest.finish()?;

    let mut findings = Findings::default();
    for (number, finished) in FINISHED.iter().enumerate() {
        findings.note(reports.expect(&format!("review{number}.exit"), "1"));
        let said = reports.text(&format!("review{number}.said"));
        let is_told = said.contains("gone") && said.contains(&format!("/dev/nvme{number}n1"));
        findings.check(is_told, || {
            format!("the review did not say that the drive is gone:\n{said}")
        });
        findings.note(reports.expect(&format!("kept{number}"), &finished.to_string()));
        findings.note(reports.expect(&format!("show{number}.exit"), "0"));
        let shown = reports.text(&format!("show{number}.said"));
        findings.note(shows_results(&shown, *finished));
    }
    findings.into_result()
}

/// An error unless `show --json` has the results that were finished.
fn shows_results(json: &str, finished: usize) -> Result<(), Failure> {
    let shown: Value = serde_json::from_str(json).map_err(|error| format!("show: {error}"))?;
    let results = shown["results"].as_array().map_or(&[][..], Vec::as_slice);
    let is_finished = |result: &&Value| result["status"] == "finished";
    let found = results.iter().filter(is_finished).count();
    if found >= finished {
        Ok(())
    } else {
        Err(format!(
            "show shows {found} finished results, at least {finished} were finished"
        ))
    }
}
