//! Who made a drive, by its model.

use fourcorners_block::{DriveKind, Identity};

/// How models begin that do not name their maker, or name it otherwise.
const PREFIXES: [(&str, &str); 9] = [
    ("WDC", "WD"),
    ("Western Digital", "WD"),
    ("ST", "Seagate"),
    ("CT", "Crucial"),
    ("MTFD", "Micron"),
    ("HGST", "HGST"),
    ("MZ", "Samsung"),
    ("SSDSC", "Intel"),
    ("INTEL", "Intel"),
];

/// The maker; `None` of what was made by nobody: a file, a drive without a model.
pub fn maker(identity: &Identity) -> Option<String> {
    if matches!(identity.kind, DriveKind::RegularFile | DriveKind::Null) {
        return None;
    }
    let model = identity.model.trim();
    let known = PREFIXES.iter().find(|(prefix, _)| {
        let rest = model.strip_prefix(prefix);
        // `ST1000DM010` is a model of Seagate's, `STEC` another maker.
        rest.is_some_and(|rest| prefix.len() > 2 || rest.starts_with(|c: char| c.is_ascii_digit()))
            || (*prefix == "MZ" && model.starts_with("MZ"))
    });
    if let Some((_, maker)) = known {
        return Some((*maker).into());
    }
    let first = model.split_whitespace().next()?;
    // Drives shout: KINGSTON and Kingston are one.
    let shouts = first.len() > 3 && first.chars().all(|c| c.is_ascii_uppercase());
    if shouts {
        let (head, tail) = first.split_at(1);
        return Some(head.to_string() + &tail.to_ascii_lowercase());
    }
    Some(first.into())
}
