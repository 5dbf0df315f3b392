//! The power is cut in several phases of a review; after each boot it is resumed, and finishes.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, FileSystem, Tree};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

pub const CASE: Case = Case {
    name: "power-cut",
    proves: "A review resumes after power cuts in five phases, also when its drive is renamed",
    run,
};

const DISK_BYTES: u64 = 64 << 20;
const RUNS_BYTES: u64 = 64 << 20;
/// Results that there are when the power is cut; the last boot is left alone.
const CUTS: [usize; 5] = [0, 1, 3, 6, 8];

/// Killing QEMU loses the guest's memory. What its virtual disk has taken is kept: a drive that
/// loses its own write cache is not simulated.
fn run(setting: &Setting) -> Result<(), Failure> {
    let packages = setting.packages();
    let runs = setting.disk("runs.img", RUNS_BYTES)?;
    let empty = Tree::new(&setting.file("empty"))?;
    let file_system = FileSystem::make(packages, &runs, 0, &empty)?;
    let tested = Drive::nvme(&setting.disk("disk.img", DISK_BYTES)?, "FCTESTED");
    let other = Drive::nvme(&setting.disk("other.img", DISK_BYTES)?, "FCOTHER");
    let of_runs = Drive::virtio(&runs, "FCRUNS");

    let mut findings = Findings::default();
    let mut kept: Vec<String> = Vec::new();
    for (boot, cut_at) in CUTS.iter().enumerate() {
        // At each boot the two drives exchange their names.
        let drives = match boot % 2 {
            0 => [tested.clone(), other.clone(), of_runs.clone()],
            _ => [other.clone(), tested.clone(), of_runs.clone()],
        };
        let resume = if boot == 0 { "" } else { "RESUME=1" };
        let script = format!("CUT_AT={cut_at} {resume}\n{}", include_str!("cut.sh"));
        let mut guest = setting.boot(&script, &drives)?;
        let finished = guest.wait_for("results")?;
        let finished: usize = finished
            .parse()
            .map_err(|error| format!("results={finished}: {error}"))?;
        let reports = guest.cut_power();
        findings.check(reports.get("review.exit").is_err(), || {
            format!("boot {boot}: the review ended before the power was cut")
        });
        // As the next boot will find it. The disk itself is left as the cut left it.
        let copy = setting.file("runs-after-cut.img");
        fs::copy(&runs, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
        let found = file_system.of_copy(&copy);
        found.recover(packages)?;
        found.copy_out(packages, "/runs", &setting.file("after-cut"))?;
        let now = results(&setting.file("after-cut"))?;
        // The last one may not have been synced yet: that is certain once the next test begins.
        findings.check(now.len() + 1 >= finished, || {
            format!(
                "{finished} results finished, {} left after the cut",
                now.len()
            )
        });
        findings.check(now.starts_with(&kept), || {
            format!("boot {boot}: results from before were lost or changed")
        });
        kept = now;
    }

    let script = format!("CUT_AT=1000 RESUME=1\n{}", include_str!("cut.sh"));
    let guest = setting.boot(&script, &[other, tested, of_runs])?;
    let reports = guest.finish()?;
    file_system.copy_out(packages, "/runs", &setting.file("resumed"))?;
    let after = results(&setting.file("resumed"))?;
    findings.note(reports.succeeded("review"));
    findings.note(reports.expect("drive", "nvme1n1"));
    findings.check(after.starts_with(&kept), || {
        "results from before the last cut were lost or changed".into()
    });
    findings.note(is_complete(&after));
    findings.into_result()
}

/// The whole lines of the results of the one run in `folder`.
fn results(folder: &Path) -> Result<Vec<String>, Failure> {
    let runs = folder.join("runs");
    let entries = fs::read_dir(&runs).map_err(|error| format!("{}: {error}", runs.display()))?;
    let mut files = entries
        .flatten()
        .map(|entry| entry.path().join("results.jsonl"));
    let file = files
        .find(|file| file.exists())
        .ok_or_else(|| format!("{}: no run with results", runs.display()))?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    Ok(whole.lines().map(String::from).collect())
}

/// An error unless each phase has one result, none failed, and the suite's last test is there.
fn is_complete(results: &[String]) -> Result<(), Failure> {
    let mut phases = HashSet::new();
    for line in results {
        let result: Value =
            serde_json::from_str(line).map_err(|error| format!("a result: {error}"))?;
        let phase = ["test", "variant", "phase"].map(|key| result[key].to_string());
        if result["status"] == "failed" {
            return Err(format!("failed: {line}"));
        }
        if !phases.insert(phase.clone()) {
            return Err(format!("two results of {}", phase.join(" ")));
        }
    }
    if phases.iter().any(|[test, ..]| test == "\"consistency\"") {
        Ok(())
    } else {
        Err("the resumed review ended before its last test".into())
    }
}
