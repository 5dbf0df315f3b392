//! Programs that are asked where they are there. None is needed; without one, less is known.

use super::{Finding, Subject};
use std::path::PathBuf;

/// Program, what it is there for, and the package that has it (Debian's name).
type Tool = (&'static str, &'static str, &'static str);

const TOOLS: [Tool; 5] = [
    (
        "blkid",
        "detecting more file systems than the built-in table, before a drive is overwritten",
        "util-linux",
    ),
    (
        "smartctl",
        "wear, temperature and bytes written of SATA and NVMe drives",
        "smartmontools",
    ),
    (
        "nvme",
        "the same for NVMe drives, and formatting them",
        "nvme-cli",
    ),
    ("hdparm", "erasing SATA drives securely", "hdparm"),
    ("fio", "an independent check of a figure", "fio"),
];

pub fn findings(folders: &[PathBuf]) -> Vec<Finding> {
    let is_there = |tool: &str| folders.iter().any(|folder| folder.join(tool).is_file());
    let (there, missing): (Vec<&Tool>, Vec<&Tool>) =
        TOOLS.iter().partition(|(tool, ..)| is_there(tool));
    let names: Vec<&str> = there.iter().map(|(tool, ..)| *tool).collect();
    let mut findings = Vec::new();
    if !names.is_empty() {
        findings.push(Finding::fine(Subject::Programs, names.join(", "), "PATH"));
    }
    findings.extend(missing.into_iter().map(|(tool, purpose, package)| {
        Finding::fine(
            Subject::Tool(tool),
            format!("not installed (for {purpose})"),
            "PATH",
        )
        .with_remedy(format!("install {package} if you need it"))
    }));
    findings
}
