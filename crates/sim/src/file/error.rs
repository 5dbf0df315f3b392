//! Why a drive file cannot be used.

/// Each says file, line and column.
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
    #[error("{file}, line {line}: {problem}")]
    Value {
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong and what is allowed.
        problem: String,
    },
    /// The NAND part has no file.
    #[error("{file}: there is no file nand/{part}.toml for the NAND part '{part}'")]
    NoNand {
        /// File name of the drive.
        file: String,
        /// The part it names.
        part: String,
    },
}
