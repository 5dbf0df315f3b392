//! Whether a block device or an existing file may be written: what uses it forbids it, and what
//! uses anything that shares bytes with it.
//!
//! The checks explain; the proof is the exclusive open that follows them. `O_EXCL` makes the
//! kernel refuse a device that is claimed by anyone - a mount in any namespace, swap, device
//! mapper, RAID, also on one of its partitions - and keeps all of them away while it is open.
//! What shares bytes with it under another name (`shared`) is claimed likewise (`claims`).
//! Some claim nothing and are looked for by ourselves: programs that have it open for writing
//! (a virtual machine, a database), loop devices, and files, which cannot be claimed.
//! `docs/decisions/0011-shared-bytes.md` lists the ways to share bytes.

mod claims;
mod content;
mod ground;
mod mounted;
mod room;
mod shared;
mod spans;

pub use claims::{Claims, check_and_claim};
pub use content::check_content;
pub use room::{check_file_room, check_room_beneath};
pub use shared::Sharing;
pub use spans::{Place, Span, Step, spans_of};

use crate::error::{Doubt, OpenError};
use crate::host::{Ground, Host, Node, Program, Same, number_of};
use crate::pinned::Pinned;
use crate::system::{self, Layering};
use ground::check_ground;
use mounted::{check_mounts, is_one};
use spans::meet;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Whether one of `destroy` is the same device or file; links are followed.
pub fn is_named(drive: &Pinned, destroy: &[PathBuf]) -> bool {
    let same = |named: &PathBuf| match drive.device() {
        Some(number) => number_of(named) == Some(number),
        None => system::opened(named).is_some_and(|named| named.file == drive.file()),
    };
    destroy.iter().any(same)
}

/// Refuses a device that is in use or cannot be written. `path` is how the user named it.
///
/// # Errors
/// Who uses it or something that shares bytes with it; or that this cannot be found out.
pub fn check_device(host: &Host, path: &Path, node: &Node) -> Result<Sharing, OpenError> {
    let sharing = Sharing::of_device(host, node).map_err(sharing_unknown(path))?;
    check_mounts(host, path, &sharing.devices)?;
    check_swap(host, path, &sharing)?;
    check_holders(host, path, &sharing)?;
    for ground in sharing.grounds() {
        check_ground(host, path, ground)?;
    }
    check_loops(host, path, &sharing)?;
    if node.attribute("ro").is_some_and(|ro| ro != "0") {
        return Err(OpenError::ReadOnlyDevice { path: path.into() });
    }
    // Random writes end in I/O errors there, after the first have destroyed data.
    if node.disk().attribute("queue/zoned").as_deref() == Some("host-managed") {
        return Err(OpenError::Zoned { path: path.into() });
    }
    Ok(sharing)
}

/// Refuses a regular file that is in use: as swap, mounted, or under a loop device.
///
/// # Errors
/// As for a device.
pub fn check_file(host: &Host, path: &Path, drive: &Pinned) -> Result<Sharing, OpenError> {
    let layering = system::layering(&drive.path()).unwrap_or(Layering::Overlay);
    let bytes = drive.metadata().len();
    let ground = Ground::of(&drive.path(), drive.file(), bytes, layering.into());
    let sharing = Sharing::of_file(host, path, ground).map_err(sharing_unknown(path))?;
    for ground in sharing.grounds() {
        check_ground(host, path, ground)?;
    }
    check_loops(host, path, &sharing)?;
    Ok(sharing)
}

fn sharing_unknown(path: &Path) -> impl Fn(io::Error) -> OpenError {
    move |error| OpenError::host(path, "looking for devices that share its bytes", error)
}

fn check_swap(host: &Host, path: &Path, sharing: &Sharing) -> Result<(), OpenError> {
    let areas = host
        .swap_areas()
        .map_err(|error| OpenError::host(path, "reading the list of swap areas", error))?;
    for shared in &sharing.devices {
        if areas.iter().any(|area| is_one(&area.path, &shared.node)) {
            return Err(OpenError::Swap {
                path: path.into(),
                device: shared.said.clone(),
                area: shared.node.device(),
            });
        }
    }
    Ok(())
}

