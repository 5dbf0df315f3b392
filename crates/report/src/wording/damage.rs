//! What of a run's folder could not be read.

use fourcorners_bench::record::{Damage, Figure, FigureOf, Harm, Quantity};

/// A sentence, without its full stop.
pub fn sentence(damage: &Damage) -> String {
    let file = &damage.file;
    match &damage.what {
        Harm::Unread { why } => format!("{file}: {why}"),
        Harm::Torn => format!("{file}: its last line has no end, and is left out"),
        Harm::Line { number, why } => {
            let why = why.as_deref().unwrap_or("it has no end");
            format!("{file}, line {number}: {why}; left out")
        }
        Harm::MoreLines(more) => {
            let lines = if *more == 1 { "line" } else { "lines" };
            format!("{file}: and {more} more {lines} that cannot be read; left out")
        }
        Harm::Impossible(figure) => format!("{file}: {}", impossible(figure)),
        Harm::MoreImpossible(more) => {
            format!("{file}: and {more} more lines with figures that no drive can have; left out")
        }
        Harm::Capacity { sectors } => {
            format!("{file}: a capacity of {sectors} sectors, which no drive has; left out")
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
    format!("{of}: {name} is said to be {value:e}{unit}, which no drive can have; left out")
}

/// A quantity, and its unit with the space before it.
fn name_and_unit(quantity: Quantity) -> (&'static str, &'static str) {
    match quantity {
        Quantity::Speed => ("its speed", " MB/s"),
        Quantity::SpeedMib => ("its speed", " MiB/s"),
        Quantity::Rate => ("its rate", " IOPS"),
        Quantity::WorstSecond => ("its worst second", " IOPS"),
        Quantity::BestSecond => ("its best second", " IOPS"),
        Quantity::Duration => ("its duration", " s"),
        Quantity::BusyTime => ("its busy time", " s"),
        Quantity::ResponseTime => ("its response time", " s"),
        Quantity::Place => ("its place", " seconds from the start"),
        Quantity::MeanLatency => ("its mean latency", " µs"),
        Quantity::MedianLatency => ("its median latency", " µs"),
        Quantity::LatencyP99 => ("its latency (99 %)", " µs"),
        Quantity::LatencyP999 => ("its latency (99.9 %)", " µs"),
        Quantity::LongestLatency => ("its longest latency", " µs"),
        Quantity::ServiceTime => ("its service time", " µs"),
        Quantity::WriteAmplification => ("its write amplification", ""),
        Quantity::Power => ("its power", " W"),
        Quantity::HighestPower => ("its highest power", " W"),
        Quantity::DataRate => ("its data rate", " MB/s"),
        Quantity::Price => ("its price", ""),
    }
}
