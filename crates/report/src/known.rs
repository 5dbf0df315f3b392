//! Drives that readers know, by what was printed about them: beside the one real drive of a page.

use crate::marks::{Mark, MarkQuantity};
use fourcorners_bench::Role;
use fourcorners_findings::pages::Pages;
use schemars::JsonSchema;
use serde::Serialize;

/// At most so many: enough for a scale from a hard disk to a fast drive.
const MOST: usize = 4;

/// A drive that readers know. Null: not printed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Known {
    /// Its model.
    pub model: String,
    /// MB/s of 4 KiB random reads.
    pub random_read: Option<Mark>,
    /// Of such writes.
    pub random_write: Option<Mark>,
    /// Of 128 KiB sequential reads.
    pub sequential_read: Option<Mark>,
    /// Of such writes.
    pub sequential_write: Option<Mark>,
}

impl Known {
    fn of(model: String, marks: &[Mark], pages: &Pages) -> Self {
        // The printed method differs least; figures of a used drive are not those of a corner.
        let corner = |role| {
            let place = pages.with(role)?;
            let its = marks.iter().filter(|mark| {
                mark.quantity == MarkQuantity::Throughput
                    && (mark.test.as_str(), mark.phase.as_str()) == (place.test, place.phase)
                    && !mark.differs.iter().any(|name| name == "state")
            });
            its.min_by_key(|mark| mark.differs.len()).cloned()
        };
        Self {
            model,
            random_read: corner(Role::RandomReads),
            random_write: corner(Role::RandomWrites),
            sequential_read: corner(Role::SequentialReads),
            sequential_write: corner(Role::SequentialWrites),
        }
    }

    fn figures(&self) -> [Option<&Mark>; 4] {
        let Self {
            model: _,
            random_read,
            random_write,
            sequential_read,
            sequential_write,
        } = self;
        [random_read, random_write, sequential_read, sequential_write].map(Option::as_ref)
    }

    /// Of how many corners something was printed.
    fn filled(&self) -> usize {
        self.figures().into_iter().flatten().count()
    }
}

/// Those of which most was printed, the slowest first.
pub fn known(printed: Vec<(String, Vec<Mark>)>, pages: &Pages) -> Vec<Known> {
    let of = printed.into_iter();
    let mut all: Vec<Known> = of
        .map(|(model, marks)| Known::of(model, &marks, pages))
        .filter(|known| known.filled() > 0)
        .collect();
    all.sort_by_key(|known| std::cmp::Reverse(known.filled()));
    all.truncate(MOST);
    let random = |known: &Known| known.random_read.as_ref().map_or(0.0, |mark| mark.low);
    all.sort_by(|a, b| random(a).total_cmp(&random(b)));
    all
}
