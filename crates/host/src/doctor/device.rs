//! A block device or regular file: who it is, what would refuse it, and what is wrong with it.

use super::activity::Activity;
use super::{DeviceFindings, Finding, Subject, Surroundings, disk, gib, link, nvme};
use fourcorners_block::Identity;
use fourcorners_real::{
    Host, Node, OpenError, Pinned, identify_node, identify_on, may_write, node_of, rehearsal,
};
use std::path::{Path, PathBuf};

/// Below this, tests of the reviews' span of 8 GiB cannot be run.
const SMALL_BYTES: u64 = 8 << 30;

/// All disks of this host that have a capacity; no partitions.
pub fn all(around: &Surroundings, activity: &Activity) -> Vec<DeviceFindings> {
    let mut disks = around.host.disks().unwrap_or_default();
    disks.retain(|disk| disk.number_attribute("size").is_some_and(|size| size > 0));
    let found = disks.into_iter().filter_map(|node| {
        let path = PathBuf::from(node.device());
        let identity = identify_node(&path, &node).ok()?;
        Some(block_device(
            around, &path, &node, identity, activity, false,
        ))
    });
    found.collect()
}

/// One that the user named.
pub fn named(
    around: &Surroundings,
    path: &Path,
    activity: &Activity,
) -> Result<DeviceFindings, OpenError> {
    let host = &around.host;
    let pinned = Pinned::at(path)?;
    if let Some(number) = pinned.device() {
        let node = node_of(host, path, number)?;
        let identity = identify_node(path, &node)?;
        return Ok(block_device(around, path, &node, identity, activity, true));
    }
    let identity = identify_on(host, path)?;
    let refusal = rehearsal::file(host, path, &pinned).err();
    let refusal = refusal.as_ref().map(around.words);
    let mut findings = vec![size(identity.capacity.bytes().0), writable(path)];
    let number = pinned.lies_on();
    if let Ok(node) = host.node(number) {
        findings.extend(disk::findings(&node.disk(), activity));
        findings.extend(link::findings(&node.disk()));
    }
    Ok(summed_up(path, identity, refusal, findings, true))
}

fn block_device(
    around: &Surroundings,
    path: &Path,
    node: &Node,
    identity: Identity,
    activity: &Activity,
    named: bool,
) -> DeviceFindings {
    let host = &around.host;
    let refusal = rehearsal::device(host, path, node, &identity, named).err();
    let refusal = refusal.as_ref().map(around.words);
    let mut findings = vec![size(identity.capacity.bytes().0)];
    if refusal.is_none() {
        findings.push(writable(path));
    }
    findings.extend(readers(host, node));
    let disk = node.disk();
    findings.extend(disk::findings(&disk, activity));
    findings.extend(link::findings(&disk));
    if named {
        let is_measured = findings.iter().any(|one| one.about == Subject::Temperature);
        findings.extend(nvme::findings(&disk, &around.tools, is_measured));
    }
    summed_up(path, identity, refusal, findings, named)
}

fn summed_up(
    path: &Path,
    identity: Identity,
    refused: Option<(String, Option<String>)>,
    mut findings: Vec<Finding>,
    named: bool,
) -> DeviceFindings {
    findings.insert(0, written(path, refused.as_ref()));
    DeviceFindings {
        device: path.into(),
        named,
        model: identity.model,
        serial: identity.serial,
        capacity_bytes: identity.capacity.bytes().0,
        refused: refused.map(|(error, _)| error),
        findings,
    }
}

/// What opening would say.
fn written(path: &Path, refused: Option<&(String, Option<String>)>) -> Finding {
    let about = Subject::Overwriting;
    let known_by = "safety checks, as before every run that writes";
    let Some((found, hint)) = refused else {
        let found = format!("allowed if named (--destroy {})", path.display());
        return Finding::fine(about, found, known_by);
    };
    Finding::prevents(about, found, known_by, hint.as_deref().unwrap_or(""))
}

fn size(capacity_bytes: u64) -> Finding {
    let found = format!("{capacity_bytes} bytes ({})", gib(capacity_bytes));
    if capacity_bytes < SMALL_BYTES {
        let found = format!("{found}: tests of 8 GiB do not fit and are skipped");
        let remedy = "use --suite quick, or a larger drive";
        return Finding::may_spoil(Subject::Size, found, "size in /sys, or of the file", remedy);
    }
    Finding::fine(Subject::Size, found, "size in /sys, or of the file")
}

fn writable(path: &Path) -> Finding {
    let about = Subject::Permission;
    if may_write(path) {
        return Finding::fine(about, "this user can read and write it", "access");
    }
    let found = "this user cannot write it";
    Finding::prevents(
        about,
        found,
        "access",
        "run as root (sudo), or as a user with permission",
    )
}

/// Programs that read it meanwhile; those that write are refused.
fn readers(host: &Host, node: &Node) -> Option<Finding> {
    let mut numbers = vec![node.number, node.disk().number];
    numbers.extend(node.partitions().ok()?.iter().map(|one| one.number));
    let programs = host.programs_on(&numbers, &[]).ok()?;
    let names: Vec<String> = programs.all.iter().map(ToString::to_string).collect();
    (!names.is_empty()).then(|| {
        Finding::may_spoil(
            Subject::OpenElsewhere,
            names.join(", "),
            "/proc/*/fd",
            "stop these programs during the run",
        )
    })
}
