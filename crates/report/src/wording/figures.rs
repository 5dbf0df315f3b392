//! What a figure of a test is.

use crate::figures::quantity::Quantity;

/// What a price is of.
pub const PER_USABLE_GIB: &str = "per usable GiB";

/// In a few words; empty for a test's one figure.
pub fn quantity(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Throughput => "",
        Quantity::LatencyP999 => "99.9th percentile of latency",
        Quantity::LatencyMax => "longest latency",
        Quantity::WorstSecond => "worst second of all",
        Quantity::WorstSecondLate => "worst second from 1400 s on",
        Quantity::MeanLate => "mean from 1400 s on",
        Quantity::WriteAmplification => "write amplification",
        Quantity::Power => "mean power",
        Quantity::DataRate => "average data rate",
        Quantity::ServiceTime => "mean service time",
        Quantity::ResponseTime => "geometric mean of response times",
    }
}
