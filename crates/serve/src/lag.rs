//! How punctual replies are: lag is the time from a completion on the drive's clock until its reply
//! was handed to the socket, on the wall clock. With it comes how late the host wakes up a thread
//! that sleeps until an instant, with as many commands in flight: a host that has more to do is
//! less late.

use hdrhistogram::Histogram;
use std::time::Duration;

/// Queue depths that are told apart: 1, 2, 3 to 4, 5 to 8, and so on.
const DEPTHS: usize = 8;
const LONGEST_NS: u64 = 60_000_000_000;

/// Lag by queue depth, and the host's own.
#[derive(Clone, Debug, Default)]
pub struct Lag([AtDepth; DEPTHS]);

#[derive(Clone, Debug)]
struct AtDepth {
    replies: Histogram<u32>,
    wake_ups: Histogram<u32>,
}

/// Quantiles of many delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    pub count: u64,
    pub p50: Duration,
    pub p99: Duration,
    pub max: Duration,
}

impl Default for AtDepth {
    fn default() -> Self {
        Self {
            replies: histogram(),
            wake_ups: histogram(),
        }
    }
}

impl Lag {
    /// A reply left so late, when `depth` I/Os were in flight.
    pub fn replied(&mut self, depth: usize, late: Duration) {
        record(&mut self.at(depth).replies, late);
    }

    /// The host woke up the server so late, when `depth` I/Os were in flight.
    pub fn woke_up(&mut self, depth: usize, late: Duration) {
        record(&mut self.at(depth).wake_ups, late);
    }

    /// Of replies and of wake-ups, for each queue depth at which replies left, by the greatest
    /// depth of its range.
    pub fn by_depth(&self) -> impl Iterator<Item = (usize, [Delays; 2])> {
        let all = self.0.iter().enumerate();
        let used = all.filter(|(_, at)| !at.replies.is_empty());
        used.map(|(place, at)| (1 << place, [&at.replies, &at.wake_ups].map(quantiles)))
    }

    fn at(&mut self, depth: usize) -> &mut AtDepth {
        let place = depth.max(1).next_power_of_two().trailing_zeros() as usize;
        &mut self.0[place.min(DEPTHS - 1)]
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
