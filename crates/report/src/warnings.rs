//! What spoils figures, in words.

use crate::wording::warnings::{Words, whose, words};
use fourcorners_findings::review::Review;
use fourcorners_findings::warnings::Whose;
use schemars::JsonSchema;
use serde::Serialize;

/// One warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Warning {
    /// Models of the drives, or `all drives`.
    pub whose: String,
    #[serde(skip)]
    about: Whose,
    /// Whether a summary has to tell it.
    #[serde(skip)]
    pub(crate) severe: bool,
    /// What is wrong, a sentence.
    pub text: String,
    /// What to do about it, a sentence.
    pub remedy: String,
}

/// All of them; `names` of the drives.
pub(crate) fn warnings(review: &Review, names: &[String]) -> Vec<Warning> {
    let warning = |found: &fourcorners_findings::warnings::Warning| {
        let Words { text, remedy } = words(&found.says);
        Warning {
            whose: whose(&found.whose, names),
            about: found.whose.clone(),
            severe: found.says.is_severe(),
            text,
            remedy,
        }
    };
    review.warnings.iter().map(warning).collect()
}

impl Warning {
    /// Whether it is about that drive, or about that folder of its runs.
    pub(crate) fn is_of(&self, drive: usize, folder: &str) -> bool {
        match &self.about {
            Whose::Everything => false,
            Whose::Drives(drives) => drives.contains(&drive),
            Whose::Folders(folders) => folders.iter().any(|one| one == folder),
        }
    }
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} {}", self.whose, self.text, self.remedy)
    }
}
