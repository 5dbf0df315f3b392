//! What a figure can be at all. Files come from anywhere: a speed of 1e308 MB/s is a number in JSON, and none of a drive,
//! and one of them would set the scale of a chart for all drives beside it.

use crate::record::{Entry, Position, Price, Sample};
use fourcorners_block::Blocks;
use std::ops::RangeInclusive;

/// Capacities beyond it are none of a drive: 1 EiB.
const MOST_CAPACITY: Blocks = Blocks(1 << 51);
/// Years in which a drive could be bought first.
pub const YEARS: RangeInclusive<u32> = 1950..=2100;
/// The unit of a second's number.
const SECOND: &str = "seconds from the start";
/// Figures of one file that are told one by one.
const TOLD: usize = 5;

/// The most that a figure of this unit can be, a thousand times and more above any drive, or host, that there is.
fn most(unit: &str) -> f64 {
    match unit {
        "MB/s" | "MiB/s" => 1e9,
        "IOPS" => 1e12,
        // Thirty years.
        "µs" => 1e15,
        "s" => 1e9,
        "W" => 1e6,
        // Four months: each is kept in its place.
        SECOND => 1e7,
        // Ratios, and prices in any currency.
        _ => 1e12,
    }
}

/// Why a figure cannot be, a sentence; `what` it is of, and the file that says so.
///
/// # Errors
/// It is below 0, or beyond all that a drive can do.
fn possible(value: f64, unit: &str, file: &str, what: &str) -> Result<f64, String> {
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

/// Makes a capacity that no drive has 0, which is not known, and tells of it; the file that says so.
pub fn keep_possible_capacity(file: &str, capacity: &mut Blocks, damage: &mut Vec<String>) {
    if *capacity > MOST_CAPACITY {
        let sectors = capacity.0;
        damage.push(format!(
            "{file}: a capacity of {sectors} sectors, which no drive has; left out"
        ));
        *capacity = Blocks(0);
    }
}

/// Something with figures of which each can be looked at.
pub trait Plausible {
    /// Of what they are, and the figures, each with its name and unit.
    fn figures(&self) -> (String, Vec<(&'static str, f64, &'static str)>);
}

impl Plausible for Entry {
    fn figures(&self) -> (String, Vec<(&'static str, f64, &'static str)>) {
        let Some(measured) = &self.measured else {
            return (String::new(), Vec::new());
        };
        let mut all = vec![
            ("its speed", measured.throughput_mb_per_s, "MB/s"),
            ("its speed", measured.throughput_mib_per_s, "MiB/s"),
            ("its rate", measured.iops_mean, "IOPS"),
            ("its duration", measured.duration_s, "s"),
            ("its mean latency", measured.latency_mean_us, "µs"),
            ("its median latency", measured.latency_p50_us, "µs"),
            ("its latency (99 %)", measured.latency_p99_us, "µs"),
            ("its latency (99.9 %)", measured.latency_p999_us, "µs"),
            ("its longest latency", measured.latency_max_us, "µs"),
        ];
        let mut add = |name, value: Option<f64>, unit| {
            all.extend(value.map(|value| (name, value, unit)));
        };
        let counted = |ios: Option<u64>| ios.map(|ios| ios as f64);
        add("its worst second", counted(measured.iops_min), "IOPS");
        add("its best second", counted(measured.iops_max), "IOPS");
        add("its write amplification", measured.write_amplification, "");
        add("its power", measured.power_mean_w, "W");
        add("its highest power", measured.power_max_w, "W");
        if let Some(replay) = &measured.replay {
            let rate = replay.data_rate_mb_per_s;
            add("its data rate", Some(rate), "MB/s");
            add("its busy time", Some(replay.busy_s), "s");
            add("its service time", Some(replay.service_mean_us), "µs");
            add("its response time", replay.response_geomean_s, "s");
        }
        (self.title(), all)
    }
}

impl Plausible for Sample {
    fn figures(&self) -> (String, Vec<(&'static str, f64, &'static str)>) {
        (
            format!("second {} of {}", self.second, self.title()),
            vec![
                ("its place", f64::from(self.second), SECOND),
                ("its rate", self.ios as f64, "IOPS"),
                ("its speed", self.bytes as f64 / 1e6, "MB/s"),
            ],
        )
    }
}

impl Plausible for Position {
    fn figures(&self) -> (String, Vec<(&'static str, f64, &'static str)>) {
        let speed = self.bytes as f64 * 1e3 / self.duration_ns.max(1) as f64;
        (
            format!("{} {} at byte {}", self.test, self.phase, self.offset_bytes),
            vec![("its speed", speed, "MB/s")],
        )
    }
}

impl Plausible for Price {
    fn figures(&self) -> (String, Vec<(&'static str, f64, &'static str)>) {
        let nand = self.price_per_nand_gb.unwrap_or(0.0);
        let all = [self.price, nand, self.price_per_usable_gib];
        let named = all.map(|price| ("its price", price, ""));
        (format!("a price in {}", self.currency), named.into())
    }
}

/// Leaves out what holds an impossible figure, and tells of it.
pub fn keep_possible<T: Plausible>(file: &str, items: &mut Vec<T>, damage: &mut Vec<String>) {
    let mut more = 0;
    items.retain(|item| {
        let (title, figures) = item.figures();
        let wrong = figures.into_iter().find_map(|(name, value, unit)| {
            possible(value, unit, file, &format!("{title}: {name}")).err()
        });
        if let Some(reason) = &wrong {
            more += 1;
            if more <= TOLD {
                damage.push(reason.clone());
            }
        }
        wrong.is_none()
    });
    if more > TOLD {
        damage.push(format!(
            "{file}: and {} more lines with figures that no drive can have; left out",
            more - TOLD
        ));
    }
}
