//! Looking for a completion for a moment before sleeping.

use fourcorners_block::Nanos;
use std::time::{Duration, Instant};

/// So long it is looked for. Going to sleep and being woken costs a fast drive more than its own
/// time: on a virtual machine at queue depth 3, 60,000 I/Os a second became 240,000, and at queue
/// depth 1 with 128 KiB each (30 us, so that a look of 20 us is in vain) 17,000 became 32,000. On a
/// slower drive it would cost a core this much time per I/O, so it is looked for less often there.
const LONGEST: Duration = Duration::from_micros(50);
/// Looks between two looks at the clock.
const PAUSES: u32 = 16;
/// Sleeps in a row without a look before, at most.
const MOST_SKIPPED: u32 = 256;

/// Whether looking has been worth its time lately.
#[derive(Default)]
pub struct Watch {
    /// Sleeps to begin without a look, after the last look: twice as many after each in vain.
    skipped: u32,
    left: u32,
}

impl Watch {
    /// Looks until something is `there`, if that is worth it; false if nothing was seen.
    pub fn look(&mut self, patience: Nanos, there: impl FnMut() -> bool) -> bool {
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        let seen = look(LONGEST.min(Duration::from_nanos(patience.0)), there);
        self.skipped = match seen {
            true => 0,
            false => (2 * self.skipped).clamp(1, MOST_SKIPPED),
        };
        self.left = self.skipped;
        seen
    }
}

fn look(limit: Duration, mut there: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    loop {
        // Mostly pauses: a core that shares its execution units with this one (the loop
        // driver's, for instance) has them to itself meanwhile.
        for _ in 0..PAUSES {
            if there() {
                return true;
            }
            std::hint::spin_loop();
        }
        if start.elapsed() >= limit {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks among so many sleeps, on a drive that is never there in time.
    fn looks(watch: &mut Watch, sleeps: u32) -> u32 {
        let mut looks = 0;
        for _ in 0..sleeps {
            let mut looked = false;
            assert!(!watch.look(Nanos(0), || {
                looked = true;
                false
            }));
            looks += u32::from(looked);
        }
        looks
    }

    #[test]
    fn is_a_slow_drive_looked_at_ever_less() {
        let mut watch = Watch::default();
        assert!(looks(&mut watch, 1000) <= 12, "doubling");
        assert!(
            looks(&mut watch, 10 * (MOST_SKIPPED + 1)) >= 9,
            "but never given up"
        );
    }

    #[test]
    fn is_a_fast_drive_always_looked_at() {
        let mut watch = Watch::default();
        looks(&mut watch, 3);
        let sleeps = 100;
        let seen = (0..sleeps)
            .filter(|_| watch.look(Nanos(0), || true))
            .count();
        assert!(seen >= 98, "{seen}");
        assert!((0..sleeps).all(|_| watch.look(Nanos(0), || true)));
    }
}
