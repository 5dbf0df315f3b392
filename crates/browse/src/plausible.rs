//! What a figure can be at all. Files come from anywhere: a speed of 1e308 MB/s is a number in JSON, and none of a drive.

use std::ops::RangeInclusive;

/// Capacities beyond it are none of a drive, in bytes: 1 EiB.
pub const MOST_BYTES: u64 = 1 << 60;
/// Years in which a drive could be bought first.
pub const YEARS: RangeInclusive<u32> = 1950..=2100;

/// The most that a figure of this unit can be, a thousand times and more above any drive, or host, that there is.
fn most(unit: &str) -> f64 {
    match unit {
        "MB/s" => 1e9,
        "IOPS" => 1e12,
        // Thirty years.
        "µs" => 1e15,
        "s" => 1e9,
        "W" => 1e6,
        // Ratios, and prices in any currency.
        _ => 1e12,
    }
}

/// Why a figure cannot be, a sentence; `what` it is of, and the file that says so.
///
/// # Errors
/// It is below 0, or beyond all that a drive can do.
pub fn possible(value: f64, unit: &str, file: &str, what: &str) -> Result<f64, String> {
    if (0.0..=most(unit)).contains(&value) {
        return Ok(value);
    }
    let unit = if unit.is_empty() {
        ""
    } else {
        &format!(" {unit}")
    };
    Err(format!(
        "{file}: {what} is said to be {value:e}{unit}, which no drive can have; left out"
    ))
}
