//! Whether something that shares the drive's bytes is mounted.

use super::shared::Shared;
use crate::error::OpenError;
use crate::host::{Host, Mount, Node, number_of};
use std::path::Path;

/// Refuses what is mounted, and the disk of the running system first.
pub fn check_mounts(host: &Host, path: &Path, all: &[Shared]) -> Result<(), OpenError> {
    let reading = |error| OpenError::host(path, "reading the mount table", error);
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

/// Whether a path is a device, by number, or by name where it leads nowhere.
pub fn is_one(source: &Path, node: &Node) -> bool {
    number_of(source) == Some(node.number) || source == Path::new(&node.device())
}
