//! Values of the command line in place of a drive file's.

use crate::error::SpecError;
use crate::finite::first_not_finite;
use crate::merge::merge;
use fourcorners_sim::DriveSpec;
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One value in place of a file's, as in `gc.low_watermark=8`; of a NAND part's, as in
/// `nand.t_prog_us=900`.
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

/// Names a drive after what was changed in it: it is no drive of the catalog any more.
pub fn name_after(changes: &[Change], mut drive: DriveSpec) -> DriveSpec {
    let (name, model) = match &mut drive {
        DriveSpec::Ssd(spec) => (&mut spec.name, &mut spec.model),
        DriveSpec::HardDisk(spec) => (&mut spec.name, &mut spec.model),
        DriveSpec::RamDisk(spec) => (&mut spec.name, &mut spec.model),
        DriveSpec::InPlace(spec) => (&mut spec.name, &mut spec.model),
    };
    for change in changes {
        name.push_str(&format!("+{change}"));
        model.push_str(&format!(", {} = {}", change.key, change.value));
    }
    drive
}

/// All changes as a text, behind as many spaces as the files are long: a place in it is none in
/// them.
pub struct Changes {
    from: usize,
    text: String,
    /// Each as it was given, with where its line ends.
    given: Vec<(usize, Change)>,
}

/// The table of a drive that names its NAND part, whose values are set under the same name.
const NAND: &str = "nand";

impl Changes {
    pub fn behind(from: usize, changes: &[Change]) -> Result<Self, SpecError> {
        Self::under("", from, changes)
    }

    /// Those whose key is in the table `prefix`, as values of that table.
    fn under(prefix: &str, from: usize, changes: &[Change]) -> Result<Self, SpecError> {
        let (mut text, mut given) = (" ".repeat(from), Vec::new());
        for change in changes {
            let Change { key, value } = change;
            let is_path = |key: &str| {
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let mut parts = key.split('.');
                parts.all(|part| !part.is_empty() && part.chars().all(is_part))
            };
            // What a drive is called is no parameter of it.
            if !is_path(key) || !key.contains('.') {
                return Err(SpecError::Set {
                    given: change.to_string(),
                    key: key.clone(),
                    problem: format!("'{key}' is not a key of a drive file"),
                });
            }
            let Some(key) = key.strip_prefix(prefix) else {
                continue;
            };
            let bare = format!("{key} = {value}\n");
            text += &match DeTable::parse(&bare) {
                Ok(_) if !value.contains('\n') => bare,
                _ => format!("{key} = {}\n", toml::Value::String(value.clone())),
            };
            given.push((text.len(), change.clone()));
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
        let holds = |(end, _): &&(usize, Change)| place < *end;
        let of = self.given.iter().find(holds).or(self.given.last());
        SpecError::Set {
            given: of.map_or(String::new(), |(_, change)| change.to_string()),
            key: of.map_or(String::new(), |(_, change)| change.key.clone()),
            problem,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// For messages about what was not changed.
    pub fn all(&self) -> String {
        let given = self.given.iter().map(|(_, change)| change.to_string());
        given.collect::<Vec<_>>().join(", ")
    }

    /// Whether this key is among them.
    pub fn set(&self, key: &str) -> bool {
        self.given.iter().any(|(_, change)| change.key == key)
    }

    /// Those of the NAND part of a drive: what the drive's own table does not have.
    pub fn of_nand(&self, from: usize, drive: &DeTable) -> Result<Self, SpecError> {
        let own = drive.get(NAND).map(Spanned::get_ref);
        let prefix = format!("{NAND}.");
        let of_part = self.given.iter().filter(|(_, change)| {
            let key = change.key.strip_prefix(&prefix);
            let is_own = |key: &str| own.and_then(|own| own.get(key)).is_some();
            key.is_some_and(|key| !is_own(key))
        });
        let changes: Vec<Change> = of_part.map(|(_, change)| change.clone()).collect();
        Self::under(&prefix, from, &changes)
    }

    /// Puts them into a drive's values, except those of its NAND part.
    pub fn put_into<'a>(&'a self, drive: &mut DeTable<'a>) -> Result<(), SpecError> {
        for (key, mut value) in self.table()?.into_inner() {
            let own = drive.get(key.get_ref().as_ref()).map(Spanned::get_ref);
            if key.get_ref() == NAND
                && let (Some(own), DeValue::Table(set)) = (own, value.get_mut())
            {
                let keys: Vec<String> = set.keys().map(|key| key.get_ref().to_string()).collect();
                for key in keys.iter().filter(|key| own.get(key.as_str()).is_none()) {
                    set.remove(key.as_str());
                }
            }
            merge(drive, key, value, usize::MAX);
        }
        Ok(())
    }
}
