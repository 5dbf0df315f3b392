//! Values of a definition with where they stand and where they are from, and what is said when
//! one is wrong.

use crate::TraceError;
use fourcorners_block::{BLOCK_BYTES, Bytes};
use serde::Deserialize;
use toml::Spanned;

/// Where a value can be from.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Origin {
    Published,
    Measured,
    Fitted,
    Assumed,
}

/// A value, and where it is from.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table: { value = .., from = \"published\", source = \"..\" }"
)]
pub(super) struct Sourced<T> {
    pub value: Spanned<T>,
    #[serde(rename = "from")]
    _from: Origin,
    #[serde(rename = "source")]
    _source: String,
}

impl<T> Sourced<T> {
    pub fn get(&self) -> &T {
        self.value.get_ref()
    }
}

/// A number of bytes as people write it, `4KiB`.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Size(pub Bytes);

impl TryFrom<String> for Size {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map(Self)
    }
}

/// A file's name and text, for messages.
pub(super) struct Place<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl Place<'_> {
    /// Something is wrong with the whole.
    pub fn wrong(&self, reason: impl Into<String>) -> TraceError {
        TraceError::Definition {
            file: self.file.into(),
            reason: reason.into(),
        }
    }

    /// Something is wrong with a value.
    pub fn wrong_at<T>(&self, at: &Spanned<T>, problem: impl Into<String>) -> TraceError {
        let before = self.text.get(..at.span().start).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        self.wrong(format!("line {line}: {}", problem.into()))
    }

    /// A number from `low` to `high`.
    pub fn within<T: Copy + PartialOrd + std::fmt::Display>(
        &self,
        key: &str,
        value: &Sourced<T>,
        low: T,
        high: T,
    ) -> Result<T, TraceError> {
        let number = *value.get();
        if number >= low && number <= high {
            return Ok(number);
        }
        let problem = format!("{key} is {number}; expected {low} to {high}");
        Err(self.wrong_at(&value.value, problem))
    }

    /// Per cent in thousandths of one, 0 to 100,000.
    pub fn percent(&self, key: &str, value: &Sourced<f64>) -> Result<u64, TraceError> {
        self.within(key, value, 0.0, 100.0)
            .map(|percent| (percent * 1000.0).round() as u64)
    }

    /// A size that a drive takes: a multiple of 512 bytes, up to `most`.
    pub fn blocks(&self, key: &str, value: &Spanned<Size>, most: Bytes) -> Result<u64, TraceError> {
        let bytes = value.get_ref().0;
        if bytes.0 != 0 && bytes.0.is_multiple_of(BLOCK_BYTES) && bytes <= most {
            return Ok(bytes.0);
        }
        let problem =
            format!("{key} is {bytes}; expected a multiple of 512 bytes, from 512B to {most}");
        Err(self.wrong_at(value, problem))
    }
}
