//! The power of the machine that serves a drive is cut while a client writes.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, FileSystem, Tree};
use std::time::Duration;

pub const CASE: Case = Case {
    name: "served-killed",
    proves: "A store keeps all flushed data through 20 power cuts, and opens after each",
    run,
};

const DISK_BYTES: u64 = 512 << 20;
const CUTS: u64 = 20;

fn run(setting: &Setting) -> Result<(), Failure> {
    let stores = setting.disk("stores.img", DISK_BYTES)?;
    let empty = Tree::new(&setting.file("empty"))?;
    FileSystem::make(setting.packages(), &stores, 0, &empty)?;
    let disk = Drive::virtio(&stores, "FCSTORES");
    let mut findings = Findings::default();
    let mut flushed = 0;
    for boot in 0..=CUTS {
        let script = format!(
            "BOOT={boot} FLUSHED={flushed}\n{}",
            include_str!("killed.sh")
        );
        let mut guest = setting.boot(&script, std::slice::from_ref(&disk))?;
        let wrong = guest.wait_for("wrong")?;
        findings.check(wrong == "0", || {
            format!("boot {boot}: {wrong} of {flushed} flushed blocks are not as written")
        });
        if boot == CUTS {
            break;
        }
        guest.wait_for("writing")?;
        // Anywhere in a write or a flush, which take some milliseconds here.
        std::thread::sleep(Duration::from_millis(1000 + boot * 137));
        let reports = guest.cut_power();
        let all = reports.text("flushed");
        let last = all.lines().last().unwrap_or("0");
        flushed = last
            .parse()
            .map_err(|error| format!("flushed={last}: {error}"))?;
        findings.check(flushed > 0, || format!("boot {boot}: nothing was flushed"));
    }
    findings.into_result()
}
