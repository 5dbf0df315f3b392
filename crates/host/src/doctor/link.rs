//! What a disk is plugged into, and how warm it is.

use super::{Finding, Subject, read};
use fourcorners_real::Node;
use std::fs;
use std::path::{Path, PathBuf};

/// So near to its limit, in degrees, a drive may already slow down.
const NEAR_C: i64 = 10;
/// The limit of a drive that does not tell one, in degrees.
const USUAL_LIMIT_C: i64 = 70;

pub fn findings(disk: &Node) -> Vec<Finding> {
    let link = pci(disk).or_else(|| sata(disk)).or_else(|| usb(disk));
    link.into_iter().chain(temperature(disk)).collect()
}

/// An NVMe drive's link, as in `16.0 GT/s PCIe`, four lanes.
fn pci(disk: &Node) -> Option<Finding> {
    let controller = disk.dir.join("device/device");
    let get = |name: &str| Some(read(&controller.join(name))).filter(|text| !text.is_empty());
    let (speed, width) = (get("current_link_speed")?, get("current_link_width")?);
    let (most, widest) = (get("max_link_speed")?, get("max_link_width")?);
    let known_by = "current_link_speed and max_link_speed of the PCI device";
    let found = format!("{speed} x{width}");
    Some(if (&speed, &width) == (&most, &widest) {
        Finding::fine(Subject::Link, found, known_by)
    } else {
        let found = format!("{found}; the drive supports {most} x{widest}");
        let remedy = "move it to a faster slot; also try without link power saving (pcie_aspm=off)";
        Finding::may_spoil(Subject::Link, found, known_by, remedy)
    })
}

/// A SATA link: `6.0 Gbps`.
fn sata(disk: &Node) -> Option<Finding> {
    let port = ancestor(&disk.dir, |name| {
        name.strip_prefix("ata")
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    })?;
    let number = port.file_name()?.to_str()?.strip_prefix("ata")?.to_string();
    let name = format!("link{number}");
    let link = port.join(&name).join("ata_link").join(&name);
    let (speed, most) = (
        read(&link.join("sata_spd")),
        read(&link.join("hw_sata_spd_limit")),
    );
    if speed.is_empty() {
        return None;
    }
    let known_by = "sata_spd and hw_sata_spd_limit of the port";
    let gbps = |text: &str| text.split(' ').next()?.parse::<f64>().ok();
    Some(match (gbps(&speed), gbps(&most)) {
        (Some(now), Some(limit)) if now < limit => Finding::may_spoil(
            Subject::Link,
            format!("{speed}; the port supports {most}"),
            known_by,
            "try another cable; a drive of an older standard cannot go faster",
        ),
        _ => Finding::fine(Subject::Link, speed, known_by),
    })
}

fn usb(disk: &Node) -> Option<Finding> {
    let bus = ancestor(&disk.dir, |name| name.starts_with("usb"))?;
    let device = disk
        .dir
        .ancestors()
        .take_while(|dir| *dir != bus)
        .find(|dir| dir.join("speed").is_file())?;
    let speed = read(&device.join("speed"));
    Some(Finding::may_spoil(
        Subject::Link,
        format!("USB at {speed} Mbit/s: results include the bridge"),
        "speed of the USB device",
        "connect the drive directly (SATA, M.2)",
    ))
}

fn ancestor(dir: &Path, is_it: impl Fn(&str) -> bool) -> Option<PathBuf> {
    dir.ancestors()
        .find(|dir| {
            dir.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(&is_it)
        })
        .map(Path::to_path_buf)
}

/// hwmon of the NVMe driver (`device/hwmon3`) or of drivetemp (`device/hwmon/hwmon3`).
fn temperature(disk: &Node) -> Option<Finding> {
    let device = disk.dir.join("device");
    let mut sensors = Vec::new();
    for folder in [device.clone(), device.join("hwmon")] {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        sensors.extend(entries.map(|entry| entry.path()).filter(|path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with("hwmon"))
        }));
    }
    // In thousandths of a degree.
    let degrees = |dir: &Path, name: &str| Some(read(&dir.join(name)).parse::<i64>().ok()? / 1000);
    let (sensor, now) = sensors
        .iter()
        .find_map(|sensor| Some((sensor, degrees(sensor, "temp1_input")?)))?;
    let limit = degrees(sensor, "temp1_max")
        .filter(|limit| *limit > 0)
        .unwrap_or(USUAL_LIMIT_C);
    let found = format!("{now} °C, limit {limit} °C");
    let known_by = "temp1_input of its hwmon";
    Some(if now > limit - NEAR_C {
        let found = format!("{found}: the drive may throttle");
        Finding::may_spoil(
            Subject::Temperature,
            found,
            known_by,
            "cool it, and let it idle first",
        )
    } else {
        Finding::fine(Subject::Temperature, found, known_by)
    })
}
