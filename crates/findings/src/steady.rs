//! Which random writes became steady by SNIA's rule, when, or why not: consistency runs, cut into
//! rounds of a minute, and tests that go on until they are.

use crate::consistency::{Consistency, shown};
use crate::pages::{Pages, Place};
use crate::seconds::{mean, whole_seconds};
use crate::select::DriveRuns;
use fourcorners_bench::Role;
use fourcorners_bench::record::{Measured, Run};
use fourcorners_bench::steady_state::{self, ROUND_S, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

/// How often the LBAs have to be written before rounds that look steady are: collection meets
/// blocks of the fill, not of random writes, for most of that time, and five minutes of a slow
/// drive are a fraction of it.
const ENOUGH_WRITTEN: f64 = 1.0;

/// The rounds of one phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Steady {
    pub drive: usize,
    pub test: String,
    pub variant: String,
    /// Which of the consistency runs it is, if it is one.
    pub run: Option<usize>,
    /// Length of a round in seconds.
    pub round_s: u64,
    /// IOPS of each whole round.
    pub rounds: Vec<f64>,
    /// The round, from 1, with which it was reached; `None`: not reached.
    pub reached_at_round: Option<u32>,
    #[serde(skip)]
    pub verdict: Verdict,
    /// Bytes written until it was reached, else in all rounds.
    pub written_bytes: f64,
    /// Bytes that were written over.
    pub span_bytes: u64,
    /// What was written in all rounds, as a multiple of that.
    pub times_written: f64,
    /// Whether what was written before decides what a write takes: not where platters turn.
    pub has_a_past: bool,
    /// The last five rounds; `None`: there were fewer, or nothing was written in them.
    pub window: Option<SteadyWindow>,
}

/// The last five rounds, in I/Os a second.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SteadyWindow {
    /// The first of them, from 1.
    pub first_round: usize,
    /// Their average.
    pub mean: f64,
    /// The fitted line at the first and at the last of them.
    pub fit: (f64, f64),
    /// Highest less lowest, in per cent of the average.
    pub range_percent: f64,
    /// Rise of the fitted line, in per cent of the average; below zero: fall.
    pub slope_percent: f64,
}

/// All of one drive. `seconds`: its consistency runs, whose labels these take.
pub fn steady(
    drive: usize,
    group: &DriveRuns<'_>,
    pages: &Pages,
    seconds: &[Consistency],
    late_from_s: u32,
) -> Vec<Steady> {
    let consistency = pages.with(Role::Consistency);
    let is_consistency = |test: &str, phase: &str| consistency == Some(Place { test, phase });
    let mut phases: Vec<(&str, &str, &str)> = Vec::new();
    for entry in group.runs.iter().flat_map(|run| &run.entries) {
        let until_steady = |measured: &Measured| measured.steady_state.is_some();
        let phase = (&*entry.test, &*entry.variant, &*entry.phase);
        if (is_consistency(&entry.test, &entry.phase)
            || entry.measured.as_ref().is_some_and(until_steady))
            && !phases.contains(&phase)
        {
            phases.push(phase);
        }
    }
    let of = |(test, variant, phase): &(&str, &str, &str)| {
        let is_consistency = is_consistency(test, phase);
        let (run, measured) = if is_consistency {
            let (run, measured, _) = shown(group, consistency?, variant, late_from_s)?;
            (run, measured)
        } else {
            let (run, measured, ..) = group.median(test, variant, phase, |m| m.iops_mean)?;
            (run, measured)
        };
        let (round_s, rounds) = match &measured.steady_state {
            Some(steady) => (steady.round_s.max(1), steady.round_ios.clone()),
            None => (ROUND_S, minutes(run, test, variant, phase, measured)),
        };
        let is_it = |run: &Consistency| run.drive == drive && run.variant == *variant;
        let of_run = seconds.iter().position(is_it);
        let verdict = steady_state::judge(&rounds);
        let until = verdict.reached_at_round;
        let until = until.map_or(rounds.len(), |round| round as usize);
        Some(Steady {
            drive,
            test: (*test).into(),
            variant: (*variant).into(),
            run: of_run.filter(|_| is_consistency),
            round_s,
            reached_at_round: verdict.reached_at_round,
            written_bytes: written(&rounds[..until], measured),
            span_bytes: measured.span_bytes,
            times_written: written(&rounds, measured) / measured.span_bytes.max(1) as f64,
            has_a_past: run.header.identity.rotational != Some(true),
            window: window(&verdict, round_s),
            verdict,
            rounds: rounds
                .iter()
                .map(|ios| *ios as f64 / round_s as f64)
                .collect(),
        })
    };
    phases.iter().filter_map(of).collect()
}

