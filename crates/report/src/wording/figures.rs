//! What a figure of a test is.

use crate::figures::quantity::Quantity;

/// What a price is of.
pub const PER_USABLE_GIB: &str = "per usable GiB";

/// In a few words; empty for a test's one figure.
pub fn quantity(quantity: Quantity) -> String {
    let known = match quantity {
        Quantity::WriteAmplificationLate(second) => {
            return format!("write amplification from {second} s on");
        }
        Quantity::Throughput => "",
        Quantity::LatencyP999 => "p99.9 latency",
        Quantity::LatencyMax => "max latency",
        Quantity::WorstSecond => "worst second",
        Quantity::WorstSecondLate => "worst second after 1400 s",
        Quantity::MeanLate => "mean after 1400 s",
        Quantity::WriteAmplification => "write amplification",
        Quantity::Power => "mean power",
        Quantity::DataRate => "average data rate",
        Quantity::ServiceTime => "mean service time",
        Quantity::ResponseTime => "geometric mean response time",
    };
    known.into()
}
