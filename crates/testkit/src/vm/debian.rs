//! Downloads Debian packages and unpacks them in a cache folder; nothing is installed.

use super::Failure;
use super::tool::{about, output};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Unpacks these packages into `root`, unless that was done before; true: they are new. To have
/// newer ones, remove the folder.
pub(super) fn unpack(
    root: &Path,
    packages: impl Fn() -> Result<Vec<String>, Failure>,
) -> Result<bool, Failure> {
    // Written last: what was interrupted begins anew.
    let complete = root.join("versions.txt");
    if complete.exists() {
        return Ok(false);
    }
    let _ = fs::remove_dir_all(root);
    fs::create_dir_all(root).map_err(about(root))?;
    let archives = tempfile::tempdir().map_err(about(root))?;
    let attempt = || download(&packages()?, archives.path());
    let archives = attempt()
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
    let mut versions = String::new();
    for archive in archives {
        output(Command::new("dpkg").arg("-x").arg(&archive).arg(root))?;
        let name = archive.file_name().unwrap_or_default();
        versions += &format!("{}\n", name.display());
    }
    fs::write(&complete, versions).map_err(about(&complete))?;
    Ok(true)
}

/// The packages that a package depends on.
pub(super) fn depends(package: &str) -> Result<Vec<String>, Failure> {
    let printed = output(Command::new("apt-cache").args(["depends", package]))?;
    let lines = printed.lines();
    let depends = lines.filter_map(|line| line.trim().strip_prefix("Depends: "));
    Ok(depends.map(String::from).collect())
}

/// Downloads packages into the folder.
fn download(packages: &[String], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    println!(
        "downloading {} packages for virtual machines",
        packages.len()
    );
    // As root, apt downloads as another user, who may not write here.
    let mut command = Command::new("apt-get");
    command
        .args(["-o", "APT::Sandbox::User=root", "--quiet", "download"])
        .args(packages)
        .current_dir(folder);
    output(&mut command)?;
    let entries = fs::read_dir(folder).map_err(about(folder))?.flatten();
    let mut archives: Vec<_> = entries.map(|entry| entry.path()).collect();
    archives.sort();
    Ok(archives)
}
