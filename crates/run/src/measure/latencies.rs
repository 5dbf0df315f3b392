//! Latencies, counted in the classes of an HdrHistogram with three significant digits. To count
//! one takes a few instructions; the library is asked only at the end of a phase.

use fourcorners_bench::histogram::{DIGITS, LONGEST_NS, histogram};
use hdrhistogram::Histogram;

/// So many leading bits of a latency tell its class: three significant digits.
const BITS: u32 = 11;
/// The same of two significant digits: enough for a second's p99.
const COARSE_BITS: u32 = 8;
/// Latencies of more bits are counted as [`LONGEST_NS`]. Those between it and this bound have
/// classes of their own, as in the library.
const VALUE_BITS: u32 = 42;
const CLASSES: usize = (VALUE_BITS as usize - BITS as usize + 2) << (BITS - 1);

pub struct Latencies {
    /// I/Os of each class in the seconds that are closed.
    closed: Vec<u64>,
    /// The same in the second that is open.
    open: Box<[u64; CLASSES]>,
}

/// How many bits of a value go beyond its leading `bits`.
fn excess(value: u64, bits: u32) -> u32 {
    u64::BITS - bits - (value | ((1 << bits) - 1)).leading_zeros()
}

#[inline]
fn class(latency: u64) -> usize {
    let latency = if latency >> VALUE_BITS == 0 {
        latency
    } else {
        LONGEST_NS
    };
    let excess = excess(latency, BITS);
    ((excess as usize) << (BITS - 1)) + (latency >> excess) as usize
}

/// The shortest latency of a class.
fn shortest(class: usize) -> u64 {
    let excess = (class >> (BITS - 1)).saturating_sub(1);
    ((class - (excess << (BITS - 1))) as u64) << excess
}

/// The longest latency that has the same two significant digits.
fn longest_alike(latency: u64) -> u64 {
    let excess = excess(latency, COARSE_BITS);
    (((latency >> excess) + 1) << excess) - 1
}

impl Latencies {
    pub fn new() -> Self {
        Self {
            closed: vec![0; CLASSES],
            open: Box::new([0; CLASSES]),
        }
    }

    #[inline]
    pub fn take(&mut self, latency: u64) {
        self.open[class(latency)] += 1;
    }

    /// Closes a second of `ios` I/Os that took from `min` to `max`. Returns their p99 to two
    /// significant digits, rounded up.
    pub fn close_second(&mut self, ios: u64, min: u64, max: u64) -> u64 {
        if ios == 0 {
            return 0;
        }
        let rank = ((0.99 * ios as f64).ceil() as u64).max(1);
        // Only what the second can have touched: slow drives finish few I/Os in it.
        let end = if max > LONGEST_NS {
            CLASSES
        } else {
            class(max) + 1
        };
        let touched = class(min.min(LONGEST_NS))..end;
        let (mut counted, mut p99) = (0, None);
        let open = &mut self.open[touched.clone()];
        for ((open, closed), class) in open
            .iter_mut()
            .zip(&mut self.closed[touched.clone()])
            .zip(touched)
        {
            let count = std::mem::take(open);
            *closed += count;
            counted += count;
            if p99.is_none() && counted >= rank {
                p99 = Some(longest_alike(shortest(class)));
            }
        }
        p99.unwrap_or(max)
    }

    /// All of the seconds that are closed.
    pub fn histogram(&self) -> Histogram<u64> {
        let mut all = histogram(DIGITS);
        for (class, count) in self.closed.iter().enumerate() {
            if *count > 0 {
                all.saturating_record_n(shortest(class), *count);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_bench::histogram::serialized;
    use proptest::prelude::*;

    /// Of every magnitude, and on both sides of the bounds of classes.
    fn latency() -> impl Strategy<Value = u64> {
        let near = |at: u64| at.saturating_sub(2)..=at.saturating_add(2);
        prop_oneof![
            (any::<u64>(), 0..u64::BITS).prop_map(|(value, shift)| value >> shift),
            (0..u64::BITS).prop_flat_map(move |bits| near(1 << bits)),
            near(LONGEST_NS),
            Just(u64::MAX),
        ]
    }

    #[test]
    fn every_class_is_as_in_the_library() {
        let (fine, coarse) = (histogram(DIGITS), histogram(2));
        assert_eq!(CLASSES, fine.distinct_values());
        for number in 0..CLASSES {
            let first = shortest(number);
            assert_eq!(
                (class(first), fine.lowest_equivalent(first)),
                (number, first)
            );
            assert_eq!(class(fine.highest_equivalent(first)), number);
            assert_eq!(longest_alike(first), coarse.highest_equivalent(first));
        }
    }

    proptest! {
        #[test]
        fn counts_are_those_of_direct_recording(
            seconds in prop::collection::vec(prop::collection::vec(latency(), 0..120), 0..5),
        ) {
            let mut counted = Latencies::new();
            let mut direct = histogram(DIGITS);
            for second in &seconds {
                let mut coarse = histogram(2);
                for latency in second {
                    counted.take(*latency);
                    direct.saturating_record(*latency);
                    coarse.saturating_record(*latency);
                }
                let min = second.iter().min().copied().unwrap_or(u64::MAX);
                let max = second.iter().max().copied().unwrap_or(0);
                let p99 = counted.close_second(second.len() as u64, min, max);
                prop_assert_eq!(p99, coarse.value_at_quantile(0.99));
            }
            let handed_over = counted.histogram();
            prop_assert_eq!(serialized(&handed_over), serialized(&direct));
            prop_assert_eq!(handed_over.len(), direct.len());
            for quantile in [0.0, 0.001, 0.5, 0.9, 0.99, 0.999, 0.9999, 1.0] {
                prop_assert_eq!(
                    handed_over.value_at_quantile(quantile),
                    direct.value_at_quantile(quantile)
                );
            }
        }
    }
}
