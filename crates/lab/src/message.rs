//! What is said of an error: what is wrong, and what to do.

use crate::catalogue::{drive_names, drive_spec};
use crate::error::LabError;
use fourcorners_bench::{PlanError, near, nearest};
use fourcorners_drive_file::SpecError;
use std::collections::BTreeSet;
use std::fmt;

/// An error in one line, with a hint of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What is wrong, with the exact object.
    pub error: String,
    /// What to do.
    pub hint: Option<String>,
}

impl Message {
    /// With nothing to do about it.
    pub fn new(error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            hint: None,
        }
    }

    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        self.maybe(Some(hint.into()))
    }

    /// With a hint, if there is one.
    #[must_use]
    pub fn maybe(self, hint: Option<String>) -> Self {
        Self { hint, ..self }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.error.trim_end())?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl<T: Into<String>> From<T> for Message {
    fn from(error: T) -> Self {
        Self::new(error)
    }
}

/// Every key that a drive of the catalogue has.
fn known_keys() -> BTreeSet<String> {
    let specs = drive_names()
        .into_iter()
        .filter_map(|name| drive_spec(&name).ok());
    specs
        .flat_map(|spec| spec.facts().to_vec())
        .map(|fact| fact.name)
        .filter(|name| name.contains('.'))
        .collect()
}

/// The keys nearest to one that no drive of the catalogue has.
fn key_hint(key: &str) -> Option<String> {
    let keys = known_keys();
    match keys.contains(key) {
        true => None,
        false => near(&nearest(key, keys.iter().map(String::as_str))),
    }
}

impl LabError {
    /// Whether a key was set that neither this drive nor any of the catalogue has.
    pub fn is_of_unknown_key(&self) -> bool {
        match self {
            Self::Spec(SpecError::Set { key, .. }) => !known_keys().contains(key),
            _ => false,
        }
    }

    /// The error without an option of the command line in it, and its hint.
    pub fn message(&self) -> Message {
        let hint = match self {
            Self::Usage(message) | Self::Refused(message) => return message.clone(),
            Self::Unknown(unknown) | Self::Plan(PlanError::Unknown(unknown)) => unknown.hint(),
            Self::Open(error) => error.hint(),
            Self::PowerLoss(error) => error.hint(),
            Self::Plan(PlanError::NothingToRead(_)) => {
                Some("choose a test that only reads, or leave --read-only out".into())
            }
            Self::Expect(error) => error.hint.clone(),
            Self::Spec(SpecError::Set { key, .. }) => key_hint(key),
            Self::Write { .. } => Some("choose another file".into()),
            Self::Temporary { .. } => {
                Some("free some space there, or name another folder in TMPDIR".into())
            }
            _ => None,
        };
        Message::new(self.to_string()).maybe(hint)
    }
}
