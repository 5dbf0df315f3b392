//! Whether everything that uses a drive can be seen from here. Where it cannot, finding nobody
//! proves nothing.

use super::Host;
use crate::system::{self, magic};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The process that starts kernel threads, which only the host's own PID namespace has.
const KTHREADD: &str = "2";
/// linux/nsfs.h: the number of that namespace.
const FIRST_PID_NAMESPACE: u64 = 0xefff_fffc;

/// What keeps something out of sight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Hidden {
    /// A path in /sys or /proc that something else was put over.
    #[error("it may be in use: {} is not what the kernel shows there", .0.display())]
    Covered(PathBuf),
    /// /proc lists the processes of one PID namespace.
    #[error("it may be in use: programs outside of this container or PID namespace cannot be seen")]
    Namespace,
    /// This user may not look at the processes of others.
    #[error("it may be in use: programs of other users cannot be seen")]
    Programs,
}

impl Host {
    /// What of /sys and /proc is not the kernel's own, of all that is read of them.
    ///
    /// # Errors
    /// The mount table cannot be read.
    pub fn covered(&self) -> io::Result<Option<Hidden>> {
        if self.is_recorded() {
            return Ok(None);
        }
        let mut folders = vec![
            (self.proc.clone(), magic::PROC),
            (self.sys.clone(), magic::SYSFS),
            (self.sys.join("block"), magic::SYSFS),
            (self.sys.join("dev/block"), magic::SYSFS),
        ];
        // Only configfs tells what this host exports to others.
        let module = |name: &str| self.sys.join("module").join(name).exists();
        if module("nvmet") || module("target_core_mod") {
            folders.push((self.sys.join("kernel/config"), magic::CONFIGFS));
        }
        let other = folders
            .into_iter()
            .find(|(folder, kind)| system::file_system(folder) != Some(*kind));
        if let Some((folder, _)) = other {
            return Ok(Some(Hidden::Covered(folder)));
        }
        self.covering_mount()
    }

    /// A mount on a folder that is read of /sys or /proc. Containers have harmless others.
    fn covering_mount(&self) -> io::Result<Option<Hidden>> {
        let mounts = self.mounts()?;
        let mut points = mounts.iter().map(|mount| Path::new(&mount.mount_point));
        let covering = points.find(|point| self.is_read(point));
        Ok(covering.map(|point| Hidden::Covered(point.into())))
    }

    fn is_read(&self, point: &Path) -> bool {
        let below = |folder: &str| point.strip_prefix(self.sys.join(folder)).ok();
        let first = |rest: &Path| rest.iter().next().map(ToOwned::to_owned);
        let is_disk_folder = below("devices").is_some()
            && below("devices/system").is_none()
            && below("devices/virtual")
                .and_then(first)
                .is_none_or(|kind| kind == "block");
        let process = point.strip_prefix(&self.proc).ok().and_then(first);
        let is_process = |name: &std::ffi::OsStr| {
            name.to_str()
                .is_some_and(|name| name.parse::<u32>().is_ok())
        };
        is_disk_folder
            || ["block", "class/block", "dev", "fs/btrfs"]
                .iter()
                .any(|folder| below(folder).is_some())
            || process.is_some_and(|name| is_process(&name))
    }

    /// What keeps programs out of sight: nothing does of root on the host itself.
    pub fn hidden_programs(&self) -> Option<Hidden> {
        if self.is_recorded() {
            return None;
        }
        let first = Some(FIRST_PID_NAMESPACE);
        match self.namespace_of(KTHREADD) {
            kernel if kernel == first && self.may_look() => None,
            kernel if kernel == first => Some(Hidden::Programs),
            _ if self.namespace_of("self") == first => Some(Hidden::Programs),
            _ => Some(Hidden::Namespace),
        }
    }

    /// A tree of a test, which is taken for what it says.
    fn is_recorded(&self) -> bool {
        self.sys != Path::new("/sys") || self.proc != Path::new("/proc")
    }

    /// The number of this process in /proc, which may be of another PID namespace than ours.
    pub fn own_process(&self) -> u32 {
        let link = fs::read_link(self.proc.join("self")).ok();
        let number = link.and_then(|link| link.to_str()?.parse().ok());
        number.unwrap_or_else(std::process::id)
    }

    /// Whether system calls and /proc mean the same process by a number.
    pub fn numbers_as_we_do(&self) -> bool {
        let own = self.namespace_of("self");
        own.is_some() && own == self.namespace_of(KTHREADD)
    }

    /// The number of a process's PID namespace; none where we may not look at it.
    fn namespace_of(&self, process: &str) -> Option<u64> {
        let there = system::opened(&self.proc.join(process).join("ns/pid"))?;
        Some(there.file.inode)
    }

    /// Whether this thread has `CAP_SYS_PTRACE`, without which `hidepid` also hides processes.
    fn may_look(&self) -> bool {
        const CAP_SYS_PTRACE: u32 = 19;
        let status = fs::read_to_string(self.proc.join("thread-self/status")).unwrap_or_default();
        let effective = status
            .lines()
            .find_map(|line| u64::from_str_radix(line.strip_prefix("CapEff:")?.trim(), 16).ok());
        effective.is_some_and(|effective| (effective >> CAP_SYS_PTRACE) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::Recorded;

    #[test]
    fn mount_over_what_is_read_is_found_and_those_of_a_container_are_not() {
        let recorded = Recorded::new();
        let covering = |at: &str| {
            let roots = [("/sys", &recorded.host.sys), ("/proc", &recorded.host.proc)];
            let inside = roots.iter().find_map(|(root, to)| {
                let rest = at.strip_prefix(root)?;
                Some(format!("{}{rest}", to.display()))
            });
            let at = inside.unwrap_or_else(|| at.into());
            recorded.mounted(&[&format!("30 21 0:42 / {at} rw - tmpfs none rw")]);
            let found = recorded.host.covering_mount().expect("the mounts");
            assert!(found.is_none() || found == Some(Hidden::Covered(at.into())));
            found.is_some()
        };
        for at in [
            "/sys/block",
            "/sys/block/sda",
            "/sys/class/block",
            "/sys/dev",
            "/sys/dev/block",
            "/sys/devices",
            "/sys/devices/virtual",
            "/sys/devices/virtual/block/loop0/loop",
            "/sys/devices/pci0000:00",
            "/sys/fs/btrfs",
            "/proc/4711",
            "/proc/4711/fd",
        ] {
            assert!(covering(at), "{at}");
        }
        for at in [
            "/",
            "/sys",
            "/sys/firmware",
            "/sys/fs/cgroup",
            "/sys/kernel/debug",
            "/sys/devices/system/cpu/cpu0/thermal_throttle",
            "/sys/devices/virtual/powercap",
            "/proc",
            "/proc/kcore",
            "/proc/sys/fs/binfmt_misc",
            "/blocks",
        ] {
            assert!(!covering(at), "{at}");
        }
    }

    #[test]
    fn sight_needs_the_capability_to_look() {
        let recorded = Recorded::new();
        for (capabilities, sees) in [
            ("000001ffffffffff", true),
            ("0000000000080000", true),
            ("00000000a80425fb", false),
            ("0000000000000000", false),
        ] {
            recorded.proc("thread-self/status", &format!("CapEff:\t{capabilities}"));
            assert_eq!(recorded.host.may_look(), sees, "{capabilities}");
        }
    }
}
