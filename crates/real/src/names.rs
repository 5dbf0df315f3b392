//! What a disk calls itself. Each bus keeps model, serial number and firmware elsewhere in /sys.

use crate::host::Node;
use std::fs;

impl Node {
    /// A disk's worldwide name; an NVMe namespace has one of its own.
    pub fn wwid(&self) -> Option<String> {
        let under = || self.attribute("device/wwid");
        self.attribute("wwid").or_else(under)
    }
}

/// Model, serial number and firmware; empty where the disk does not say.
pub fn names(disk: &Node) -> (String, String, String) {
    let get = |name: &str| disk.attribute(name).unwrap_or_default();
    if let Some(file) = disk.attribute("loop/backing_file") {
        return (format!("loop over {file}"), String::new(), String::new());
    }
    if let Some(name) = disk.attribute("dm/name") {
        return (
            format!("device mapper {name}"),
            get("dm/uuid"),
            String::new(),
        );
    }
    if let Some(level) = disk.attribute("md/level") {
        return (format!("MD {level}"), get("md/uuid"), String::new());
    }
    if disk.name.starts_with("zram") {
        return ("zram".into(), String::new(), String::new());
    }
    if disk.name.starts_with("vd") {
        return ("virtio disk".into(), get("serial"), String::new());
    }
    // ATA behind SCSI cuts the model to 16 characters; the ATA page has it whole.
    if let Some(ata) = fs::read(disk.dir.join("device/vpd_pg89"))
        .ok()
        .and_then(|page| ata_names(&page))
    {
        return ata;
    }
    let first = |names: &[&str]| {
        names
            .iter()
            .map(|name| get(name))
            .find(|text| !text.is_empty())
            .unwrap_or_default()
    };
    let vendor = get("device/vendor");
    let model = first(&["device/model", "device/name"]);
    let model = if vendor.is_empty() {
        model
    } else {
        format!("{vendor} {model}")
    };
    let page = fs::read(disk.dir.join("device/vpd_pg80")).ok();
    // A VPD page begins with four bytes of header.
    let unit = page.and_then(|page| {
        Some(
            String::from_utf8_lossy(page.get(4..)?)
                .trim_matches([' ', '\0'])
                .to_string(),
        )
    });
    let serial = unit.unwrap_or_else(|| first(&["device/serial", "serial", "device/wwid"]));
    (
        model,
        serial,
        first(&["device/firmware_rev", "device/rev", "device/fwrev"]),
    )
}

/// SAT-4: VPD page 89h holds the answer to IDENTIFY DEVICE from byte 60; its texts are in
/// words of two characters, the first in the high byte (ACS-4: serial from word 10, firmware
/// from word 23, model from word 27).
fn ata_names(page: &[u8]) -> Option<(String, String, String)> {
    let text = |word: usize, words: usize| {
        let bytes = page.get(60 + 2 * word..60 + 2 * (word + words))?;
        let swapped: Vec<u8> = bytes
            .chunks(2)
            .flat_map(|pair| pair.iter().rev().copied())
            .collect();
        Some(
            String::from_utf8_lossy(&swapped)
                .trim_matches([' ', '\0'])
                .to_string(),
        )
    };
    let model = text(27, 20).filter(|model| !model.is_empty())?;
    Some((model, text(10, 10)?, text(23, 4)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_an_ata_drives_whole_name_read_from_its_own_page() {
        let mut page = vec![0_u8; 572];
        let mut put = |word: usize, words: usize, text: &str| {
            for (index, byte) in format!("{text:width$}", width = 2 * words)
                .bytes()
                .enumerate()
            {
                page[60 + 2 * word + (index ^ 1)] = byte;
            }
        };
        put(27, 20, "Samsung SSD 840 PRO Series");
        put(10, 10, "S1AXNEAD000000");
        put(23, 4, "DXM06B0Q");
        let expected = (
            "Samsung SSD 840 PRO Series".into(),
            "S1AXNEAD000000".into(),
            "DXM06B0Q".into(),
        );
        assert_eq!(ata_names(&page), Some(expected));
        assert_eq!(ata_names(&page[..100]), None);
    }
}
