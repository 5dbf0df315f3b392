//! Debian packages, downloaded once and unpacked in a cache folder, never installed.

use super::Failure;
use super::tool::{about, output};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Depends on the kernel of today. It has NVMe, ext4 and device mapper, but no AHCI driver.
const KERNEL: &str = "linux-image-cloud-amd64";

/// Programs, and the libraries that a minimal host lacks.
const TOOLS: &[&str] = &[
    "btrfs-progs",
    "busybox-static",
    "cryptsetup-bin",
    "dmsetup",
    "e2fsprogs",
    "fdisk",
    "libcom-err2",
    "libcryptsetup12",
    "libdevmapper-event1.02.1",
    "libdevmapper1.02.1",
    "libext2fs2",
    "libfdisk1",
    "liblzo2-2",
    "libnvme1",
    "libpopt0",
    "libsmartcols1",
    "libss2",
    "lvm2",
    "mdadm",
    "nvme-cli",
    "util-linux",
];

const PROGRAM_FOLDERS: &[&str] = &["bin", "sbin", "usr/bin", "usr/sbin"];
const LIBRARY_FOLDERS: &[&str] = &["lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu"];

/// The unpacked files.
pub struct Packages {
    root: PathBuf,
}

impl Packages {
    /// The packages in `cache`, downloaded if they are not there yet. To have newer ones, remove
    /// the folder.
    ///
    /// # Errors
    /// No Debian host, no network at the first run, or no space.
    pub fn fetch(cache: &Path) -> Result<Self, Failure> {
        let packages = Self {
            root: cache.join("packages"),
        };
        let root = &packages.root;
        let wanted = format!("{KERNEL}\n{}\n", TOOLS.join("\n"));
        // Written last: what was interrupted begins anew.
        let complete = root.join("wanted.txt");
        if fs::read_to_string(&complete).is_ok_and(|text| text == wanted) {
            return Ok(packages);
        }
        println!("downloading a kernel and tools for virtual machines (35 MB)");
        let _ = fs::remove_dir_all(root);
        fs::create_dir_all(root).map_err(about(root))?;
        let archives = tempfile::tempdir().map_err(about(cache))?;
        let mut versions = String::new();
        for archive in download(archives.path())? {
            output(Command::new("dpkg").arg("-x").arg(&archive).arg(root))?;
            let name = archive.file_name().unwrap_or_default();
            versions += &format!("{}\n", name.display());
        }
        let mut depmod = packages.command("busybox")?;
        depmod.args(["depmod", "-b"]).arg(root);
        output(depmod.arg(packages.kernel_release()?))?;
        for (name, text) in [("versions.txt", versions), ("wanted.txt", wanted)] {
            fs::write(root.join(name), text).map_err(about(root))?;
        }
        Ok(packages)
    }

    /// All packages with their versions.
    pub fn versions(&self) -> Result<String, Failure> {
        let file = self.root.join("versions.txt");
        fs::read_to_string(&file).map_err(about(&file))
    }

    /// The kernel's version, as in `6.1.0-56-cloud-amd64`.
    pub fn kernel_release(&self) -> Result<String, Failure> {
        let folder = self.root.join("lib/modules");
        let mut releases = fs::read_dir(&folder).map_err(about(&folder))?.flatten();
        let release = releases
            .next()
            .ok_or_else(|| format!("{}: no kernel", folder.display()))?;
        Ok(release.file_name().to_string_lossy().into_owned())
    }

    /// The kernel.
    pub fn kernel(&self) -> Result<PathBuf, Failure> {
        let name = format!("boot/vmlinuz-{}", self.kernel_release()?);
        Ok(self.root.join(name))
    }

    /// The folder of the kernel's modules.
    pub fn modules(&self) -> Result<PathBuf, Failure> {
        Ok(self.root.join("lib/modules").join(self.kernel_release()?))
    }

    /// A program, by its name.
    pub fn program(&self, name: &str) -> Result<PathBuf, Failure> {
        let mut paths = PROGRAM_FOLDERS
            .iter()
            .map(|folder| self.root.join(folder).join(name));
        paths
            .find(|path| path.exists())
            .ok_or_else(|| format!("none of the packages for virtual machines has {name}"))
    }

    /// A program of the packages, run on this host.
    pub fn command(&self, program: &str) -> Result<Command, Failure> {
        let mut command = Command::new(self.program(program)?);
        self.set_library_path(&mut command);
        Ok(command)
    }

    /// The shared libraries of a program, of the packages where they have them: each where it is
    /// on this host, and its place in the guest.
    pub fn libraries(&self, program: &Path) -> Result<Vec<(PathBuf, PathBuf)>, Failure> {
        let mut command = Command::new("ldd");
        self.set_library_path(command.arg(program));
        let printed = output(&mut command)?;
        // `libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x...)`, or the path alone.
        let mut found = Vec::new();
        for line in printed.lines() {
            let (name, path) = line.split_once("=>").unwrap_or(("", line));
            if path.trim() == "not found" {
                let program = program.display();
                return Err(format!(
                    "{program} needs {}, which neither this host nor the packages have",
                    name.trim()
                ));
            }
            let path = path.split_whitespace().next().map(PathBuf::from);
            if let Some(path) = path.filter(|path| path.is_absolute()) {
                let inside = path.strip_prefix(&self.root);
                let inside = inside.map_or_else(|_| path.clone(), |rest| Path::new("/").join(rest));
                found.push((path, inside));
            }
        }
        Ok(found)
    }

    fn set_library_path(&self, command: &mut Command) {
        let folders: Vec<_> = LIBRARY_FOLDERS
            .iter()
            .map(|folder| self.root.join(folder).to_string_lossy().into_owned())
            .collect();
        command.env("LD_LIBRARY_PATH", folders.join(":"));
    }
}

/// Downloads all packages into the folder.
fn download(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let attempt = || -> Result<(), Failure> {
        let depends = output(Command::new("apt-cache").args(["depends", KERNEL]))?;
        let kernel = depends
            .lines()
            .find_map(|line| line.trim().strip_prefix("Depends: "))
            .ok_or_else(|| format!("apt knows no package {KERNEL}"))?;
        // As root, apt downloads as another user, who may not write here.
        let mut command = Command::new("apt-get");
        command
            .args(["-o", "APT::Sandbox::User=root", "--quiet", "download"])
            .arg(kernel)
            .args(TOOLS)
            .current_dir(folder);
        output(&mut command).map(drop)
    };
    attempt()
        .or_else(|_| {
            // A fresh host has no lists of packages yet.
            output(Command::new("apt-get").args(["--quiet", "update"]))?;
            attempt()
        })
        .map_err(|error| {
            format!(
                "cannot download the packages for virtual machines: {error}\n\
                 hint: they come from Debian 12 (amd64), by apt; run 'apt-get update' as root"
            )
        })?;
    let entries = fs::read_dir(folder).map_err(about(folder))?.flatten();
    let mut archives: Vec<_> = entries.map(|entry| entry.path()).collect();
    archives.sort();
    Ok(archives)
}
