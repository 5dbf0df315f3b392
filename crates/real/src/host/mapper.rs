//! Device mapper's tables: which bytes of which devices a mapped device is.

use super::{DeviceNumber, Host, parse_number};
use crate::system;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::AsRawFd;

/// A line of a table: bytes of the mapped device, and where they lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// Bytes of the mapped device.
    pub bytes: Range<u64>,
    /// What is below them.
    pub below: Lower,
}

/// What is below a line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lower {
    /// The same number of bytes of one device, from this byte on.
    Linear(DeviceNumber, u64),
    /// Ranges of several devices, between which the bytes are spread.
    Spread(Vec<(DeviceNumber, Range<u64>)>),
    /// Nothing that another mapped device has, too: a thin volume's blocks are its own.
    Own,
    /// Any bytes of these devices.
    Whole(Vec<DeviceNumber>),
    /// Any bytes of any device below.
    Anything,
}

impl Host {
    /// The table of a mapped device in use.
    ///
    /// # Errors
    /// The kernel does not answer: not root, or no `/dev/mapper/control`.
    pub fn mapper_table(&self, device: DeviceNumber) -> io::Result<Vec<Mapping>> {
        let lines = self.mapper_lines(device, Asked::Table)?;
        let table: Option<_> = lines.iter().map(mapping).collect();
        table.ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// The lines of a mapped device's table, or of its status.
    pub(super) fn mapper_lines(&self, device: DeviceNumber, asked: Asked) -> io::Result<Vec<Line>> {
        let control = File::open(self.dev.join("mapper/control"))?;
        let answer = system::mapper(control.as_raw_fd(), device, asked == Asked::Table)?;
        lines(&answer).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}

/// What a mapped device is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// As `dmsetup table` prints it.
    Table,
    /// As `dmsetup status` prints it.
    Status,
}

/// A line of either: start and length in sectors, type, parameters.
pub(super) struct Line {
    pub start: u64,
    pub sectors: u64,
    pub kind: String,
    pub parameters: String,
}

/// In bytes.
pub(super) fn sector_bytes(sectors: u64) -> Option<u64> {
    sectors.checked_mul(512)
}

/// linux/dm-ioctl.h: `struct dm_ioctl`, then a `struct dm_target_spec` and a text for each line.
fn lines(answer: &[u8]) -> Option<Vec<Line>> {
    let u32_at = |at: usize| {
        let bytes = answer.get(at..at.checked_add(4)?)?;
        Some(u32::from_ne_bytes(bytes.try_into().ok()?))
    };
    let u64_at = |at: usize| {
        let bytes = answer.get(at..at.checked_add(8)?)?;
        Some(u64::from_ne_bytes(bytes.try_into().ok()?))
    };
    let text_at = |at: usize, most: usize| {
        let bytes = answer.get(at..)?;
        let bytes = bytes.get(..most).unwrap_or(bytes);
        let text = bytes.split(|byte| *byte == 0).next()?;
        Some(String::from_utf8_lossy(text).into_owned())
    };
    let first = u32_at(16)? as usize;
    let count = u32_at(20)?;
    let mut at = first;
    let mut lines = Vec::new();
    for _ in 0..count {
        lines.push(Line {
            start: u64_at(at)?,
            sectors: u64_at(at + 8)?,
            kind: text_at(at + 24, 16)?,
            parameters: text_at(at + 40, answer.len())?,
        });
        at = first.checked_add(u32_at(at + 20)? as usize)?;
    }
    Some(lines)
}

/// Targets whose bytes are known to lie elsewhere than another's are told; of every other kind
/// any byte below may be meant.
fn mapping(line: &Line) -> Option<Mapping> {
    let bytes = sector_bytes;
    let start = bytes(line.start)?;
    let words: Vec<&str> = line.parameters.split_whitespace().collect();
    let device = |at: usize| parse_number(words.get(at)?);
    let sector = |at: usize| bytes(words.get(at)?.parse().ok()?);
    let below = match line.kind.as_str() {
        "linear" => Lower::Linear(device(0)?, sector(1)?),
        // After cipher, key and IV offset.
        "crypt" => Lower::Linear(device(3)?, sector(4)?),
        "striped" => spread(line.sectors, &words)?,
        "thin" | "zero" | "error" => Lower::Own,
        // What is written goes to the second device, the origin stays as it is.
        "snapshot" => Lower::Whole(vec![device(1)?]),
        _ => Lower::Anything,
    };
    Some(Mapping {
        bytes: start..start.checked_add(bytes(line.sectors)?)?,
        below,
    })
}

/// `striped`: number of stripes, chunk size, then a device and its first sector for each.
fn spread(sectors: u64, words: &[&str]) -> Option<Lower> {
    let count: u64 = words.first()?.parse().ok().filter(|count| *count > 0)?;
    let each = sectors.div_ceil(count).checked_mul(512)?;
    let parts = words.get(2..)?.chunks_exact(2).map(|part| {
        let first = part[1].parse::<u64>().ok()?.checked_mul(512)?;
        Some((parse_number(part[0])?, first..first.checked_add(each)?))
    });
    Some(Lower::Spread(parts.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the kernel lays it out.
    fn answer(given: &[(u64, u64, &str, &str)]) -> Vec<u8> {
        let mut bytes = vec![0_u8; 312];
        bytes[16..20].copy_from_slice(&312_u32.to_ne_bytes());
        bytes[20..24].copy_from_slice(&(given.len() as u32).to_ne_bytes());
        for (start, sectors, kind, parameters) in given {
            let mut spec = vec![0_u8; 40];
            spec[..8].copy_from_slice(&start.to_ne_bytes());
            spec[8..16].copy_from_slice(&sectors.to_ne_bytes());
            spec[24..24 + kind.len()].copy_from_slice(kind.as_bytes());
            spec.extend(parameters.bytes());
            spec.resize(spec.len().next_multiple_of(8) + 8, 0);
            let next = (bytes.len() - 312 + spec.len()) as u32;
            spec[20..24].copy_from_slice(&next.to_ne_bytes());
            bytes.extend(spec);
        }
        bytes
    }

    fn table(given: &[(u64, u64, &str, &str)]) -> Option<Vec<Mapping>> {
        lines(&answer(given))?.iter().map(mapping).collect()
    }

    #[test]
    fn a_table_says_which_bytes_lie_where() {
        let key = "aes-xts-plain64 :64:logon:key 0 259:3 32768";
        let found = table(&[
            (0, 8, "linear", "8:16 2048"),
            (8, 16, "striped", "2 8 8:16 4096 8:32 0"),
            (24, 8, "crypt", key),
            (32, 8, "thin", "253:3 1"),
            (
                40,
                8,
                "raid",
                "raid1 3 0 region_size 1024 2 253:5 253:6 - -",
            ),
        ]);
        let line = |first: u64, sectors: u64, below| Mapping {
            bytes: first * 512..(first + sectors) * 512,
            below,
        };
        let spread = vec![((8, 16), 4096 * 512..4104 * 512), ((8, 32), 0..8 * 512)];
        assert_eq!(
            found.expect("a table"),
            [
                line(0, 8, Lower::Linear((8, 16), 2048 * 512)),
                line(8, 16, Lower::Spread(spread)),
                line(24, 8, Lower::Linear((259, 3), 32768 * 512)),
                line(32, 8, Lower::Own),
                line(40, 8, Lower::Anything),
            ]
        );
    }

    #[test]
    fn a_table_that_is_not_understood_is_no_table() {
        for parameters in ["", "8:16", "sda 0", "8:16 -1", "8:16 99999999999999999999"] {
            assert_eq!(table(&[(0, 8, "linear", parameters)]), None, "{parameters}");
        }
        assert_eq!(table(&[(0, 8, "striped", "0 8")]), None);
        let whole = answer(&[(0, 8, "linear", "8:16 2048")]);
        for cut in 0..whole.len() - 18 {
            assert!(lines(&whole[..cut]).is_none_or(|lines| lines.is_empty()
                || mapping(&lines[0]).is_none_or(|one| one.bytes == (0..4096))));
        }
    }
}
