//! Statements that were printed about drives.

use super::numbers::count;
use super::tables::Head;
use crate::statements::{
    Share, Statement, StatementQuantity as Quantity, StatementUnit as Unit, Tally,
};
use fourcorners_findings::pages::Pages;

/// What a statement is about: `mean latency, Torture test, write`.
pub fn what(statement: &Statement, pages: &Pages) -> String {
    let quantity = match statement.quantity {
        Quantity::Throughput => "throughput",
        Quantity::Iops => "IOPS",
        Quantity::LatencyMean => "mean latency",
        Quantity::LatencyP50 => "median latency",
        Quantity::LatencyP99 => "p99 latency",
        Quantity::LatencyP99999 => "p99.999 latency",
        Quantity::LatencyMax => "max latency",
        Quantity::WorstSecond => "worst second",
        Quantity::SteadyFloor => "worst second after 1400 s",
        Quantity::SteadyMean => "mean IOPS after 1400 s",
        Quantity::SteadySpread => "jitter after 1400 s",
        Quantity::Rise => "last quarter / first quarter",
        Quantity::PowerMean => "power",
        Quantity::WriteAmplification => "write amplification",
        Quantity::GeometricMean => "geometric mean",
        Quantity::CacheEnd => "written when the SLC cache ends",
        Quantity::CacheSpeed => "speed in the SLC cache",
        Quantity::AfterCacheSpeed => "speed after the SLC cache",
        Quantity::AfterCacheMean => "mean speed after the SLC cache",
        Quantity::CacheReturn => "written at cache speed again",
        Quantity::CacheTotal => "written at cache speed",
        Quantity::SecondDrop => "written at the second drop",
        Quantity::LastSpeed => "speed of the last tenth",
        Quantity::RecoveredShare => "share of clean speed in the last pass",
    };
    let (test, phase) = (statement.test.as_str(), statement.phase.as_str());
    let title = pages.name(test).title;
    // Most tests have one phase of this name.
    match pages.phase(test, phase).unwrap_or(phase) {
        "" | "measure" => format!("{quantity}, {title}"),
        phase => format!("{quantity}, {title}, {phase}"),
    }
}

/// A measured value: `36.4 MiB/s`, `1.30x`, `55.0 % less`.
pub fn here(value: f64, unit: Unit) -> String {
    let number = match value.abs() {
        x if x >= 1000.0 => count(value),
        x if x >= 100.0 => format!("{value:.0}"),
        x if x >= 10.0 => format!("{value:.1}"),
        x if x >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    };
    match unit {
        Unit::Times => format!("{number}x"),
        Unit::PercentLess if value < 0.0 => format!("{:.1} % more", -value),
        Unit::PercentLess => format!("{value:.1} % less"),
        Unit::MibPerS => format!("{number} MiB/s"),
        Unit::MbPerS => format!("{number} MB/s"),
        Unit::MbOrMibPerS => format!("{number} MB/s or MiB/s"),
        Unit::Iops => format!("{number} IOPS"),
        Unit::Us => format!("{number} µs"),
        Unit::Ms => format!("{number} ms"),
        Unit::S => format!("{number} s"),
        Unit::Gb => format!("{number} GB"),
        Unit::W => format!("{number} W"),
    }
}

/// Why a statement is missed.
pub fn cause(statement: &Statement) -> &str {
    match statement.cause.as_str() {
        "" => "cause not known",
        known => known,
    }
}

/// `Published statements: 61 of 74 hold (predicted: 41 of 53, fitted: 20 of 21)`. `None`: nothing
/// was judged.
pub fn tally(tally: &Tally) -> Option<String> {
    let all = tally.all();
    let kinds = [
        ("predicted", tally.predicted),
        ("from a fitted parameter", tally.decided_by_fit),
        ("order only", tally.order),
        ("fitted", tally.fitted),
    ];
    let scores: Vec<(&str, Share)> = kinds
        .into_iter()
        .filter(|(_, share)| share.of > 0)
        .collect();
    let parts = match scores[..] {
        [] => return None,
        [(kind, _)] => format!("all {kind}"),
        _ => {
            let each = scores.iter();
            let each = each.map(|(kind, share)| format!("{kind}: {} of {}", share.hold, share.of));
            each.collect::<Vec<_>>().join(", ")
        }
    };
    Some(format!(
        "Published statements: {} of {} hold ({parts})",
        all.hold, all.of
    ))
}

/// The table of statements that are missed.
pub fn differences() -> Head {
    Head {
        title: "Differences from published figures".into(),
        header: ["", "figure", "published", "here", "cause", "source"]
            .map(String::from)
            .to_vec(),
    }
}
