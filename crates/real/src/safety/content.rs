//! What a device carries, and what confirms that it may be destroyed.

use crate::error::OpenError;
use crate::host::Node;
use crate::open::OpenRequest;
use crate::signatures::{self, Signature, blkid};
use fourcorners_block::Identity;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

/// What is found on a device that is open for reading, members of something larger first: on
/// itself, on its partitions, and on a partition's disk what lies outside of all partitions.
///
/// # Errors
/// Something could not be read.
pub fn content(path: &Path, node: &Node, file: &File) -> Result<Vec<Signature>, OpenError> {
    let reading = |error| OpenError::host(path, "looking for file systems on it", error);
    let (_, len) = extent(node).map_err(reading)?;
    let mut found = signatures::find(file, 0, len).map_err(reading)?;
    if found.iter().all(|one| !one.member)
        && let Some(said) = blkid::find(path, 0, len)
        && (said.member || found.is_empty())
    {
        found.push(said);
    }
    let disk = node.disk();
    if disk == *node {
        for partition in node.partitions().map_err(reading)? {
            let (start, len) = extent(&partition).map_err(reading)?;
            let mut inside = signatures::find(file, start, len).map_err(reading)?;
            if inside.is_empty() {
                inside.extend(blkid::find(path, start, len));
            }
            found.extend(on(inside, &partition));
        }
    } else {
        let outside = of_disk(path, &disk)?;
        found.extend(on(outside, &disk));
    }
    found.sort_by_key(|one| !one.member);
    Ok(found)
}

fn on(found: Vec<Signature>, node: &Node) -> impl Iterator<Item = Signature> {
    found.into_iter().map(move |one| Signature {
        what: format!("{} on {}", one.what, node.device()),
        ..one
    })
}

/// Where it begins on its disk, and its length, in bytes.
fn extent(node: &Node) -> io::Result<(u64, u64)> {
    let bytes = |name: &str| node.number_attribute(name)?.checked_mul(512);
    let len = bytes("size").ok_or(io::ErrorKind::InvalidData)?;
    Ok((bytes("start").unwrap_or(0), len))
}

/// A disk can be a member of a RAID as a whole, and its partitions be parts of the array's.
fn of_disk(path: &Path, disk: &Node) -> Result<Vec<Signature>, OpenError> {
    let reading = |error| OpenError::host(path, "looking for a RAID on its whole disk", error);
    let device = disk.device();
    let open = || -> io::Result<Vec<Signature>> {
        let file = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_DIRECT)
            .open(&device)?;
        if crate::system::device_number(file.metadata()?.rdev()) != disk.number {
            let what = format!("{device} is a different device than /sys reports");
            return Err(io::Error::other(what));
        }
        let mut found = signatures::find(&file, 0, extent(disk)?.1)?;
        let spans = disk.partitions()?;
        let spans: Vec<(u64, u64)> = spans.iter().map(extent).collect::<Result<_, _>>()?;
        let within = |offset: u64| {
            spans
                .iter()
                .any(|(start, len)| (*start..start + len).contains(&offset))
        };
        found.retain(|one| one.member && !within(one.offset));
        Ok(found)
    };
    open().map_err(reading)
}

/// Refuses a member of a RAID, volume group or pool. Any other content must be confirmed; a
/// wrong confirmation is refused whether there is content or not.
pub fn check_content(
    request: &OpenRequest,
    node: &Node,
    identity: &Identity,
    file: &File,
) -> Result<(), OpenError> {
    let path = &request.path;
    let content = content(path, node, file)?;
    if let Some(member) = content.first().filter(|one| one.member) {
        return Err(OpenError::Member {
            path: path.clone(),
            found: member.what.clone(),
        });
    }
    let found = (!content.is_empty()).then(|| {
        let all: Vec<&str> = content.iter().map(|one| one.what.as_str()).collect();
        all.join(", ")
    });
    let disk = node.disk();
    let (confirm, confirm_is) = if identity.serial.is_empty() {
        (
            node.device(),
            "the device file that stands in for its missing serial number",
        )
    } else {
        (identity.serial.clone(), "its serial number")
    };
    let backing = disk
        .attribute("loop/backing_file")
        .filter(|_| disk == *node);
    let confirms = |given: &str| {
        let named = given == node.name
            || given == path.to_string_lossy()
            || Some(given) == backing.as_deref();
        given == confirm || identity.serial.is_empty() && named
    };
    match (&request.confirm_serial, found) {
        (Some(given), found) if !confirms(given.trim()) => Err(OpenError::WrongSerial {
            path: path.clone(),
            given: given.clone(),
            found: found.unwrap_or_else(|| "no known file system".into()),
            confirm,
            confirm_is,
        }),
        (None, Some(found)) => Err(OpenError::Signature {
            path: path.clone(),
            found,
            confirm,
            confirm_is,
        }),
        _ => Ok(()),
    }
}
