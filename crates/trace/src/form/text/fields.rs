//! Fields of a line: taken apart, read and written as bytes, without a string in between.

use crate::{Op, Record};
use fourcorners_block::{BLOCK_BYTES, Bytes, Nanos};

/// A record that knows of neither predecessor, data nor more.
pub(super) fn record(
    issued: Nanos,
    took: Option<Nanos>,
    op: Op,
    offset_bytes: u64,
    bytes: u64,
    stream: u32,
) -> Record {
    Record {
        issued,
        took,
        op,
        offset: Bytes(offset_bytes),
        bytes: Bytes(bytes),
        stream,
        after: None,
        data: None,
        rest: None,
    }
}

/// The `N` fields between commas, without the space around them; `expected` names them.
pub(super) fn at_commas<'a, const N: usize>(
    line: &'a [u8],
    expected: &str,
) -> Result<[&'a [u8]; N], String> {
    exactly(
        line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii),
        line,
        expected,
    )
}

/// The `N` fields between spaces or tabs; `expected` names them.
pub(super) fn at_spaces<'a, const N: usize>(
    line: &'a [u8],
    expected: &str,
) -> Result<[&'a [u8]; N], String> {
    exactly(words(line), line, expected)
}

/// What is between spaces and tabs.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| *byte == b' ' || *byte == b'\t')
        .filter(|word| !word.is_empty())
}

fn exactly<'a, const N: usize>(
    mut fields: impl Iterator<Item = &'a [u8]>,
    line: &[u8],
    expected: &str,
) -> Result<[&'a [u8]; N], String> {
    let mut found = [&[] as &[u8]; N];
    for field in &mut found {
        *field = fields
            .next()
            .ok_or_else(|| format!("{} is too short; expected {expected}", shown(line)))?;
    }
    match (fields.next(), fields.next()) {
        // Some programs end each line with a comma.
        (None | Some([]), None) => Ok(found),
        _ => Err(format!("{} is too long; expected {expected}", shown(line))),
    }
}

/// Text of a file in a message: quoted, what is not printable escaped, and not all of a long one.
pub(in crate::form) fn shown(text: &[u8]) -> String {
    const MOST: usize = 60;
    let start = &text[..text.len().min(MOST)];
    let dots = if text.len() > MOST { "…" } else { "" };
    format!("'{}{dots}'", start.escape_ascii())
}

/// A whole number.
pub(super) fn digits(text: &[u8]) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0_u64, |value, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value.checked_mul(10)?.checked_add(u64::from(digit))
    })
}

/// The whole number of a field.
pub(super) fn number(text: &[u8], field: &str) -> Result<u64, String> {
    digits(text).ok_or_else(|| {
        format!(
            "{field} is {}; expected a whole number below 2^64",
            shown(text)
        )
    })
}

/// The whole number of a field, in units of `unit`.
pub(super) fn number_of(text: &[u8], unit: u64, field: &str) -> Result<u64, String> {
    number(text, field)?
        .checked_mul(unit)
        .ok_or_else(|| format!("{field} is {}, which is far too large", shown(text)))
}

/// The sectors of 512 bytes of a field, as bytes.
pub(super) fn sectors(text: &[u8], field: &str) -> Result<u64, String> {
    number_of(text, BLOCK_BYTES, field)
}

/// A decimal number (`12`, `12.5`) as a whole number of 10^-`places`; places beyond are dropped.
pub(super) fn decimal(text: &[u8], places: u32, field: &str) -> Result<u64, String> {
    let dot = text.iter().position(|byte| *byte == b'.');
    let (whole, fraction) = match dot {
        Some(dot) => (&text[..dot], &text[dot + 1..]),
        None => (text, &text[..0]),
    };
    let mut value = digits(whole);
    let mut left = places;
    for byte in fraction {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            value = None;
        } else if left > 0 {
            left -= 1;
            value = value.and_then(|value| value.checked_mul(10)?.checked_add(u64::from(digit)));
        }
    }
    value
        .and_then(|value| value.checked_mul(10_u64.pow(left)))
        .ok_or_else(|| {
            format!(
                "{field} is {}; expected a decimal number such as 12.5",
                shown(text)
            )
        })
}

/// `R` or `W`, in either case.
pub(super) fn read_or_write(text: &[u8], field: &str) -> Result<Op, String> {
    match text {
        b"R" | b"r" => Ok(Op::Read),
        b"W" | b"w" => Ok(Op::Write),
        _ => Err(format!("{field} is {}; expected R or W", shown(text))),
    }
}

