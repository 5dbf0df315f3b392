//! Who a block device or file is, from /sys and without opening the device.

use crate::error::OpenError;
use crate::host::{DeviceNumber, Host, Node};
use crate::names::names;
use crate::on_host;
use crate::pinned::Pinned;
use crate::system;
use fourcorners_block::{
    BLOCK_BYTES, Blocks, Bytes, DiscardLimits, DriveKind, Identity, QueueDepth,
};
use std::fs::{self, File, FileType, Metadata};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

/// Identifies a drive of this host. Reads only; needs no permission on a block device.
/// `engine` is empty and `read_only` true: nothing was opened for I/O.
///
/// # Errors
/// The path names neither a block device nor a regular file, or cannot be looked at.
pub fn identify(path: &Path) -> Result<Identity, OpenError> {
    identify_on(&Host::default(), path)
}

/// [`identify`] with another /sys and /proc.
///
/// # Errors
/// As [`identify`].
pub fn identify_on(host: &Host, path: &Path) -> Result<Identity, OpenError> {
    of_pinned(host, path, &Pinned::at(path)?)
}

/// What a path led to when it was pinned.
///
/// # Errors
/// It cannot be looked at.
pub fn of_pinned(host: &Host, path: &Path, pinned: &Pinned) -> Result<Identity, OpenError> {
    match pinned.device() {
        Some(number) => device_on(host, path, &node_of(host, path, number)?),
        None => {
            let file = File::open(pinned.path())
                .map_err(|error| refused(path, "reading", "opening it", error))?;
            regular(host, path, &file)
        }
    }
}

/// Refuses what can be no drive.
pub fn check_kind(path: &Path, kind: FileType) -> Result<(), OpenError> {
    let wrong = if kind.is_dir() {
        "directory"
    } else if kind.is_char_device() {
        "character device"
    } else if kind.is_socket() {
        "socket"
    } else if kind.is_fifo() {
        "pipe"
    } else {
        return Ok(());
    };
    Err(OpenError::WrongKind {
        path: path.into(),
        kind: wrong,
    })
}

/// The permission error where it is one, else the host's answer.
pub fn refused(
    path: &Path,
    access: &'static str,
    doing: &'static str,
    error: io::Error,
) -> OpenError {
    match error.kind() {
        io::ErrorKind::PermissionDenied => OpenError::NoPermission {
            path: path.into(),
            access,
        },
        io::ErrorKind::ReadOnlyFilesystem => OpenError::ReadOnlyFileSystem { path: path.into() },
        _ => OpenError::host(path, doing, error),
    }
}

/// The device's place in /sys.
pub fn node_of(host: &Host, path: &Path, number: DeviceNumber) -> Result<Node, OpenError> {
    host.node(number)
        .map_err(|error| OpenError::host(path, "looking it up in /sys", error))
}

/// Deepest queue that is carried out through io_uring.
const DEEPEST: u16 = 1024;

fn deepest() -> QueueDepth {
    QueueDepth::new(DEEPEST).unwrap_or(QueueDepth::ONE)
}

/// A block device with what lies beneath it.
pub fn device_on(host: &Host, path: &Path, node: &Node) -> Result<Identity, OpenError> {
    let identity = device(path, node)?;
    let on_host = on_host::of_device(host, node)
        .map_err(|error| OpenError::host(path, "looking for what lies beneath it", error))?;
    Ok(Identity {
        on_host: Some(on_host),
        ..identity
    })
}

/// A block device, by its place in /sys.
pub fn device(path: &Path, node: &Node) -> Result<Identity, OpenError> {
    let disk = node.disk();
    let number = |node: &Node, name: &str| {
        node.attribute(name)
            .and_then(|text| text.parse::<u64>().ok())
    };
    // /sys counts 512 bytes whatever the device's block size.
    let capacity = number(node, "size").ok_or_else(|| {
        OpenError::host(
            path,
            "reading its size from /sys",
            io::ErrorKind::InvalidData.into(),
        )
    })?;
    let logical_block = Bytes(number(&disk, "queue/logical_block_size").unwrap_or(512));
    if capacity == 0 {
        return Err(OpenError::TooSmall {
            path: path.into(),
            bytes: Bytes(0),
            logical_block,
        });
    }
    let max = number(&disk, "queue/discard_max_bytes").unwrap_or(0);
    let granularity = number(&disk, "queue/discard_granularity")
        .unwrap_or(0)
        .max(logical_block.0);
    let (model, serial, firmware) = names(&disk);
    Ok(Identity {
        kind: DriveKind::BlockDevice,
        name: path.display().to_string(),
        model,
        serial,
        wwid: disk.wwid(),
        on_host: None,
        firmware,
        capacity: Blocks(capacity),
        logical_block,
        physical_block: Bytes(
            number(&disk, "queue/physical_block_size").unwrap_or(logical_block.0),
        ),
        rotational: number(&disk, "queue/rotational").map(|rotational| rotational == 1),
        discard: (max > 0).then_some(DiscardLimits {
            granularity: Bytes(granularity),
            max: Bytes(max),
            queued: false,
        }),
        raw_nand: None,
        max_queue_depth: deepest(),
        scheduler: disk.attribute("queue/scheduler").map(|all| chosen(&all)),
        engine: String::new(),
        read_only: true,
    })
}

/// The bracketed one of `none [mq-deadline] kyber`; all of it where nothing is.
pub fn chosen(schedulers: &str) -> String {
    let bracketed = schedulers
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once(']'));
    bracketed.map_or(schedulers, |(name, _)| name).to_string()
}

