//! What of a run's folder could not be read.

use fourcorners_bench::record::{Damage, Figure, FigureOf, Harm, Quantity};

/// A sentence, without its full stop.
pub fn sentence(damage: &Damage) -> String {
    let file = &damage.file;
    match &damage.what {
        Harm::Unread { why } => format!("{file}: {why}"),
        Harm::Torn => format!("{file}: the last line is incomplete; left out"),
        Harm::Line { number, why } => {
            let why = why.as_deref().unwrap_or("incomplete");
            format!("{file}, line {number}: {why}; left out")
        }
        Harm::MoreLines(more) => {
            let lines = if *more == 1 { "line" } else { "lines" };
            format!("{file}: {more} more unreadable {lines}; left out")
        }
        Harm::Impossible(figure) => format!("{file}: {}", impossible(figure)),
        Harm::MoreImpossible(more) => {
            format!("{file}: more lines with impossible figures ({more}); left out")
        }
        Harm::Capacity { sectors } => {
            format!("{file}: impossible capacity of {sectors} sectors; left out")
        }
    }
}

/// Several.
pub fn sentences(damage: &[Damage]) -> Vec<String> {
    damage.iter().map(sentence).collect()
}

fn impossible(figure: &Figure) -> String {
    let of = match &figure.of {
        FigureOf::Phase(title) => title.clone(),
        FigureOf::Second { phase, second } => format!("second {second} of {phase}"),
        FigureOf::Zone {
            test,
            phase,
            offset_bytes,
        } => format!("{test} {phase} at byte {offset_bytes}"),
        FigureOf::Price { currency } => format!("a price in {currency}"),
    };
    let (name, unit) = name_and_unit(figure.quantity);
    let value = figure.value;
    format!("{of}: impossible {name} of {value:e}{unit}; left out")
}

/// A quantity, and its unit with the space before it.
pub(super) fn name_and_unit(quantity: Quantity) -> (&'static str, &'static str) {
    match quantity {
        Quantity::Speed => ("speed", " MB/s"),
        Quantity::SpeedMib => ("speed", " MiB/s"),
        Quantity::Rate => ("rate", " IOPS"),
        Quantity::WorstSecond => ("worst second", " IOPS"),
        Quantity::BestSecond => ("best second", " IOPS"),
        Quantity::Duration => ("duration", " s"),
        Quantity::BusyTime => ("busy time", " s"),
        Quantity::ResponseTime => ("response time", " s"),
        Quantity::Place => ("place", " seconds from the start"),
        Quantity::MeanLatency => ("mean latency", " µs"),
        Quantity::MedianLatency => ("median latency", " µs"),
        Quantity::LatencyP99 => ("latency (99 %)", " µs"),
        Quantity::LatencyP999 => ("latency (99.9 %)", " µs"),
        Quantity::LongestLatency => ("max latency", " µs"),
        Quantity::ServiceTime => ("service time", " µs"),
        Quantity::WriteAmplification => ("write amplification", ""),
        Quantity::Power => ("power", " W"),
        Quantity::HighestPower => ("highest power", " W"),
        Quantity::DataRate => ("data rate", " MB/s"),
        Quantity::Price => ("price", ""),
    }
}
