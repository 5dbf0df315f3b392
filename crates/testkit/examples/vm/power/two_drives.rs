//! One command resumes a review of two drives, of which the second was not begun, although their
//! names are exchanged.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, FileSystem, Tree};

pub const CASE: Case = Case {
    name: "two-drives",
    proves: "One command resumes a review of two drives that exchanged names at a power cut",
    run,
};

const DISK_BYTES: u64 = 64 << 20;
const TESTS: &str = "3";

fn run(setting: &Setting) -> Result<(), Failure> {
    let runs = setting.disk("runs.img", DISK_BYTES)?;
    let empty = Tree::new(&setting.file("empty"))?;
    FileSystem::make(setting.packages(), &runs, 0, &empty)?;
    let one = Drive::nvme(&setting.disk("one.img", DISK_BYTES)?, "FCONE");
    let two = Drive::nvme(&setting.disk("two.img", DISK_BYTES)?, "FCTWO");
    let of_runs = Drive::virtio(&runs, "FCRUNS");
    let script = include_str!("two_drives.sh");
    let mut guest = setting.boot(script, &[one.clone(), two.clone(), of_runs.clone()])?;
    guest.wait_for("cut")?;
    guest.cut_power();

    let resume = format!("RESUME=1\n{script}");
    let reports = setting.boot(&resume, &[two, one, of_runs])?.finish()?;
    let mut findings = Findings::default();
    findings.note(reports.expect("runs", "1"));
    let resumed = reports.expect("resume.exit", "0");
    findings.note(resumed.map_err(|error| format!("{error}: {}", reports.text("resume.said"))));
    let each = |key: &str, expected: [&str; 2]| {
        let found = reports.text(key);
        let as_expected = found == expected.join("\n");
        as_expected.then_some(()).ok_or(format!("{key}: {found}"))
    };
    findings.note(each("finished", [TESTS, TESTS]));
    findings.note(each(
        "serial",
        [r#""serial": "FCONE""#, r#""serial": "FCTWO""#],
    ));
    findings.note(reports.expect("pages", "1"));
    findings.into_result()
}
