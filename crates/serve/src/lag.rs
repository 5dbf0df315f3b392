//! How punctual replies are: lag is the time from a completion on the drive's clock until its reply
//! was handed to the socket, on the wall clock. The share of it that no program can avoid is how
//! late the host wakes up a thread that sleeps until an instant.

use hdrhistogram::Histogram;
use std::time::Duration;

/// Queue depths that are told apart: 1, 2, 3 to 4, 5 to 8, and so on.
const DEPTHS: usize = 8;
const LONGEST_NS: u64 = 60_000_000_000;

/// Lag by queue depth, and the host's own.
#[derive(Clone, Debug)]
pub struct Lag {
    by_depth: [Histogram<u32>; DEPTHS],
    wake_up: Histogram<u32>,
}

/// Quantiles of many delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    pub count: u64,
    pub p50: Duration,
    pub p99: Duration,
    pub max: Duration,
}

impl Default for Lag {
    fn default() -> Self {
        Self {
            by_depth: std::array::from_fn(|_| histogram()),
            wake_up: histogram(),
        }
    }
}

impl Lag {
    /// A reply left so late, when `depth` I/Os were in flight.
    pub fn replied(&mut self, depth: usize, late: Duration) {
        let place = depth.max(1).next_power_of_two().trailing_zeros() as usize;
        record(&mut self.by_depth[place.min(DEPTHS - 1)], late);
    }

    /// The host woke up the server so late.
    pub fn woke_up(&mut self, late: Duration) {
        record(&mut self.wake_up, late);
    }

    /// Of each queue depth at which replies left, by the greatest depth of its range.
    pub fn by_depth(&self) -> impl Iterator<Item = (usize, Delays)> {
        let all = self.by_depth.iter().enumerate();
        let used = all.filter(|(_, delays)| !delays.is_empty());
        used.map(|(place, delays)| (1 << place, quantiles(delays)))
    }

    /// Of the host's wake-ups.
    pub fn wake_ups(&self) -> Delays {
        quantiles(&self.wake_up)
    }
}

fn histogram() -> Histogram<u32> {
    let made = Histogram::new_with_bounds(1, LONGEST_NS, 2);
    made.expect("constant bounds are valid")
}

fn record(delays: &mut Histogram<u32>, late: Duration) {
    delays.saturating_record(late.as_nanos().min(LONGEST_NS.into()) as u64);
}

fn quantiles(delays: &Histogram<u32>) -> Delays {
    let at = |quantile| Duration::from_nanos(delays.value_at_quantile(quantile));
    Delays {
        count: delays.len(),
        p50: at(0.5),
        p99: at(0.99),
        max: Duration::from_nanos(delays.max()),
    }
}
