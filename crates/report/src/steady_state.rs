//! Which random writes became steady by SNIA's rule, when, or why not: consistency runs, cut into rounds of a
//! minute, and tests that go on until they are.

use crate::consistency::{CONSISTENCY, Consistency, shown};
use crate::data::PageData;
use crate::judgements::{Judgement, Rule};
use crate::seconds::{mean, whole_seconds};
use crate::select::DriveRuns;
use crate::wording;
use fourcorners_bench::record::{Measured, Run};
use fourcorners_bench::steady_state::{self, ROUND_S, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

/// How often the LBAs have to be written before rounds that look steady are: collection meets blocks of the fill, not
/// of random writes, for most of that time, and five minutes of a slow drive are a fraction of it.
const ENOUGH_WRITTEN: f64 = 1.0;

/// The rounds of one phase.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Steady {
    /// Number of the drive on the page.
    pub drive: usize,
    /// Test id.
    pub test: String,
    /// Its variant, as in `spare-25`.
    pub variant: String,
    /// The test, or its spare area, for people.
    pub label: String,
    /// Length of a round in seconds.
    pub round_s: u64,
    /// IOPS of each whole round.
    pub rounds: Vec<f64>,
    /// The round, from 1, with which it was reached; null: not reached.
    pub reached_at_round: Option<u32>,
    /// What was written in all rounds, as a multiple of the LBAs that were written.
    #[serde(skip)]
    pub times_written: f64,
    /// Whether what was written before decides what a write takes: not where platters turn.
    #[serde(skip)]
    pub has_a_past: bool,
    /// The last five rounds; null: there were fewer, or nothing was written in them.
    pub window: Option<SteadyWindow>,
    /// Reached or not, and why.
    pub sentence: String,
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
pub(crate) fn steady(
    drive: usize,
    group: &DriveRuns<'_>,
    seconds: &[Consistency],
    late_from_s: u32,
) -> Vec<Steady> {
    let mut phases: Vec<(&str, &str, &str)> = Vec::new();
    for entry in group.runs.iter().flat_map(|run| &run.entries) {
        let until_steady = |measured: &Measured| measured.steady_state.is_some();
        let phase = (&*entry.test, &*entry.variant, &*entry.phase);
        if (entry.test == CONSISTENCY || entry.measured.as_ref().is_some_and(until_steady))
            && !phases.contains(&phase)
        {
            phases.push(phase);
        }
    }
    let of = |(test, variant, phase): &(&str, &str, &str)| {
        let (run, measured) = if *test == CONSISTENCY {
            let (run, measured, _) = shown(group, variant, late_from_s)?;
            (run, measured)
        } else {
            let (run, measured, ..) = group.median(test, variant, phase, |m| m.iops_mean)?;
            (run, measured)
        };
        let (round_s, rounds) = match &measured.steady_state {
            Some(steady) => (steady.round_s.max(1), steady.round_ios.clone()),
            None => (ROUND_S, minutes(run, test, variant, phase, measured)),
        };
        let is_it = |run: &&Consistency| run.drive == drive && run.variant == *variant;
        let label = match seconds.iter().find(is_it).filter(|_| *test == CONSISTENCY) {
            Some(run) => format!("{test}, {}", run.label),
            None => [*test, *variant].join(" ").trim().to_string(),
        };
        let verdict = steady_state::judge(&rounds);
        let mut found = Steady {
            drive,
            test: (*test).into(),
            variant: (*variant).into(),
            label,
            round_s,
            reached_at_round: verdict.reached_at_round,
            times_written: written(&rounds, measured) / measured.span_bytes.max(1) as f64,
            has_a_past: run.header.identity.rotational != Some(true),
            window: window(&verdict, round_s),
            sentence: sentence(&verdict, round_s, &rounds, measured),
            rounds: rounds
                .iter()
                .map(|ios| *ios as f64 / round_s as f64)
                .collect(),
        };
        if found.looks_steady() {
            let all = short(found.times_written * 100.0);
            found.sentence.push_str(&format!(
                " All rounds wrote {all} % of it: before the LBAs were written once, what looks steady may still move."
            ));
        }
        Some(found)
    };
    phases.iter().filter_map(of).collect()
}

/// I/Os of every whole round of a minute. A second whose line is lost counts as the mean of its round.
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

/// The verdict, and how much was written until then: an even drive may have hardly begun.
fn sentence(verdict: &Verdict, round_s: u64, rounds: &[u64], measured: &Measured) -> String {
    let until = verdict.reached_at_round;
    let until = until.map_or(rounds.len(), |round| round as usize);
    let bytes = written(&rounds[..until], measured);
    let mut said = format!(
        "Steady state {}.",
        wording::steady_state::verdict(verdict, round_s)
    );
    if round_s < ROUND_S {
        said.push_str(" Rounds of less than a minute are too short to tell.");
    }
    if verdict.window.is_none() {
        return said;
    }
    let until = match verdict.reached_at_round {
        Some(round) => format!("Until round {round},"),
        None => "Until then".into(),
    };
    format!(
        "{said} {until} {} GB were written, {} % of the LBAs' size.",
        short(bytes / 1e9),
        short(bytes * 100.0 / measured.span_bytes.max(1) as f64)
    )
}

/// As many digits as are worth reading: `134`, `5.2`, `0.08`.
fn short(figure: f64) -> String {
    match figure {
        10.0.. => format!("{figure:.0}"),
        1.0.. => format!("{figure:.1}"),
        _ => format!("{figure:.2}"),
    }
}

impl Steady {
    /// Whether it was reached, and not only so it looked.
    pub(crate) fn is_reached(&self) -> bool {
        let is_enough = self.times_written >= ENOUGH_WRITTEN || !self.has_a_past;
        self.reached_at_round.is_some() && is_enough
    }

    /// Whether it looked so before much was written.
    pub(crate) fn looks_steady(&self) -> bool {
        self.reached_at_round.is_some() && !self.is_reached() && !self.has_short_rounds()
    }

    /// Whether the rounds were enough for a verdict, and it is that nothing became steady.
    pub(crate) fn is_unsteady(&self) -> bool {
        self.reached_at_round.is_none() && self.rounds.len() >= steady_state::WINDOW_ROUNDS
    }

    /// Whether the rule says nothing of rounds that are so short, however many there are.
    pub(crate) fn has_short_rounds(&self) -> bool {
        self.round_s < ROUND_S
    }

    /// Seconds from the start: until it was steady, else of all rounds.
    pub(crate) fn after_s(&self) -> u64 {
        let rounds = self
            .reached_at_round
            .map_or(self.rounds.len() as u64, u64::from);
        rounds * self.round_s
    }

    /// In a word: `after 1200 s`, `looks so after 540 s`, `not in 1980 s`, `too short to tell`.
    fn word(&self) -> String {
        match (self.reached_at_round, self.rounds.len()) {
            (_, rounds) if self.has_short_rounds() || rounds < steady_state::WINDOW_ROUNDS => {
                "too short to tell".into()
            }
            (Some(_), _) if self.looks_steady() => format!("looks so after {} s", self.after_s()),
            (Some(_), _) => format!("after {} s", self.after_s()),
            (None, _) => format!("not in {} s", self.after_s()),
        }
    }
}

/// A row of the terminal's table each: drive, test, in a word, and both figures.
pub(crate) fn rows(data: &PageData) -> Vec<Vec<String>> {
    let row = |steady: &Steady| {
        let window = steady.window.as_ref();
        let figure = |figure: Option<String>| figure.unwrap_or_else(|| "-".into());
        vec![
            data.drives[steady.drive].model.clone(),
            steady.label.clone(),
            steady.word(),
            figure(window.map(|window| format!("{:.1} %", window.range_percent))),
            figure(window.map(|window| format!("{:+.1} %", window.slope_percent))),
        ]
    };
    data.steady.iter().map(row).collect()
}

const SNIA: Rule = Rule {
    name: "steady state",
    says: "SNIA's steady state: the last five rounds lie at most 20 % of their average apart, and the line fitted through them rises or falls by at most 10 % of it. Before as much was written as the LBAs hold, rounds that look steady may still move, and are not judged; nor are rounds of less than a minute",
};

/// One finding a drive: of the test that goes on until it is steady, else of the consistency run.
pub(crate) fn finding(drive: usize, data: &PageData) -> Option<Judgement> {
    let own = |(_, steady): &(usize, &Steady)| steady.drive == drive && steady.variant.is_empty();
    let long = |(_, steady): &(usize, &Steady)| steady.rounds.len() >= steady_state::WINDOW_ROUNDS;
    let candidates = data.steady.iter().enumerate().filter(own).filter(long);
    let order = |steady: &Steady| (steady.has_short_rounds(), steady.test == CONSISTENCY);
    let (place, found) = candidates.min_by_key(|(_, steady)| order(steady))?;
    let evidence = format!("steady-{place}");
    if found.has_short_rounds() {
        let round_s = found.round_s;
        let text =
            format!("not judged by SNIA's steady state: rounds of {round_s} s are too short");
        return Some(Judgement::not_judged(drive, text, evidence, SNIA));
    }
    let seconds = found.after_s();
    if found.looks_steady() {
        let text = format!(
            "not yet judged by SNIA's steady state: rounds look steady after {seconds} s of random writes, but all of them wrote only {} % of its LBAs' size",
            short(found.times_written * 100.0)
        );
        return Some(Judgement::not_judged(drive, text, evidence, SNIA));
    }
    let text = match found.reached_at_round {
        Some(_) => format!("in SNIA's steady state after {seconds} s of random writes"),
        None => format!("not yet in SNIA's steady state after {seconds} s of random writes"),
    };
    Some(Judgement::new(drive, text, evidence, SNIA))
}
