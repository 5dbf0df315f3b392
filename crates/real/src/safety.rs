//! Whether a block device or an existing file may be written: what uses it forbids it.
//!
//! The checks explain; the proof is the exclusive open that follows them. `O_EXCL` makes the
//! kernel refuse a device that is claimed by anyone - a mount in any namespace, swap, device
//! mapper, RAID, also on one of its partitions - and keeps all of them away while it is open.

use crate::error::OpenError;
use crate::host::{Host, Node, number_of};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

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
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

/// Refuses a device that is in use or cannot be written. `path` is how the user named it.
pub fn check_device(host: &Host, path: &Path, node: &Node) -> Result<(), OpenError> {
    let reading = |doing| move |error: io::Error| OpenError::host(path, doing, error);
    // A partition's disk counts, too: it can be mounted or held as a whole.
    let mut nodes = vec![node.clone()];
    let disk = node.disk();
    if disk == *node {
        nodes.extend(
            node.partitions()
                .map_err(reading("looking for its partitions"))?,
        );
    } else {
        nodes.push(disk);
    }
    let is_one = |source: &Path, node: &Node| {
        number_of(source) == Some(node.number) || source == Path::new(&node.device())
    };

    let mounts = host.mounts().map_err(reading("reading what is mounted"))?;
    for node in &nodes {
        if let Some(mount) = mounts
            .iter()
            .find(|mount| mount.number == node.number || is_one(&mount.source, node))
        {
            return Err(OpenError::Mounted {
                path: path.into(),
                device: node.device(),
                mount_point: mount.mount_point.clone(),
            });
        }
    }
    let areas = host
        .swap_areas()
        .map_err(reading("reading what is swapped to"))?;
    for node in &nodes {
        if areas.iter().any(|area| is_one(area, node)) {
            return Err(OpenError::Swap {
                path: path.into(),
                area: node.device(),
            });
        }
    }
    for node in &nodes {
        let holders = node.holders().map_err(reading("reading what holds it"))?;
        if let Some(holder) = holders.into_iter().next() {
            return Err(OpenError::Held {
                path: path.into(),
                device: node.device(),
                holder,
            });
        }
    }
    if node.attribute("ro").is_some_and(|ro| ro != "0") {
        return Err(OpenError::ReadOnlyDevice { path: path.into() });
    }
    Ok(())
}

