//! Devices and files that this kernel hands on to other hosts without claiming them: namespaces of
//! its NVMe target, and files of its SCSI target (block devices the latter does claim).

use super::Host;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// What is handed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Of the block device or file.
    pub path: PathBuf,
    /// As what, as in `namespace 1 of the NVMe target nqn.2014-08.org:disk`.
    pub by: String,
}

impl Host {
    /// All of them, as configfs has them.
    pub fn exports(&self) -> Vec<Export> {
        let config = self.sys.join("kernel/config");
        let mut exports = Vec::new();
        for subsystem in folders(&config.join("nvmet/subsystems")) {
            for namespace in folders(&subsystem.join("namespaces")) {
                let by = format!(
                    "namespace {} of the NVMe target {}",
                    name(&namespace),
                    name(&subsystem)
                );
                exports.extend(export(&namespace, "device_path", by));
            }
        }
        let backends = folders(&config.join("target/core"));
        let of_files = |folder: &&PathBuf| name(folder).starts_with("fileio_");
        for backend in backends.iter().filter(of_files) {
            for store in folders(backend) {
                let by = format!("the SCSI target backstore {}", name(&store));
                exports.extend(export(&store, "udev_path", by));
            }
        }
        exports
    }
}

/// One that is switched on.
fn export(folder: &Path, attribute: &str, by: String) -> Option<Export> {
    let text = |name: &str| {
        let mut bytes = fs::read(folder.join(name)).ok()?;
        bytes.truncate(bytes.trim_ascii_end().len());
        (!bytes.is_empty()).then_some(bytes)
    };
    let path = PathBuf::from(OsString::from_vec(text(attribute)?));
    (text("enable")? == b"1").then_some(Export { path, by })
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
