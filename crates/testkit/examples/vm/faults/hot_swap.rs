//! While the first drive of a review is tested, the second is replaced by one that takes its name.

use crate::case::{Case, Failure, Findings, Kept, Setting};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "hot-swap",
    proves: "A drive that takes the name of a review's second drive meanwhile is not written",
    run,
};

const DISK_BYTES: u64 = 32 << 20;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = |name: &str| setting.disk(&format!("{name}.img"), DISK_BYTES);
    let (first, second, newcomer) = (disk("first")?, disk("second")?, disk("newcomer")?);
    let kept = Kept::of(&newcomer)?;
    let first = Drive::nvme(&first, "FCFIRST");
    let second = Drive::nvme(&second, "FCSECOND");
    let newcomer = Drive::nvme(&newcomer, "FCNEW").spare();
    let drives = [first, second.clone(), newcomer.clone()];
    let mut guest = setting.boot(include_str!("hot_swap.sh"), &drives)?;
    guest.during("swap", |guest| {
        guest.unplug(&second)?;
        guest.plug(&newcomer)
    })?;
    let reports = guest.finish()?;

    let mut findings = Findings::default();
    findings.note(reports.expect("serial", "FCNEW"));
    findings.note(reports.expect("in-time", "1"));
    findings.note(reports.expect("review.exit", "1"));
    let said = reports.text("review.said");
    let both = ["/dev/nvme1n1 is no longer the drive", "FCSECOND", "FCNEW"];
    findings.check(both.iter().all(|word| said.contains(word)), || {
        format!("the review does not name both drives:\n{said}")
    });
    findings.note(reports.expect("finished", "1"));
    findings.note(kept.is_unchanged());
    findings.into_result()
}
