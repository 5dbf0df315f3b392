//! What is fitted: keys of a drive file, and the range that each is sought in.

use fourcorners_bench::uniform;
use fourcorners_block::Generator;
use fourcorners_sim::spec::{Frontiers, Pacing, VictimPolicy};

/// How a range is divided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Any number, equally likely in each octave.
    Number { from: f64, to: f64 },
    /// Whole numbers, equally likely in each octave.
    Whole { from: u32, to: u32 },
    /// Powers of two.
    PowerOfTwo { from: u32, to: u32 },
    /// One of these.
    Choice(&'static [&'static str]),
}

/// A parameter of the model.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Key of the drive file, or of its NAND part; the name of a figure that gives such a key.
    pub key: &'static str,
    pub gives_key: bool,
    pub kind: Kind,
    /// Whether it shows only once garbage collection runs.
    pub of_gc: bool,
}

impl Parameter {
    const fn new(key: &'static str, kind: Kind) -> Self {
        Self {
            key,
            gives_key: false,
            kind,
            of_gc: false,
        }
    }

    const fn gives_key(self) -> Self {
        Self {
            gives_key: true,
            ..self
        }
    }

    const fn of_gc(self) -> Self {
        Self {
            of_gc: true,
            ..self
        }
    }
}

const fn number(key: &'static str, from: f64, to: f64) -> Parameter {
    Parameter::new(key, Kind::Number { from, to })
}

const fn whole(key: &'static str, from: u32, to: u32) -> Parameter {
    Parameter::new(key, Kind::Whole { from, to })
}

const fn power_of_two(key: &'static str, from: u32, to: u32) -> Parameter {
    Parameter::new(key, Kind::PowerOfTwo { from, to })
}

const fn choice(key: &'static str, of: &'static [&'static str]) -> Parameter {
    Parameter::new(key, Kind::Choice(of))
}

/// Gives `nand.dies`.
pub const DIES_PER_CHANNEL: &str = "dies_per_channel";
/// Superblocks between the two watermarks: gives `gc.high_watermark`.
pub const WATERMARK_GAP: &str = "watermark_gap";
/// Usable NAND beyond the user capacity, in per cent of it: gives `blocks_per_plane`.
pub const SPARE_PERCENT: &str = "spare_percent";

/// Place of the pacing in [`PARAMETERS`], and how many pacings there are.
pub fn pacing() -> (usize, usize) {
    let place = PARAMETERS
        .iter()
        .position(|one| one.kind == Kind::Choice(Pacing::NAMES));
    (place.unwrap_or_default(), Pacing::NAMES.len())
}

/// All of them. The ranges cover SATA and NVMe drives from 2008 on.
pub const PARAMETERS: &[Parameter] = &[
    power_of_two("nand.channels", 1, 16),
    power_of_two(DIES_PER_CHANNEL, 1, 8).gives_key(),
    whole("nand.channel_mb_per_s", 40, 1200),
    power_of_two("nand.planes", 1, 4),
    power_of_two("nand.page_kib", 4, 16),
    power_of_two("nand.pages_per_block", 64, 1024).of_gc(),
    number("nand.t_read_us", 20.0, 120.0),
    number("nand.t_prog_us", 200.0, 3000.0),
    number("nand.t_erase_us", 1000.0, 10_000.0).of_gc(),
    number(SPARE_PERCENT, 4.0, 40.0).gives_key().of_gc(),
    whole("layout.buffer_kib", 256, 16_384),
    power_of_two("layout.read_ahead_kib", 64, 1024),
    whole("link.mb_per_s", 100, 8000),
    number("link.command_latency_us", 2.0, 60.0),
    number("controller.read_command_us", 0.5, 60.0),
    number("controller.read_unit_us", 0.2, 30.0),
    number("controller.write_command_us", 0.5, 60.0),
    number("controller.write_unit_us", 0.2, 30.0),
    number("controller.copy_unit_us", 0.2, 30.0).of_gc(),
    whole("gc.low_watermark", 2, 48).of_gc(),
    whole(WATERMARK_GAP, 1, 24).gives_key().of_gc(),
    choice("gc.pacing", Pacing::NAMES).of_gc(),
    whole("gc.copies_per_host_write", 1, 64).of_gc(),
    whole("gc.freed_per_host_write", 2, 512).of_gc(),
    whole("gc.copies_in_flight", 4, 256).of_gc(),
    choice("gc.victim", VictimPolicy::NAMES).of_gc(),
    whole("gc.victim_candidates", 2, 64).of_gc(),
    choice("gc.frontiers", Frontiers::NAMES).of_gc(),
];

/// A place in all ranges: a number from 0 to 1 for each of [`PARAMETERS`].
pub type Genes = Vec<f64>;

/// Any place.
pub fn drawn(random: &mut Generator) -> Genes {
    PARAMETERS.iter().map(|_| uniform(random)).collect()
}

impl Kind {
    /// The value at a place, as a number; the index of a choice.
    pub fn at(self, gene: f64) -> f64 {
        let gene = gene.clamp(0.0, 1.0 - f64::EPSILON);
        let between = |from: f64, to: f64| from * (to / from).powf(gene);
        match self {
            Self::Number { from, to } => three_digits(between(from, to)),
            Self::Whole { from, to } => between(f64::from(from), f64::from(to) + 0.999).floor(),
            Self::PowerOfTwo { from, to } => {
                let steps = f64::from((to / from).ilog2() + 1);
                f64::from(from) * (gene * steps).floor().exp2()
            }
            Self::Choice(of) => (gene * of.len() as f64).floor(),
        }
    }
}

/// No range is narrower than that, and nobody reads more. Powers of ten are exact only above 1.
fn three_digits(value: f64) -> f64 {
    let exponent = value.log10().floor() as i32 - 2;
    let power = 10_f64.powi(exponent.abs());
    match exponent < 0 {
        true => (value * power).round() / power,
        false => (value / power).round() * power,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A range was once printed as 0.20600000000000002 to 29.8.
    #[test]
    fn numbers_have_three_digits() {
        for (value, text) in [
            (0.205_96, "0.206"),
            (39.9012, "39.9"),
            (633.4, "633"),
            (9948.0, "9950"),
        ] {
            assert_eq!(three_digits(value).to_string(), text);
        }
    }
}
