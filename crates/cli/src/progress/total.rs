//! The line above those of the drives: how many are done, and how long all of them still take.

use crate::estimate::time;
use indicatif::ProgressBar;
use std::time::Instant;

/// How far all drives are.
pub struct Total {
    /// Of each drive its name, and what share of its work is done.
    drives: Vec<(String, f64)>,
    begun: Instant,
    line: ProgressBar,
}

/// Share of all work from which on the time left is more than a guess.
const KNOWN: f64 = 0.02;

impl Total {
    /// Of drives by their names, none of which is begun.
    pub fn of(names: &[String], line: ProgressBar) -> Self {
        line.set_style(
            indicatif::ProgressStyle::with_template("{wide_msg}").unwrap_or_else(
                // The template is ours, and right.
                |_| indicatif::ProgressStyle::default_spinner(),
            ),
        );
        let total = Self {
            drives: names.iter().map(|name| (name.clone(), 0.0)).collect(),
            begun: Instant::now(),
            line,
        };
        total.line.set_message(total.sentence(0.0));
        total
    }

    /// A drive has come so far.
    pub fn is_at(&mut self, name: &str, share: f64, now: Instant) {
        if let Some((_, at)) = self.drives.iter_mut().find(|(own, _)| own == name) {
            *at = share;
        }
        let elapsed_s = now.duration_since(self.begun).as_secs_f64();
        match self.drives.iter().all(|(_, share)| *share >= 1.0) {
            true => self.line.finish_and_clear(),
            false => self.line.set_message(self.sentence(elapsed_s)),
        }
    }

    /// `2 of 5 drives done, 2 min left`.
    fn sentence(&self, elapsed_s: f64) -> String {
        let done = self.drives.iter().filter(|(_, share)| *share >= 1.0);
        let (done, all) = (done.count(), self.drives.len());
        let share = self.drives.iter().map(|(_, share)| share).sum::<f64>() / all as f64;
        let left = match share > KNOWN {
            true => format!(", {} left", time(elapsed_s * (1.0 - share) / share)),
            false => String::new(),
        };
        format!("{done} of {all} drives done{left}")
    }
}

#[cfg(test)]
mod tests {
    use super::Total;
    use indicatif::ProgressBar;
    use std::time::{Duration, Instant};

    #[test]
    fn time_left_is_that_of_drives_that_wait_too() {
        let names = ["a".to_string(), "b".to_string()];
        let mut total = Total::of(&names, ProgressBar::hidden());
        assert_eq!(total.sentence(0.0), "0 of 2 drives done");
        total.is_at("a", 1.0, Instant::now());
        // Half of all took a minute.
        assert_eq!(total.sentence(60.0), "1 of 2 drives done, 60 s left");
        total.is_at("b", 1.0, Instant::now() + Duration::from_secs(60));
        assert!(total.line.is_finished());
    }
}
