//! Sizes and times as fio writes them. In its default mode k is 1024 and KiB is 1000; with
//! `kb_base=1000` k is 1000 and KiB is 1024.

/// A size, or a share of the drive in per cent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Bytes(u64),
    Percent(u64),
}

const POWERS: [&str; 5] = ["k", "m", "g", "t", "p"];

/// A size, or a share.
pub(crate) fn size(text: &str, kb_base: u64) -> Result<Size, String> {
    match text.strip_suffix('%').map(str::parse) {
        Some(Ok(percent @ 1..=100)) => Ok(Size::Percent(percent)),
        Some(_) => Err("expected 1% to 100%".into()),
        None => bytes(text, kb_base).map(Size::Bytes),
    }
}

/// A size in bytes.
pub(crate) fn bytes(text: &str, kb_base: u64) -> Result<u64, String> {
    let expected = || {
        "expected a whole number, optionally with k, m, g, t or p, as in 4k (fio's other size \
         formats, including sums and variables, are not supported)"
            .to_string()
    };
    let (number, unit) = number(text).ok_or_else(expected)?;
    let unit = unit.to_ascii_lowercase();
    let iec = if kb_base == 1024 { 1000 } else { 1024 };
    let (prefix, base) = match unit.strip_suffix("ib") {
        Some(prefix) => (prefix, iec),
        None => (unit.strip_suffix('b').unwrap_or(&unit), kb_base),
    };
    let power = match POWERS.iter().position(|power| *power == prefix) {
        Some(place) => place as u32 + 1,
        None if prefix.is_empty() && base == kb_base => 0,
        None => return Err(expected()),
    };
    base.checked_pow(power)
        .and_then(|factor| number.checked_mul(factor))
        .ok_or_else(|| "larger than 2^64 bytes".into())
}

/// A time in whole seconds; without a unit it is in seconds.
pub(crate) fn seconds(text: &str) -> Result<u64, String> {
    let expected =
        || "expected a whole number, in seconds or with m, h or d, as in 60s".to_string();
    let (number, unit) = number(text).ok_or_else(expected)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 86400,
        _ => return Err(expected()),
    };
    number.checked_mul(factor).ok_or_else(expected)
}

/// A time in microseconds; without a unit it is in microseconds.
pub(crate) fn microseconds(text: &str) -> Result<u64, String> {
    let expected = || "expected a whole number with unit us, ms or s, as in 500us".to_string();
    let (number, unit) = number(text).ok_or_else(expected)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "us" | "usec" => 1,
        "ms" | "msec" => 1000,
        "s" | "sec" => 1_000_000,
        _ => return Err(expected()),
    };
    let microseconds = number.checked_mul(factor);
    // An hour: pauses of days are a mistake.
    microseconds
        .filter(|us| *us <= 3_600_000_000)
        .ok_or_else(|| "expected at most one hour".into())
}

/// Bytes as fio reads them in its default mode.
pub(crate) fn written(bytes: u64) -> String {
    let powers = POWERS.iter().enumerate().take(4).rev();
    for (place, letter) in powers {
        let shift = 10 * (place as u32 + 1);
        if bytes > 0 && bytes.trailing_zeros() >= shift {
            return format!("{}{letter}", bytes >> shift);
        }
    }
    bytes.to_string()
}

fn number(text: &str) -> Option<(u64, &str)> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match hexadecimal {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix));
    let (number, unit) = digits.split_at(end.unwrap_or(digits.len()));
    Some((u64::from_str_radix(number, radix).ok()?, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_size_what_fio_takes_it_for() {
        for (text, kb_base, expected) in [
            ("4k", 1024, 4096),
            ("4K", 1024, 4096),
            ("4kb", 1024, 4096),
            ("4KiB", 1024, 4000),
            ("4k", 1000, 4000),
            ("4KiB", 1000, 4096),
            ("512", 1024, 512),
            ("512b", 1024, 512),
            ("0x200", 1024, 512),
            ("8g", 1024, 8 << 30),
        ] {
            assert_eq!(bytes(text, kb_base), Ok(expected), "{text} of {kb_base}");
        }
        for text in [
            "",
            "k",
            "-4k",
            "4 k",
            "(4*1024)",
            "$pagesize",
            "4kk",
            "4ib",
            "99999999p",
        ] {
            assert!(bytes(text, 1024).is_err(), "{text}");
        }
        assert_eq!(size("50%", 1024), Ok(Size::Percent(50)));
        assert!(size("101%", 1024).is_err());
    }

    #[test]
    fn is_a_size_read_as_it_is_written() {
        for expected in [
            0,
            1,
            512,
            4096,
            131072,
            2 << 20,
            8 << 30,
            3 << 40,
            (8 << 30) + 512,
        ] {
            assert_eq!(bytes(&written(expected), 1024), Ok(expected));
        }
        assert_eq!(written(131072), "128k");
    }

    #[test]
    fn is_a_time_in_seconds() {
        for (text, expected) in [
            ("60", 60),
            ("60s", 60),
            ("5m", 300),
            ("2H", 7200),
            ("1d", 86400),
        ] {
            assert_eq!(seconds(text), Ok(expected), "{text}");
        }
        for text in ["", "1ms", "500us", "1.5", "1y"] {
            assert!(seconds(text).is_err(), "{text}");
        }
        for (text, expected) in [("7", 7), ("500us", 500), ("2ms", 2000), ("1s", 1_000_000)] {
            assert_eq!(microseconds(text), Ok(expected), "{text}");
        }
        assert!(microseconds("2h").is_err() && microseconds("4000s").is_err());
    }
}
