//! The kernels that guests boot.

use super::debian;
use super::tool::{about, output};
use super::{Failure, Packages, Tree};
use std::fs;
use std::path::{Path, PathBuf};

/// One of Debian's kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Boots fastest. Has NVMe, ext4 and device mapper, but no AHCI driver.
    Cloud,
    /// Has all drivers.
    Full,
}

/// The modules that guests can load, and what those depend on.
const CLOUD_MODULES: &[&str] = &[
    "bcache",
    "brd",
    "btrfs",
    "dm-crypt",
    "dm-flakey",
    "dm-log-writes",
    "dm-mirror",
    "dm-mod",
    "dm-snapshot",
    "dm-thin-pool",
    "ecb",
    "linear",
    "loop",
    "lzo",
    "lzo-rle",
    "md-mod",
    "nbd",
    "null_blk",
    "nvmet",
    "overlay",
    "raid0",
    "raid1",
    "raid456",
    "scsi_debug",
    "sd_mod",
    "virtio_blk",
    "virtio_pci",
    "virtio_scsi",
    "xfs",
    "xts",
    "zram",
];
const FULL_MODULES: &[&str] = &["ahci", "sd_mod"];

impl Kernel {
    /// Depends on the kernel of today.
    fn package(self) -> &'static str {
        match self {
            Self::Cloud => "linux-image-cloud-amd64",
            Self::Full => "linux-image-amd64",
        }
    }

    fn modules(self) -> &'static [&'static str] {
        match self {
            Self::Cloud => CLOUD_MODULES,
            Self::Full => FULL_MODULES,
        }
    }

    fn folder(self) -> &'static str {
        match self {
            Self::Cloud => "kernel-cloud",
            Self::Full => "kernel-full",
        }
    }
}

/// An unpacked kernel with its modules.
pub struct KernelFiles {
    kernel: Kernel,
    root: PathBuf,
    release: String,
}

impl KernelFiles {
    /// The kernel in `cache`, downloaded if it is not there yet.
    ///
    /// # Errors
    /// No Debian host, no network at the first run, or no space.
    pub fn fetch(kernel: Kernel, cache: &Path, packages: &Packages) -> Result<Self, Failure> {
        let root = cache.join(kernel.folder());
        let unpacked = debian::unpack(&root, || {
            let package = kernel.package();
            let depends = debian::depends(package)?;
            let image = depends
                .first()
                .ok_or_else(|| format!("apt knows no package {package}"))?;
            Ok(vec![image.clone()])
        })?;
        let release = only_folder(&root.join("lib/modules"))?;
        if unpacked {
            let mut depmod = packages.command("busybox")?;
            depmod.args(["depmod", "-b"]).arg(&root).arg(&release);
            output(&mut depmod)?;
        }
        Ok(Self {
            kernel,
            root,
            release,
        })
    }

    /// Its image.
    pub fn image(&self) -> PathBuf {
        self.root.join(format!("boot/vmlinuz-{}", self.release))
    }

    /// As in `6.1.0-56-cloud-amd64 [modules]`: what a layer of its modules depends on.
    pub fn describe(&self) -> String {
        format!("{} {:?}", self.release, self.kernel.modules())
    }

    /// Adds the modules that guests can load.
    pub fn add_modules(&self, tree: &Tree) -> Result<(), Failure> {
        let folder = self.root.join("lib/modules").join(&self.release);
        let inside = Path::new("/lib/modules").join(&self.release);
        let add = |name: &str| tree.add_file(&folder.join(name), &inside.join(name));
        let list = folder.join("modules.dep");
        add("modules.dep")?;
        add("modules.builtin")?;
        let list = fs::read_to_string(&list).map_err(about(&list))?;
        for module in self.kernel.modules() {
            let file = format!("/{module}.ko");
            // `kernel/drivers/md/dm-flakey.ko: kernel/drivers/md/dm-mod.ko ...`
            let line = list.lines().find_map(|line| {
                let (own, needs) = line.split_once(':')?;
                own.ends_with(&file).then_some((own, needs))
            });
            let (own, needs) = line.ok_or_else(|| format!("the kernel has no module {module}"))?;
            for file in std::iter::once(own).chain(needs.split_whitespace()) {
                add(file)?;
            }
        }
        Ok(())
    }
}

fn only_folder(folder: &Path) -> Result<String, Failure> {
    let mut entries = fs::read_dir(folder).map_err(about(folder))?.flatten();
    let entry = entries
        .next()
        .ok_or_else(|| format!("{}: no kernel", folder.display()))?;
    Ok(entry.file_name().to_string_lossy().into_owned())
}
