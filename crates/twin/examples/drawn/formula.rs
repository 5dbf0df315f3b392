//! The baseline: what a formula says. Fresh speed over steady speed is the write amplification;
//! that of FIFO garbage collection (Desnoyers, SYSTOR 2012) gives the spare area, and with more of
//! it the new speed. All seconds are alike.

use crate::Answer;
use fourcorners_bench::record::Run;
use fourcorners_block::Bytes;
use fourcorners_twin::Endurance;

/// What it predicts of a run at one capacity for a smaller one.
pub fn predicted(run: &Run, capacity: Bytes, less: Bytes) -> Option<Answer> {
    let consistency = run
        .entries
        .iter()
        .find(|entry| entry.test == "consistency")?;
    let endurance = Endurance::of(run, consistency)?;
    let fresh = endurance.until.first()? / Endurance::FIRST_S;
    let steady = endurance.late_mean;
    let amplification = (fresh / steady).max(1.001);
    let alpha = root(1.0001, 3.0, |alpha| fifo(alpha) - amplification);
    let more = alpha * capacity.0 as f64 / less.0 as f64;
    let iops = fresh / fifo(more);
    Some(Answer {
        mean: iops,
        median: iops,
        slow_share: endurance.slow_share,
    })
}

/// Write amplification of FIFO with `alpha` times the user capacity (equation 4).
fn fifo(alpha: f64) -> f64 {
    root(1.0, 1e4, |a| 1.0 / (1.0 - (-alpha / a).exp()) - a)
}

/// Where a falling function is 0.
fn root(mut low: f64, mut high: f64, falling: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if falling(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}
