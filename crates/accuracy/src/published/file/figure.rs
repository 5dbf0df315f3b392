//! A printed figure.

use super::EntryError;
use super::reader::Reader;
use super::tables::FigureFile;
use crate::published::entry::{Figure, Measure, Planned};
use crate::published::{Quantity, Unit};
use fourcorners_bench::{Conditions, former};

/// The one phase of most tests.
const MEASURE: &str = "measure";

impl Reader<'_> {
    /// The figure, with what it needs and is not there yet.
    pub(super) fn figure(&self, entry: FigureFile) -> Result<Planned, EntryError> {
        let is_document = ["000", "001", "002", "003", "004"].contains(&entry.source.as_str());
        let says_little = entry.source.trim().len() < 4;
        if !is_document && says_little {
            return Err(self.wrong(
                entry.drive.span().start,
                format!(
                    "'{}': source = \"{}\" must be a document (000 to 004), a URL, or the name of \
                     a data sheet",
                    entry.id, entry.source
                ),
            ));
        }
        let at = entry.conditions.span().start;
        let given = entry.conditions.get_ref().clone();
        let phase = match (entry.phase, entry.figure) {
            (None, Quantity::GeometricMean) => String::new(),
            (Some(_), Quantity::GeometricMean) => {
                return Err(self.wrong(
                    entry.test.span().start,
                    format!(
                        "'{}': geometric-mean covers all phases; leave phase out",
                        entry.id
                    ),
                ));
            }
            (phase, _) => phase.unwrap_or_else(|| MEASURE.into()),
        };
        let measure = Measure {
            drive: entry.drive.get_ref().clone(),
            test: former::test(entry.test.get_ref()).into(),
            phase,
            quantity: entry.figure,
            port: former::port(&given.port).into(),
            spare_percent: given.spare_percent,
            conditions: Conditions {
                state: Some(given.state),
                data: given.data,
                align: given.align,
                span: given.span,
            },
        };
        let mut missing = self.measure(
            &measure,
            entry.drive.span().start,
            entry.test.span().start,
            at,
        )?;
        let against = match entry.against {
            None => None,
            Some(against) => {
                let at = against.span().start;
                let other = against.into_inner().of(&measure);
                let more = self.measure(&other, at, at, at)?;
                let new = more.into_iter().filter(|one| !missing.contains(one));
                let new: Vec<_> = new.collect();
                missing.extend(new);
                Some(other)
            }
        };
        let holds = entry.holds.get_ref().rule();
        let holds =
            holds.map_err(|problem| self.wrong(entry.holds.span().start, problem.into()))?;
        if holds.compares() != against.is_some() {
            let problem = if against.is_some() {
                "with against, holds must be one of times, about_times, over_times, same, \
                 within_percent, more, less, drop_percent"
            } else {
                "times, about_times, over_times, same, within_percent, more, less and drop_percent \
                 are comparisons: name the other figure in against"
            };
            return Err(self.wrong(entry.holds.span().start, problem.into()));
        }
        let unit = *entry.unit.get_ref();
        let units = entry.figure.units();
        let fits = if holds.compares() {
            unit == Unit::Times
        } else {
            units.contains(&unit)
        };
        if !fits {
            let allowed: Vec<String> = units.iter().map(Unit::to_string).collect();
            return Err(self.wrong(
                entry.unit.span().start,
                format!(
                    "'{}': unit \"{unit}\" does not fit {} of {}; expected {}, or \"times\" for a \
                     comparison",
                    entry.id,
                    entry.figure,
                    measure.test,
                    allowed.join(", ")
                ),
            ));
        }
        let figure = Figure {
            id: entry.id,
            printed: entry.printed,
            source: entry.source,
            measure,
            against,
            unit,
            holds,
            input: entry.input,
            cannot_fail: entry.cannot_fail,
            note: entry.note,
            cause: entry.cause,
        };
        Ok(Planned { figure, missing })
    }
}
