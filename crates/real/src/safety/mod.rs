//! Whether a block device or an existing file may be written: what uses it forbids it.
//!
//! The checks explain; the proof is the exclusive open that follows them. `O_EXCL` makes the
//! kernel refuse a device that is claimed by anyone - a mount in any namespace, swap, device
//! mapper, RAID, also on one of its partitions - and keeps all of them away while it is open.
//! Two things claim nothing and are looked for by ourselves: a program that has the device open
//! for writing (a virtual machine, a database), and a loop device.

mod content;
mod shared;

pub use content::check_content;

use crate::error::OpenError;
use crate::host::{Host, Mount, Node, Program, number_of};
use crate::system;
use shared::Shared;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Whether one of `destroy` is the same device or file as `path`; links are followed.
pub fn is_named(path: &Path, destroy: &[PathBuf]) -> bool {
    let same = |named: &PathBuf| {
        let device = number_of(path);
        if device.is_some() {
            device == number_of(named)
        } else {
            same_file(path, named)
        }
    };
    destroy.iter().any(same)
}

fn same_file(one: &Path, other: &Path) -> bool {
    match (system::opened(one), system::opened(other)) {
        (Some(one), Some(other)) => one.file == other.file,
        _ => false,
    }
}

/// Refuses a device that is in use or cannot be written. `path` is how the user named it.
pub fn check_device(host: &Host, path: &Path, node: &Node) -> Result<(), OpenError> {
    let reading = |doing| move |error: io::Error| OpenError::host(path, doing, error);
    let all = shared::with(host, node).map_err(reading("looking for what shares its bytes"))?;
    check_mounts(host, path, &all)?;
    let areas = host
        .swap_areas()
        .map_err(reading("reading what is swapped to"))?;
    for shared in &all {
        if areas.iter().any(|area| is_one(area, &shared.node)) {
            return Err(OpenError::Swap {
                path: path.into(),
                device: shared.said.clone(),
                area: shared.node.device(),
            });
        }
    }
    for shared in &all {
        let holders = shared.node.holders();
        let holders = holders.map_err(reading("reading what holds it"))?;
        let btrfs = host
            .btrfs_of(&shared.node)
            .map(|(uuid, _)| format!("the mounted btrfs file system {uuid}"));
        if let Some(holder) = holders.first().map(Node::full_name).or(btrfs) {
            return Err(OpenError::Held {
                path: path.into(),
                device: shared.said.clone(),
                holder,
            });
        }
    }
    let loops = host
        .loop_devices()
        .map_err(reading("reading the loop devices"))?;
    for shared in &all {
        if let Some((name, _)) = loops.iter().find(|(_, file)| is_one(file, &shared.node)) {
            return Err(OpenError::LoopBacked {
                path: path.into(),
                device: format!("/dev/{name}"),
            });
        }
    }
    if node.attribute("ro").is_some_and(|ro| ro != "0") {
        return Err(OpenError::ReadOnlyDevice { path: path.into() });
    }
    Ok(())
}

fn check_mounts(host: &Host, path: &Path, all: &[Shared]) -> Result<(), OpenError> {
    let reading = |error| OpenError::host(path, "reading what is mounted", error);
    let mounts = host.mounts().map_err(reading)?;
    let roots = host.root_mounts().map_err(reading)?;
    for mount in &roots {
        if let Some(shared) = all.iter().find(|shared| lies_on(host, mount, &shared.node)) {
            return Err(OpenError::SystemDisk {
                path: path.into(),
                device: shared.said.clone(),
                mount_point: match mount.mount_point.as_str() {
                    "/" => "/".into(),
                    layer => format!("{layer}, a layer of /"),
                },
            });
        }
    }
    for shared in all {
        if let Some(mount) = mounts
            .iter()
            .find(|mount| lies_on(host, mount, &shared.node))
        {
            return Err(OpenError::Mounted {
                path: path.into(),
                device: shared.said.clone(),
                mount_point: mount.mount_point.clone(),
            });
        }
    }
    Ok(())
}

/// Whether what is mounted there lies on that device, by number or by name; of btrfs, on any
/// device of the file system.
fn lies_on(host: &Host, mount: &Mount, node: &Node) -> bool {
    let mates = || host.btrfs_of(node).map_or(Vec::new(), |(_, mates)| mates);
    mount.number == node.number
        || is_one(&mount.source, node)
        || mount.file_system == "btrfs"
            && mates()
                .iter()
                .any(|mate| mount.source == Path::new("/dev").join(mate))
}

fn is_one(source: &Path, node: &Node) -> bool {
    number_of(source) == Some(node.number) || source == Path::new(&node.device())
}

/// Refuses a device that a program has open for writing without having claimed it.
pub fn check_programs(host: &Host, path: &Path, node: &Node) -> Result<(), OpenError> {
    let reading = |doing| move |error: io::Error| OpenError::host(path, doing, error);
    let all = shared::with(host, node).map_err(reading("looking for what shares its bytes"))?;
    let numbers: Vec<_> = all.iter().map(|shared| shared.node.number).collect();
    unwritten(path, || host.programs_on_devices(&numbers))
}

/// Refuses a regular file that is in use: as swap, under a loop device, or by a program that
/// writes to it.
pub fn check_file(host: &Host, path: &Path) -> Result<(), OpenError> {
    let areas = host
        .swap_areas()
        .map_err(|error| OpenError::host(path, "reading what is swapped to", error))?;
    if let Some(area) = areas.iter().find(|area| same_file(path, area)) {
        return Err(OpenError::Swap {
            path: path.into(),
            device: area.display().to_string(),
            area: area.display().to_string(),
        });
    }
    let loops = host
        .loop_devices()
        .map_err(|error| OpenError::host(path, "reading the loop devices", error))?;
    if let Some((name, _)) = loops.iter().find(|(_, file)| same_file(path, file)) {
        return Err(OpenError::LoopBacked {
            path: path.into(),
            device: format!("/dev/{name}"),
        });
    }
    unwritten(path, || host.programs_on_file(path))
}

/// Refuses what a program has open for writing. It is given half a second: whoever wrote last
/// may still be ending.
fn unwritten(
    path: &Path,
    programs: impl Fn() -> io::Result<Vec<Program>>,
) -> Result<(), OpenError> {
    let mut tries = 20;
    loop {
        tries -= 1;
        let found = programs()
            .map_err(|error| OpenError::host(path, "looking for programs that use it", error))?;
        match found.iter().find(|program| program.writes) {
            None => return Ok(()),
            Some(_) if tries > 0 => thread::sleep(Duration::from_millis(25)),
            Some(program) => {
                return Err(OpenError::InUse {
                    path: path.into(),
                    by: program.to_string(),
                });
            }
        }
    }
}

/// Who has a device that the kernel says is claimed, as far as that can be seen.
pub fn claimed_by(host: &Host, node: &Node) -> String {
    let numbers: Vec<_> = shared::with(host, node)
        .map(|all| all.iter().map(|shared| shared.node.number).collect())
        .unwrap_or_default();
    let programs = host.programs_on_devices(&numbers).unwrap_or_default();
    programs.first().map_or_else(
        || {
            format!(
                "another program or another mount namespace (fuser -v {} may show by whom)",
                node.device()
            )
        },
        Program::to_string,
    )
}

#[cfg(test)]
mod tests;
