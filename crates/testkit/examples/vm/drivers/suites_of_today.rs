//! The suites for today's drives, shortened, on an NVMe drive.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;
use serde_json::Value;
use std::time::Duration;

pub const CASE: Case = Case {
    name: "suites-of-today",
    proves: "The suite modern and SNIA's tests, shortened, run to their end on an NVMe drive",
    run,
};

/// The phases alone, of a second each, are half an hour.
const LIMIT: Duration = Duration::from_secs(3600);

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.disk("disk.img", 256 << 20)?;
    let drive = Drive::nvme(&disk, "FC0");
    let guest = setting.boot(include_str!("suites_of_today.sh"), &[drive])?;
    let guest = guest.within(LIMIT);
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    // Which suite a review of an NVMe drive takes by itself.
    findings.note(reports.expect("modern.suite", "modern"));
    for (name, tests) in [("modern", 12), ("snia", 7)] {
        findings.note(reports.succeeded(name));
        findings.note(reports.expect(&format!("{name}.page"), "1"));
        let results = reports.text(&format!("{name}.result"));
        let lines = results
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut ended: Vec<String> = lines
            .filter(|line| line["measured"].is_object())
            .map(|line| line["test"].as_str().unwrap_or_default().to_owned())
            .collect();
        ended.dedup();
        findings.check(ended.len() == tests, || {
            format!("{name}: not {tests} tests, but {ended:?}")
        });
    }
    findings.into_result()
}
