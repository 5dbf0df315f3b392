//! Counts and times of all reads, or all writes, of work that has both.

use fourcorners_bench::histogram::histogram;
use fourcorners_bench::record::MeasuredOp;
use fourcorners_block::Nanos;
use hdrhistogram::Histogram;

/// Significant digits of percentiles.
const DIGITS: u8 = 3;

/// All I/Os of one kind.
pub struct OpTally {
    pub ios: u64,
    pub bytes: u64,
    sum: u128,
    max: u64,
    times: Histogram<u64>,
}

impl OpTally {
    pub fn new() -> Self {
        Self {
            ios: 0,
            bytes: 0,
            sum: 0,
            max: 0,
            times: histogram(DIGITS),
        }
    }

    /// Takes an I/O that took so long.
    pub fn take(&mut self, time: Nanos, bytes: u64) {
        self.ios += 1;
        self.bytes += bytes;
        self.sum += u128::from(time.0);
        self.max = self.max.max(time.0);
        self.times.saturating_record(time.0);
    }

    /// Mean in microseconds.
    pub fn mean_us(&self) -> f64 {
        self.sum as f64 / self.ios.max(1) as f64 / 1000.0
    }

    /// Longest, exact, in microseconds.
    pub fn max_us(&self) -> f64 {
        self.max as f64 / 1000.0
    }

    /// A quantile in microseconds.
    pub fn quantile_us(&self, quantile: f64) -> f64 {
        self.times.value_at_quantile(quantile).min(self.max) as f64 / 1000.0
    }

    /// Its figures; `None` if there was no I/O.
    pub fn figures(&self) -> Option<MeasuredOp> {
        (self.ios > 0).then(|| MeasuredOp {
            ios: self.ios,
            bytes: self.bytes,
            latency_mean_us: self.mean_us(),
            latency_p50_us: self.quantile_us(0.5),
            latency_p99_us: self.quantile_us(0.99),
            latency_p999_us: self.quantile_us(0.999),
            latency_p9999_us: self.quantile_us(0.9999),
            latency_max_us: self.max_us(),
        })
    }
}
