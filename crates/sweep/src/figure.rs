//! The figures that a sweep can record, each a field of a phase's result.

use fourcorners_bench::record::{Measured, Recovery, Seconds};
use schemars::JsonSchema;
use serde::Serialize;

/// Which end of a figure is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    Higher,
    Lower,
}

/// What a figure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Iops,
    MbPerS,
    Us,
    S,
    W,
    C,
    /// A ratio or a count.
    None,
}

impl Unit {
    /// As it is written.
    pub fn symbol(self) -> Option<&'static str> {
        match self {
            Self::Iops => Some("IOPS"),
            Self::MbPerS => Some("MB/s"),
            Self::Us => Some("us"),
            Self::S => Some("s"),
            Self::W => Some("W"),
            Self::C => Some("C"),
            Self::None => None,
        }
    }
}

/// A figure of a phase.
#[derive(Clone, Copy)]
pub struct Figure {
    /// As in `results.jsonl` of a run, where it stands there.
    pub name: &'static str,
    pub unit: Unit,
    pub better: Option<Better>,
    /// `None`: this drive or phase has none.
    pub of: fn(&Measured) -> Option<f64>,
}

impl std::fmt::Debug for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const fn figure(
    name: &'static str,
    unit: Unit,
    better: Option<Better>,
    of: fn(&Measured) -> Option<f64>,
) -> Figure {
    Figure {
        name,
        unit,
        better,
        of,
    }
}

const HIGHER: Option<Better> = Some(Better::Higher);
const LOWER: Option<Better> = Some(Better::Lower);

/// All of them. `slow_share`: whole seconds below 40 % of the mean, of all; `recovered_share`:
/// speed of the last pass, of the clean one.
pub const FIGURES: &[Figure] = &[
    figure("iops_mean", Unit::Iops, HIGHER, |m| Some(m.iops_mean)),
    figure("iops_min", Unit::Iops, HIGHER, |m| {
        m.iops_min.map(|it| it as f64)
    }),
    figure("iops_max", Unit::Iops, HIGHER, |m| {
        m.iops_max.map(|it| it as f64)
    }),
    figure("iops_median", Unit::Iops, HIGHER, |m| {
        m.seconds.as_ref().map(|seconds| seconds.ios_median as f64)
    }),
    figure("iops_p1", Unit::Iops, HIGHER, |m| {
        m.seconds.as_ref().map(|seconds| seconds.ios_p1 as f64)
    }),
    figure("slow_share", Unit::None, LOWER, |m| {
        m.seconds.as_ref().map(Seconds::slow_share)
    }),
    figure("steady_iops_mean", Unit::Iops, HIGHER, |m| {
        m.steady_state.as_ref()?.iops_mean
    }),
    figure("throughput_mb_per_s", Unit::MbPerS, HIGHER, |m| {
        Some(m.throughput_mb_per_s)
    }),
    figure("latency_mean_us", Unit::Us, LOWER, |m| {
        Some(m.latency_mean_us)
    }),
    figure("latency_p50_us", Unit::Us, LOWER, |m| {
        Some(m.latency_p50_us)
    }),
    figure("latency_p99_us", Unit::Us, LOWER, |m| {
        Some(m.latency_p99_us)
    }),
    figure("latency_p999_us", Unit::Us, LOWER, |m| {
        Some(m.latency_p999_us)
    }),
    figure("latency_max_us", Unit::Us, LOWER, |m| {
        Some(m.latency_max_us)
    }),
    figure("write_amplification", Unit::None, LOWER, |m| {
        m.write_amplification
    }),
    figure("block_erases", Unit::None, LOWER, |m| {
        m.block_erases.map(|it| it as f64)
    }),
    figure("stalls", Unit::None, LOWER, |m| {
        m.stalls.map(|it| it as f64)
    }),
    figure("recovered_share", Unit::None, HIGHER, |m| {
        m.recovery.as_ref().and_then(Recovery::share)
    }),
    figure("power_mean_w", Unit::W, LOWER, |m| m.power_mean_w),
    figure("temperature_max_c", Unit::C, LOWER, |m| m.temperature_max_c),
    figure("duration_s", Unit::S, None, |m| Some(m.duration_s)),
    figure("ios", Unit::None, None, |m| Some(m.ios as f64)),
];

/// By its name.
pub(crate) fn find(name: &str) -> Option<&'static Figure> {
    FIGURES.iter().find(|figure| figure.name == name)
}
