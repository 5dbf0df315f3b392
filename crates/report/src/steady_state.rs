//! Steady states as page and tables show them.

use crate::wording::{charts, steady_state};
use fourcorners_findings::figures::Figures;
use fourcorners_findings::steady as found;
pub use fourcorners_findings::steady::SteadyWindow;
use schemars::JsonSchema;
use serde::Serialize;

/// The rounds of one phase.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Steady {
    /// Number of the drive on the page.
    pub drive: usize,
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
    /// In a word or two, as in `after 1200 s`, `not confirmed`.
    pub verdict: String,
    /// What was written in all rounds, in per cent of the tested capacity.
    pub written_percent: f64,
    /// The last five rounds; null: there were fewer, or nothing was written in them.
    pub window: Option<SteadyWindow>,
    /// Reached or not, and why.
    pub sentence: String,
}

impl Steady {
    pub(crate) fn of(found: &found::Steady, figures: &Figures) -> Self {
        Self {
            drive: found.drive,
            test: found.test.clone(),
            variant: found.variant.clone(),
            label: charts::steady(found, figures),
            round_s: found.round_s,
            rounds: found.rounds.clone(),
            reached_at_round: found.reached_at_round,
            verdict: steady_state::word(found),
            written_percent: found.times_written * 100.0,
            window: found.window.clone(),
            sentence: steady_state::sentence(found),
        }
    }
}
