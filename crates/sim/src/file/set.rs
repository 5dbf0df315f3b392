//! Values of the command line in place of a drive file's.

use super::error::SpecError;
use super::finite::first_not_finite;
use super::merge::merge;
use std::fmt;
use toml::Spanned;
use toml::de::DeTable;

/// One value in place of a file's, as in `gc.low_watermark=8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// As in `gc.low_watermark`.
    pub key: String,
    /// TOML, or a bare word.
    pub value: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}

/// All changes as a text, behind as many spaces as the files are long: a place in it is none in
/// them.
pub struct Changes {
    from: usize,
    text: String,
    /// Each as it was given, with where its line ends.
    given: Vec<(usize, String)>,
}

impl Changes {
    pub fn behind(from: usize, changes: &[Change]) -> Result<Self, SpecError> {
        let (mut text, mut given) = (" ".repeat(from), Vec::new());
        for change in changes {
            let Change { key, value } = change;
            let as_given = change.to_string();
            let is_path = |key: &str| {
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let mut parts = key.split('.');
                parts.all(|part| !part.is_empty() && part.chars().all(is_part))
            };
            // What a drive is called is no parameter of it.
            if !is_path(key) || !key.contains('.') {
                return Err(SpecError::Set {
                    given: as_given,
                    key: key.clone(),
                    problem: format!("'{key}' is not a key of a drive file"),
                });
            }
            let bare = format!("{key} = {value}\n");
            text += &match DeTable::parse(&bare) {
                Ok(_) if !value.contains('\n') => bare,
                _ => format!("{key} = {}\n", toml::Value::String(value.clone())),
            };
            given.push((text.len(), as_given));
        }
        let all = Self { from, text, given };
        if let Some((key, number)) = first_not_finite(all.table()?.get_ref()) {
            let problem = format!("{key} is {}; expected a finite number", number.get_ref());
            return Err(all.wrong(number.span().start, problem));
        }
        Ok(all)
    }

    fn table(&self) -> Result<Spanned<DeTable<'_>>, SpecError> {
        DeTable::parse(&self.text).map_err(|error| {
            let place = error.span().map_or(self.from, |span| span.start);
            self.wrong(place, error.message().into())
        })
    }

    /// Whether a place is in these.
    pub fn hold(&self, place: usize) -> bool {
        place >= self.from
    }

    /// What is wrong with the change that a place is in.
    pub fn wrong(&self, place: usize, problem: String) -> SpecError {
        let holds = |(end, _): &&(usize, String)| place < *end;
        let given = self.given.iter().find(holds).or(self.given.last());
        let given = given.map_or(String::new(), |(_, given)| given.clone());
        let key = given.split_once('=').map_or("", |(key, _)| key).into();
        SpecError::Set {
            given,
            key,
            problem,
        }
    }

    /// For messages about what was not changed.
    pub fn all(&self) -> String {
        let given = self.given.iter().map(|(_, given)| given.as_str());
        given.collect::<Vec<_>>().join(", ")
    }

    /// Whether this key is among them.
    pub fn set(&self, key: &str) -> bool {
        let keys = self
            .given
            .iter()
            .filter_map(|(_, given)| given.split_once('='));
        keys.into_iter().any(|(set, _)| set == key)
    }

    /// Puts them into a drive's values.
    pub fn put_into<'a>(&'a self, drive: &mut DeTable<'a>) -> Result<(), SpecError> {
        for (key, value) in self.table()?.into_inner() {
            merge(drive, key, value, usize::MAX);
        }
        Ok(())
    }
}
