//! How much earlier than a reply is due the server wakes up. The host wakes it up late, by 10 to 30
//! us in a virtual machine, and what is left then is short enough to poll.

use std::time::Duration;

/// What is never exceeded, however late the host is.
pub const MOST: Duration = Duration::from_micros(60);
/// How much a wake-up that was in time takes back.
const STEP: Duration = Duration::from_nanos(100);
/// Steps that a late one adds: as it is in balance where one wake-up in four is late, this tracks
/// the third quartile ("frugal streaming": Ma, Muthukrishnan and Sandler, 2013).
const STEPS_IF_LATE: u32 = 3;

/// Learnt from how late the host has been.
#[derive(Clone, Copy, Debug, Default)]
pub struct Early(Duration);

impl Early {
    pub fn get(self) -> Duration {
        self.0
    }

    /// The host woke up the server so late.
    pub fn woke_up(&mut self, late: Duration) {
        self.0 = match late > self.0 {
            true => (self.0 + STEPS_IF_LATE * STEP).min(MOST),
            false => self.0.saturating_sub(STEP),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(wake_ups: u64, late_us: impl Fn(u64) -> u64) -> Duration {
        let mut early = Early::default();
        for wake_up in 0..wake_ups {
            early.woke_up(Duration::from_micros(late_us(wake_up)));
        }
        early.get()
    }

    #[test]
    fn three_wake_ups_of_four_are_in_time() {
        let early = after(10_000, |wake_up| wake_up * 7 % 40);
        assert!((28..=32).contains(&early.as_micros()), "{early:?}");
    }

    /// A host that was busy for a moment does not keep the server polling.
    #[test]
    fn it_is_bounded_and_forgets() {
        assert_eq!(after(10_000, |_| 5000), MOST);
        let early = after(10_000, |wake_up| if wake_up < 1000 { 5000 } else { 2 });
        assert!(early.as_micros() <= 3, "{early:?}");
    }
}
