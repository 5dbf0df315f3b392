//! Who made a drive, by its model.

use fourcorners_block::{DriveKind, Identity};

/// How models begin that do not name their maker, or name it otherwise.
const PREFIXES: [(&str, &str); 5] = [
    ("WDC", "WD"),
    ("Western Digital", "WD"),
    ("MTFD", "Micron"),
    ("MZ", "Samsung"),
    ("SSDSC", "Intel"),
];
/// Those that a digit has to follow: `ST1000DM010` is a model of Seagate's, `STEC` another maker.
const PREFIXES_OF_NUMBERS: [(&str, &str); 2] = [("ST", "Seagate"), ("CT", "Crucial")];
/// Makers that are written in capitals, so that KINGSTON and Kingston are one, and OCZ stays OCZ.
const LONGEST_IN_CAPITALS: usize = 4;

/// The maker; `None` of what was made by nobody: a file, a drive without a model.
pub fn maker(identity: &Identity) -> Option<String> {
    if matches!(identity.kind, DriveKind::RegularFile | DriveKind::Null) {
        return None;
    }
    let model = identity.model.trim();
    let named = PREFIXES
        .iter()
        .find(|(prefix, _)| model.starts_with(prefix));
    let numbered = PREFIXES_OF_NUMBERS.iter().find(|(prefix, _)| {
        let rest = model.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    if let Some((_, maker)) = named.or(numbered) {
        return Some((*maker).into());
    }
    let first = model.split_whitespace().next()?;
    let in_capitals = first.chars().all(|c| c.is_ascii_uppercase());
    if in_capitals && first.len() > LONGEST_IN_CAPITALS {
        let (head, tail) = first.split_at(1);
        return Some(head.to_string() + &tail.to_ascii_lowercase());
    }
    Some(first.into())
}
