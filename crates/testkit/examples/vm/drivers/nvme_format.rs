//! `--erase nvme-format` on drives with blocks of 512 and 4096 bytes.

use crate::case::{Case, Failure, Findings, Setting, read, write_at};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "nvme-format",
    proves: "nvme-format erases drives of 512- and 4096-byte blocks and keeps the block size",
    run,
};

const DISK_BYTES: u64 = 64 << 20;
const OLD: &[u8] = b"a secret that a format must erase";
/// Behind what the short run writes over by itself, mostly.
const EVERY: u64 = 64 << 10;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disks = [
        setting.disk("512.img", DISK_BYTES)?,
        setting.disk("4096.img", DISK_BYTES)?,
    ];
    for disk in &disks {
        for at in (0..DISK_BYTES).step_by(EVERY as usize) {
            write_at(disk, at, OLD)?;
        }
    }
    let drives = [
        Drive::nvme(&disks[0], "FC0"),
        Drive::nvme(&disks[1], "FC1").with_blocks(4096),
    ];
    let guest = setting.boot(include_str!("nvme_format.sh"), &drives)?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    for (number, block) in [(0, "512"), (1, "4096")] {
        findings.note(reports.expect(&format!("run{number}.exit"), "0"));
        findings.note(reports.expect(&format!("block{number}"), block));
        findings.note(reports.expect(&format!("files{number}"), "2"));
        let wall = reports.text(&format!("wall{number}"));
        findings.check(wall.contains("\"by\":\"secure-erase\""), || {
            format!("run{number}: no erase is recorded: {wall}")
        });
        // A format that did nothing would leave most of it: the run writes one block in sixteen.
        let bytes = read(&disks[number])?;
        let left = bytes
            .chunks(EVERY as usize)
            .filter(|part| part.starts_with(OLD));
        findings.check(left.count() == 0, || {
            format!("run{number}: old data is left")
        });
    }
    findings.into_result()
}
