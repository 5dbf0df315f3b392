//! What guests boot: a kernel, and an initramfs of four layers: tools, the kernel's modules, the
//! program under test, and the script of one case.

use super::kernel::KernelFiles;
use super::tool::about;
use super::{Accelerator, Failure, Kernel, Packages, Tree, cpio};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// Guests have these, and busybox, whose shell prefers its own applets (mount, losetup, ...).
const PROGRAMS: &[&str] = &[
    "blkid",
    "btrfs",
    "cryptsetup",
    "dmsetup",
    "e2fsck",
    "hdparm",
    "lvm",
    "mdadm",
    "mkfs.btrfs",
    "mkfs.ext4",
    "nbd-client",
    "nbdkit",
    "nvme",
    "setpriv",
    "sfdisk",
    "smartctl",
];

/// What nbdkit serves from memory.
const NBDKIT_PLUGIN: &str = "usr/lib/x86_64-linux-gnu/nbdkit/plugins/nbdkit-memory-plugin.so";

const INIT: &str = include_str!("init.sh");
const FUNCTIONS: &str = include_str!("guest.sh");

/// Everything that all guests have in common.
pub struct Image {
    cache: PathBuf,
    packages: Packages,
    program: PathBuf,
    tools: PathBuf,
    under_test: PathBuf,
    accelerator: OnceLock<Accelerator>,
    /// Held while a kernel is fetched.
    fetching: Mutex<()>,
}

/// A kernel, and the layer of its modules.
pub(super) struct Booted {
    pub image: PathBuf,
    modules: PathBuf,
}

impl Image {
    /// The program under test.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// An image in `cache` with `program` as `/bin/fourcorners`. The layer of tools is kept
    /// between calls while nothing in it changes.
    pub fn make(cache: &Path, program: &Path) -> Result<Self, Failure> {
        let packages = Packages::fetch(cache)?;
        let image = Self {
            cache: cache.into(),
            program: program.into(),
            tools: cache.join("tools.cpio"),
            under_test: cache.join("under-test.cpio"),
            packages,
            accelerator: OnceLock::new(),
            fetching: Mutex::new(()),
        };
        let versions = image.packages.versions()?;
        let content = format!("{versions}{PROGRAMS:?}\n{INIT}\n{FUNCTIONS}");
        kept(&image.tools, &content, |tree| image.add_tools(tree))?;
        let tree = Tree::new(&cache.join("under-test"))?;
        image.add_under_test(&tree)?;
        archive(&tree, &image.under_test)?;
        Ok(image)
    }

    /// What runs the guests' code here.
    pub fn accelerator(&self) -> Accelerator {
        *self
            .accelerator
            .get_or_init(|| Accelerator::here(self, &self.cache))
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

    /// A kernel, downloaded when it is first booted.
    pub(super) fn kernel(&self, kernel: Kernel) -> Result<Booted, Failure> {
        let _one_at_a_time = self.fetching.lock();
        let files = KernelFiles::fetch(kernel, &self.cache, &self.packages)?;
        let modules = self.cache.join(format!("modules-{kernel:?}.cpio"));
        kept(&modules, &files.describe(), |tree| files.add_modules(tree))?;
        Ok(Booted {
            image: files.image(),
            modules,
        })
    }

    /// Writes the initramfs of a case.
    pub(super) fn write_initramfs(
        &self,
        booted: &Booted,
        script: &str,
        to: &Path,
    ) -> Result<(), Failure> {
        let mut file = File::create(to).map_err(about(to))?;
        for layer in [&self.tools, &booted.modules, &self.under_test] {
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

    fn add_tools(&self, tree: &Tree) -> Result<(), Failure> {
        self.add_shell(tree)?;
        tree.add_folder("/mnt")?;
        tree.add_script("/init", INIT)?;
        for program in PROGRAMS {
            let path = self.packages.program(program)?;
            tree.add_program(&self.packages, &path, program)?;
        }
        let plugin = self.packages.file(NBDKIT_PLUGIN);
        tree.add_file(&plugin, &Path::new("/").join(NBDKIT_PLUGIN))
    }
}

/// Makes a layer, unless it is there and was made of the same.
fn kept(
    layer: &Path,
    content: &str,
    add: impl FnOnce(&Tree) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let made_of = layer.with_extension("txt");
    if layer.exists() && fs::read_to_string(&made_of).is_ok_and(|text| text == content) {
        return Ok(());
    }
    let _ = fs::remove_file(&made_of);
    let tree = Tree::new(&layer.with_extension("tree"))?;
    add(&tree)?;
    archive(&tree, layer)?;
    fs::write(&made_of, content).map_err(about(&made_of))
}

fn archive(tree: &Tree, to: &Path) -> Result<(), Failure> {
    let mut file = File::create(to).map_err(about(to))?;
    cpio::append(tree.path(), &mut file)
}
