//! How parameters and figures are called on the page.

use crate::figure::Figure;
use crate::parameter::Parameter;

/// A figure's name for people.
pub(crate) fn figure(figure: &Figure) -> &'static str {
    match figure.name {
        "iops_mean" => "Mean IOPS",
        "iops_min" => "Worst second",
        "iops_max" => "Best second",
        "iops_median" => "Median second",
        "iops_p1" => "1st percentile of seconds",
        "slow_share" => "Share of slow seconds",
        "steady_iops_mean" => "Steady-state IOPS",
        "throughput_mb_per_s" => "Throughput",
        "latency_mean_us" => "Mean latency",
        "latency_p50_us" => "Median latency",
        "latency_p99_us" => "p99 latency",
        "latency_p999_us" => "p99.9 latency",
        "latency_max_us" => "Maximum latency",
        "write_amplification" => "Write amplification",
        "block_erases" => "Block erases",
        "stalls" => "Stalled writes",
        "recovered_share" => "Recovered speed",
        "power_mean_w" => "Mean power",
        "temperature_max_c" => "Maximum temperature",
        "duration_s" => "Duration",
        "ios" => "I/Os",
        other => other,
    }
}

/// A parameter's name for people; keys of files are their own.
pub(crate) fn parameter(parameter: &Parameter) -> String {
    match parameter {
        Parameter::Drive => "Drive".into(),
        Parameter::Port => "Port".into(),
        Parameter::Seed => "Seed".into(),
        Parameter::SparePercent => "Spare area".into(),
        Parameter::DurationS => "Duration of phases".into(),
        Parameter::State => "State".into(),
        Parameter::Data => "Data".into(),
        Parameter::DataRatio => "Compressed size".into(),
        Parameter::Span => "LBA range".into(),
        Parameter::Align => "Alignment".into(),
        Parameter::OfTest { key, .. } => key.clone(),
        Parameter::OfDrive(key) => key.clone(),
    }
}

/// What a parameter is counted in.
pub(crate) fn unit_of(parameter: &Parameter) -> Option<&'static str> {
    match parameter {
        Parameter::SparePercent => Some("% of raw NAND"),
        Parameter::DurationS => Some("s"),
        Parameter::DataRatio => Some("‰"),
        _ => None,
    }
}

/// A column's name as a heading: `random_read` is "Random read".
pub(crate) fn column(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect::<String>().replace('_', " ")
}
