//! Whether a folder is on the disk of a drive, and so loses its power with it.

use crate::host::{Below, DeviceNumber, Host, Node, number_of};
use crate::system;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

/// Devices that are followed below one another.
const DEEPEST: usize = 16;

/// Whether the folder, which need not exist yet, is on a disk that the drive (a block device or a
/// file) is on. What cannot be found out counts as no.
pub fn shares_disk(drive: &Path, folder: &Path) -> bool {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.into());
    let folder = absolute
        .ancestors()
        .find_map(|path| fs::metadata(path).ok());
    let (Ok(drive), Some(folder)) = (fs::metadata(drive), folder) else {
        return false;
    };
    let host = Host::default();
    let below_folder = host.disks_below_file(&folder);
    if drive.file_type().is_block_device() {
        let mut below_drive = BTreeSet::new();
        if let Ok(node) = host.node(system::device_number(drive.rdev())) {
            host.add_disks_below(&node, false, DEEPEST, &mut below_drive);
        }
        return !below_drive.is_disjoint(&below_folder);
    }
    drive.dev() == folder.dev() || !host.disks_below_file(&drive).is_disjoint(&below_folder)
}

impl Host {
    fn disks_below_file(&self, file: &Metadata) -> BTreeSet<DeviceNumber> {
        let mut disks = BTreeSet::new();
        self.add_disks_below_number(system::device_number(file.dev()), DEEPEST, &mut disks);
        disks
    }

    /// Disks below a file system of this number.
    fn add_disks_below_number(
        &self,
        number: DeviceNumber,
        deepest: usize,
        disks: &mut BTreeSet<DeviceNumber>,
    ) {
        let node = self.node(number).ok().or_else(|| {
            // A file system with a number of its own (btrfs) names its device as its source.
            let mounts = self.mounts().ok()?;
            let mount = mounts.into_iter().find(|mount| mount.number == number)?;
            self.node(number_of(&mount.source)?).ok()
        });
        if let Some(node) = node {
            self.add_disks_below(&node, true, deepest, disks);
        }
    }

    /// The disk itself, or those that it stands on. `loops`: also through loop devices; a loop
    /// device under test has a power of its own.
    fn add_disks_below(
        &self,
        node: &Node,
        loops: bool,
        deepest: usize,
        disks: &mut BTreeSet<DeviceNumber>,
    ) {
        let disk = node.disk();
        disks.insert(disk.number);
        let Some(deepest) = deepest.checked_sub(1) else {
            return;
        };
        for slave in disk.slaves().unwrap_or_default() {
            self.add_disks_below(&slave, loops, deepest, disks);
        }
        let backing = loops.then(|| self.backing(&disk).ok().flatten()).flatten();
        match backing.map(|backing| backing.below) {
            Some(Below::Device(number)) => self.add_disks_below_number(number, deepest, disks),
            Some(Below::File(ground)) => {
                if let Some(file) = ground.file {
                    self.add_disks_below_number(file.device, deepest, disks);
                }
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A partition is no disk of its own: its neighbor loses its power with it.
    #[test]
    fn partition_and_volume_on_its_neighbor_share_a_disk() {
        let dir = tempfile::tempdir().expect("a folder");
        let sys = dir.path();
        let host = Host {
            sys: sys.into(),
            proc: sys.into(),
            dev: sys.into(),
        };
        for (device, number) in [
            ("sdb", "8:16"),
            ("sdb/sdb1", "8:17"),
            ("sdb/sdb2", "8:18"),
            ("sdc", "8:32"),
            ("dm-0", "253:0"),
        ] {
            let at = sys.join("devices").join(device);
            fs::create_dir_all(&at).expect("a folder");
            fs::write(at.join("dev"), number).expect("an attribute");
            if device.contains('/') {
                fs::write(at.join("partition"), "1").expect("an attribute");
            }
            fs::create_dir_all(sys.join("dev/block")).expect("a folder");
            symlink(&at, sys.join("dev/block").join(number)).expect("a link");
        }
        let slaves = sys.join("devices/dm-0/slaves");
        fs::create_dir(&slaves).expect("a folder");
        symlink(sys.join("devices/sdb/sdb2"), slaves.join("sdb2")).expect("a link");
        let below = |number| {
            let mut disks = BTreeSet::new();
            host.add_disks_below_number(number, DEEPEST, &mut disks);
            disks
        };
        assert_eq!(below((8, 17)), BTreeSet::from([(8, 16)]));
        assert!(!below((253, 0)).is_disjoint(&below((8, 17))));
        assert!(below((253, 0)).is_disjoint(&below((8, 32))));
    }
}
