//! `nvme id-ns -o json`: NVM command set specification, Identify Namespace.

use crate::json::number;
use fourcorners_block::LbaFormat;
use serde_json::Value;

/// Formats that a namespace has at most.
const MOST_FORMATS: usize = 64;
/// Blocks of 512 bytes to 2 GiB; the exponents beyond are reserved.
const EXPONENTS: std::ops::RangeInclusive<u64> = 9..=31;

/// The formats that it supports, and which is in use.
pub fn formats(all: &Value) -> Vec<LbaFormat> {
    let in_use = number(&all["flbas"]).map(in_use);
    let formats = all["lbafs"].as_array().into_iter().flatten();
    let read = |(index, format): (u64, &Value)| {
        let field = |name: &str| number(&format[name]);
        let exponent = field("ds").filter(|exponent| EXPONENTS.contains(exponent))?;
        Some(LbaFormat {
            number: index,
            bytes: 1 << exponent,
            metadata_bytes: field("ms").unwrap_or(0),
            relative_performance: field("rp").unwrap_or(0) & 0b11,
            in_use: match in_use {
                Some(used) => used == index,
                None => field("in_use") == Some(1),
            },
        })
    };
    let numbered = (0..).zip(formats.take(MOST_FORMATS));
    numbered.filter_map(read).collect()
}

/// FLBAS: bits 0 to 3 are the lower part of the format's number, bits 5 and 6 the upper.
fn in_use(flbas: u64) -> u64 {
    flbas & 0xf | (flbas >> 5 & 0b11) << 4
}
