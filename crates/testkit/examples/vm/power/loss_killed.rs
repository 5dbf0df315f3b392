//! `power-loss` when the whole machine loses power; the log is on another disk.

use crate::case::{Case, Failure, Findings, Setting, read, write_at};
use fourcorners_testkit::vm::{Drive, FileSystem, Tree};

pub const CASE: Case = Case {
    name: "power-loss-of-host",
    proves: "power-loss --check after a reboot: all intact; then two damaged blocks are found",
    run,
};

const DISK_BYTES: u64 = 32 << 20;
const BLOCK: usize = 4096;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.disk("disk.img", DISK_BYTES)?;
    let runs = setting.disk("runs.img", DISK_BYTES)?;
    let empty = Tree::new(&setting.file("empty"))?;
    FileSystem::make(setting.packages(), &runs, 0, &empty)?;
    let drives = [Drive::nvme(&disk, "FC0"), Drive::virtio(&runs, "FC1")];
    let mut guest = setting.boot(include_str!("loss_killed.sh"), &drives)?;
    let flushed = guest.wait_for("flushed")?;
    guest.cut_power();

    let check = format!("CHECK=1\n{}", include_str!("loss_killed.sh"));
    let mut findings = Findings::default();
    findings.check(flushed != "0", || {
        "nothing was flushed before the cut".into()
    });
    let reports = setting.boot(&check, &drives)?.finish()?;
    let said = reports.text("check.said");
    findings.note(reports.expect("check.exit", "0"));
    findings.check(said.contains("all intact"), || {
        format!("not intact: {said}")
    });

    // One written block is lost, and another holds its neighbor's data.
    let bytes = read(&disk)?;
    write_at(&disk, 0, &[0; BLOCK])?;
    write_at(&disk, 2 * BLOCK as u64, &bytes[BLOCK..2 * BLOCK])?;
    let reports = setting.boot(&check, &drives)?.finish()?;
    let said = reports.text("check.said");
    findings.note(reports.expect("check.exit", "1"));
    for words in ["LBA 0 ", "LBA 16 ", "1 lost", "1 misplaced"] {
        findings.check(said.contains(words), || format!("not '{words}': {said}"));
    }
    findings.into_result()
}
