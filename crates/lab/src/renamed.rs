//! The drive of a run under the name that it has now: a reboot or a re-plug may have changed it.

use crate::error::LabError;
use crate::message::Message;
use crate::target::same;
use fourcorners_bench::record::Event;
use fourcorners_block::{DriveKind, Identity, Meanwhile};
use fourcorners_real::{Host, Node, find_drive};
use std::path::{Path, PathBuf};

/// A drive that is no longer at its path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Renamed {
    /// Path when the run began.
    pub was: PathBuf,
    /// Path now.
    pub now: PathBuf,
    /// Its serial number.
    serial: String,
    /// What is at the former path instead, if anything.
    instead: Option<Identity>,
}

impl Renamed {
    /// As if it had been found there.
    #[cfg(test)]
    pub fn of(was: &Path, now: &Path) -> Self {
        Self {
            was: was.into(),
            now: now.into(),
            serial: "FC0001".into(),
            instead: None,
        }
    }

    /// For the user, before anything is done.
    pub fn note(&self) -> String {
        let (serial, now) = (&self.serial, self.now.display());
        format!("the drive of this run (serial {serial}) is now {now}")
    }

    /// For the run's folder.
    pub fn event(&self) -> Event {
        let path = self.now.clone();
        Event::DriveRenamed { path }
    }

    /// Whether it may be written: `destroy` has to name it as it is now, and not what is at its
    /// former path. `command`: the one that is right.
    ///
    /// # Errors
    /// What is where.
    pub fn check_named(&self, destroy: &[PathBuf], command: String) -> Result<(), Message> {
        let names = |path: &Path| destroy.iter().any(|named| same(named, path));
        if names(&self.now) && !names(&self.was) {
            return Ok(());
        }
        let was = self.was.display();
        let there = match &self.instead {
            None => format!("{was} does not exist"),
            Some(other) => format!("{was} is now another drive{}", who(other)),
        };
        Err(Message::new(format!("{there}; {}", self.note())).hint(command))
    }
}

/// A drive's model and serial number in brackets, as far as it says them.
fn who(identity: &Identity) -> String {
    let Identity { model, serial, .. } = identity;
    match (model.is_empty(), serial.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!(" ({model})"),
        (true, false) => format!(" (serial {serial})"),
        (false, false) => format!(" ({model}, serial {serial})"),
    }
}

/// Where the drive of a run is that is no longer at its path. `None`: it is there; or it has no
/// serial number, so that nothing else can be it.
///
/// # Errors
/// It is nowhere, or several devices may be it.
pub(crate) fn renamed(
    host: &Host,
    path: &Path,
    then: &Identity,
) -> Result<Option<Renamed>, Message> {
    if then.kind != DriveKind::BlockDevice || then.serial.is_empty() {
        return Ok(None);
    }
    let there = fourcorners_real::identify_on(host, path).ok();
    decide(path, then, there, |then| find_drive(host, then))
}

/// What tells that it is another drive, perhaps after a reboot; the rest depends on how it is
/// opened.
pub(crate) fn changed(then: &Identity, now: &Identity) -> Vec<String> {
    let differences = then.differences(now, Meanwhile::Reboot).into_iter();
    differences.map(|one| one.to_string()).collect()
}

/// Refuses a drive that has another identity than when its review began. `path`: where it is now.
pub(crate) fn check_same(path: &Path, then: &Identity, now: &Identity) -> Result<(), LabError> {
    let differences = changed(then, now);
    if differences.is_empty() {
        return Ok(());
    }
    let (path, differences) = (path.display(), differences.join("; "));
    let error = format!("{path} is not the drive that this review started with: {differences}");
    let hint = "connect the drive of this review, then resume it again";
    Err(LabError::Refused(Message::new(error).hint(hint)))
}

