//! Names and lines in a file, and its facts and fits.

use super::tables::Announced;
use super::{Context, EntryError};
use crate::published::entry::Fact;
use crate::published::fit::{Fit, FitParameter};
use fourcorners_bench::nearest;
use fourcorners_drive_file::key_of_today;
use toml::Spanned;

/// A file's text, for lines.
pub(super) struct Reader<'a> {
    pub file: &'a str,
    pub text: &'a str,
    pub context: &'a Context<'a>,
    /// Of all files.
    pub announced: &'a Announced,
}

impl Reader<'_> {
    pub(super) fn line(&self, at: usize) -> Option<usize> {
        let before = &self.text[..at.min(self.text.len())];
        Some(before.matches('\n').count() + 1)
    }

    pub(super) fn wrong(&self, at: usize, problem: String) -> EntryError {
        EntryError {
            file: self.file.into(),
            line: self.line(at),
            problem,
        }
    }

    pub(super) fn known(
        &self,
        kind: &str,
        name: &str,
        all: &[String],
        at: usize,
    ) -> Result<(), EntryError> {
        if all.iter().any(|known| known == name) {
            return Ok(());
        }
        let near = nearest(name, all.iter().map(String::as_str));
        let hint = match near.as_slice() {
            [] => String::new(),
            near => format!("; the nearest are {}", near.join(", ")),
        };
        Err(self.wrong(at, format!("no {kind} is called '{name}'{hint}")))
    }

    /// Whether a drive is announced and not there.
    pub(super) fn is_to_come(&self, drive: &str) -> bool {
        let is_it = |name: &String| name == drive;
        self.announced.drives.iter().any(is_it) && !self.context.drives.iter().any(is_it)
    }

    pub(super) fn fit(&self, fit: &Spanned<Fit>) -> Result<(), EntryError> {
        let wrong = |parameter: &&FitParameter| {
            parameter.sought.is_some_and(|sought| {
                let numbers = [sought.from, sought.to, sought.step];
                !numbers.iter().all(|number| number.is_finite())
                    || sought.from >= sought.to
                    || sought.step <= 0.0
            })
        };
        for parameter in &fit.get_ref().parameters {
            self.is_of_today(&parameter.key, fit.span().start)?;
        }
        match fit.get_ref().parameters.iter().find(wrong) {
            None => Ok(()),
            Some(parameter) => Err(self.wrong(
                fit.span().start,
                format!(
                    "{}: sought needs `from` less than `to`, and a step above 0",
                    parameter.key
                ),
            )),
        }
    }

    /// A key of a drive file by a former name would be one that no drive has.
    fn is_of_today(&self, key: &str, at: usize) -> Result<(), EntryError> {
        let today = key_of_today(key);
        if today == key {
            return Ok(());
        }
        Err(self.wrong(at, format!("{key} is now {today}\nhint: rename it")))
    }

    pub(super) fn fact(&self, fact: &Spanned<Fact>) -> Result<(), EntryError> {
        let at = fact.span().start;
        let fact = fact.get_ref();
        if fact
            .value
            .as_float()
            .is_some_and(|value| !value.is_finite())
        {
            let (id, value) = (&fact.id, &fact.value);
            let problem = format!("'{id}': value is {value}; expected a finite number");
            return Err(self.wrong(at, problem));
        }
        match (&fact.drive, &fact.test) {
            (Some(drive), None) => {
                self.is_of_today(&fact.key, at)?;
                match self.is_to_come(drive) {
                    true => Ok(()),
                    false => self.known("drive", drive, self.context.drives, at),
                }
            }
            (None, Some(test)) => self
                .context
                .definitions
                .test(test)
                .map(|_| ())
                .map_err(|unknown| self.wrong(at, unknown.to_string())),
            _ => Err(self.wrong(
                at,
                format!("'{}' must name either a drive or a test", fact.id),
            )),
        }
    }
}
