//! Claims on what shares bytes with the drive. The kernel's own claim (`O_EXCL`) on the drive says
//! nothing of the disk below a loop device, or of another loop device on the same file: those are
//! claimed as well, and held as long as the drive is open, so that nobody mounts them meanwhile.

use super::claimed_by;
use super::shared::{Shared, Sharing};
use super::spans::Step;
use crate::error::OpenError;
use crate::host::{Host, Node};
use crate::identify::refused;
use crate::pinned::{Access, Pinned};
use std::fs::File;
use std::path::Path;

/// Claims held on devices that share bytes with a drive.
#[derive(Debug, Default)]
pub struct Claims(
    #[expect(dead_code, reason = "held until the drive is closed, never read")] Vec<File>,
);

/// Checks, and claims what is not claimed by opening the drive itself, which is open by now. What
/// came to share its bytes between check and claim is found by checking once more.
///
/// # Errors
/// Those of the check. Somebody else has claimed one of the devices: a mount in any namespace,
/// swap, another program.
pub fn check_and_claim(
    host: &Host,
    path: &Path,
    check: impl Fn() -> Result<Sharing, OpenError>,
) -> Result<(Sharing, Claims), OpenError> {
    let mut sharing = check()?;
    for _ in 0..3 {
        let claims = claim(host, path, &sharing)?;
        let again = check()?;
        if again.numbers() == sharing.numbers() {
            return Ok((again, claims));
        }
        sharing = again;
    }
    Err(OpenError::Changed { path: path.into() })
}

fn claim(host: &Host, path: &Path, sharing: &Sharing) -> Result<Claims, OpenError> {
    // A mapped device or an array below the drive has claimed its parts already.
    let claimed = sharing.devices.iter().filter(|shared| shared.claimed);
    let mut taken: Vec<Node> = claimed.map(|shared| shared.node.disk()).collect();
    let mut held = Vec::new();
    if let Some(drive) = &sharing.drive {
        let disk = drive.disk();
        // Opening a partition claims no other that overlaps it (slices within one, broken tables).
        let beside = |one: &&Shared| {
            one.node.disk() == disk && ![drive, &disk].contains(&&one.node) && disk != *drive
        };
        for shared in sharing.devices.iter().filter(beside) {
            held.push(claim_one(host, path, shared)?);
        }
        taken.push(disk);
    }
    for shared in &sharing.devices {
        let disk = shared.node.disk();
        if !taken.contains(&disk) {
            held.extend(claim_disk(host, path, sharing, &disk)?);
            taken.push(disk);
        }
    }
    Ok(Claims(held))
}

/// A claim on a disk excludes all others on its partitions. So it is not claimed where only a
/// partition lies below the drive; and where a partition of it is in use, those that share bytes
/// are claimed instead.
fn claim_disk(
    host: &Host,
    path: &Path,
    sharing: &Sharing,
    disk: &Node,
) -> Result<Vec<File>, OpenError> {
    let family = sharing
        .devices
        .iter()
        .filter(|one| one.node.disk() == *disk);
    let (whole, partitions): (Vec<&Shared>, Vec<&Shared>) =
        family.partition(|one| one.node == *disk);
    let all = |shared: &[&Shared]| -> Result<Vec<File>, OpenError> {
        shared
            .iter()
            .map(|one| claim_one(host, path, one))
            .collect()
    };
    let in_part = sharing
        .span_of(disk)
        .is_some_and(|span| span.step == Step::Disk);
    if in_part {
        return all(&partitions);
    }
    match all(&whole) {
        Err(OpenError::Claimed { .. }) if !partitions.is_empty() => all(&partitions),
        claimed => claimed,
    }
}

fn claim_one(host: &Host, path: &Path, shared: &Shared) -> Result<File, OpenError> {
    let device = host.dev.join(&shared.node.name);
    let pinned = Pinned::at(&device)?;
    if pinned.device() != Some(shared.node.number) {
        return Err(OpenError::Changed { path: path.into() });
    }
    pinned
        .open(Access::CLAIM)
        .map_err(|error| match error.raw_os_error() {
            Some(libc::EBUSY) => OpenError::Claimed {
                path: path.into(),
                device: shared.said.clone(),
                by: claimed_by(host, &shared.node),
            },
            _ => refused(&device, "reading", "claiming it", error),
        })
}
