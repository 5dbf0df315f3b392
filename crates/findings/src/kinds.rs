//! The kinds of data that a test of passes was run with: its own, and those that were asked for.

use crate::curves::Curve;
use crate::pages::Place;
use crate::select::DriveRuns;
use fourcorners_bench::{Conditions, Variant};
use fourcorners_block::DataClass;

/// The variants in which a phase was finished that differ in nothing but data, the test's own way
/// first.
pub fn variants(group: &DriveRuns<'_>, place: Place<'_>) -> Vec<String> {
    variants_of_any(group, &[place])
}

/// The same of any of several phases.
pub fn variants_of_any(group: &DriveRuns<'_>, places: &[Place<'_>]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for variant in places
        .iter()
        .flat_map(|one| group.variants(one.test, one.phase))
    {
        if differs_in_data_alone(&variant) && !all.contains(&variant) {
            all.push(variant);
        }
    }
    all.sort_by_key(|variant| !variant.is_empty());
    all
}

/// The first of them.
pub fn first_variant(group: &DriveRuns<'_>, place: Place<'_>) -> Option<String> {
    variants(group, place).into_iter().next()
}

/// What the passes of some curves wrote, in the order of the first of each.
pub fn of_curves<'a>(curves: impl Iterator<Item = &'a Curve>) -> Vec<DataClass> {
    let mut kinds: Vec<DataClass> = Vec::new();
    for curve in curves {
        if !kinds.contains(&curve.data) {
            kinds.push(curve.data);
        }
    }
    kinds
}

/// Whether a variant is the test's own way but for the data that is written.
pub fn differs_in_data_alone(variant: &str) -> bool {
    Variant::parse(variant).is_some_and(|variant| {
        let conditions = Conditions {
            data: None,
            ..variant.conditions
        };
        let rest = Variant {
            conditions,
            ..variant
        };
        rest == Variant::default()
    })
}
