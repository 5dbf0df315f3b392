//! The suite of a review that names none.

use crate::target::Target;
use fourcorners_real::{Host, Pinned};
use fourcorners_report::wording::suite;
use fourcorners_sim::DriveSpec;
use fourcorners_sim::spec::LinkSpec;
use std::path::Path;

/// The deepest queue of SATA and of AHCI on PCIe; NVMe drives take more.
const AHCI_QUEUE_DEPTH: u16 = 32;

/// A suite that nobody named, and why it is the one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultSuite {
    /// The drives are only read.
    ReadOnly,
    /// Every drive was named and is NVMe.
    Nvme,
    /// Any other review.
    Classic,
}

impl DefaultSuite {
    /// Of these drives; empty: the user named none.
    pub fn of(targets: &[Target], read_only: bool) -> Self {
        if read_only {
            Self::ReadOnly
        } else if !targets.is_empty() && targets.iter().all(is_nvme) {
            Self::Nvme
        } else {
            Self::Classic
        }
    }

    /// The suite.
    pub fn name(self) -> &'static str {
        match self {
            Self::ReadOnly => "desktop",
            Self::Nvme => "modern",
            Self::Classic => "four-corners",
        }
    }

    /// For the user, where the choice depends on the drives.
    pub fn note(self, drives: usize) -> Option<String> {
        match self {
            Self::Nvme => Some(suite::for_nvme(self.name(), drives)),
            Self::ReadOnly | Self::Classic => None,
        }
    }
}

fn is_nvme(target: &Target) -> bool {
    match target {
        Target::Real(path) => is_nvme_device(&Host::default(), path),
        Target::Simulated { spec, .. } => match spec.as_ref() {
            DriveSpec::Ssd(spec) => is_nvme_link(&spec.link),
            DriveSpec::InPlace(spec) => is_nvme_link(&spec.link),
            DriveSpec::HardDisk(_) | DriveSpec::RamDisk(_) => false,
        },
    }
}

fn is_nvme_link(link: &LinkSpec) -> bool {
    link.full_duplex && link.queue_depth > AHCI_QUEUE_DEPTH
}

/// A namespace of the kernel's NVMe driver, or a partition of one; no file on one.
fn is_nvme_device(host: &Host, path: &Path) -> bool {
    let device = Pinned::at(path).ok().and_then(|pinned| pinned.device());
    let node = device.and_then(|number| host.node(number).ok());
    node.is_some_and(|node| is_nvme_folder(&node.disk().dir))
}

/// Whether a disk's folder in /sys lies below a controller of that driver, or, if a drive has
/// several paths, below their subsystem.
fn is_nvme_folder(dir: &Path) -> bool {
    let mut above = dir.iter();
    above.any(|name| name == "nvme" || name == "nvme-subsystem")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::resolve;

    fn of(drives: &[&str], read_only: bool) -> DefaultSuite {
        let targets = drives.iter().map(|name| resolve(name, false));
        let targets: Result<Vec<_>, _> = targets.collect();
        DefaultSuite::of(&targets.expect("drives"), read_only)
    }

    #[test]
    fn nvme_drives_get_the_modern_suite() {
        let nvme = ["samsung-980-pro-1000", "wd-sn850-1000"];
        assert_eq!(of(&nvme[..1], false), DefaultSuite::Nvme);
        assert_eq!(of(&nvme, false).name(), "modern");
    }

    #[test]
    fn other_and_mixed_drives_get_the_classic_suite() {
        for drives in [
            &[][..],
            &["crucial-m4-256"],
            &["samsung-980-pro-1000", "crucial-m4-256"],
        ] {
            assert_eq!(of(drives, false).name(), "four-corners", "{drives:?}");
        }
    }

    #[test]
    fn read_drives_get_the_desktop_suite() {
        assert_eq!(of(&["samsung-980-pro-1000"], true).name(), "desktop");
    }

    #[test]
    fn nvme_driver_is_known_by_its_folder() {
        let is_nvme = |dir: &str| is_nvme_folder(Path::new(dir));
        assert!(is_nvme(
            "/sys/devices/pci0000:00/0000:00:1d.0/nvme/nvme0/nvme0n1"
        ));
        assert!(is_nvme(
            "/sys/devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1"
        ));
        let sata = "/sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda";
        assert!(!is_nvme(sata));
    }

    #[test]
    fn file_is_no_nvme_drive() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        assert!(!is_nvme_device(&Host::default(), file.path()));
    }
}
