//! Why a verb was not carried out, with its exit code.

use crate::wording;
use fourcorners_bench::UnknownName;
use fourcorners_browse::BrowseError;
use fourcorners_lab::{LabError, Message};
use std::fmt;

/// Exit code of a command line that is wrong, as clap has it.
const USAGE: u8 = 2;
/// Exit code of everything else that went wrong.
const FAILED: u8 = 1;

/// An error, and the exit code.
#[derive(Debug)]
pub struct Refusal {
    message: Message,
    code: u8,
}

impl Refusal {
    /// The command line contradicts itself, or names what there is not.
    pub fn usage(message: impl Into<Message>) -> Self {
        Self {
            message: message.into(),
            code: USAGE,
        }
    }

    pub fn code(&self) -> u8 {
        self.code
    }

    pub fn message(&self) -> &Message {
        &self.message
    }

    /// The same with more behind the error.
    #[must_use]
    pub fn and(mut self, more: &str) -> Self {
        self.message.error += more;
        self
    }

    /// With what to do.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        self.maybe(Some(hint.into()))
    }

    /// With what to do, if there is something.
    #[must_use]
    pub fn maybe(self, hint: Option<String>) -> Self {
        Self {
            message: self.message.maybe(hint),
            ..self
        }
    }
}

/// The error, and its hint on a line of its own.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl From<Message> for Refusal {
    fn from(message: Message) -> Self {
        Self {
            message,
            code: FAILED,
        }
    }
}

impl From<String> for Refusal {
    fn from(error: String) -> Self {
        Message::from(error).into()
    }
}

impl From<&str> for Refusal {
    fn from(error: &str) -> Self {
        Message::from(error).into()
    }
}

impl From<BrowseError> for Refusal {
    fn from(error: BrowseError) -> Self {
        let hint = error.hint().map(String::from);
        Message::new(error.to_string()).maybe(hint).into()
    }
}

impl From<UnknownName> for Refusal {
    fn from(unknown: UnknownName) -> Self {
        LabError::from(unknown).into()
    }
}

impl From<LabError> for Refusal {
    fn from(error: LabError) -> Self {
        let message = wording::message(&error);
        match error.is_usage() {
            true => Self::usage(message),
            false => message.into(),
        }
    }
}
