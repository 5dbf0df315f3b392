//! How the latencies of a phase are distributed: how many I/Os took at least so long.

use fourcorners_bench::record::Run;

/// Between two points there is at most this factor in latency, or in the number of I/Os: some 5
/// pixels of a chart of six decades that is 1000 pixels wide. A step at which more changes is kept
/// whole.
const FACTOR: f64 = 1.074_607_8; // 10^(1/32)

/// Points of a falling curve: microseconds, and how many I/Os took at least so long. The first is
/// all I/Os, the last the longest ones. Latencies have three significant digits, numbers of I/Os
/// are exact.
pub type Distribution = Vec<(f64, u64)>;

/// Of a phase of a run; empty if its folder holds no histogram of it that can be read.
pub fn distribution(run: &Run, test: &str, variant: &str, phase: &str) -> Distribution {
    let is_of = |line: &&fourcorners_bench::record::HistogramLine| {
        line.test == test && line.variant == variant && line.phase == phase
    };
    let line = run.histograms.iter().find(is_of);
    let counts = line.and_then(|line| line.counts().ok());
    thinned(&at_least(&counts.unwrap_or_default()))
}

/// Of latencies in nanoseconds and how many I/Os took each, shortest first.
fn at_least(counts: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let mut longer: u64 = 0;
    let mut points: Vec<(u64, u64)> = counts
        .iter()
        .rev()
        .map(|(ns, count)| {
            longer = longer.saturating_add(*count);
            (*ns, longer)
        })
        .collect();
    points.reverse();
    points
}

/// As many points as can be seen.
fn thinned(points: &[(u64, u64)]) -> Distribution {
    let mut kept: Vec<(u64, u64)> = Vec::new();
    for (place, point) in points.iter().enumerate() {
        let far = |from: &(u64, u64), to: &(u64, u64)| {
            to.0 as f64 > from.0 as f64 * FACTOR || to.1 as f64 * FACTOR < from.1 as f64
        };
        // The curve runs level from a point to the left: the one before a step holds its corner.
        let next = points.get(place + 1);
        let keep = match (kept.last(), next) {
            (None, _) | (_, None) => true,
            (Some(last), Some(next)) => far(last, next),
        };
        if keep {
            kept.push(*point);
        }
    }
    let us = |ns: u64| ns as f64 / 1000.0;
    kept.into_iter().map(|(ns, ios)| (us(ns), ios)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_every_point_the_number_of_ios_that_took_so_long(
            counts in prop::collection::btree_map(1_u64..10_000_000, 1_u64..1_000_000, 1..300),
        ) {
            let counts: Vec<(u64, u64)> = counts.into_iter().collect();
            let all: u64 = counts.iter().map(|(_, count)| count).sum();
            let took = |ns: f64| -> u64 {
                let longer = counts.iter().filter(|(each, _)| *each as f64 >= ns - 0.5);
                longer.map(|(_, count)| count).sum()
            };
            let points = thinned(&at_least(&counts));
            for (us, ios) in &points {
                prop_assert_eq!(*ios, took(us * 1000.0), "{} µs", us);
            }
            prop_assert_eq!(points[0].1, all);
            let longest = counts.last().map_or((0, 0), |last| *last);
            prop_assert_eq!(points.last(), Some(&(longest.0 as f64 / 1000.0, longest.1)));
            // No latency in between is drawn far from where it lies: the curve is level up to the
            // next point.
            for (ns, _) in &counts {
                let at = *ns as f64;
                let next = points.iter().position(|(us, _)| us * 1000.0 >= at - 0.5).expect("the \
                    last is the longest");
                let near = points[next].0 * 1000.0 <= at * FACTOR + 1.0
                    || took(at) as f64 <= points[next].1 as f64 * FACTOR + 1.0;
                prop_assert!(near, "{at} ns");
            }
        }

        #[test]
        fn is_a_curve_of_any_number_of_latencies_small(
            counts in prop::collection::btree_map(100_u64..10_000_000_000, 1_u64..1_000, 1..3000),
        ) {
            let counts: Vec<(u64, u64)> = counts.into_iter().collect();
            // Eight decades of latency and as many of I/Os, two points a step at most.
            prop_assert!(thinned(&at_least(&counts)).len() <= 2 * 2 * 8 * 32);
        }
    }
}
