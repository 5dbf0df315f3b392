//! The devices whose bytes are written when one is: its disk or its partitions, the same disk
//! by another path, and what stands on any of them.

use crate::host::{Host, Node};
use std::io;

/// One of them.
pub struct Shared {
    /// The device.
    pub node: Node,
    /// What to call it in a sentence, as in `/dev/dm-1 (vg-home), which stands on /dev/sda2,`.
    pub said: String,
}

/// `node` first, then all that share bytes with it. A partition's disk counts, too (it can be
/// mounted or held as a whole), the disk's other partitions do not.
pub fn with(host: &Host, node: &Node) -> io::Result<Vec<Shared>> {
    let mut all = Vec::new();
    let disk = node.disk();
    let is_disk = disk == *node;
    let mut add = |node: Node, by: &str| {
        let said = format!("{}{by}", node.device());
        all.push(Shared { node, said });
    };
    add(node.clone(), "");
    if is_disk {
        node.partitions()?.into_iter().for_each(|one| add(one, ""));
    } else {
        add(disk.clone(), "");
    }
    let by = " (the same disk by another path)";
    for other in same_disk(host, &disk)? {
        let same_part = |one: &Node| is_disk || partition(one) == partition(node);
        let partitions = other.partitions()?.into_iter().filter(same_part);
        partitions.for_each(|one| add(one, by));
        add(other, by);
    }
    let mut next = 0;
    while let Some(below) = all.get(next) {
        let on = below.node.device();
        for node in below.node.holders()? {
            if !all.iter().any(|known| known.node == node) {
                let said = format!("/dev/{}, which stands on {on},", node.full_name());
                all.push(Shared { node, said });
            }
        }
        next += 1;
    }
    Ok(all)
}

fn partition(node: &Node) -> Option<String> {
    node.attribute("partition")
}

/// Other disks with the same worldwide name and size: paths to one disk, of which the kernel
/// does not know that they are.
fn same_disk(host: &Host, disk: &Node) -> io::Result<Vec<Node>> {
    let wwid = |node: &Node| {
        node.attribute("wwid")
            .or_else(|| node.attribute("device/wwid"))
    };
    let Some(name) = wwid(disk) else {
        return Ok(Vec::new());
    };
    let mut others = host.disks()?;
    others.retain(|other| {
        other != disk
            && wwid(other).as_ref() == Some(&name)
            && other.attribute("size") == disk.attribute("size")
    });
    Ok(others)
}
