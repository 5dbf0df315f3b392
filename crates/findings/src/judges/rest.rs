//! Idle GC: what a rest restores of the write speed that random writes cost.

use super::passes::{PASS_S, write_pass};
use super::torture::{Back, tortured};
use super::{Finding, Says};
use crate::charts::Bar;
use crate::curves::Curve;
use crate::figures::{Figures, of_drive};
use crate::names::{PassOp, PassState, Section};
use crate::select::DriveRuns;
use crate::spread::{Difference, Spread};
use fourcorners_block::DataClass;
use serde::Serialize;

/// How long the reviews left a drive idle.
const REST_S: f64 = 3.0 * 3600.0;

/// What was found. Figures are means of write passes in MB/s.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    ShortRest {
        seconds: f64,
    },
    ShortPass {
        seconds: f64,
    },
    Noise {
        at_once: Spread,
        rested: Spread,
    },
    Faster {
        at_once: f64,
        rested: f64,
    },
    /// Nothing tells whether anything was lost.
    WithoutClean {
        at_once: f64,
        rested: f64,
    },
    /// There was hardly anything to bring back.
    NothingLost {
        at_once: f64,
        rested: f64,
        whole: f64,
    },
    BringsBack {
        percent: f64,
        at_once: f64,
        rested: f64,
        whole: f64,
    },
    Hardly {
        at_once: f64,
        rested: f64,
        whole: f64,
        /// TRIM restores it, as another finding says.
        but_trim_does: bool,
    },
}

pub(super) fn finding(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Option<Finding> {
    let says = says(drive, group, figures)?;
    let is_judged = !matches!(
        says,
        Rest::ShortRest { .. } | Rest::ShortPass { .. } | Rest::WithoutClean { .. }
    );
    let is_told = matches!(
        says,
        Rest::Faster { .. } | Rest::BringsBack { .. } | Rest::Hardly { .. }
    );
    let finding = Finding::new(drive, of_drive("idle-write", drive), Says::Rest(says));
    Some(match is_judged {
        true => finding.in_headline_if(is_told),
        false => finding.not_judged(),
    })
}

fn says(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Option<Rest> {
    let mut charts = figures.charts.iter();
    let chart = charts.find(|chart| chart.section == Section::Idle)?;
    let bars: Vec<&Bar> = chart.bars.iter().filter(|bar| bar.drive == drive).collect();
    let (before, after) = (bars.first()?.spread(), bars.get(1)?.spread());
    let cut = figures.drives[drive].cut_to_s.map(|seconds| seconds as f64);
    if let Some(seconds) = cut.filter(|seconds| *seconds < REST_S) {
        return Some(Rest::ShortRest { seconds });
    }
    let shortest = bars.iter().map(|bar| bar.duration_s);
    let seconds = shortest.fold(f64::INFINITY, f64::min);
    if seconds < PASS_S {
        return Some(Rest::ShortPass { seconds });
    }
    let data = written(drive, &bars[0].variant, figures)?;
    let whole = write_pass(drive, group, figures, PassState::Clean, data)
        .or_else(|| write_pass(drive, group, figures, PassState::Trimmed, data))
        .map(|pass| pass.mean);
    let (at_once, rested) = (before.value, after.value);
    Some(match (after.beside(&before), whole) {
        (Difference::Noise, _) => Rest::Noise {
            at_once: before,
            rested: after,
        },
        (Difference::Higher, _) => Rest::Faster { at_once, rested },
        (_, None) => Rest::WithoutClean { at_once, rested },
        (_, Some(whole)) if before.beside(&whole) != Difference::Lower => Rest::NothingLost {
            at_once,
            rested,
            whole: whole.value,
        },
        (_, Some(whole)) => {
            let whole = whole.value;
            match (rested - at_once) / (whole - at_once) * 100.0 {
                percent @ 10.0.. => Rest::BringsBack {
                    percent,
                    at_once,
                    rested,
                    whole,
                },
                _ => Rest::Hardly {
                    at_once,
                    rested,
                    whole,
                    but_trim_does: trim_brings_it_back(drive, group, figures, data),
                },
            }
        }
    })
}

/// What the passes around the rest wrote.
fn written(drive: usize, variant: &str, figures: &Figures) -> Option<DataClass> {
    let mut curves = figures.curves.iter();
    let is = |curve: &&Curve| {
        let is_at_once = curve.state == PassState::AtOnce && curve.op == PassOp::Write;
        curve.drive == drive && is_at_once && curve.variant == variant
    };
    Some(curves.find(is)?.data)
}

fn trim_brings_it_back(
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
    data: DataClass,
) -> bool {
    let found = tortured(drive, group, figures, data);
    found.is_some_and(|found| matches!(found.back, Some((_, Back::All))))
}
