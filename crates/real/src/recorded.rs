//! Recorded /sys and /proc trees, for what cannot be made on every host. Their shape is the
//! kernel's: a device's folder under `devices`, links to it from `block`, `dev/block`,
//! `holders` and `slaves`.

use crate::{Host, Node};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// A host without any disk, whose root file system lies on a device 254:0.
pub struct Recorded {
    _folder: tempfile::TempDir,
    pub host: Host,
}

impl Recorded {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let host = Host {
            sys: folder.path().join("sys"),
            proc: folder.path().join("proc"),
            dev: folder.path().join("dev"),
        };
        for name in ["block", "dev/block", "devices"] {
            fs::create_dir_all(host.sys.join(name)).expect("sys");
        }
        let recorded = Self {
            _folder: folder,
            host,
        };
        recorded.mounted(&["21 1 254:0 / / rw - ext4 /dev/vda rw"]);
        recorded.swapped("");
        recorded
    }

    /// A file below /proc.
    pub fn proc(&self, name: &str, text: &str) {
        write(&self.host.proc.join(name), text);
    }

    /// A file below /sys.
    pub fn sys(&self, name: &str, text: &str) {
        write(&self.host.sys.join(name), text);
    }

    /// All of the mounts.
    pub fn mounted(&self, lines: &[&str]) {
        self.proc("self/mountinfo", &(lines.join("\n") + "\n"));
    }

    /// The swap areas, a line each.
    pub fn swapped(&self, lines: &str) {
        let header = "Filename\tType\tSize\tUsed\tPriority\n";
        self.proc("swaps", &format!("{header}{lines}"));
    }

    /// A disk of 1 GiB, at `bus` below `devices`, as in `pci0000:00/ata3`.
    pub fn disk_at(&self, bus: &str, name: &str, number: &str) -> PathBuf {
        let dir = self.host.sys.join("devices").join(bus).join(name);
        self.device(&dir, number, 1 << 21);
        symlink(&dir, self.host.sys.join("block").join(name)).expect("a link");
        dir
    }

    /// A disk somewhere.
    pub fn disk(&self, name: &str, number: &str) -> PathBuf {
        self.disk_at("pci0000:00/0000:00:1f.2/block", name, number)
    }

    /// A partition of 256 MiB of a disk.
    pub fn partition(&self, disk: &Path, index: u32, number: &str) -> PathBuf {
        let name = disk.file_name().expect("a name").to_string_lossy();
        let dir = disk.join(format!("{name}{index}"));
        self.device(&dir, number, 1 << 19);
        write(&dir.join("partition"), &index.to_string());
        write(&dir.join("start"), &(index << 19).to_string());
        dir
    }

    /// A device that stands on others, as device mapper and MD make them.
    pub fn stacked(&self, name: &str, number: &str, given: (&str, &str), on: &[&Path]) -> PathBuf {
        let dir = self.disk_at("virtual/block", name, number);
        write(&dir.join(given.0), given.1);
        for below in on {
            symlink(&dir, below.join("holders").join(name)).expect("a holder");
            let slave = dir.join("slaves").join(below.file_name().expect("a name"));
            symlink(below, slave).expect("a slave");
        }
        dir
    }

    /// A mounted btrfs file system.
    pub fn btrfs(&self, uuid: &str, on: &[&Path]) {
        let devices = self.host.sys.join("fs/btrfs").join(uuid).join("devices");
        fs::create_dir_all(&devices).expect("a folder");
        for device in on {
            symlink(device, devices.join(device.file_name().expect("a name"))).expect("a link");
        }
    }

    /// The device of that number, as in `8:1`.
    pub fn node(&self, number: &str) -> Node {
        let (major, minor) = number.split_once(':').expect("major:minor");
        let number = (major.parse().expect("major"), minor.parse().expect("minor"));
        self.host.node(number).expect("recorded")
    }

    fn device(&self, dir: &Path, number: &str, sectors: u64) {
        for name in ["holders", "slaves"] {
            fs::create_dir_all(dir.join(name)).expect("a folder");
        }
        write(&dir.join("dev"), number);
        write(&dir.join("ro"), "0");
        write(&dir.join("size"), &sectors.to_string());
        symlink(dir, self.host.sys.join("dev/block").join(number)).expect("a link");
    }
}

/// A file of the kernel's; most end in a line end.
pub fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    let end = if text.ends_with('\n') { "" } else { "\n" };
    fs::write(file, format!("{text}{end}")).expect("a file");
}
