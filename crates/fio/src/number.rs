//! Numbers, sizes and times as fio reads them. In its default mode k is 1024 and KiB is 1000; with
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
    match text.strip_suffix('%').map(number) {
        Some(Ok((percent @ 1..=100, ""))) => Ok(Size::Percent(percent)),
        Some(_) => Err("expected 1% to 100%".into()),
        None => bytes(text, kb_base).map(Size::Bytes),
    }
}

/// A size in bytes, or any other whole number: fio reads both alike.
pub(crate) fn bytes(text: &str, kb_base: u64) -> Result<u64, String> {
    let expected = || {
        "expected a whole number, optionally with k, m, g, t or p, as in 4k (fio's other size \
         formats, including sums, are not supported)"
            .to_string()
    };
    if text.is_empty() {
        return Err(expected());
    }
    let (number, unit) = number(text).map_err(|wrong| wrong.unwrap_or_else(expected))?;
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

/// How long a job runs, in microseconds; without a unit it is in seconds.
pub(crate) fn runtime(text: &str) -> Result<u64, String> {
    let expected = || {
        "expected a whole number, in seconds or with us, ms, s, m, h or d, as in 60s".to_string()
    };
    time(text, 1_000_000, expected)
}

/// A time in microseconds; without a unit it is in microseconds.
pub(crate) fn microseconds(text: &str) -> Result<u64, String> {
    let expected = || "expected a whole number with unit us, ms or s, as in 500us".to_string();
    match time(text, 1, expected)? {
        // An hour: pauses of days are a mistake.
        us @ 0..=3_600_000_000 => Ok(us),
        _ => Err("expected at most one hour".into()),
    }
}

/// A time in microseconds; without a unit it is in so many of them.
fn time(text: &str, plain: u64, expected: impl Fn() -> String) -> Result<u64, String> {
    let (number, unit) = number(text).map_err(|wrong| wrong.unwrap_or_else(&expected))?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" => plain,
        "us" | "usec" => 1,
        "ms" | "msec" => 1000,
        "s" => 1_000_000,
        "m" => 60 * 1_000_000,
        "h" => 3_600 * 1_000_000,
        "d" => 86_400 * 1_000_000,
        _ => return Err(expected()),
    };
    number.checked_mul(factor).ok_or_else(expected)
}

/// Whether an option's value is zero, in any of the forms that fio reads so.
pub(crate) fn is_zero(text: &str) -> bool {
    let is_unit = |unit: &str| unit.chars().all(|letter| letter.is_ascii_alphabetic());
    number(text).is_ok_and(|(number, unit)| number == 0 && is_unit(unit))
}

/// Whether a value is this number, in any of the forms that fio reads so.
pub(crate) fn is(text: &str, value: &str) -> bool {
    let plain = |text: &str| match is_zero(text) {
        true => Some(0),
        false => bytes(text, 1024).ok(),
    };
    text == value || (plain(text).is_some() && plain(text) == plain(value))
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

/// A whole number and its unit. fio stops reading at a point and drops the unit with the fraction:
/// to it `0.5g` is 0 and `1.5g` one byte. Nobody means that, so only a fraction of zeros is read.
///
/// # Errors
/// It begins with no number, or (with a sentence) has a fraction.
fn number(text: &str) -> Result<(u64, &str), Option<String>> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match hexadecimal {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix));
    let (whole, rest) = digits.split_at(end.unwrap_or(digits.len()));
    let whole = u64::from_str_radix(whole, radix).map_err(|_| None)?;
    let Some(rest) = rest.strip_prefix('.').filter(|_| radix == 10) else {
        return Ok((whole, rest));
    };
    let unit = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let fraction = &rest[..rest.len() - unit.len()];
    let is_whole = fraction.bytes().all(|digit| digit == b'0');
    match is_whole && (unit.is_empty() || whole == 0) {
        true => Ok((whole, unit)),
        false => Err(Some(format!(
            "fio does not read fractions: it takes this for {whole}, without its unit; write a \
             whole number, as in 512m for 0.5g"
        ))),
    }
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
            ("0.0", 1024, 0),
            ("0.0g", 1024, 0),
            ("4096.0", 1024, 4096),
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
            ".5g",
            "0x2.0",
        ] {
            assert!(bytes(text, 1024).is_err(), "{text}");
        }
        assert_eq!(size("50%", 1024), Ok(Size::Percent(50)));
        assert_eq!(size("100.0%", 1024), Ok(Size::Percent(100)));
        assert!(size("101%", 1024).is_err() && size("0%", 1024).is_err());
    }

    /// The story: `size=0.5g` was refused without a word of fractions. fio reads it as 0, which
    /// is the whole drive.
    #[test]
    fn fraction_is_refused_where_fio_misreads_it() {
        for text in ["0.5g", "1.5g", "1.5", "4.0k", "0.5"] {
            let said = bytes(text, 1024).expect_err(text);
            assert!(said.contains("does not read fractions"), "{text}: {said}");
        }
        assert!(runtime("1.5s").is_err() && runtime("0.5").is_err());
        assert!(size("50.5%", 1024).is_err());
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
            ("60", 60_000),
            ("60s", 60_000),
            ("60.0", 60_000),
            ("5m", 300_000),
            ("2H", 7_200_000),
            ("1d", 86_400_000),
            ("2000ms", 2000),
            ("500ms", 500),
            ("3000us", 3),
            ("0.0", 0),
            ("0.0s", 0),
        ] {
            assert_eq!(runtime(text), Ok(expected * 1000), "{text}");
        }
        for text in ["", "1.5", "1y", "10sec"] {
            assert!(runtime(text).is_err(), "{text}");
        }
        for (text, expected) in [("7", 7), ("500us", 500), ("2ms", 2000), ("1s", 1_000_000)] {
            assert_eq!(microseconds(text), Ok(expected), "{text}");
        }
        assert!(microseconds("2h").is_err() && microseconds("4000s").is_err());
    }

    #[test]
    fn zero_and_one_have_many_forms() {
        for text in ["0", "0.0", "0s", "0.0s", "0x0", "0k"] {
            assert!(is_zero(text) && is(text, "0"), "{text}");
        }
        assert!(is("1.0", "1") && is("0x1", "1") && is("none", "none"));
        assert!(!is("none", "0") && !is("2", "1") && !is_zero("5"));
        assert!(!is_zero("0,100") && !is_zero("0%"));
    }
}
