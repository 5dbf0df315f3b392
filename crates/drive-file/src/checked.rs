//! Values of a file with where they stand, and the checks that say so when one is wrong.

use crate::error::SpecError;
use crate::set::Changes;
pub use crate::sourced::Sourced;
use toml::Spanned;

/// A file's name and text, for messages.
pub struct Checked<'a> {
    pub file: &'a str,
    pub text: &'a str,
    /// Of a sibling: name and text of the file that it is like, the text behind as many spaces as
    /// `text` is long, so that a place says which of the two it is in.
    pub other: Option<(&'a str, &'a str)>,
    /// Values of the command line.
    pub changes: Option<&'a Changes>,
}

impl Checked<'_> {
    /// Name and text of the file that a place is in.
    pub fn holding(&self, place: usize) -> (&str, &str) {
        match self.other {
            Some(other) if place >= self.text.len() => other,
            _ => (self.file, self.text),
        }
    }
    /// Name of the file that a place is in, and its line.
    pub fn line(&self, place: usize) -> (&str, usize) {
        let (file, text) = self.holding(place);
        let before = text.get(..place).unwrap_or("");
        (file, before.matches('\n').count() + 1)
    }
    pub fn wrong<T>(&self, at: &Sourced<T>, problem: String) -> SpecError {
        self.wrong_at(&at.value, problem)
    }
    pub fn wrong_at<T>(&self, at: &Spanned<T>, problem: String) -> SpecError {
        let place = at.span().start;
        let mut problem = problem;
        if let Some(changes) = self.changes {
            if changes.hold(place) {
                return changes.wrong(place, problem);
            }
            problem += &format!(" (with {})", changes.all());
        }
        let (file, line) = self.line(place);
        let whose = match file == self.file {
            true => String::new(),
            false => format!(" (with the values inherited from {})", self.file),
        };
        SpecError::Value {
            file: file.into(),
            line,
            problem: problem + &whose,
            hint: None,
        }
    }
    pub fn within<T: Copy + PartialOrd + std::fmt::Display>(
        &self,
        value: &Sourced<T>,
        low: T,
        high: T,
        key: &str,
    ) -> Result<T, SpecError> {
        if value.get() < low || value.get() > high {
            return Err(self.wrong(
                value,
                format!("{key} is {}; expected {low} to {high}", value.get()),
            ));
        }
        Ok(value.get())
    }
    pub fn power_of_two(
        &self,
        value: &Sourced<u32>,
        high: u32,
        key: &str,
    ) -> Result<u32, SpecError> {
        let checked = self.within(value, 1, high, key)?;
        if !checked.is_power_of_two() {
            return Err(self.wrong(
                value,
                format!("{key} is {checked}; expected a power of two up to {high}"),
            ));
        }
        Ok(checked)
    }
    pub fn optional_time(
        &self,
        value: &Option<Sourced<f64>>,
        key: &str,
    ) -> Result<Option<u64>, SpecError> {
        value
            .as_ref()
            .map(|value| self.time(value, key))
            .transpose()
    }
    /// Microseconds to nanoseconds.
    pub fn time(&self, value: &Sourced<f64>, key: &str) -> Result<u64, SpecError> {
        self.within(value, 0.0, 1e9, key)
            .map(|us| (us * 1000.0).round() as u64)
    }
}