/// A regular file, open for reading or writing.
pub fn regular(host: &Host, path: &Path, file: &File) -> Result<Identity, OpenError> {
    let metadata = file
        .metadata()
        .map_err(|error| OpenError::host(path, "inspecting it", error))?;
    let under = host
        .node(system::device_number(metadata.dev()))
        .ok()
        .map(|node| node.disk());
    let number = |name: &str| {
        under
            .as_ref()
            .and_then(|disk| disk.attribute(name))
            .and_then(|text| text.parse().ok())
    };
    // What direct I/O asks for; 512 is the kernel's least where it does not say.
    let aligned = system::direct_alignment(file.as_raw_fd());
    let sector = aligned
        .map(|aligned| u64::from(aligned.offset))
        .or_else(|| number("queue/logical_block_size"));
    let logical_block = Bytes(sector.unwrap_or(512).max(BLOCK_BYTES));
    let capacity = metadata.len() / logical_block.0 * logical_block.0;
    if capacity == 0 {
        return Err(OpenError::TooSmall {
            path: path.into(),
            bytes: Bytes(metadata.len()),
            logical_block,
        });
    }
    let file_system = file_system(host, path, &metadata);
    let physical = number("queue/physical_block_size").unwrap_or(logical_block.0);
    Ok(Identity {
        kind: DriveKind::RegularFile,
        name: path.display().to_string(),
        model: format!("file on {file_system}"),
        serial: String::new(),
        wwid: None,
        on_host: Some(on_host::of_file(&metadata)),
        firmware: String::new(),
        capacity: Blocks(capacity / BLOCK_BYTES),
        logical_block,
        physical_block: Bytes(physical.max(logical_block.0)),
        rotational: number("queue/rotational").map(|rotational: u64| rotational == 1),
        discard: None,
        raw_nand: None,
        max_queue_depth: deepest(),
        scheduler: under
            .and_then(|disk| disk.attribute("queue/scheduler"))
            .map(|all| chosen(&all)),
        engine: String::new(),
        read_only: true,
    })
}

/// The type of the file system that holds the file: of the mount with its device number, else
/// of the longest mount point above it.
pub fn file_system(host: &Host, path: &Path, metadata: &Metadata) -> String {
    let mounts = host.mounts().unwrap_or_default();
    let number = system::device_number(metadata.dev());
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let above = mounts
        .iter()
        .filter(|mount| path.starts_with(&mount.mount_point));
    let nearest = || above.max_by_key(|mount| mount.mount_point.len());
    let found = mounts
        .iter()
        .find(|mount| mount.number == number)
        .or_else(nearest);
    found.map_or_else(
        || "an unknown file system".into(),
        |mount| mount.file_system.clone(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn recorded(attributes: &[(&str, &str)]) -> (tempfile::TempDir, Node) {
        let dir = tempfile::tempdir().expect("a folder");
        let host = Host {
            sys: dir.path().into(),
            proc: dir.path().into(),
            dev: dir.path().into(),
        };
        let disk = dir.path().join("devices/block/disk0");
        for (name, value) in [("dev", "8:0"), ("size", "8192")].iter().chain(attributes) {
            let file = disk.join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, value).expect("an attribute");
        }
        fs::create_dir_all(dir.path().join("dev/block")).expect("a folder");
        symlink(&disk, dir.path().join("dev/block/8:0")).expect("a link");
        let node = host.node((8, 0)).expect("a node");
        (dir, node)
    }

    fn identity(attributes: &[(&str, &str)]) -> Identity {
        let (_dir, node) = recorded(attributes);
        device(Path::new("/dev/disk0"), &node).expect("identified")
    }

    #[test]
    fn is_an_nvme_drive_identified() {
        let identity = identity(&[
            ("device/model", "Samsung SSD 990 PRO 1TB                 \n"),
            ("device/serial", "S6Z1NJ0W000000X     \n"),
            ("device/firmware_rev", "4B2QJXD7\n"),
            ("queue/logical_block_size", "4096\n"),
            ("queue/physical_block_size", "4096\n"),
            ("queue/rotational", "0\n"),
            ("queue/discard_max_bytes", "2199023255040\n"),
            ("queue/discard_granularity", "512\n"),
            ("queue/scheduler", "none [mq-deadline] kyber\n"),
        ]);
        assert_eq!(
            (identity.model.as_str(), identity.serial.as_str()),
            ("Samsung SSD 990 PRO 1TB", "S6Z1NJ0W000000X")
        );
        assert_eq!(
            (identity.firmware.as_str(), identity.capacity),
            ("4B2QJXD7", Blocks(8192))
        );
        assert_eq!(
            (identity.logical_block, identity.rotational),
            (Bytes(4096), Some(false))
        );
        let limits = DiscardLimits {
            granularity: Bytes(4096),
            max: Bytes(2_199_023_255_040),
            queued: false,
        };
        assert_eq!(
            (identity.discard, identity.scheduler.as_deref()),
            (Some(limits), Some("mq-deadline"))
        );
    }

    #[test]
    fn is_a_scsi_drive_identified() {
        let identity = identity(&[
            ("device/vendor", "SEAGATE \n"),
            ("device/model", "ST373455SS      \n"),
            ("device/rev", "0002\n"),
            ("device/vpd_pg80", "\0\u{80}\0\u{8}3LQ00ABC"),
            ("queue/discard_max_bytes", "0\n"),
            ("queue/rotational", "1\n"),
        ]);
        assert_eq!(
            (identity.model.as_str(), identity.firmware.as_str()),
            ("SEAGATE ST373455SS", "0002")
        );
        assert!(identity.serial.ends_with("3LQ00ABC"), "{}", identity.serial);
        assert_eq!((identity.discard, identity.rotational), (None, Some(true)));
    }

    #[test]
    fn is_a_loop_device_named_by_its_file() {
        assert_eq!(
            identity(&[("loop/backing_file", "/srv/disk.img\n")]).model,
            "loop over /srv/disk.img"
        );
    }
}
