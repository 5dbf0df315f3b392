//! Something read again and again on a thread of its own while the drive is measured, and what
//! it was over a phase.

use fourcorners_block::NoReading;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often is read what can be read at will.
pub const INTERVAL: Duration = Duration::from_secs(1);
/// A source that told nothing for longer has fallen silent.
pub const SILENCE: Duration = Duration::from_secs(10);
/// Readings that come faster are averaged over as much, which bounds the memory.
const SHORTEST: Duration = Duration::from_millis(100);

/// A value when it was read; of several in a short time their mean.
#[derive(Clone, Copy, Debug)]
struct Reading {
    at: Instant,
    mean: f64,
    max: f64,
    count: u32,
}

#[derive(Default)]
struct Log {
    readings: Vec<Reading>,
    /// What went wrong, and when.
    problems: Vec<(Instant, String)>,
    stopped: bool,
    /// The reading thread has returned.
    ended: bool,
}

/// What the reading thread and the measuring one share.
#[derive(Default)]
struct Shared {
    log: Mutex<Log>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The reading thread's end.
#[derive(Clone)]
pub struct Feed(Arc<Shared>);

impl Feed {
    /// A value, as of now.
    pub fn value(&self, value: f64) {
        self.value_at(Instant::now(), value);
    }

    fn value_at(&self, at: Instant, value: f64) {
        let mut log = self.0.lock();
        match log.readings.last_mut() {
            Some(last) if at.saturating_duration_since(last.at) < SHORTEST => {
                last.count += 1;
                last.mean += (value - last.mean) / f64::from(last.count);
                last.max = last.max.max(value);
            }
            _ => log.readings.push(Reading {
                at,
                mean: value,
                max: value,
                count: 1,
            }),
        }
        self.0.changed.notify_all();
    }

    /// Why there is no value now.
    pub fn problem(&self, sentence: String) {
        let at = Instant::now();
        let mut log = self.0.lock();
        // One that goes on for hours is kept once a second.
        let said = log
            .problems
            .last()
            .is_some_and(|(before, _)| at.duration_since(*before) < INTERVAL / 2);
        if !said {
            log.problems.push((at, sentence));
        }
        self.0.changed.notify_all();
    }

    /// Lets time pass; true at once when there is nobody left to read for.
    pub fn pause_until(&self, until: Instant) -> bool {
        let mut log = self.0.lock();
        while !log.stopped {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            log = self
                .0
                .changed
                .wait_timeout(log, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        true
    }

    /// Whether there is nobody left to read for.
    pub fn stopped(&self) -> bool {
        self.0.lock().stopped
    }
}

/// Over a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Integrated over the time, over the time.
    pub mean: f64,
    /// Highest single value.
    pub max: f64,
    /// Values that were read.
    pub readings: u64,
}

/// The measuring thread's end. The reading thread ends when it is dropped.
pub struct Sampler {
    shared: Arc<Shared>,
    /// The longest that a drop waits for the reading thread.
    patience: Duration,
}

impl Sampler {
    /// Reads on a thread of its own, until `feed` says that it is to stop.
    pub fn start(read: impl FnOnce(Feed) + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let feed = Feed(Arc::clone(&shared));
        let ends = Arc::clone(&shared);
        thread::spawn(move || {
            read(feed);
            ends.lock().ended = true;
            ends.changed.notify_all();
        });
        Self {
            shared,
            patience: Duration::ZERO,
        }
    }

