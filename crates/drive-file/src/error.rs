//! Why a drive file cannot be used.

/// Each says the file and the line; some have a `hint:` line with what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Not TOML, or not the fields of a drive.
    #[error("{file}: {message}")]
    Syntax {
        file: String,
        /// Line, column, the line itself and what was expected.
        message: String,
    },
    /// A value that no drive can have.
    #[error("{file}:{line}: {problem}{}", hint_line(.hint))]
    Value {
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong and what is allowed.
        problem: String,
        /// What to do, where the problem does not say it.
        hint: Option<String>,
    },
    /// A value of the command line that no drive can have.
    #[error("{given}: {problem}")]
    Set {
        /// As it was given.
        given: String,
        /// Its key.
        key: String,
        problem: String,
    },
    /// The NAND part has no file.
    #[error("{file}: no file nand/{part}.toml for the NAND part '{part}'")]
    NoNand {
        /// File name of the drive.
        file: String,
        /// The part it names.
        part: String,
    },
}

impl SpecError {
    /// The same with what to do.
    pub(crate) fn with_hint(mut self, text: impl Into<String>) -> Self {
        if let Self::Value { hint, .. } = &mut self {
            *hint = Some(text.into());
        }
        self
    }
}

fn hint_line(hint: &Option<String>) -> String {
    let line = hint.as_ref().map(|hint| format!("\nhint: {hint}"));
    line.unwrap_or_default()
}
