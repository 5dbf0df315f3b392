//! A page's runs as the records that statements are judged by.

use crate::check::record::TestRecord;
use crate::check::simulate::Records;
use crate::check::wanted::{Catalogue, Place, RunKey, runs_of};
use crate::plugged::other_port;
use crate::published::Figure;
use fourcorners_bench::Variant;
use fourcorners_bench::record::{Run, Status};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Where a test of a drive was found.
pub(super) struct Found {
    /// Index of its run.
    pub run: usize,
    /// Variant of the test as in the run's folder.
    pub variant: String,
}

/// What is on a page of what statements need.
pub(super) struct PageRecords {
    pub records: Records,
    pub found: HashMap<RunKey, Found>,
}

impl PageRecords {
    /// Of simulated and comparable runs; a test that was repeated counts as it was run first, as
    /// `check` runs it once, but a repetition that failed gives way to one that finished.
    pub fn of(runs: &[Run], figures: &[&Figure], catalogue: &Catalogue) -> Self {
        let measures = figures.iter().flat_map(|figure| figure.measures());
        let keys = measures.flat_map(|measure| runs_of(measure, catalogue));
        let keys: BTreeSet<RunKey> = keys.map(|(key, _)| key).collect();
        let mut at: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
        let mut all = Self {
            records: Records::new(),
            found: HashMap::new(),
        };
        for key in keys {
            let place = &key.place;
            let own = at
                .entry(place.clone())
                .or_insert_with(|| runs_at(place, runs));
            let tests = own.iter().filter_map(|run| {
                let variant = variant_of(&key, &runs[*run], catalogue)?;
                Some(Found { run: *run, variant })
            });
            let unfinished = |found: &Found| {
                let entries = runs[found.run].entries.iter();
                let its = entries
                    .filter(|entry| entry.test == key.test && entry.variant == found.variant);
                its.filter(|entry| entry.status != Status::Finished).count()
            };
            // Of equal ones this is the first.
            let Some(found) = tests.min_by_key(unfinished) else {
                continue;
            };
            let record = TestRecord::of(&runs[found.run], &key.test, &found.variant);
            all.records.insert(key.clone(), Ok(record));
            all.found.insert(key, found);
        }
        all
    }
}

/// The runs of a drive behind a port, or behind one that makes no difference to its link.
fn runs_at(place: &Place, runs: &[Run]) -> Vec<usize> {
    let is_there = |run: &Run| {
        let identity = &run.header.identity;
        identity.is_simulated()
            && identity.name == place.drive
            && run.header.is_comparable()
            && other_port(&place.drive, &place.port, run).is_none()
    };
    let runs = runs.iter().enumerate();
    runs.filter(|(_, run)| is_there(run))
        .map(|(index, _)| index)
        .collect()
}

/// The variant of a run's test that a key names: exactly, or, of a drive to which it makes no
/// difference what is written, with any data.
fn variant_of(key: &RunKey, run: &Run, catalogue: &Catalogue) -> Option<String> {
    let entries = run.entries.iter().filter(|entry| entry.test == key.test);
    let mut variants: Vec<&str> = entries.map(|entry| entry.variant.as_str()).collect();
    // The exact one first.
    variants.sort_by_key(|variant| *variant != key.variant);
    let blind = catalogue.is_blind(&key.place.drive);
    let is_it = |variant: &&str| {
        *variant == key.variant
            || blind
                && Variant::parse(variant).is_some_and(|mut parsed| {
                    parsed.conditions.data = None;
                    parsed.to_string() == key.variant
                })
    };
    variants.into_iter().find(is_it).map(str::to_string)
}
