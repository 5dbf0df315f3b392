//! What guests boot: the kernel, and an initramfs of three layers: tools, the program under test,
//! and the script of one case.

use super::tool::about;
use super::{Failure, Packages, Tree, cpio};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Guests have these, and busybox, whose shell prefers its own applets (mount, losetup, ...).
const PROGRAMS: &[&str] = &[
    "blkid",
    "btrfs",
    "cryptsetup",
    "dmsetup",
    "e2fsck",
    "lvm",
    "mdadm",
    "mkfs.btrfs",
    "mkfs.ext4",
    "nvme",
    "sfdisk",
];

/// Guests can load these, and what they depend on.
const MODULES: &[&str] = &[
    "ata_piix",
    "bcache",
    "brd",
    "btrfs",
    "dm-crypt",
    "dm-flakey",
    "dm-mirror",
    "dm-mod",
    "dm-snapshot",
    "linear",
    "loop",
    "md-mod",
    "nbd",
    "null_blk",
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
];

const INIT: &str = include_str!("init.sh");
const FUNCTIONS: &str = include_str!("guest.sh");

/// Everything that all guests have in common.
pub struct Image {
    packages: Packages,
    program: PathBuf,
    tools: PathBuf,
    under_test: PathBuf,
}

impl Image {
    /// An image in `cache` with `program` as `/bin/fourcorners`. The layer of tools is kept
    /// between calls while nothing in it changes.
    pub fn make(cache: &Path, program: &Path) -> Result<Self, Failure> {
        let packages = Packages::fetch(cache)?;
        let image = Self {
            program: program.into(),
            tools: cache.join("tools.cpio"),
            under_test: cache.join("under-test.cpio"),
            packages,
        };
        let versions = image.packages.versions()?;
        let content = format!("{versions}{PROGRAMS:?}\n{MODULES:?}\n{INIT}\n{FUNCTIONS}");
        let made_of = cache.join("tools.txt");
        if !fs::read_to_string(&made_of).is_ok_and(|text| text == content) {
            let _ = fs::remove_file(&made_of);
            image.make_tools(&cache.join("tools"))?;
            fs::write(&made_of, content).map_err(about(&made_of))?;
        }
        let tree = Tree::new(&cache.join("under-test"))?;
        image.add_under_test(&tree)?;
        archive(&tree, &image.under_test)?;
        Ok(image)
    }

    /// The packages that it was made of.
    pub fn packages(&self) -> &Packages {
        &self.packages
    }

    /// Adds what a system of its own needs, as on a guest's disk: the program under test, busybox
    /// with its applets in /bin, and the functions that scripts report with.
    pub fn add_system(&self, tree: &Tree) -> Result<(), Failure> {
        self.add_shell(tree)?;
        self.add_under_test(tree)
    }

    /// Writes the initramfs of a case.
    pub(super) fn write_initramfs(&self, script: &str, to: &Path) -> Result<(), Failure> {
        let mut file = File::create(to).map_err(about(to))?;
        for layer in [&self.tools, &self.under_test] {
            let mut layer = File::open(layer).map_err(about(layer))?;
            io::copy(&mut layer, &mut file).map_err(about(to))?;
        }
        let folder = to.with_extension("case");
        let tree = Tree::new(&folder)?;
        tree.add_script("/case.sh", script)?;
        cpio::append(tree.path(), &mut file)
    }

    fn add_shell(&self, tree: &Tree) -> Result<(), Failure> {
        for folder in ["/dev", "/proc", "/run", "/sys", "/tmp"] {
            tree.add_folder(folder)?;
        }
        // Static: it has no libraries.
        let busybox = self.packages.program("busybox")?;
        tree.add_file(&busybox, Path::new("/bin/busybox"))?;
        tree.add_script("/lib/guest.sh", FUNCTIONS)
    }

    fn add_under_test(&self, tree: &Tree) -> Result<(), Failure> {
        tree.add_program(&self.packages, &self.program, "fourcorners")
    }

    fn make_tools(&self, folder: &Path) -> Result<(), Failure> {
        let tree = Tree::new(folder)?;
        self.add_shell(&tree)?;
        tree.add_folder("/mnt")?;
        tree.add_script("/init", INIT)?;
        for program in PROGRAMS {
            let path = self.packages.program(program)?;
            tree.add_program(&self.packages, &path, program)?;
        }
        self.add_modules(&tree)?;
        archive(&tree, &self.tools)
    }

    fn add_modules(&self, tree: &Tree) -> Result<(), Failure> {
        let folder = self.packages.modules()?;
        let inside = Path::new("/lib/modules").join(self.packages.kernel_release()?);
        let add = |name: &str| tree.add_file(&folder.join(name), &inside.join(name));
        let list = folder.join("modules.dep");
        add("modules.dep")?;
        add("modules.builtin")?;
        let list = fs::read_to_string(&list).map_err(about(&list))?;
        for module in MODULES {
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

fn archive(tree: &Tree, to: &Path) -> Result<(), Failure> {
    let mut file = File::create(to).map_err(about(to))?;
    cpio::append(tree.path(), &mut file)
}