fn decide(
    path: &Path,
    then: &Identity,
    there: Option<Identity>,
    find: impl FnOnce(&Identity) -> std::io::Result<Vec<Node>>,
) -> Result<Option<Renamed>, Message> {
    let is_it = |now: &Identity| then.is_same_drive(now, Meanwhile::Reboot);
    if there.as_ref().is_some_and(is_it) {
        return Ok(None);
    }
    let found = find(then).map_err(|error| format!("listing the block devices failed: {error}"))?;
    if let [node] = found.as_slice() {
        return Ok(Some(Renamed {
            was: path.into(),
            now: node.device().into(),
            serial: then.serial.clone(),
            instead: there,
        }));
    }
    let error = match &there {
        None => format!("{} does not exist", path.display()),
        Some(now) => changed(then, now).join("; "),
    };
    let wanted = format!(
        "serial {} and a capacity of {:.1} GB",
        then.serial,
        then.capacity.0 as f64 * fourcorners_block::BLOCK_BYTES as f64 / 1e9
    );
    let names: Vec<String> = found.iter().map(Node::device).collect();
    Err(Message::new(error).hint(match names.as_slice() {
        [] => format!("no drive of this host has {wanted}; connect the drive of this run"),
        names => format!(
            "several have {wanted}: {}; leave only the drive of this run connected",
            names.join(", ")
        ),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::{Recorded, write};

    /// A disk of 1 GiB that says its model and serial number.
    fn disk(host: &Recorded, name: &str, number: &str, serial: &str) -> Identity {
        let dir = host.disk(name, number);
        write(&dir.join("device/model"), "Four Corners 1");
        write(&dir.join("device/serial"), serial);
        let node = host.node(number);
        fourcorners_real::identify_node(Path::new(&node.device()), &node).expect("identified")
    }

    /// The drive of a run that was /dev/nvme0n1 then.
    fn then() -> Identity {
        disk(&Recorded::new(), "nvme0n1", "259:0", "FC0001")
    }

    fn place(host: &Recorded, there: Option<Identity>) -> Result<Option<Renamed>, Message> {
        let path = Path::new("/dev/nvme0n1");
        decide(path, &then(), there, |then| find_drive(&host.host, then))
    }

    fn found(host: &Recorded, there: Option<Identity>) -> Renamed {
        place(host, there).expect("found").expect("renamed")
    }

    #[test]
    fn drive_at_its_path_is_not_looked_for() {
        let host = Recorded::new();
        disk(&host, "nvme1n1", "259:1", "FC0001");
        assert_eq!(place(&host, Some(then())), Ok(None));
    }

    #[test]
    fn renamed_drive_is_used_once_destroy_names_it() {
        let host = Recorded::new();
        disk(&host, "nvme1n1", "259:1", "FC0001");
        let renamed = found(&host, None);
        assert_eq!(
            renamed.note(),
            "the drive of this run (serial FC0001) is now /dev/nvme1n1"
        );
        assert_eq!(
            renamed.check_named(&["/dev/nvme1n1".into()], "it".into()),
            Ok(())
        );
        let refused = renamed.check_named(&[], "the command".into());
        assert_eq!(
            refused.expect_err("not named").to_string(),
            "/dev/nvme0n1 does not exist; the drive of this run (serial FC0001) is now \
             /dev/nvme1n1\nhint: the command"
        );
    }

    /// The story: two drives exchange their names at a reboot, and `--destroy` repeats the command
    /// of before. It must not reach the other drive.
    #[test]
    fn drive_that_took_the_name_is_not_destroyed() {
        let host = Recorded::new();
        let other = disk(&host, "nvme0n1", "259:0", "FC0002");
        disk(&host, "nvme1n1", "259:1", "FC0001");
        let renamed = found(&host, Some(other));
        assert_eq!(renamed.now, Path::new("/dev/nvme1n1"));
        let both = ["/dev/nvme0n1".into(), "/dev/nvme1n1".into()];
        for named in [&both[..1], &both] {
            let refused = renamed.check_named(named, "the command".into());
            assert_eq!(
                refused.expect_err("another drive").error,
                "/dev/nvme0n1 is now another drive (Four Corners 1, serial FC0002); the drive of \
                 this run (serial FC0001) is now /dev/nvme1n1"
            );
        }
        assert_eq!(renamed.check_named(&both[1..], "it".into()), Ok(()));
    }

    #[test]
    fn absent_drive_is_described() {
        let host = Recorded::new();
        let other = disk(&host, "nvme0n1", "259:0", "FC0002");
        let Err(absent) = place(&host, None) else {
            panic!("found")
        };
        assert_eq!(absent.error, "/dev/nvme0n1 does not exist");
        let hint = "no drive of this host has serial FC0001 and a capacity of 1.1 GB; connect the \
                    drive of this run";
        assert_eq!(absent.hint.as_deref(), Some(hint));
        let Err(replaced) = place(&host, Some(other)) else {
            panic!("found")
        };
        assert_eq!(
            replaced.error,
            "the drive's serial number was FC0001 and is now FC0002"
        );
        assert_eq!(replaced.hint, absent.hint);
    }

    #[test]
    fn two_drives_with_one_serial_are_both_named() {
        let host = Recorded::new();
        disk(&host, "sda", "8:0", "FC0001");
        disk(&host, "sdb", "8:16", "FC0001");
        let Err(refused) = place(&host, None) else {
            panic!("guessed")
        };
        let hint = refused.hint.expect("a hint");
        assert!(hint.contains("/dev/sda, /dev/sdb; leave only"), "{hint}");
    }
}
