//! The time between the instant at which an I/O was due and its admission. Only I/Os that have
//! an instant of their own wait; in a closed loop one is due as soon as there is a slot.

use fourcorners_block::Completion;

#[derive(Default)]
pub struct Waits {
    ios: u64,
    sum_ns: u128,
    max_ns: u64,
}

impl Waits {
    /// Takes an I/O, if it had an instant at which it was due.
    #[inline]
    pub fn take(&mut self, completion: &Completion) {
        if completion.due.0 > 0 {
            let wait = completion.wait().0;
            self.ios += 1;
            self.sum_ns += u128::from(wait);
            self.max_ns = self.max_ns.max(wait);
        }
    }

    /// Mean, in microseconds; `None` if none had.
    pub fn mean_us(&self) -> Option<f64> {
        (self.ios > 0).then(|| self.sum_ns as f64 / self.ios as f64 / 1000.0)
    }

    /// Longest, in microseconds; `None` if none had.
    pub fn max_us(&self) -> Option<f64> {
        (self.ios > 0).then(|| self.max_ns as f64 / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::{Bytes, Nanos, Outcome};

    fn io(due: u64, admitted: u64) -> Completion {
        Completion {
            tag: 0,
            bytes: Bytes(4096),
            due: Nanos(due),
            admitted: Nanos(admitted),
            finished: Nanos(admitted + 50_000),
            outcome: Outcome::Done,
        }
    }

    #[test]
    fn is_the_wait_before_admission_told_apart_from_latency() {
        let mut waits = Waits::default();
        for (due, admitted) in [(1_000, 1_000), (2_000, 6_000), (9_000, 11_000)] {
            waits.take(&io(due, admitted));
            assert_eq!(io(due, admitted).latency(), Nanos(50_000));
        }
        assert_eq!((waits.mean_us(), waits.max_us()), (Some(2.0), Some(4.0)));
    }

    #[test]
    fn does_nothing_wait_in_a_closed_loop() {
        let mut waits = Waits::default();
        waits.take(&io(0, 7_000));
        assert_eq!((waits.mean_us(), waits.max_us()), (None, None));
    }
}
