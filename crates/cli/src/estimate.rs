//! How far a run is, and how long it will still take.

use fourcorners_bench::record::Event;
use fourcorners_lab::Progress;
use std::time::Instant;

/// Of one run.
#[derive(Clone, Debug)]
pub struct Estimate {
    began: Instant,
    /// What is being done, and since when.
    doing: (Option<Event>, Instant),
}

/// What is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimated {
    /// Share of the run that is over, 0 to 1.
    pub share: f64,
    /// Wall-clock seconds to come; `None` while nothing can be known.
    pub left_s: Option<f64>,
}

impl Estimate {
    /// Of a run that begins.
    pub fn begin(now: Instant) -> Self {
        Self {
            began: now,
            doing: (None, now),
        }
    }

    /// Wall-clock seconds since it began.
    pub fn elapsed_s(&self, now: Instant) -> f64 {
        now.duration_since(self.began).as_secs_f64()
    }

    /// By the plan, and by how this phase itself comes on: the plan does not know how fast a drive
    /// is.
    pub fn of(&mut self, progress: &Progress<'_>, now: Instant) -> Estimated {
        if self.doing.0.as_ref() != Some(progress.doing) {
            self.doing = (Some(progress.doing.clone()), now);
        }
        let elapsed_s = self.elapsed_s(now);
        let whole = progress.whole.clamp(0.0, 1.0);
        let to_come =
            |elapsed_s: f64, done: f64| (done > 0.02).then(|| elapsed_s * (1.0 - done) / done);
        let phase_s = now.duration_since(self.doing.1).as_secs_f64();
        let of_phase = to_come(phase_s, progress.fraction.clamp(0.0, 1.0));
        // Nearly nothing is left by the plan, and of the phase nothing is known yet.
        let unknown = of_phase.is_none() && whole > 0.9;
        let left = to_come(elapsed_s, whole).map(|left| left.max(of_phase.unwrap_or(0.0)));
        let share = left.map_or(whole, |left| elapsed_s / (elapsed_s + left).max(1e-9));
        Estimated {
            share: share.min(whole),
            left_s: left.filter(|_| !unknown),
        }
    }
}

impl Estimated {
    /// As in `3 min`; `…` where nothing is known.
    pub fn left(&self) -> String {
        self.left_s.map_or("…".into(), time)
    }
}

/// As in `45 s`, `3 min`, `2.5 h`.
pub fn time(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5999 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Estimate, Event, time};
    use fourcorners_lab::Progress;
    use std::time::{Duration, Instant};

    fn progress(whole: f64, fraction: f64) -> Progress<'static> {
        Progress {
            phase: None,
            doing: &Event::Purging,
            fraction,
            whole,
            second: None,
            iops: 0.0,
            mb_per_s: 0.0,
            latency: None,
            left_s: 0.0,
        }
    }

    #[test]
    fn is_a_drive_slower_than_planned_given_its_time() {
        let began = Instant::now();
        let after = |seconds| began + Duration::from_secs(seconds);
        let mut estimate = Estimate::begin(began);
        assert_eq!(
            estimate.of(&progress(0.01, 0.01), began).left_s,
            None,
            "too early"
        );
        let by_plan = estimate.of(&progress(0.5, 0.5), after(60));
        assert_eq!(by_plan.left_s, Some(60.0));
        assert_eq!(by_plan.left(), "60 s");
        // The plan has it nearly done; the phase has gone a tenth of its way in 60 s.
        let slow = estimate.of(&progress(0.89, 0.1), after(60));
        assert_eq!(slow.left_s, Some(540.0));
        assert_eq!(slow.share, 0.1);
        let unknown = estimate.of(&progress(0.99, 0.0), after(60));
        assert_eq!((unknown.left_s, unknown.left().as_str()), (None, "…"));
    }

    #[test]
    fn are_times_short() {
        assert_eq!(
            [0.4, 99.0, 100.0, 5999.0, 9000.0].map(time),
            ["0 s", "99 s", "2 min", "100 min", "2.5 h"]
        );
    }
}
