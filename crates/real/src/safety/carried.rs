//! Signatures on a drive and on everything beneath it, down to disks and files.
//!
//! A loop device that begins behind the label of a physical volume shows nothing of it, and was
//! overwritten. So every place beneath a drive is judged as it is by its own name.

use super::shared::Sharing;
use super::spans::{Place, Span, Step};
use crate::host::{Ground, Host, Node};
use crate::signatures::{self, Signature, blkid};
use crate::system;
use std::fs::{File, OpenOptions};
use std::io;
use std::ops::Range;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

/// A signature, and what carries it.
#[derive(Clone, Debug)]
pub struct Carried {
    pub signature: Signature,
    /// The device or file, as in `/dev/sdz1`.
    pub on: String,
}

impl Carried {
    fn all(found: impl IntoIterator<Item = Signature>, on: &str) -> impl Iterator<Item = Self> {
        found.into_iter().map(move |signature| Self {
            signature,
            on: on.into(),
        })
    }
}

/// What is found on a drive that is open for reading, and beneath it; members of something larger
/// first.
///
/// # Errors
/// Something could not be read.
pub fn carried(
    host: &Host,
    path: &Path,
    sharing: &Sharing,
    file: &File,
) -> io::Result<Vec<Carried>> {
    let mut found = Vec::new();
    // Of each span, to know again below what was judged above.
    let mut all: Vec<Vec<Carried>> = Vec::new();
    for span in &sharing.spans {
        let above = &sharing.spans[span.above];
        let holder = above.device();
        let of_above = || all.get(span.above).cloned().unwrap_or_default();
        let is_same = span.step == Step::OtherPath
            || span.step == Step::Claimed && holder.is_some_and(is_multipath);
        let here = match &span.place {
            _ if is_same => of_above(),
            Place::Device(node) if span.step == Step::Start => {
                of_device(path, node, file, &span.bytes)?
            }
            Place::Device(node) => {
                let path = host.dev.join(&node.name);
                of_device(&path, node, &opened(&path, node)?, &span.bytes)?
            }
            Place::File(_) if holder.is_some_and(is_whole) => of_above(),
            Place::File(ground) => of_file(ground)?,
        };
        let judged = |one: &&Carried| is_judged(span, above, &of_above(), one);
        found.extend(here.iter().filter(judged).cloned());
        all.push(here);
    }
    found.sort_by_key(|one| !one.signature.member);
    Ok(found)
}

/// Whether it counts here: it was not found on the device right above, and is no mark of that
/// device's own volume manager.
fn is_judged(span: &Span, above: &Span, of_above: &[Carried], one: &Carried) -> bool {
    let shift = span.bytes.start.wrapping_sub(above.bytes.start);
    let known = |other: &Carried| {
        let at = other.signature.offset.wrapping_add(shift);
        at == one.signature.offset && other.signature.member == one.signature.member
    };
    match (span.step, span.device()) {
        (Step::Start, _) => true,
        // A disk can be a member of a RAID as a whole, and its partitions be parts of the array's.
        (Step::Disk, Some(disk)) => {
            one.signature.member && !is_in_partition(disk, one.signature.offset)
        }
        (Step::Claimed, _) if above.device().is_some_and(is_managed) => false,
        _ => !of_above.iter().any(known),
    }
}

/// What cannot be read of its partitions counts as outside.
fn is_in_partition(disk: &Node, offset: u64) -> bool {
    let within = |partition: &Node| {
        let extent = extent(partition);
        extent.is_ok_and(|(start, len)| (start..start.saturating_add(len)).contains(&offset))
    };
    disk.partitions()
        .is_ok_and(|partitions| partitions.iter().any(within))
}

/// On a device as a whole, and on those of its partitions that have some of these bytes.
fn of_device(
    path: &Path,
    node: &Node,
    file: &File,
    bytes: &Range<u64>,
) -> io::Result<Vec<Carried>> {
    let (_, len) = extent(node)?;
    let mut own = signatures::find(file, 0, len)?;
    add_opinion(&mut own, path, len);
    let mut found: Vec<Carried> = Carried::all(own, &node.device()).collect();
    if node.disk() == *node {
        for partition in node.partitions()? {
            let (start, len) = extent(&partition)?;
            if bytes.end <= start || start.saturating_add(len) <= bytes.start {
                continue;
            }
            let mut inside = signatures::find(file, start, len)?;
            if inside.is_empty() {
                inside.extend(blkid::find(path, start, len));
            }
            found.extend(Carried::all(inside, &partition.device()));
        }
    }
    Ok(found)
}

/// On a file below a loop device that has only a part of it.
fn of_file(ground: &Ground) -> io::Result<Vec<Carried>> {
    let on = ground.path.display().to_string();
    let there = system::opened(&ground.path);
    let is_it = there.is_some_and(|there| there.regular && Some(there.file) == ground.file);
    let file = is_it.then(|| File::open(&ground.path).ok()).flatten();
    let Some(file) = file else {
        // Only the user can tell whether it matters.
        let unread = Signature {
            what: "content that cannot be read from here".into(),
            offset: 0,
            member: false,
        };
        return Ok(Carried::all([unread], &on).collect());
    };
    let len = file.metadata()?.len();
    let mut found = signatures::find(&file, 0, len)?;
    add_opinion(&mut found, &ground.path, len);
    Ok(Carried::all(found, &on).collect())
}

/// Adds what `blkid` says, where it knows more than our table.
fn add_opinion(found: &mut Vec<Signature>, path: &Path, len: u64) {
    if found.iter().all(|one| !one.member)
        && let Some(said) = blkid::find(path, 0, len)
        && (said.member || found.is_empty())
    {
        found.push(said);
    }
}

fn opened(path: &Path, node: &Node) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_DIRECT)
        .open(path)?;
    if system::device_number(file.metadata()?.rdev()) != node.number {
        let what = format!("{} is a different device than /sys reports", path.display());
        return Err(io::Error::other(what));
    }
    Ok(file)
}

/// Where it begins on its disk, and its length, in bytes.
fn extent(node: &Node) -> io::Result<(u64, u64)> {
    let bytes = |name: &str| node.number_attribute(name)?.checked_mul(512);
    let len = bytes("size").ok_or(io::ErrorKind::InvalidData)?;
    Ok((bytes("start").unwrap_or(0), len))
}

/// A loop device on all of its file, and so on the same bytes.
fn is_whole(node: &Node) -> bool {
    let none = |name: &str| node.number_attribute(name).unwrap_or(0) == 0;
    none("loop/offset") && none("loop/sizelimit")
}

/// How device mapper's identifiers of mappings begin that a volume manager made: it knows what
/// their parts carry. Others are made by hand (`dmsetup`, plain dm-crypt).
const MANAGERS: [&str; 10] = [
    "CRYPT-BITLK",
    "CRYPT-FVAULT2",
    "CRYPT-INTEGRITY",
    "CRYPT-LUKS",
    "CRYPT-TCRYPT",
    "CRYPT-VERITY",
    "DMRAID-",
    "LVM-",
    "VDO-",
    "stratis-",
];

/// A volume of a manager, or an array or cache with a superblock on each of its parts.
fn is_managed(node: &Node) -> bool {
    let uuid = node.attribute("dm/uuid").unwrap_or_default();
    !node.dir.join("dm").exists() || MANAGERS.iter().any(|manager| uuid.starts_with(manager))
}

/// The paths below it show the same bytes, and may have failed.
fn is_multipath(node: &Node) -> bool {
    node.attribute("dm/uuid")
        .is_some_and(|uuid| uuid.starts_with("mpath-"))
}
