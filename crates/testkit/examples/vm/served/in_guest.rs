//! A served drive as a block device of the kernel that serves it.

use crate::case::{Case, Failure, Findings, Setting};

pub const CASE: Case = Case {
    name: "served-nbd",
    proves: "`serve --attach` makes a disk by nbd-client, with a file system, and detaches it",
    run,
};

fn run(setting: &Setting) -> Result<(), Failure> {
    let guest = setting.boot(include_str!("in_guest.sh"), &[])?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    for step in ["mkfs", "copy", "compare", "trim", "check", "serve"] {
        findings.note(reports.succeeded(step));
    }
    let said = reports.text("serve.said");
    for words in [
        "/dev/nbd0, by the kernel's NBD client",
        "write amplification",
    ] {
        findings.check(said.contains(words), || {
            format!("the server does not say '{words}': {said}")
        });
    }
    findings.note(reports.expect("size", "0"));
    findings.into_result()
}
