//! Speed by position and by second, and the passes that it is of.

use crate::by_second::{self, BySecond};
use crate::charts::{mb_per_s, reads};
use crate::kinds;
use crate::names::{PassOp, PassSection, PassState};
use crate::pages::{Pages, Place};
use crate::seconds::{each_whole_second, round};
use crate::select::DriveRuns;
use fourcorners_bench::{Role, Variant};
use fourcorners_block::DataClass;
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
    pub test: String,
    /// As in a run's folder; empty for the test's own way.
    pub variant: String,
    pub phase: String,
    pub op: PassOp,
    /// What the write pass of its test wrote, as in `repeating`.
    #[serde(serialize_with = "crate::label::as_text")]
    #[schemars(with = "String")]
    pub data: DataClass,
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

/// Passes in their order: what they are to findings, where they stand, and from which state.
const PASSES: [(Role, PassSection, PassState); 5] = [
    (Role::CleanPass, PassSection::HdTach, PassState::Clean),
    (Role::TorturedPass, PassSection::HdTach, PassState::Tortured),
    (Role::TrimmedPass, PassSection::HdTach, PassState::Trimmed),
    (Role::PassAtOnce, PassSection::Idle, PassState::AtOnce),
    (Role::RestedPass, PassSection::Idle, PassState::Rested),
];

/// All passes of a drive. `places`: positions in GB from the start of a drive, which passes share.
pub fn curves(
    drive: usize,
    group: &DriveRuns<'_>,
    pages: &Pages,
    places: &mut Vec<Vec<f64>>,
) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    let with_role = |(role, section, state)| {
        let passes = passes_of(group, &pages.all_with(role)).into_iter();
        passes.map(move |(place, variant, data)| (section, state, place, variant, data))
    };
    for (section, state, place, variant, data) in PASSES.into_iter().flat_map(with_role) {
        let Place { test, phase } = place;
        let Some((run, measured, low, high)) = group.median(test, &variant, phase, mb_per_s) else {
            continue;
        };
        let zones = run
            .positions
            .iter()
            .filter(|zone| zone.test == test && zone.variant == variant && zone.phase == phase);
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
        let bytes = each_whole_second(run, (test, &variant, phase), measured, |second| {
            second.bytes
        });
        let seconds = BySecond::of(&bytes);
        let range = seconds.range();
        curves.push(Curve {
            drive,
            section,
            state,
            test: test.into(),
            variant,
            phase: phase.into(),
            data,
            op: match reads(measured) {
                true => PassOp::Read,
                false => PassOp::Write,
            },
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
    curves
}

/// The passes of a role, each with its variant and the data of that: all of one kind of data
/// after another, reads first.
fn passes_of<'a>(
    group: &DriveRuns<'_>,
    places: &[Place<'a>],
) -> Vec<(Place<'a>, String, DataClass)> {
    let mut all = Vec::new();
    for place in places {
        let of = kinds::variants(group, *place).into_iter();
        all.extend(of.map(|variant| (*place, variant)));
    }
    let measured = |place: &Place<'_>, variant: &str| {
        let found = group.entry(place.test, variant, place.phase);
        found.map(|(_, measured)| measured)
    };
    let writes = |place: &Place<'_>, variant: &str| {
        measured(place, variant).is_some_and(|measured| !reads(measured))
    };
    all.sort_by_key(|(place, variant)| {
        let is_other = !variant.is_empty();
        (is_other, variant.clone(), writes(place, variant))
    });
    let data = |variant: &str| {
        let mut writing = places.iter().filter(|place| writes(place, variant));
        let written = writing.next().and_then(|place| measured(place, variant));
        let asked = Variant::parse(variant).and_then(|variant| variant.conditions.data);
        crate::label::data(written.map_or("", |measured| &measured.data), asked)
    };
    let with_data = |(place, variant): (Place<'a>, String)| {
        let data = data(&variant);
        (place, variant, data)
    };
    all.into_iter().map(with_data).collect()
}

/// Where these positions stand among the page's; added if no pass had them.
fn place_of(middles: Vec<f64>, places: &mut Vec<Vec<f64>>) -> usize {
    let known = places.iter().position(|known| *known == middles);
    known.unwrap_or_else(|| {
        places.push(middles);
        places.len() - 1
    })
}

/// Makes the seconds of all passes fit the page.
pub fn thin(curves: &mut [Curve]) {
    let share = by_second::NUMBERS / curves.len().max(1);
    for curve in curves {
        curve.seconds.thin(share);
    }
}
