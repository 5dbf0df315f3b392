//! A served drive behind QEMU's NVMe drive.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub const CASE: Case = Case {
    name: "served-nvme",
    proves: "A guest formats, fills, trims and checks a file system on a served drive",
    run,
};

const DRIVE: &str = "intel-x25-m-g2-80";
const PATIENCE: Duration = Duration::from_secs(60);

fn run(setting: &Setting) -> Result<(), Failure> {
    let socket = setting.file("socket");
    let mut serving = Command::new(setting.image.program());
    serving
        .args(["serve", DRIVE, "--socket"])
        .arg(&socket)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let serving = serving.spawn().map_err(|error| format!("serve: {error}"))?;
    let serving = Serving(serving);
    let begin = Instant::now();
    while !socket.exists() {
        if begin.elapsed() > PATIENCE {
            return Err("the server does not listen".into());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let drive = Drive::nvme_served(&socket, "FCSERVED");
    let guest = setting.boot(include_str!("backend.sh"), &[drive])?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    for step in ["mkfs", "copy", "compare", "trim", "check"] {
        findings.note(reports.succeeded(step));
    }
    let trimmed = reports.text("trim.said");
    findings.check(trimmed.contains("bytes"), || format!("fstrim: {trimmed}"));
    let report = serving.report()?;
    findings.check(report.contains("write amplification"), || {
        format!("the server reports: {report}")
    });
    findings.into_result()
}

/// Ended with the case.
struct Serving(Child);

impl Serving {
    /// Ends it with SIGINT, and gives what it printed.
    fn report(mut self) -> Result<String, Failure> {
        let pid = self.0.id().to_string();
        let killed = Command::new("kill").args(["-INT", &pid]).status();
        killed.map_err(|error| format!("kill: {error}"))?;
        let mut text = String::new();
        if let Some(stdout) = &mut self.0.stdout {
            let read = std::io::Read::read_to_string(stdout, &mut text);
            read.map_err(|error| format!("the server's report: {error}"))?;
        }
        Ok(text)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ended_already = self.0.kill();
        let _ended_already = self.0.wait();
    }
}
