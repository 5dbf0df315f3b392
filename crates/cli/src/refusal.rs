//! Why a verb was not carried out, with its exit code.

use crate::wording;
use fourcorners_bench::UnknownName;
use fourcorners_lab::LabError;
use std::fmt;

/// Exit code of a command line that is wrong, as clap has it.
const USAGE: u8 = 2;
/// Exit code of everything else that went wrong.
const FAILED: u8 = 1;

/// What is said, and the exit code.
#[derive(Debug)]
pub struct Refusal {
    sentence: String,
    code: u8,
}

impl Refusal {
    /// The command line contradicts itself, or names what there is not.
    pub fn usage(sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
            code: USAGE,
        }
    }

    pub fn code(&self) -> u8 {
        self.code
    }

    /// The same with something said after it.
    pub fn and(mut self, more: &str) -> Self {
        self.sentence += more;
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence.trim_end())
    }
}

impl From<String> for Refusal {
    fn from(sentence: String) -> Self {
        Self {
            sentence,
            code: FAILED,
        }
    }
}

impl From<&str> for Refusal {
    fn from(sentence: &str) -> Self {
        sentence.to_string().into()
    }
}

impl From<UnknownName> for Refusal {
    fn from(unknown: UnknownName) -> Self {
        Self::usage(unknown.to_string())
    }
}

impl From<LabError> for Refusal {
    fn from(error: LabError) -> Self {
        let sentence = wording::sentence(&error);
        match error.is_usage() {
            true => Self::usage(sentence),
            false => sentence.into(),
        }
    }
}
