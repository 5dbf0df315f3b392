//! The power is cut during a review; after the next boot it is resumed and finishes.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, FileSystem, Tree, create_disk};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

pub const CASE: Case = Case {
    name: "power-cut",
    proves: "A review whose power is cut resumes after the next boot and finishes",
    in_ci: true,
    run,
};

const DISK_BYTES: u64 = 64 << 20;
const RUNS_BYTES: u64 = 64 << 20;

/// Killing QEMU loses the guest's memory. What its virtual disk has taken is kept: a drive that
/// loses its own write cache is not simulated.
fn run(setting: &Setting) -> Result<(), Failure> {
    let packages = setting.packages();
    let (disk, runs) = (setting.file("disk.img"), setting.file("runs.img"));
    create_disk(&disk, DISK_BYTES)?;
    create_disk(&runs, RUNS_BYTES)?;
    let empty = Tree::new(&setting.file("empty"))?;
    let file_system = FileSystem::make(packages, &runs, 0, &empty)?;
    let drives = [Drive::nvme(&disk, "FC0001"), Drive::virtio(&runs, "FC0002")];

    let mut guest = setting.boot(include_str!("cut.sh"), &drives)?;
    let finished = guest.wait_for("results")?;
    let finished: usize = finished
        .parse()
        .map_err(|error| format!("results={finished}: {error}"))?;
    guest.cut_power();
    // As the second boot will find it. The disk itself is left as the cut left it.
    let copy = setting.file("runs-after-cut.img");
    fs::copy(&runs, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    let found = file_system.of_copy(&copy);
    found.recover(packages)?;
    found.copy_out(packages, "/runs", &setting.file("after-cut"))?;
    let before = results(&setting.file("after-cut"))?;

    let guest = setting.boot(include_str!("resume.sh"), &drives)?;
    let reports = guest.finish()?;
    file_system.copy_out(packages, "/runs", &setting.file("resumed"))?;
    let after = results(&setting.file("resumed"))?;

    let mut findings = Findings::default();
    findings.note(reports.expect("resume.exit", "0"));
    // The last one may not have been synced yet: that is certain once the next test begins.
    if before.len() + 1 < finished {
        let kept = before.len();
        findings.note(Err(format!(
            "{finished} results finished, {kept} left after the cut"
        )));
    }
    if !after.starts_with(&before) {
        findings.note(Err(
            "results from before the cut were lost or changed".into()
        ));
    }
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