    /// Waits so long for the reading thread when dropped: for one that has to clean up.
    pub fn awaited(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Reads at will, every [`INTERVAL`]; `None` is not known yet, an error is a sentence.
    pub fn poll(mut read: impl FnMut() -> Result<Option<f64>, String> + Send + 'static) -> Self {
        Self::start(move |feed| {
            let mut next = Instant::now();
            loop {
                match read() {
                    Ok(Some(value)) => feed.value(value),
                    Ok(None) => {}
                    Err(sentence) => feed.problem(sentence),
                }
                // A slow one is read as fast as it goes, not more often to catch up.
                next = (next + INTERVAL).max(Instant::now());
                if feed.pause_until(next) {
                    return;
                }
            }
        })
    }

    /// Waits for the first value, at most [`SILENCE`].
    ///
    /// # Errors
    /// What went wrong instead; nothing where nothing came.
    pub fn first(&self) -> Result<(), Option<String>> {
        let until = Instant::now() + SILENCE;
        let mut log = self.shared.lock();
        loop {
            if let Some((_, sentence)) = log.problems.first() {
                return Err(Some(sentence.clone()));
            }
            if !log.readings.is_empty() {
                return Ok(());
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(None);
            }
            let waited = self.shared.changed.wait_timeout(log, left);
            log = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// What was read between two instants.
    ///
    /// # Errors
    /// That is not known.
    pub fn between(&self, from: Instant, until: Instant) -> Result<Summary, NoReading> {
        let log = self.shared.lock();
        summary(&log, from, until)
    }
}

impl Drop for Sampler {
    fn drop(&mut self) {
        let until = Instant::now() + self.patience;
        let mut log = self.shared.lock();
        log.stopped = true;
        self.shared.changed.notify_all();
        while !log.ended {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.shared.changed.wait_timeout(log, left);
            log = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Each value stands for the time that is nearer to it than to the others of the phase. Values from
/// before and after the phase do not count: the drive did something else then.
fn summary(log: &Log, from: Instant, until: Instant) -> Result<Summary, NoReading> {
    let within = |at: Instant| from <= at && at <= until;
    if let Some((_, sentence)) = log.problems.iter().find(|(at, _)| within(*at)) {
        return Err(NoReading::Failed(sentence.clone()));
    }
    let inside: Vec<Reading> = log
        .readings
        .iter()
        .copied()
        .filter(|reading| within(reading.at))
        .collect();
    let lasted = until.saturating_duration_since(from);
    let ends = inside.iter().map(|reading| reading.at).chain([until]);
    let mut before = from;
    for end in ends {
        let gap = end.duration_since(before);
        if gap > SILENCE {
            return Err(NoReading::Silent {
                ms: gap.as_millis() as u64,
                longest_ms: SILENCE.as_millis() as u64,
            });
        }
        before = end;
    }
    if inside.is_empty() {
        return Err(NoReading::TooShort {
            ms: lasted.as_millis() as u64,
        });
    }
    let mut integral = 0.0;
    let mut began = from;
    for (index, reading) in inside.iter().enumerate() {
        let end = inside.get(index + 1).map_or(until, |next| {
            reading.at + next.at.duration_since(reading.at) / 2
        });
        integral += reading.mean * end.duration_since(began).as_secs_f64();
        began = end;
    }
    let seconds = lasted.as_secs_f64();
    Ok(Summary {
        mean: if seconds > 0.0 {
            integral / seconds
        } else {
            inside[0].mean
        },
        max: inside
            .iter()
            .map(|r| r.max)
            .fold(f64::NEG_INFINITY, f64::max),
        readings: inside.iter().map(|r| u64::from(r.count)).sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log of (seconds, value), and a way to ask it.
    fn over(values: &[(f64, f64)], from: f64, until: f64) -> Result<Summary, NoReading> {
        let began = Instant::now();
        let at = |seconds: f64| began + Duration::from_secs_f64(seconds);
        let shared = Arc::new(Shared::default());
        let feed = Feed(Arc::clone(&shared));
        for (seconds, value) in values {
            feed.value_at(at(*seconds), *value);
        }
        let log = shared.lock();
        summary(&log, at(from), at(until))
    }

    #[test]
    fn is_a_steady_value_its_own_mean() {
        let values: Vec<(f64, f64)> = (0..60).map(|s| (f64::from(s), 2.5)).collect();
        let all = over(&values, 0.0, 59.0).expect("a mean");
        assert!((all.mean - 2.5).abs() < 1e-12, "{all:?}");
        assert_eq!((all.max, all.readings), (2.5, 60));
    }

    #[test]
    fn does_a_value_count_for_the_time_that_it_stands_for() {
        // 1 W read every second for 5 s, then 5 W read once in 5 s: not the mean of readings.
        let values = [
            (0.0, 1.0),
            (1.0, 1.0),
            (2.0, 1.0),
            (3.0, 1.0),
            (4.0, 1.0),
            (8.0, 5.0),
        ];
        let all = over(&values, 0.0, 10.0).expect("a mean");
        assert!(
            (all.mean - (6.0 + 4.0 * 5.0) / 10.0).abs() < 1e-9,
            "{all:?}"
        );
    }

    #[test]
    fn does_what_was_read_in_another_phase_not_count() {
        let values = [(0.0, 1.0), (1.0, 1.0), (2.0, 9.0), (3.0, 9.0), (4.0, 1.0)];
        let second = over(&values, 1.5, 3.5).expect("a mean");
        assert!((second.mean - 9.0).abs() < 1e-12, "{second:?}");
    }

    #[test]
    fn is_a_jump_within_a_second_seen_in_the_maximum() {
        let values = [(0.0, 1.0), (0.01, 7.0), (0.02, 1.0), (1.0, 1.0)];
        let all = over(&values, 0.0, 1.0).expect("a mean");
        assert_eq!((all.max, all.readings), (7.0, 4));
        assert!((all.mean - 2.0).abs() < 1e-9, "{all:?}");
    }

    #[test]
    fn is_silence_a_sentence_and_no_number() {
        let told = over(&[(0.0, 3.0), (5.0, 3.0)], 0.0, 60.0).expect_err("no mean");
        let silent = |ms| NoReading::Silent {
            ms,
            longest_ms: 10_000,
        };
        assert_eq!(told, silent(55_000));
        let never = over(&[(0.0, 3.0)], 1.0, 60.0).expect_err("no mean");
        assert_eq!(never, silent(59_000));
    }

    #[test]
    fn is_a_phase_shorter_than_the_interval_a_sentence_and_no_number() {
        let short = over(&[(0.0, 3.0), (1.0, 3.0)], 0.25, 0.75).expect_err("no mean");
        assert_eq!(short, NoReading::TooShort { ms: 500 });
    }

    #[test]
    fn does_a_problem_spoil_its_own_phase_only() {
        let sampler = Sampler::start(|feed| {
            feed.value(1.0);
            feed.problem("it broke".into());
        });
        while sampler.shared.lock().problems.is_empty() {
            thread::yield_now();
        }
        let now = Instant::now();
        let hour = Duration::from_secs(3600);
        assert_eq!(
            sampler.between(now - hour, now),
            Err(NoReading::Failed("it broke".into()))
        );
        let later = sampler.between(now, now + Duration::from_secs(1));
        let failed = |why: &NoReading| matches!(why, NoReading::Failed(_));
        assert!(!failed(&later.expect_err("no values")));
    }
}
