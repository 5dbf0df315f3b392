//! Where a drive of before is now: after a reboot or a re-plug, a disk may have another name.

use crate::host::{Host, Node};
use crate::identify;
use fourcorners_block::{Identity, Meanwhile};
use std::io;
use std::path::Path;

/// The disks of a host that may be this drive, by name. Other paths to one that is found count as
/// well: only exactly one device is certainly the drive. None for a drive without a serial number,
/// which nothing tells from others of its model, and none for a partition: equal partitions of a
/// disk look the same.
///
/// # Errors
/// The host's block devices cannot be listed.
pub fn find_drive(host: &Host, wanted: &Identity) -> io::Result<Vec<Node>> {
    if wanted.serial.is_empty() {
        return Ok(Vec::new());
    }
    let is_it = |node: &Node| {
        // One without a size, as an empty card reader, is no drive.
        let now = identify::device(Path::new(&node.device()), node);
        now.is_ok_and(|now| wanted.is_same_drive(&now, Meanwhile::Reboot))
    };
    let mut found = host.disks()?;
    found.retain(is_it);
    let mut others = Vec::new();
    for node in &found {
        others.extend(host.other_paths(&node.disk())?);
    }
    for other in others {
        if !found.iter().any(|node| node.disk() == other) {
            found.push(other);
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::{Recorded, write};
    use std::path::PathBuf;

    /// A disk that says its model and serial number.
    fn disk(host: &Recorded, name: &str, number: &str, serial: &str) -> PathBuf {
        let dir = host.disk(name, number);
        write(&dir.join("device/model"), "Four Corners 1");
        write(&dir.join("device/serial"), serial);
        dir
    }

    fn identity(host: &Recorded, number: &str) -> Identity {
        let node = host.node(number);
        identify::device(Path::new(&node.device()), &node).expect("identified")
    }

    /// Who has that serial number on a host with a disk FC0001 of 1 GiB.
    fn wanted() -> Identity {
        let before = Recorded::new();
        disk(&before, "nvme0n1", "259:0", "FC0001");
        identity(&before, "259:0")
    }

    fn names(host: &Recorded, wanted: &Identity) -> Vec<String> {
        let found = find_drive(&host.host, wanted).expect("a list");
        found.into_iter().map(|node| node.name).collect()
    }

    #[test]
    fn renamed_drive_is_found_by_its_serial() {
        let host = Recorded::new();
        disk(&host, "nvme1n1", "259:1", "FC0001");
        assert_eq!(names(&host, &wanted()), ["nvme1n1"]);
    }

    #[test]
    fn exchanged_names_lead_to_the_right_drive() {
        let host = Recorded::new();
        disk(&host, "nvme0n1", "259:0", "FC0002");
        disk(&host, "nvme1n1", "259:1", "FC0001");
        let instead = identity(&host, "259:0");
        assert!(!wanted().is_same_drive(&instead, Meanwhile::Reboot));
        assert_eq!(names(&host, &wanted()), ["nvme1n1"]);
    }

    #[test]
    fn absent_drive_is_not_found() {
        let host = Recorded::new();
        disk(&host, "nvme0n1", "259:0", "FC0002");
        assert!(names(&host, &wanted()).is_empty());
        assert!(names(&Recorded::new(), &wanted()).is_empty());
    }

    #[test]
    fn two_drives_with_the_same_serial_are_both_found() {
        let host = Recorded::new();
        disk(&host, "sda", "8:0", "FC0001");
        disk(&host, "sdb", "8:16", "FC0001");
        assert_eq!(names(&host, &wanted()), ["sda", "sdb"]);
    }

    /// Of another path to a disk, the kernel may know nothing but the worldwide name.
    #[test]
    fn other_path_to_the_drive_is_found_as_well() {
        let host = Recorded::new();
        let dir = disk(&host, "sda", "8:0", "FC0001");
        write(&dir.join("device/wwid"), "naa.5000c500deadbeef");
        let dir = host.disk("sdb", "8:16");
        write(&dir.join("device/wwid"), "naa.5000c500deadbeef");
        assert_eq!(names(&host, &wanted()), ["sda", "sdb"]);
    }

    #[test]
    fn drive_of_another_size_or_model_is_not_found() {
        let host = Recorded::new();
        let dir = disk(&host, "nvme1n1", "259:1", "FC0001");
        write(&dir.join("size"), "4096");
        let dir = disk(&host, "nvme2n1", "259:2", "FC0001");
        write(&dir.join("device/model"), "Four Corners 2");
        let dir = disk(&host, "nvme3n1", "259:3", "FC0001");
        write(&dir.join("queue/logical_block_size"), "4096");
        assert!(names(&host, &wanted()).is_empty());
    }

    /// The story: two namespaces of one controller have its serial number and the same size. When
    /// they exchanged their names, the wrong one was overwritten.
    #[test]
    fn namespaces_with_exchanged_names_are_told_apart_by_wwid() {
        let before = Recorded::new();
        let dir = disk(&before, "nvme0n1", "259:0", "FC0001");
        write(&dir.join("wwid"), "eui.01");
        let wanted = identity(&before, "259:0");
        let host = Recorded::new();
        let dir = disk(&host, "nvme0n1", "259:0", "FC0001");
        write(&dir.join("wwid"), "eui.02");
        let dir = disk(&host, "nvme0n2", "259:1", "FC0001");
        write(&dir.join("wwid"), "eui.01");
        let instead = identity(&host, "259:0");
        assert!(!wanted.is_same_drive(&instead, Meanwhile::Reboot));
        assert_eq!(names(&host, &wanted), ["nvme0n2"]);
    }

    #[test]
    fn partition_is_not_looked_for_under_another_name() {
        let before = Recorded::new();
        let dir = disk(&before, "sda", "8:0", "FC0001");
        before.partition(&dir, 1, "8:1");
        let wanted = identity(&before, "8:1");
        let host = Recorded::new();
        let dir = disk(&host, "sdb", "8:16", "FC0001");
        host.partition(&dir, 1, "8:17");
        assert!(names(&host, &wanted).is_empty());
    }

    #[test]
    fn drive_without_a_serial_is_not_looked_for() {
        let host = Recorded::new();
        host.disk("sda", "8:0");
        let wanted = identity(&host, "8:0");
        assert!(names(&host, &wanted).is_empty());
    }
}