/// I/Os of every whole round of a minute. A second whose line is lost counts as the mean of its
/// round.
fn minutes(run: &Run, test: &str, variant: &str, phase: &str, measured: &Measured) -> Vec<u64> {
    whole_seconds(run, test, variant, phase, measured)
        .chunks_exact(ROUND_S as usize)
        .map_while(|round| Some((mean(round)? * ROUND_S as f64).round() as u64))
        .collect()
}

fn window(verdict: &Verdict, round_s: u64) -> Option<SteadyWindow> {
    let window = verdict.window?;
    let a_second = |ios: f64| ios / round_s as f64;
    let (from, to) = window.fitted();
    Some(SteadyWindow {
        first_round: verdict.rounds + 1 - steady_state::WINDOW_ROUNDS,
        mean: a_second(window.average()),
        fit: (a_second(from), a_second(to)),
        range_percent: window.range_percent()?,
        slope_percent: window.slope_percent()?,
    })
}

/// Bytes of some rounds.
fn written(rounds: &[u64], measured: &Measured) -> f64 {
    rounds.iter().sum::<u64>() as f64 * measured.block_bytes as f64
}

/// What SNIA's rule says of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    TooFewRounds,
    /// Rounds of less than a minute, however many there are.
    ShortRounds,
    NotReached,
    /// The rounds hold, and the LBAs were not written once.
    NotConfirmed,
    /// They hold, but have moved since they first did: a slow drift that no window of five sees.
    Drifting,
    Reached,
}

impl Steady {
    pub fn state(&self) -> State {
        let is_enough = self.times_written >= ENOUGH_WRITTEN || !self.has_a_past;
        match self.reached_at_round {
            _ if self.rounds.len() < steady_state::WINDOW_ROUNDS => State::TooFewRounds,
            _ if self.round_s < ROUND_S => State::ShortRounds,
            None => State::NotReached,
            Some(_) if !is_enough => State::NotConfirmed,
            Some(_) if self.is_drifting() => State::Drifting,
            Some(_) => State::Reached,
        }
    }

    /// How far the last five rounds are above those with which it was reached, in per cent; below
    /// zero: below. `None`: it was not reached.
    pub fn drift_percent(&self) -> Option<f64> {
        let until = self.reached_at_round? as usize;
        let from = until.checked_sub(steady_state::WINDOW_ROUNDS)?;
        let mean = |rounds: &[f64]| rounds.iter().sum::<f64>() / rounds.len() as f64;
        let first = mean(self.rounds.get(from..until)?);
        let last = self.rounds.len().checked_sub(steady_state::WINDOW_ROUNDS)?;
        (first > 0.0).then(|| (mean(&self.rounds[last..]) / first - 1.0) * 100.0)
    }

    /// By more than SNIA allows within one window.
    fn is_drifting(&self) -> bool {
        let drift = self.drift_percent();
        drift.is_some_and(|drift| drift.abs() > steady_state::SLOPE_PERCENT_MAX)
    }

    /// Seconds of all rounds.
    pub fn lasted_s(&self) -> f64 {
        self.rounds.len() as f64 * self.round_s as f64
    }

    /// Seconds until everything has been written once, if the last rounds' speed stays.
    pub fn whole_drive_s(&self) -> f64 {
        let all: f64 = self.rounds.iter().sum();
        let last = self.window.as_ref().map_or(0.0, |window| window.mean);
        let written_last = self.times_written * last / all.max(f64::MIN_POSITIVE);
        let left = (1.0 - self.times_written).max(0.0);
        match written_last > 0.0 {
            true => self.lasted_s() + left / written_last * self.round_s as f64,
            false => self.lasted_s(),
        }
    }

    /// Seconds from the start: until it was steady, else of all rounds.
    pub fn after_s(&self) -> u64 {
        let rounds = self
            .reached_at_round
            .map_or(self.rounds.len() as u64, u64::from);
        rounds * self.round_s
    }
}
