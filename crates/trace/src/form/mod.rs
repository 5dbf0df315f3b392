//! The forms of trace files, in and out: [`open`] finds out by itself which it is, [`create`]
//! writes one.

mod blktrace;
mod block_events;
mod compression;
mod create;
mod loss;
mod open;
mod own;
pub mod text;

pub use create::{can_create, create};
pub use loss::Loss;
pub use open::{OpenOptions, open, open_stream};
pub use text::{Broken, TextForm};

use crate::{About, Records, Sink, TraceError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{BufRead, Write};
use std::path::Path;

/// What the files of a trace look like; in files by its name.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Hash, Serialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Form {
    /// Ours: columns, compressed; holds all that a [`Record`](crate::Record) holds.
    Own,
    /// What the kernel records through blktrace, binary.
    Blktrace,
    /// Lines.
    Text(TextForm),
}

impl Form {
    /// Every form, ours first.
    pub fn all() -> impl Iterator<Item = Self> {
        let text = TextForm::ALL.into_iter().map(Self::Text);
        [Self::Own, Self::Blktrace].into_iter().chain(text)
    }

    /// As `trace convert --to` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Blktrace => "blktrace",
            Self::Text(form) => form.name(),
        }
    }

    /// The form of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|form| form.name() == name)
    }

    /// The form that a file of this name has in all likelihood: its ending's (`.fct`, `.csv`, or a
    /// form's name), before that of a compression. A name without one is ours.
    pub fn of_ending(path: &Path) -> Option<Self> {
        let ending = |path: &Path| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            ending.map(str::to_ascii_lowercase)
        };
        let ending = match ending(path).as_deref() {
            Some("gz" | "zst") => ending(Path::new(path.file_stem()?)),
            other => other.map(String::from),
        };
        match ending.as_deref() {
            None | Some("fct") => Some(Self::Own),
            Some(name) => Self::named(name),
        }
    }

    /// Whether its files are no text.
    pub fn is_binary(self) -> bool {
        matches!(self, Self::Own | Self::Blktrace)
    }

    /// Whether it can hold what a person waits for ([`Operation`](crate::Operation)).
    pub fn holds_operations(self) -> bool {
        self == Self::Own
    }

    fn reader(
        self,
        input: Box<dyn BufRead + Send>,
        file: &str,
        broken: Broken,
    ) -> Result<Box<dyn Records>, TraceError> {
        Ok(match self {
            Self::Own => Box::new(own::Reader::new(input, file, broken)?),
            Self::Blktrace => Box::new(blktrace::Reader::new(vec![(input, file.into())], broken)?),
            Self::Text(form) => text::reader(form, input, file, broken)?,
        })
    }

    fn writer(
        self,
        output: Box<dyn Write + Send>,
        file: &str,
        about: &About,
    ) -> Result<Box<dyn Sink>, TraceError> {
        Ok(match self {
            Self::Own => Box::new(own::Writer::new(output, file, about)?),
            Self::Blktrace => Box::new(blktrace::Writer::new(output, file, about)),
            Self::Text(form) => text::writer(form, output, about),
        })
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Form> for &'static str {
    fn from(form: Form) -> Self {
        form.name()
    }
}

impl TryFrom<String> for Form {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::named(&name).ok_or_else(|| format!("'{name}' is not a trace format"))
    }
}

/// That a file cannot be read or written, and why.
fn cannot(file: &str, reason: impl ToString) -> TraceError {
    TraceError::File {
        file: file.into(),
        reason: reason.to_string(),
    }
}

/// That a binary file does not hold at this byte what it should.
fn broken_at(file: &str, byte: u64, reason: String) -> TraceError {
    TraceError::Broken {
        file: file.into(),
        place: format!("byte {byte}"),
        reason,
    }
}