/// Writes a whole number.
pub(super) fn push_number(out: &mut Vec<u8>, mut value: u64) {
    let mut text = [0_u8; 20];
    let mut start = text.len();
    loop {
        start -= 1;
        text[start] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&text[start..]);
}

/// Writes a whole number of 10^-`places` as a decimal number with that many places.
pub(super) fn push_decimal(out: &mut Vec<u8>, value: u64, places: u32) {
    let unit = 10_u64.pow(places);
    push_number(out, value / unit);
    out.push(b'.');
    let mut digit = unit / 10;
    while digit > 0 {
        out.push(b'0' + (value / digit % 10) as u8);
        digit /= 10;
    }
}

/// Why `op` cannot be written where there are only reads and writes.
pub(super) fn only_reads_and_writes(op: Op) -> String {
    format!(
        "it is a {}, but this format stores only reads and writes; iolog-v3, blkparse and csv \
         store all operations",
        match op {
            Op::Read => "read",
            Op::Write => "write",
            Op::Trim => "trim",
            Op::Flush => "flush",
        }
    )
}

/// Its offset and length in sectors of 512 bytes, or why not.
pub(super) fn in_sectors(record: &Record) -> Result<(u64, u64), String> {
    Ok((
        whole_sectors(record.offset, "offset")?,
        whole_sectors(record.bytes, "length")?,
    ))
}

/// Bytes as sectors of 512, or why not.
pub(super) fn whole_sectors(bytes: Bytes, what: &str) -> Result<u64, String> {
    if bytes.0.is_multiple_of(BLOCK_BYTES) {
        Ok(bytes.0 / BLOCK_BYTES)
    } else {
        Err(format!(
            "its {what} of {} bytes is not a multiple of 512; msr, alibaba and csv can store any",
            bytes.0
        ))
    }
}

/// Whole `unit_ns` from `epoch_unix_ns` until the record was issued, rounded down.
pub(super) fn since(
    epoch_unix_ns: i128,
    origin_unix_ns: i128,
    issued: Nanos,
    unit_ns: i128,
) -> Result<u64, String> {
    let since_ns = origin_unix_ns
        .saturating_add(i128::from(issued.0))
        .saturating_sub(epoch_unix_ns);
    u64::try_from(since_ns.div_euclid(unit_ns)).map_err(|_| {
        "its issue time is outside the range of the format; csv stores times from the start of the \
         trace"
            .to_owned()
    })
}

/// The name of a stream where the form has numbers: itself if it is one, else `stream`.
pub(super) fn name_as_number(name: &str, stream: u32) -> String {
    if digits(name.as_bytes()).is_some() {
        name.to_owned()
    } else {
        stream.to_string()
    }
}

/// What the form of that name said of the record beyond its fields: `rest` behind `FORM:`.
pub(super) fn rest_of<'a>(record: &'a Record, form: &str) -> Option<&'a str> {
    record
        .rest
        .as_deref()?
        .strip_prefix(form)?
        .strip_prefix(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn are_numbers_read_exactly_up_to_the_last_that_fits() {
        assert_eq!(digits(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(digits(b"007"), Some(7));
        for text in ["", "-1", "+1", "1 ", "0x1", "1e3", "18446744073709551616"] {
            assert_eq!(digits(text.as_bytes()), None, "{text}");
        }
        assert!(sectors(b"36028797018963968", "Offset").is_err());
    }

    #[test]
    fn are_decimals_read_exactly() {
        for (text, nanos) in [
            ("0", 0),
            ("1.", 1_000_000_000),
            ("0.551706", 551_706_000),
            ("1456135200.013118000", 1_456_135_200_013_118_000),
            ("1.0000000019", 1_000_000_001),
        ] {
            assert_eq!(decimal(text.as_bytes(), 9, "Time"), Ok(nanos), "{text}");
        }
        for text in ["", ".5", "1.2.3", "-1.5", "1e3", "nan", "99999999999.0"] {
            assert!(decimal(text.as_bytes(), 9, "Time").is_err(), "{text}");
        }
    }

    #[test]
    fn is_a_number_read_as_it_was_written() {
        for value in [0, 9, 10, 999_999_999, 1_000_000_001, u64::MAX] {
            let mut text = Vec::new();
            push_number(&mut text, value);
            assert_eq!(text, value.to_string().into_bytes());
            for places in [6, 9] {
                text.clear();
                push_decimal(&mut text, value, places);
                assert_eq!(decimal(&text, places, "Time"), Ok(value));
            }
        }
    }
}
