//! At which speed a drive's link runs: what was negotiated, not what it could. T8 on real drives.

use crate::host::{Host, Node, text};
use crate::identify::node_of;
use crate::pinned::Pinned;
use std::path::Path;

/// What link and slot have agreed on, as in `SATA 6.0 Gbps`; `None` where the host does not say (a
/// loop device, a file, a virtual disk).
pub fn negotiated_link(host: &Host, path: &Path) -> Option<String> {
    let number = Pinned::at(path).ok()?.device()?;
    let node = node_of(host, path, number).ok()?.disk();
    sata(&node)
        .or_else(|| pcie(&node.dir))
        .or_else(|| usb(&node.dir))
}

fn known(path: &Path) -> Option<String> {
    // The kernel writes <unknown> where there is no link, and Unknown for a bus without one.
    text(path).filter(|text| !text.to_ascii_lowercase().contains("unknown"))
}

/// A disk lies below `ataN`, whose link lies beside it; a host adapter's own slot above both.
fn sata(node: &Node) -> Option<String> {
    let is_port = |dir: &&Path| {
        let name = dir.file_name().and_then(|name| name.to_str());
        let number = name.and_then(|name| name.strip_prefix("ata"));
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    let port = node.dir.ancestors().find(is_port)?;
    let number = port.file_name()?.to_str()?.strip_prefix("ata")?;
    // link1, or link1.0 and on behind a port multiplier, where all are the same speed to the host.
    let name = format!("link{number}");
    let speed = known(
        &port
            .join(&name)
            .join("ata_link")
            .join(&name)
            .join("sata_spd"),
    )?;
    let slot = port.parent().and_then(pcie);
    Some(match slot {
        Some(slot) => format!("SATA {speed}, behind {slot}"),
        None => format!("SATA {speed}"),
    })
}

fn pcie(dir: &Path) -> Option<String> {
    let link = |dir: &Path, which: &str| {
        let speed = known(&dir.join(format!("{which}_link_speed")))?;
        let width = known(&dir.join(format!("{which}_link_width")))?;
        let speed = speed.trim_end_matches(" PCIe");
        (width != "0").then(|| format!("PCIe {speed} x{width}"))
    };
    let device = dir
        .ancestors()
        .find(|dir| dir.join("current_link_speed").exists())?;
    let current = link(device, "current")?;
    match link(device, "max") {
        Some(most) if most != current => Some(format!("{current} (of {most})")),
        _ => Some(current),
    }
}

fn usb(dir: &Path) -> Option<String> {
    let device = dir
        .ancestors()
        .find(|dir| dir.join("bDeviceClass").exists())?;
    Some(format!("USB {} Mbps", known(&device.join("speed"))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    /// A disk at `place` below a recorded /sys, with these files beside or above it.
    fn link(place: &str, files: &[(&str, &str)]) -> Option<String> {
        let root = tempfile::tempdir().expect("a folder");
        let dir: PathBuf = root.path().join(place);
        fs::create_dir_all(&dir).expect("a folder");
        for (name, value) in files {
            let file = root.path().join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, format!("{value}\n")).expect("an attribute");
        }
        let node = Node {
            name: "disk".into(),
            number: (8, 0),
            dir,
        };
        sata(&node)
            .or_else(|| pcie(&node.dir))
            .or_else(|| usb(&node.dir))
    }

    #[test]
    fn is_the_speed_that_sata_negotiated_said_and_the_slot_of_its_adapter() {
        let disk = "pci0000:00/0000:03:00.0/ata7/host6/target6:0:0/6:0:0:0/block/sda";
        let speed = "pci0000:00/0000:03:00.0/ata7/link7/ata_link/link7/sata_spd";
        assert_eq!(
            link(disk, &[(speed, "3.0 Gbps")]).as_deref(),
            Some("SATA 3.0 Gbps")
        );
        let slot = [
            (speed, "6.0 Gbps"),
            (
                "pci0000:00/0000:03:00.0/current_link_speed",
                "5.0 GT/s PCIe",
            ),
            ("pci0000:00/0000:03:00.0/current_link_width", "1"),
        ];
        let expected = "SATA 6.0 Gbps, behind PCIe 5.0 GT/s x1";
        assert_eq!(link(disk, &slot).as_deref(), Some(expected));
        assert_eq!(link(disk, &[(speed, "<unknown>")]), None);
    }

    #[test]
    fn is_a_slot_that_is_narrower_than_the_drive_said() {
        let slot = "pci0000:00/0000:01:00.0";
        let files = |width: &'static str| {
            [
                (
                    "pci0000:00/0000:01:00.0/current_link_speed",
                    "8.0 GT/s PCIe",
                ),
                ("pci0000:00/0000:01:00.0/current_link_width", width),
                ("pci0000:00/0000:01:00.0/max_link_speed", "8.0 GT/s PCIe"),
                ("pci0000:00/0000:01:00.0/max_link_width", "4"),
            ]
        };
        let disk = format!("{slot}/nvme/nvme0/nvme0n1");
        assert_eq!(
            link(&disk, &files("4")).as_deref(),
            Some("PCIe 8.0 GT/s x4")
        );
        let narrow = "PCIe 8.0 GT/s x2 (of PCIe 8.0 GT/s x4)";
        assert_eq!(link(&disk, &files("2")).as_deref(), Some(narrow));
    }

    #[test]
    fn is_a_link_that_the_host_does_not_know_none() {
        assert_eq!(link("virtual/block/loop0", &[]), None);
        let disk = "pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host3/target3:0:0/3:0:0:0/block/sdb";
        let files = [
            ("pci0000:00/0000:00:14.0/usb2/2-1/bDeviceClass", "00"),
            ("pci0000:00/0000:00:14.0/usb2/2-1/speed", "5000"),
        ];
        assert_eq!(link(disk, &files).as_deref(), Some("USB 5000 Mbps"));
    }
}
