//! What may still be written to a drive in its review, and what its maker rates it for.

use crate::error::LabError;
use crate::job::Job;
use crate::misuse::Misuse;
use crate::one_run::Reviewer;
use crate::target::Target;
use fourcorners_bench::record::{Rated, RatedFrom, Review};
use fourcorners_bench::{Plan, Writes, review_of};
use fourcorners_block::{Bytes, Smart};
use fourcorners_real::{Host, Pinned};
use fourcorners_report::wording::writes;
use fourcorners_sim::DriveSpec;
use std::path::Path;

/// Bytes that `--verify` writes before the first test, at most: some hundred blocks of 4 KiB.
const SIZE_CHECK: Bytes = Bytes(1 << 20);

impl Reviewer<'_> {
    /// What a new run of a real drive may write: an equal part of `--max-writes` for each of its
    /// repetitions, so that all measure the same.
    pub fn share_of(&self, job: &Job<'_>) -> Option<Bytes> {
        let max = self.options.max_writes?;
        let part = Bytes(max.0 / u64::from(self.options.repeat.max(1)));
        Some(self.left_for(job)?.min(part))
    }

    /// What the other runs of a real drive in this review leave of `--max-writes`.
    pub fn left_for(&self, job: &Job<'_>) -> Option<Bytes> {
        let max = self.options.max_writes?;
        let others = self
            .review
            .map_or(Bytes(0), |review| self.others(review, job));
        Some(max.saturating_sub(others))
    }

    /// What other runs of the same drive have written, as their folders say.
    fn others(&self, review: &Review, job: &Job<'_>) -> Bytes {
        let listed = std::fs::read_dir(&self.options.out).into_iter().flatten();
        let folders = listed.flatten().map(|entry| entry.path());
        let drive = job.target.argument();
        let is_other = |other: &Review| {
            let run = other
                .number
                .checked_sub(1)
                .and_then(|at| other.runs.get(at));
            other.id == review.id
                && other.number != job.number
                && run.is_some_and(|run| run.drive == drive)
        };
        let others = folders.filter(|folder| review_of(folder).is_some_and(|it| is_other(&it)));
        let written = others.map(|folder| match Writes::of(&folder) {
            Ok(Some(written)) => written.0,
            // One that does not tell may be of a run that wrote all of it.
            Ok(None) | Err(_) => {
                self.watcher.say(&writes::unknown(&folder));
                u64::MAX
            }
        });
        Bytes(written.fold(0, u64::saturating_add))
    }

    /// With what is written before the first test.
    pub fn with_size_check(&self, plan: Plan) -> Plan {
        match plan.budget.as_ref().map(|budget| budget.max) {
            Some(max) if self.options.tests.verify => plan.within(max, SIZE_CHECK),
            _ => plan,
        }
    }

    /// What the maker of a real drive rates it for, as the user says it, or about, as the drive
    /// does.
    pub fn rated(&self, smart: Option<&Smart>) -> Option<Rated> {
        let user = self.options.tbw.map(|tbw| Rated {
            bytes: tbw.0,
            from: RatedFrom::User,
        });
        user.or_else(|| Rated::by_smart(smart?))
    }

    /// Says which tests a budget leaves out.
    pub fn say_left_out(&self, drive: &str, plan: &Plan) {
        for (key, because) in plan.left_out() {
            let sentence = writes::left_out(drive, &key.title(), because);
            self.watcher.say(&sentence);
        }
    }
}

/// Refuses two drives that are parts of one: each would have all of the budget.
///
/// # Errors
/// They are on one disk, or the drive has one serial number.
pub(crate) fn check_disks(targets: &[Target], host: &Host) -> Result<(), LabError> {
    let mut before: Vec<(&Path, Disk)> = Vec::new();
    for target in targets {
        let Target::Real(path) = target else { continue };
        let Some(disk) = disk(path, host) else {
            continue;
        };
        if let Some((one, _)) = before.iter().find(|(_, other)| disk.is(other)) {
            return Err(Misuse::OneBudget {
                one: one.to_path_buf(),
                other: path.clone(),
                drive: disk.device,
            }
            .into());
        }
        before.push((path, disk));
    }
    Ok(())
}

/// The drive that a block device is all or a part of.
struct Disk {
    device: String,
    /// Model and serial number, which namespaces of an NVMe drive share.
    serial: Option<[String; 2]>,
}

impl Disk {
    fn is(&self, other: &Self) -> bool {
        self.device == other.device || self.serial.is_some() && self.serial == other.serial
    }
}

fn disk(path: &Path, host: &Host) -> Option<Disk> {
    let number = Pinned::at(path).ok()?.device()?;
    let disk = host.node(number).ok()?.disk();
    let device = disk.device();
    // Some USB bridges give all drives behind them one serial number.
    let is_nvme = fourcorners_host::is_nvme(&disk);
    let identity = fourcorners_real::identify(path).ok().filter(|_| is_nvme);
    let serial = identity.map(|identity| [identity.model, identity.serial]);
    Some(Disk {
        device,
        serial: serial.filter(|[_, serial]| !serial.trim().is_empty()),
    })
}

/// What the file of a simulated drive says that its maker rates it for.
pub(crate) fn rated(spec: &DriveSpec) -> Option<Rated> {
    let terabytes = spec.about().rated_tbw?;
    Some(Rated {
        bytes: u64::from(terabytes).saturating_mul(1_000_000_000_000),
        from: RatedFrom::DriveFile,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_and_namespaces_are_of_one_drive() {
        let disk = |device: &str, serial: Option<&str>| Disk {
            device: device.into(),
            serial: serial.map(|serial| ["A model".into(), serial.into()]),
        };
        assert!(disk("/dev/sda", None).is(&disk("/dev/sda", None)));
        let namespaces = ["/dev/nvme0n1", "/dev/nvme0n2"].map(|name| disk(name, Some("S1")));
        assert!(namespaces[0].is(&namespaces[1]));
        assert!(
            !disk("/dev/sda", None).is(&disk("/dev/sdb", None)),
            "unknown"
        );
        assert!(!disk("/dev/sda", Some("S1")).is(&disk("/dev/sdb", Some("S2"))));
    }
}
