//! Programs for guests, from Debian packages.

use super::tool::{about, output};
use super::{Failure, debian};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs, and the libraries that a minimal host lacks.
const TOOLS: &[&str] = &[
    "btrfs-progs",
    "busybox-static",
    "cryptsetup-bin",
    "dmsetup",
    "e2fsprogs",
    "fdisk",
    "hdparm",
    "libaio1",
    "libcap-ng0",
    "libcom-err2",
    "libcryptsetup12",
    "libdevmapper-event1.02.1",
    "libdevmapper1.02.1",
    "libext2fs2",
    "libfdisk1",
    "liblzo2-2",
    "libnl-3-200",
    "libnl-genl-3-200",
    "libnvme1",
    "libpopt0",
    "libreadline8",
    "libsmartcols1",
    "libss2",
    "lvm2",
    "mdadm",
    "nbd-client",
    "nbdkit",
    "nvme-cli",
    "smartmontools",
    "util-linux",
];

const PROGRAM_FOLDERS: &[&str] = &["bin", "sbin", "usr/bin", "usr/sbin"];
const LIBRARY_FOLDERS: &[&str] = &["lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu"];

/// The unpacked files.
pub struct Packages {
    root: PathBuf,
}

impl Packages {
    /// The packages in `cache`, downloaded if they are not there yet.
    ///
    /// # Errors
    /// No Debian host, no network at the first run, or no space.
    pub fn fetch(cache: &Path) -> Result<Self, Failure> {
        let root = cache.join("packages");
        // Another list of packages is another folder's content.
        let wanted = root.join("wanted.txt");
        let list = TOOLS.join("\n");
        if !fs::read_to_string(&wanted).is_ok_and(|text| text == list) {
            let _ = fs::remove_dir_all(&root);
        }
        debian::unpack(&root, || {
            Ok(TOOLS.iter().map(|&name| name.into()).collect())
        })?;
        fs::write(&wanted, list).map_err(about(&wanted))?;
        Ok(Self { root })
    }

    /// All packages with their versions.
    pub fn versions(&self) -> Result<String, Failure> {
        let file = self.root.join("versions.txt");
        fs::read_to_string(&file).map_err(about(&file))
    }

    /// A file of a package, as in `usr/lib/...`.
    pub fn file(&self, inside: &str) -> PathBuf {
        self.root.join(inside)
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
