//! A served drive as a block device of the kernel that serves it.

use crate::case::{Case, Failure, Findings, Setting};

pub const CASE: Case = Case {
    name: "served-nbd",
    proves: "nbd-client makes a served drive a disk, with a file system that is trimmed and checked",
    in_ci: false,
    run,
};

fn run(setting: &Setting) -> Result<(), Failure> {
    let guest = setting.boot(include_str!("in_guest.sh"), &[])?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    for step in ["mkfs", "copy", "compare", "trim", "check", "serve"] {
        let ended = reports.expect(&format!("{step}.exit"), "0");
        findings.note(
            ended.map_err(|error| format!("{error}: {}", reports.text(&format!("{step}.said")))),
        );
    }
    let said = reports.text("serve.said");
    findings.check(said.contains("write amplification"), || {
        format!("the server reports: {said}")
    });
    findings.into_result()
}