/// Refuses what is held by a device that shares these bytes, or by btrfs.
fn check_holders(host: &Host, path: &Path, sharing: &Sharing) -> Result<(), OpenError> {
    let reading = |error| OpenError::host(path, "reading its holders", error);
    // What has claimed a part below the drive is the drive, or has other bytes of that part.
    for shared in sharing.devices.iter().filter(|shared| !shared.claimed) {
        let mut holders = shared.node.holders().map_err(reading)?;
        // Exempt is what is known to have other bytes of it than the drive.
        holders.retain(|holder| {
            let elsewhere = spans_of(host, holder).is_ok_and(|spans| {
                let is_below = |span: &Span| span.device() == Some(&shared.node);
                spans.iter().any(is_below) && meet(&spans, &sharing.spans) == Same::No
            });
            sharing.span_of(holder).is_none() && !elsewhere
        });
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
    Ok(())
}

/// Refuses loop devices on the drive itself, and those of which it is not known. Others, on what
/// lies below it, do no harm while they are not used, which claiming them ensures.
fn check_loops(host: &Host, path: &Path, sharing: &Sharing) -> Result<(), OpenError> {
    if let Some(shared) = sharing.devices.iter().find(|shared| shared.loop_above) {
        return Err(OpenError::LoopBacked {
            path: path.into(),
            device: shared.node.device(),
        });
    }
    if let Some(node) = sharing.unproven.first() {
        let backing = host.backing(node).ok().flatten();
        return Err(OpenError::Unproven {
            path: path.into(),
            doubt: Doubt::Loop {
                device: node.device(),
                file: backing.map_or_else(PathBuf::new, |backing| backing.path),
            },
        });
    }
    Ok(())
}

/// Refuses what a program has open for writing without having claimed it: any device or file
/// that shares the drive's bytes.
///
/// # Errors
/// The program; or that this cannot be found out.
pub fn check_programs(host: &Host, path: &Path, sharing: &Sharing) -> Result<(), OpenError> {
    let numbers = sharing.numbers();
    let grounds: Vec<&Ground> = sharing.grounds().collect();
    check_exports(host, path, sharing)?;
    unwritten(path, || host.programs_on(&numbers, &grounds))
}

/// Refuses what other hosts may use by way of this one.
fn check_exports(host: &Host, path: &Path, sharing: &Sharing) -> Result<(), OpenError> {
    for export in host.exports() {
        let device = number_of(&export.path);
        let shared = (sharing.devices.iter()).find(|one| Some(one.node.number) == device);
        let file = system::opened(&export.path).map(|there| there.file);
        let ground = sharing
            .grounds()
            .find(|one| file.is_some() && one.file == file);
        let said = shared
            .map(|shared| shared.said.clone())
            .or_else(|| ground.map(|_| export.path.display().to_string()));
        if let Some(device) = said {
            return Err(OpenError::Claimed {
                path: path.into(),
                device,
                by: export.by,
            });
        }
    }
    Ok(())
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

/// The refusal of a drive that the kernel says is claimed.
pub fn in_use(host: &Host, path: &Path, node: &Node) -> OpenError {
    OpenError::InUse {
        path: path.into(),
        by: claimed_by(host, node),
    }
}

/// Who has a device that the kernel says is claimed, its disk, or a partition of that, as far as
/// it can be seen. Who writes to it has claimed it; who has it open for reading may just be
/// looking, while a mount of which nothing is seen here has the claim.
fn claimed_by(host: &Host, node: &Node) -> String {
    let disk = node.disk();
    let mut numbers = vec![disk.number];
    let partitions = disk.partitions().unwrap_or_default();
    numbers.extend(partitions.iter().map(|partition| partition.number));
    let programs = host.programs_on(&numbers, &[]).unwrap_or_default();
    let writer = programs.iter().find(|program| program.writes);
    writer.map_or_else(
        || {
            format!(
                "another program or another mount namespace (try fuser -v {})",
                node.device()
            )
        },
        Program::to_string,
    )
}

#[cfg(test)]
mod tests;
