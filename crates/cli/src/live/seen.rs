//! What is known of one run while it goes on.

use super::history::History;
use super::results::Outcome;
use crate::estimate::{Estimate, Estimated, time};
use fourcorners_bench::record::{Entry, Event};
use fourcorners_lab::{Latency, PhaseKey, Progress};
use fourcorners_report::wording::event;
use std::time::Instant;

/// Where a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It has not begun.
    Waiting,
    UnderWay,
    /// How, and after how long.
    Ended(String),
}

/// The last whole second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Now {
    pub iops: f64,
    pub mb_per_s: f64,
    pub latency: Option<Latency>,
}

#[derive(Clone, Debug)]
pub struct Seen {
    /// Drive, port and repetition.
    pub name: String,
    pub state: State,
    /// What is being done, as in `preparing filled`.
    pub doing: String,
    /// The work whose seconds are in `history`.
    work: Option<Event>,
    /// Its test, variant and phase where one is measured, else the same.
    pub title: String,
    pub history: History,
    pub now: Option<Now>,
    /// Phases that have ended, in order.
    pub results: Vec<Outcome>,
    pub estimated: Estimated,
    estimate: Option<Estimate>,
    /// Grows with whatever changes.
    pub version: u64,
}

impl Seen {
    /// A run that is still to come.
    pub fn waiting(name: String) -> Self {
        Self {
            name,
            state: State::Waiting,
            doing: String::new(),
            work: None,
            title: String::new(),
            history: History::default(),
            now: None,
            results: Vec::new(),
            estimated: Estimated::default(),
            estimate: None,
            version: 0,
        }
    }

    pub fn begin(&mut self, at: Instant) {
        self.state = State::UnderWay;
        self.estimate = Some(Estimate::begin(at));
        self.version += 1;
    }

    /// Called for every simulated second, of which a thousand can pass in a millisecond.
    pub fn progress(&mut self, progress: &Progress<'_>, at: Instant) {
        self.version += 1;
        if progress.second == Some(0) || self.work.as_ref() != Some(progress.doing) {
            self.work = Some(progress.doing.clone());
            self.doing = event::sentence(progress.doing);
            let title = progress.phase.map(PhaseKey::title);
            self.title = title.unwrap_or_else(|| self.doing.clone());
            self.history = History::default();
            self.now = None;
        }
        if let Some(estimate) = &mut self.estimate {
            self.estimated = estimate.of(progress, at);
        }
        if let Some(second) = progress.second {
            self.history.push(second, progress.iops as u64);
            self.now = Some(Now {
                iops: progress.iops,
                mb_per_s: progress.mb_per_s,
                latency: progress.latency,
            });
        }
    }

    /// Something of the run's history happened.
    pub fn event(&mut self, event: &Event, at: Instant) {
        self.version += 1;
        let sentence = event::sentence(event);
        match event.is_the_end() {
            true => self.end(&sentence, at),
            false => self.doing = sentence,
        }
    }

    /// A phase has ended.
    pub fn result(&mut self, entry: &Entry) {
        self.version += 1;
        self.results.push(Outcome::of(entry));
    }

    /// Nobody tells of it any more.
    pub fn left(&mut self, at: Instant) {
        if self.state == State::UnderWay {
            self.end("failed", at);
        }
    }

    fn end(&mut self, how: &str, at: Instant) {
        self.version += 1;
        let estimate = self.estimate.as_ref();
        let elapsed_s = estimate.map_or(0.0, |estimate| estimate.elapsed_s(at));
        self.state = State::Ended(format!("{how} after {}", time(elapsed_s)));
    }
}
