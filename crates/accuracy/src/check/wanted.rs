//! Which tests have to be run, on which drive, under which conditions: each once, however many
//! figures are taken of it.

#[cfg(test)]
mod articles;

use crate::published::{Figure, Measure};
use fourcorners_bench::{Conditions, Library, Span, SpareArea, SuiteTest, TestDef, Variant};
use fourcorners_block::DataClass;
use std::collections::{BTreeMap, BTreeSet};

/// A drive and what it is plugged into.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Catalogue name.
    pub drive: String,
    /// Port.
    pub port: String,
}

/// Names one run of one test.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunKey {
    pub place: Place,
    pub test: String,
    /// As in a run's folder; empty for the test's own way.
    pub variant: String,
}

/// All runs, with what each is.
pub type Wanted = BTreeMap<RunKey, SuiteTest>;

/// The tests that there are, and the drives to which it makes no difference what is written.
pub struct Catalogue {
    /// Tests and states.
    pub definitions: &'static Library,
    blind: BTreeSet<String>,
}

impl Catalogue {
    /// Looks at all drives of these figures.
    pub fn new<'a>(
        definitions: &'static Library,
        figures: impl Iterator<Item = &'a Figure>,
    ) -> Self {
        let measures = figures.flat_map(Figure::measures);
        let drives: BTreeSet<&String> = measures.map(|measure| &measure.drive).collect();
        let is_blind = |drive: &&&String| {
            fourcorners_lab::drive_spec(drive).is_ok_and(|spec| !spec.sees_data())
        };
        let blind = drives.iter().filter(is_blind).map(|name| (*name).clone());
        Self {
            blind: blind.collect(),
            definitions,
        }
    }

    /// Whether it makes no difference to a drive what is written.
    pub fn is_blind(&self, drive: &str) -> bool {
        self.blind.contains(drive)
    }
}

/// The runs that a measurement is taken of: one, but of several tests.
pub fn runs_of(measure: &Measure, catalogue: &Catalogue) -> Vec<(RunKey, SuiteTest)> {
    let tests = measure.tests(catalogue.definitions);
    let of = |test| run_of(measure, test, catalogue);
    tests.into_iter().map(of).collect()
}

fn run_of(measure: &Measure, test: &str, catalogue: &Catalogue) -> (RunKey, SuiteTest) {
    let test_def = catalogue.definitions.tests.get(test);
    let mut given = measure.conditions.clone();
    // Of a phase without data of its own this is what it does, whatever its test's passes write.
    if test_def.is_some_and(|test| has_no_data_of_its_own(test, &measure.phase)) {
        given.data = given.data.filter(|data| *data != DataClass::FullRandom);
    }
    // A test that only makes a state has its span.
    if test_def.is_some_and(|test| test.phases.iter().all(|phase| phase.work.is_none())) {
        given.span = given.span.filter(|span| *span != Span::All);
    }
    let mut conditions = test_def.map_or(Conditions::default(), |test| given.beyond(test));
    if catalogue.blind.contains(&measure.drive) {
        conditions.data = None;
    }
    let key = RunKey {
        place: Place {
            drive: measure.drive.clone(),
            port: measure.port.clone(),
        },
        test: test.into(),
        variant: Variant {
            spare: measure.spare_percent.map(SpareArea::early),
            conditions: conditions.clone(),
            long: false,
        }
        .to_string(),
    };
    let suite_test = SuiteTest {
        spare_percent: measure.spare_percent,
        conditions,
        ..SuiteTest::plain(test)
    };
    (key, suite_test)
}

fn has_no_data_of_its_own(test: &TestDef, phase: &str) -> bool {
    let mut phases = test.phases.iter();
    let phase = phases.find(|other| other.name == phase);
    phase.is_some_and(|phase| phase.work.as_ref().is_none_or(|work| work.data.is_none()))
}

/// All that some figures need.
pub fn wanted<'a>(figures: impl Iterator<Item = &'a Figure>, catalogue: &Catalogue) -> Wanted {
    figures
        .flat_map(Figure::measures)
        .flat_map(|measure| runs_of(measure, catalogue))
        .collect()
}
