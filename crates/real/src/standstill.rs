//! When this program itself stood still: stopped by a signal (Ctrl-Z), frozen with its group, or
//! its host paused. Who waits for an I/O then cannot tell it from a drive that does not answer.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the clock is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// A look that comes so late was kept away; a busy host is late by less.
const LEAST: Duration = Duration::from_millis(500);

type Gap = (Instant, Instant);

/// Looks at the clock on a thread of its own, which ends with it.
pub struct Standstill(Arc<Mutex<Vec<Gap>>>);

impl Standstill {
    /// From now on.
    pub fn watch() -> Self {
        let gaps = Arc::new(Mutex::new(Vec::new()));
        let watched = Arc::downgrade(&gaps);
        thread::spawn(move || {
            let mut before = Instant::now();
            loop {
                thread::sleep(LOOK);
                let Some(gaps) = watched.upgrade() else {
                    return;
                };
                let now = Instant::now();
                if now.duration_since(before) >= LEAST {
                    let mut gaps = gaps.lock().unwrap_or_else(PoisonError::into_inner);
                    gaps.push((before, now));
                }
                before = now;
            }
        });
        Self(gaps)
    }

    /// How long between two instants.
    pub fn between(&self, from: Instant, until: Instant) -> Duration {
        let gaps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        within(&gaps, from, until)
    }
}

fn within(gaps: &[Gap], from: Instant, until: Instant) -> Duration {
    let shared = |(began, ended): &Gap| {
        let last = (*ended).min(until);
        last.saturating_duration_since((*began).max(from))
    };
    gaps.iter().map(shared).sum()
}

#[cfg(test)]
mod tests {
    use super::within;
    use std::time::{Duration, Instant};

    #[test]
    fn does_only_what_lies_in_a_phase_count() {
        let zero = Instant::now();
        let at = |s: u64| zero + Duration::from_secs(s);
        let gaps = [(at(1), at(3)), (at(5), at(9))];
        let seconds = |from, until| within(&gaps, at(from), at(until)).as_secs();
        assert_eq!(seconds(0, 10), 6);
        assert_eq!(seconds(2, 6), 2);
        assert_eq!((seconds(3, 5), seconds(9, 10)), (0, 0));
        assert_eq!(seconds(6, 7), 1);
    }
}
