//! What of a test a figure is.

/// A kind of figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// The one figure of most tests.
    Throughput,
    LatencyP999,
    LatencyMax,
    WorstSecond,
    /// From 1400 s on, as is the next.
    WorstSecondLate,
    MeanLate,
    WriteAmplification,
    /// From this second on.
    WriteAmplificationLate(u32),
    Power,
    /// The next three: of a replay.
    DataRate,
    ServiceTime,
    ResponseTime,
}

impl Quantity {
    /// The end of a figure's key. Documents that were written before have it: it never changes.
    pub fn key(self) -> &'static str {
        match self {
            Self::Throughput => "",
            Self::LatencyP999 => "99.9th percentile of latency",
            Self::LatencyMax => "max latency",
            Self::WorstSecond => "worst second of the run",
            Self::WorstSecondLate => "worst second from 1400 s on",
            Self::MeanLate => "mean from 1400 s on",
            Self::WriteAmplification => "write amplification",
            Self::WriteAmplificationLate(_) => "write amplification of the end",
            Self::Power => "mean power",
            Self::DataRate => "average data rate",
            Self::ServiceTime => "mean service time",
            Self::ResponseTime => "geometric mean of response times",
        }
    }

    /// As in [`Figure`](crate::Figure).
    pub fn unit(self) -> &'static str {
        match self {
            Self::Throughput | Self::DataRate => "MB/s",
            Self::LatencyP999 | Self::LatencyMax | Self::ServiceTime => "µs",
            Self::WorstSecond | Self::WorstSecondLate | Self::MeanLate => "IOPS",
            Self::WriteAmplification | Self::WriteAmplificationLate(_) => "",
            Self::Power => "W",
            Self::ResponseTime => "s",
        }
    }

    /// Whether the higher of two is the better.
    pub fn more_is_better(self) -> bool {
        match self {
            Self::Throughput
            | Self::DataRate
            | Self::WorstSecond
            | Self::WorstSecondLate
            | Self::MeanLate => true,
            Self::LatencyP999
            | Self::LatencyMax
            | Self::WriteAmplification
            | Self::WriteAmplificationLate(_)
            | Self::Power
            | Self::ServiceTime
            | Self::ResponseTime => false,
        }
    }
}