/// Refuses a regular file that is in use as swap or under a loop device.
pub fn check_file(host: &Host, path: &Path) -> Result<(), OpenError> {
    let areas = host
        .swap_areas()
        .map_err(|error| OpenError::host(path, "reading what is swapped to", error))?;
    if let Some(area) = areas.iter().find(|area| same_file(path, area)) {
        return Err(OpenError::Swap {
            path: path.into(),
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
    Ok(())
}

#[cfg(test)]
mod tests {
    //! Recorded trees, for what cannot be made on every host: device mapper and RAID.
    use super::*;
    use std::os::unix::fs::symlink;

    /// A disk 8:16 `sdz` with the partition 8:17 `sdz1`, nothing mounted.
    fn recorded() -> (tempfile::TempDir, Host) {
        let dir = tempfile::tempdir().expect("a folder");
        let host = Host {
            sys: dir.path().join("sys"),
            proc: dir.path().join("proc"),
        };
        let disk = host.sys.join("devices/pci/block/sdz");
        for (node, number, folder) in [
            ("sdz", "8:16", disk.clone()),
            ("sdz1", "8:17", disk.join("sdz1")),
        ] {
            fs::create_dir_all(folder.join("holders")).expect(node);
            fs::write(folder.join("dev"), format!("{number}\n")).expect(node);
            fs::write(folder.join("ro"), "0\n").expect(node);
            fs::create_dir_all(host.sys.join("dev/block")).expect(node);
            symlink(&folder, host.sys.join("dev/block").join(number)).expect(node);
        }
        fs::write(disk.join("sdz1/partition"), "1\n").expect("partition");
        fs::create_dir_all(host.proc.join("self")).expect("proc");
        fs::write(
            host.proc.join("self/mountinfo"),
            "21 1 254:0 / / rw - ext4 /dev/vda rw\n",
        )
        .expect("mounts");
        fs::write(
            host.proc.join("swaps"),
            "Filename\tType\tSize\tUsed\tPriority\n",
        )
        .expect("swaps");
        (dir, host)
    }

    fn checked(host: &Host, number: (u32, u32)) -> Result<(), OpenError> {
        check_device(
            host,
            Path::new("/dev/sdz-as-named"),
            &host.node(number).expect("recorded"),
        )
    }

    #[test]
    fn may_an_unused_disk_be_written() {
        let (_dir, host) = recorded();
        checked(&host, (8, 16)).expect("the disk");
        checked(&host, (8, 17)).expect("the partition");
    }

    #[test]
    fn does_a_mounted_partition_protect_its_disk() {
        let (_dir, host) = recorded();
        fs::write(
            host.proc.join("self/mountinfo"),
            "30 21 8:17 / /home rw - ext4 /dev/sdz1 rw\n",
        )
        .expect("mounts");
        for number in [(8, 16), (8, 17)] {
            let error = checked(&host, number).expect_err("mounted");
            let OpenError::Mounted {
                device,
                mount_point,
                ..
            } = &error
            else {
                panic!("{error}")
            };
            assert_eq!(
                (device.as_str(), mount_point.as_str()),
                ("/dev/sdz1", "/home")
            );
        }
    }

    #[test]
    fn is_a_mount_known_by_its_source_where_its_number_is_anonymous() {
        let (_dir, host) = recorded();
        fs::write(
            host.proc.join("self/mountinfo"),
            "30 21 0:42 /@ /data rw - btrfs /dev/sdz1 rw\n",
        )
        .expect("mounts");
        assert!(matches!(
            checked(&host, (8, 16)),
            Err(OpenError::Mounted { .. })
        ));
    }

    #[test]
    fn does_a_mounted_disk_protect_its_partition() {
        let (_dir, host) = recorded();
        fs::write(
            host.proc.join("self/mountinfo"),
            "30 21 8:16 / /data rw - ext4 /dev/sdz rw\n",
        )
        .expect("mounts");
        assert!(matches!(
            checked(&host, (8, 17)),
            Err(OpenError::Mounted { .. })
        ));
    }

    #[test]
    fn is_swap_on_a_partition_found() {
        let (_dir, host) = recorded();
        fs::write(
            host.proc.join("swaps"),
            "Filename\tType\n/dev/sdz1 partition 1 0 -2\n",
        )
        .expect("swaps");
        let error = checked(&host, (8, 16)).expect_err("swap");
        assert!(
            matches!(&error, OpenError::Swap { area, .. } if area == "/dev/sdz1"),
            "{error}"
        );
    }

    #[test]
    fn does_device_mapper_or_raid_protect_what_it_stands_on() {
        for (holder, file, given) in [
            ("dm-0", "dm/name", "vg-root"),
            ("md127", "md/level", "raid1"),
        ] {
            let (_dir, host) = recorded();
            let folder = host.sys.join("dev/block/8:17/holders").join(holder);
            fs::create_dir_all(folder.join(file).parent().expect("a folder")).expect("holder");
            fs::write(folder.join(file), given).expect("holder");
            let error = checked(&host, (8, 16)).expect_err("held");
            let OpenError::Held {
                device,
                holder: named,
                ..
            } = &error
            else {
                panic!("{error}")
            };
            assert_eq!(
                (device.as_str(), named.clone()),
                ("/dev/sdz1", format!("{holder} ({given})"))
            );
        }
    }

    #[test]
    fn is_a_read_only_device_refused() {
        let (_dir, host) = recorded();
        fs::write(host.sys.join("dev/block/8:16/ro"), "1\n").expect("ro");
        assert!(matches!(
            checked(&host, (8, 16)),
            Err(OpenError::ReadOnlyDevice { .. })
        ));
    }

    #[test]
    fn is_nothing_taken_for_safe_that_could_not_be_read() {
        let (_dir, host) = recorded();
        fs::remove_file(host.proc.join("self/mountinfo")).expect("mounts");
        assert!(matches!(
            checked(&host, (8, 16)),
            Err(OpenError::Host { .. })
        ));
    }

    #[test]
    fn does_a_link_count_as_what_it_leads_to() {
        let dir = tempfile::tempdir().expect("a folder");
        let (file, link, other) = (
            dir.path().join("file"),
            dir.path().join("link"),
            dir.path().join("other"),
        );
        fs::write(&file, "x").expect("file");
        fs::write(&other, "x").expect("other");
        symlink(&file, &link).expect("link");
        assert!(
            is_named(&link, std::slice::from_ref(&file))
                && is_named(&file, std::slice::from_ref(&link))
        );
        assert!(!is_named(&file, &[other, dir.path().join("absent")]) && !is_named(&file, &[]));
    }
}
