//! The variant that a test becomes by a suite's words and the user's.

use super::Options;
use super::spare::touches_the_whole_drive;
use crate::definition::{SpareArea, SuiteTest, TestDef, Variant};

impl Options {
    /// What distinguishes a test of a suite, run with these options, from the test's own way.
    pub fn variant_of(&self, test: &SuiteTest, definition: &TestDef) -> Variant {
        let percent = self
            .spare_percent
            .filter(|_| touches_the_whole_drive(definition));
        Variant {
            spare: test.spare().or(percent.map(SpareArea::early)),
            conditions: test.conditions.or(&self.conditions).beyond(definition),
            long: test.is_long(definition),
        }
    }
}
