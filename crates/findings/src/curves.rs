//! Speed by position and by second, and the passes that it is of.

use crate::by_second::BySecond;
use crate::names::{PassOp, PassSection, PassState};
use crate::seconds::each_whole_second;
use crate::select::DriveRuns;
use schemars::JsonSchema;
use serde::Serialize;

/// A pass over the whole drive: speed by position and by second.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Curve {
    /// Index of the drive.
    pub drive: usize,
    /// Where it stands.
    pub section: PassSection,
    /// State of the drive when it begins.
    pub state: PassState,
    /// Test id.
    pub test: &'static str,
    /// Its phase.
    pub phase: String,
    /// What it does.
    pub op: PassOp,
    /// Index of the positions, among the page's places, that `speeds` are of.
    pub places: usize,
    /// MB/s at each position.
    pub speeds: Vec<f64>,
    /// Mean of the whole pass.
    pub mean_mb_per_s: f64,
    /// Lower end of the interval of the means of repeated runs.
    pub mean_low: f64,
    /// Upper end of it.
    pub mean_high: f64,
    /// The slowest position; null: its positions are lost, and `speeds` is empty.
    pub min_mb_per_s: Option<f64>,
    /// The fastest position; null likewise.
    pub max_mb_per_s: Option<f64>,
    /// Speed by second.
    pub seconds: BySecond,
    /// The slowest whole second; null: there was none.
    pub slowest_second_mb_per_s: Option<f64>,
    /// The fastest whole second; null likewise.
    pub fastest_second_mb_per_s: Option<f64>,
}

/// A read and a write pass from one state.
struct Pass {
    section: PassSection,
    state: PassState,
    test: &'static str,
    /// What stands before `read` and `write` in the phases' names.
    before: &'static str,
}

const fn pass(
    section: PassSection,
    state: PassState,
    test: &'static str,
    before: &'static str,
) -> Pass {
    Pass {
        section,
        state,
        test,
        before,
    }
}

const PASSES: [Pass; 5] = [
    pass(PassSection::HdTach, PassState::Clean, "hd-tach", ""),
    pass(PassSection::HdTach, PassState::Tortured, "torture", ""),
    pass(PassSection::HdTach, PassState::Trimmed, "trim", ""),
    pass(
        PassSection::Idle,
        PassState::AtOnce,
        "idle-collection",
        "at-once-",
    ),
    pass(
        PassSection::Idle,
        PassState::Rested,
        "idle-collection",
        "after-",
    ),
];

/// Whether a test is passes over the whole drive.
pub fn has_passes(test: &str) -> bool {
    PASSES.iter().any(|pass| pass.test == test)
}

/// All passes of a drive. `places`: positions in GB from the start of a drive, which passes share.
pub fn curves(drive: usize, group: &DriveRuns<'_>, places: &mut Vec<Vec<f64>>) -> Vec<Curve> {
    let mut curves = Vec::new();
    for pass in &PASSES {
        for op in [PassOp::Read, PassOp::Write] {
            let phase = format!("{}{op}", pass.before);
            let found = group.median(pass.test, "", &phase, |m| m.throughput_mb_per_s);
            let Some((run, measured, low, high)) = found else {
                continue;
            };
            let zones = run.positions.iter().filter(|zone| {
                zone.test == pass.test && zone.variant.is_empty() && zone.phase == phase
            });
            let (middles, speeds): (Vec<f64>, Vec<f64>) = zones
                .filter(|zone| zone.duration_ns > 0)
                .map(|zone| {
                    let middle = zone.offset_bytes as f64 + zone.bytes as f64 / 2.0;
                    (
                        round(middle / 1e9, 3),
                        round(zone.bytes as f64 * 1e3 / zone.duration_ns as f64, 2),
                    )
                })
                .unzip();
            let each = speeds.iter().copied();
            let place = (pass.test, "", phase.as_str());
            let bytes = each_whole_second(run, place, measured, |second| second.bytes);
            let seconds = BySecond::of(&bytes);
            let range = seconds.range();
            curves.push(Curve {
                drive,
                section: pass.section,
                state: pass.state,
                test: pass.test,
                phase,
                op,
                mean_mb_per_s: measured.throughput_mb_per_s,
                mean_low: low,
                mean_high: high,
                min_mb_per_s: each.clone().reduce(f64::min),
                max_mb_per_s: each.reduce(f64::max),
                places: place_of(middles, places),
                speeds,
                seconds,
                slowest_second_mb_per_s: range.map(|(slowest, _)| slowest),
                fastest_second_mb_per_s: range.map(|(_, fastest)| fastest),
            });
        }
    }
    curves
}

/// Where these positions stand among the page's; added if no pass had them.
fn place_of(middles: Vec<f64>, places: &mut Vec<Vec<f64>>) -> usize {
    let known = places.iter().position(|known| *known == middles);
    known.unwrap_or_else(|| {
        places.push(middles);
        places.len() - 1
    })
}

pub fn round(value: f64, digits: i32) -> f64 {
    let factor = 10_f64.powi(digits);
    (value * factor).round() / factor
}
