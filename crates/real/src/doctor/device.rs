//! A block device or regular file: who it is, what would refuse it, and what is wrong with it.

use super::activity::Activity;
use super::{DeviceFindings, Finding, disk, gib, link};
use crate::error::OpenError;
use crate::host::{Host, Node};
use crate::identify;
use crate::open::OpenRequest;
use crate::pinned::{Access, Pinned};
use crate::safety;
use crate::system;
use fourcorners_block::Identity;
use std::path::{Path, PathBuf};

/// Below this, tests of the reviews' span of 8 GiB cannot be run.
const SMALL_BYTES: u64 = 8 << 30;

/// All disks of this host that have a capacity; no partitions.
pub fn all(host: &Host, activity: &Activity) -> Vec<DeviceFindings> {
    let mut disks = host.disks().unwrap_or_default();
    disks.retain(|disk| disk.number_attribute("size").is_some_and(|size| size > 0));
    let found = disks.into_iter().filter_map(|node| {
        let path = PathBuf::from(node.device());
        let identity = identify::device(&path, &node).ok()?;
        Some(block_device(host, &path, &node, identity, activity, false))
    });
    found.collect()
}

/// One that the user named.
pub fn named(host: &Host, path: &Path, activity: &Activity) -> Result<DeviceFindings, OpenError> {
    let pinned = Pinned::at(path)?;
    if let Some(number) = pinned.device() {
        let node = identify::node_of(host, path, number)?;
        let identity = identify::device(path, &node)?;
        return Ok(block_device(host, path, &node, identity, activity, true));
    }
    let identity = identify::identify_on(host, path)?;
    let refusal = refusal_of_file(host, path, &pinned).err();
    let mut findings = vec![size(identity.capacity.bytes().0), writable(path)];
    let number = pinned.file().device;
    if let Ok(node) = host.node(number) {
        findings.extend(disk::findings(&node.disk(), activity));
        findings.extend(link::findings(&node.disk()));
    }
    Ok(summed_up(path, identity, refusal, findings, true))
}

/// The checks of opening a file for writing, without doing so.
fn refusal_of_file(host: &Host, path: &Path, pinned: &Pinned) -> Result<(), OpenError> {
    let sharing = safety::check_file(host, path, pinned)?;
    safety::check_programs(host, path, &sharing)?;
    match pinned.open(Access::READ) {
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => Err(OpenError::NoDirectIo {
            path: path.into(),
            file_system: identify::file_system(host, path, pinned.metadata()),
        }),
        _ => Ok(()),
    }
}

fn block_device(
    host: &Host,
    path: &Path,
    node: &Node,
    identity: Identity,
    activity: &Activity,
    named: bool,
) -> DeviceFindings {
    let refusal = refusal(host, path, node, &identity, named).err();
    let mut findings = vec![size(identity.capacity.bytes().0)];
    if refusal.is_none() {
        findings.push(writable(path));
    }
    findings.extend(readers(host, node));
    let disk = node.disk();
    findings.extend(disk::findings(&disk, activity));
    findings.extend(link::findings(&disk));
    summed_up(path, identity, refusal, findings, named)
}

fn summed_up(
    path: &Path,
    identity: Identity,
    refusal: Option<OpenError>,
    mut findings: Vec<Finding>,
    named: bool,
) -> DeviceFindings {
    let sentence = refusal.as_ref().map(ToString::to_string);
    findings.insert(0, written(path, refusal));
    DeviceFindings {
        device: path.into(),
        named,
        model: identity.model,
        serial: identity.serial,
        capacity_bytes: identity.capacity.bytes().0,
        refused: sentence,
        findings,
    }
}

/// What opening would say.
fn written(path: &Path, refusal: Option<OpenError>) -> Finding {
    let about = "Overwriting it";
    let known_by = "the checks before every run that writes";
    let Some(error) = refusal else {
        let found = format!("allowed, once it is named (--destroy {})", path.display());
        return Finding::fine(about, found, known_by);
    };
    let sentence = error.to_string();
    let (found, remedy) = sentence.split_once("; ").unwrap_or((&sentence, ""));
    Finding::prevents(about, found, known_by, remedy)
}

/// The checks of opening it for writing, without doing so. A named device is claimed for a
/// moment, for reading.
fn refusal(
    host: &Host,
    path: &Path,
    node: &Node,
    identity: &Identity,
    named: bool,
) -> Result<(), OpenError> {
    let check = || safety::check_device(host, path, node);
    let mut sharing = check()?;
    let access = Access {
        write: false,
        claim: named,
    };
    let file = Pinned::at(path)?
        .open(access)
        .map_err(|error| match error.raw_os_error() {
            Some(libc::EBUSY) => safety::in_use(host, path, node),
            _ => identify::refused(path, "reading", "opening it", error),
        })?;
    if named {
        (sharing, _) = safety::check_and_claim(host, path, check)?;
    }
    safety::check_programs(host, path, &sharing)?;
    let request = OpenRequest {
        path: path.into(),
        ..OpenRequest::default()
    };
    safety::check_content(&request, node, identity, &file)
}

fn size(capacity_bytes: u64) -> Finding {
    let found = format!("{capacity_bytes} bytes ({})", gib(capacity_bytes));
    if capacity_bytes < SMALL_BYTES {
        let found = format!("{found}: tests of 8 GiB do not fit, and are skipped");
        let remedy = "--suite quick, or a larger one";
        return Finding::may_spoil("Size", found, "size in /sys, or of the file", remedy);
    }
    Finding::fine("Size", found, "size in /sys, or of the file")
}

fn writable(path: &Path) -> Finding {
    let about = "Permission";
    if system::may_write(path) {
        return Finding::fine(about, "this user may read and write it", "access");
    }
    let found = "this user may not write it";
    Finding::prevents(
        about,
        found,
        "access",
        "run as root (sudo), or as a user who may",
    )
}

/// Programs that read it meanwhile; those that write are refused.
fn readers(host: &Host, node: &Node) -> Option<Finding> {
    let mut numbers = vec![node.number, node.disk().number];
    numbers.extend(node.partitions().ok()?.iter().map(|one| one.number));
    let programs = host.programs_on(&numbers, &[]).ok()?;
    let names: Vec<String> = programs.iter().map(ToString::to_string).collect();
    (!names.is_empty()).then(|| {
        Finding::may_spoil(
            "Open elsewhere",
            names.join(", "),
            "/proc/*/fd",
            "stop these programs while it is measured",
        )
    })
}
