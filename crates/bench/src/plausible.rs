//! What a figure can be at all. Files come from anywhere: a speed of 1e308 MB/s is a number in
//! JSON, and none of a drive, and one of them would set the scale of a chart for all drives beside
//! it.

use crate::record::{Entry, Position, Price, Sample};
use fourcorners_block::Blocks;
use std::ops::RangeInclusive;

/// Capacities beyond it are none of a drive: 1 EiB.
const MOST_CAPACITY: Blocks = Blocks(1 << 51);
/// Years in which a drive could be bought first.
pub const YEARS: RangeInclusive<u32> = 1950..=2100;
/// Figures of one file that are told one by one.
const TOLD: usize = 5;

/// What a figure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 10^6 bytes a second.
    MbPerS,
    /// 2^20 bytes a second.
    MibPerS,
    /// I/Os a second.
    Iops,
    /// Microseconds.
    Us,
    /// Seconds.
    S,
    /// Seconds, each of which is kept in its place.
    SFromStart,
    /// Watts.
    W,
    /// None: a ratio.
    Ratio,
    /// Any currency.
    Money,
}

impl Unit {
    /// The most that a figure can be, a thousand times and more above any drive, or host, that
    /// there is.
    fn most(self) -> f64 {
        match self {
            Self::MbPerS | Self::MibPerS => 1e9,
            Self::Iops | Self::Ratio | Self::Money => 1e12,
            // Thirty years.
            Self::Us => 1e15,
            Self::S => 1e9,
            // Four months.
            Self::SFromStart => 1e7,
            Self::W => 1e6,
        }
    }

    /// Behind a figure, with the space between.
    fn behind(self) -> &'static str {
        match self {
            Self::MbPerS => " MB/s",
            Self::MibPerS => " MiB/s",
            Self::Iops => " IOPS",
            Self::Us => " µs",
            Self::S => " s",
            Self::SFromStart => " seconds from the start",
            Self::W => " W",
            Self::Ratio | Self::Money => "",
        }
    }
}

/// A figure: its name, its value, and what that is counted in.
pub type Figure = (&'static str, f64, Unit);

/// Why a figure cannot be, a sentence: below 0, or beyond all that a drive can do. `title` is of
/// what it is, `file` says so.
fn impossible((name, value, unit): Figure, file: &str, title: &str) -> Option<String> {
    let why = || {
        let unit = unit.behind();
        format!(
            "{file}: {title}: {name} is said to be {value:e}{unit}, which no drive can have; left \
             out"
        )
    };
    (!(0.0..=unit.most()).contains(&value)).then(why)
}

/// Makes a capacity that no drive has 0, which is not known, and tells of it; the file that says
/// so.
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
    /// Of what they are, and the figures.
    fn figures(&self) -> (String, Vec<Figure>);
}

impl Plausible for Entry {
    fn figures(&self) -> (String, Vec<Figure>) {
        let Some(measured) = &self.measured else {
            return (String::new(), Vec::new());
        };
        let mut all = vec![
            ("its speed", measured.throughput_mb_per_s, Unit::MbPerS),
            ("its speed", measured.throughput_mib_per_s, Unit::MibPerS),
            ("its rate", measured.iops_mean, Unit::Iops),
            ("its duration", measured.duration_s, Unit::S),
            ("its mean latency", measured.latency_mean_us, Unit::Us),
            ("its median latency", measured.latency_p50_us, Unit::Us),
            ("its latency (99 %)", measured.latency_p99_us, Unit::Us),
            ("its latency (99.9 %)", measured.latency_p999_us, Unit::Us),
            ("its longest latency", measured.latency_max_us, Unit::Us),
        ];
        let mut add = |name, value: Option<f64>, unit| {
            all.extend(value.map(|value| (name, value, unit)));
        };
        let counted = |ios: Option<u64>| ios.map(|ios| ios as f64);
        add("its worst second", counted(measured.iops_min), Unit::Iops);
        add("its best second", counted(measured.iops_max), Unit::Iops);
        add(
            "its write amplification",
            measured.write_amplification,
            Unit::Ratio,
        );
        add("its power", measured.power_mean_w, Unit::W);
        add("its highest power", measured.power_max_w, Unit::W);
        if let Some(replay) = &measured.replay {
            let rate = replay.data_rate_mb_per_s;
            add("its data rate", Some(rate), Unit::MbPerS);
            add("its busy time", Some(replay.busy_s), Unit::S);
            add("its service time", Some(replay.service_mean_us), Unit::Us);
            add("its response time", replay.response_geomean_s, Unit::S);
        }
        (self.title(), all)
    }
}

impl Plausible for Sample {
    fn figures(&self) -> (String, Vec<Figure>) {
        (
            format!("second {} of {}", self.second, self.title()),
            vec![
                ("its place", f64::from(self.second), Unit::SFromStart),
                ("its rate", self.ios as f64, Unit::Iops),
                ("its speed", self.bytes as f64 / 1e6, Unit::MbPerS),
            ],
        )
    }
}

impl Plausible for Position {
    fn figures(&self) -> (String, Vec<Figure>) {
        let speed = self.bytes as f64 * 1e3 / self.duration_ns.max(1) as f64;
        (
            format!("{} {} at byte {}", self.test, self.phase, self.offset_bytes),
            vec![("its speed", speed, Unit::MbPerS)],
        )
    }
}

impl Plausible for Price {
    fn figures(&self) -> (String, Vec<Figure>) {
        let nand = self.price_per_nand_gb.unwrap_or(0.0);
        let all = [self.price, nand, self.price_per_usable_gib];
        let named = all.map(|price| ("its price", price, Unit::Money));
        (format!("a price in {}", self.currency), named.into())
    }
}

/// Leaves out what holds an impossible figure, and tells of it.
pub fn keep_possible<T: Plausible>(file: &str, items: &mut Vec<T>, damage: &mut Vec<String>) {
    let mut more = 0;
    items.retain(|item| {
        let (title, figures) = item.figures();
        let mut wrong = figures.into_iter();
        let wrong = wrong.find_map(|figure| impossible(figure, file, &title));
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
