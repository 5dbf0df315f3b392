//! What use makes of recorded work.

use super::Words;
use crate::wording::label;
use fourcorners_findings::judges::used::{Points, PointsLost};

pub fn words(states: &[Points]) -> Words {
    let states: Vec<String> = states
        .iter()
        .map(|one| {
            let points = format!("({:.0} to {:.0} points)", one.new, one.used);
            let state = label::text(&one.state);
            match one.loss {
                PointsLost::Noise => {
                    format!("nothing beyond run-to-run noise when {state} {points}")
                }
                PointsLost::Percent(lost) => format!("{lost:.0} % when {state} {points}"),
                PointsLost::Nothing => format!("nothing when {state} {points}"),
            }
        })
        .collect();
    Words::text(format!(
        "loses {} in the Vantage-style HDD suite",
        states.join(" and ")
    ))
}
