//! What is wrong with a trace: where, what, and what is allowed.

/// It is displayed as one sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// The file cannot be read or written.
    #[error("{file}: {reason}")]
    File {
        file: String,
        /// What the operating system says, or why it is none of ours.
        reason: String,
    },
    /// A line, or a record of a binary form, cannot be understood.
    #[error("{file}:{place}: {reason}")]
    Broken {
        file: String,
        /// `17` of a line; `byte 4096` of a binary form.
        place: String,
        /// What is there, and what is allowed.
        reason: String,
    },
    /// The form that is to be written cannot hold a record.
    #[error("record {number} cannot be stored in the format '{form}': {reason}")]
    Unfit {
        /// From 1.
        number: u64,
        /// The form.
        form: &'static str,
        /// What it cannot hold, and which form can.
        reason: String,
    },
    /// Standard output is written to, and nobody reads it any more (`| head`).
    #[error("standard output was closed by its reader")]
    NobodyReads,
    /// A definition of a synthetic trace contradicts itself, or cannot be fulfilled.
    #[error("{file}: {reason}")]
    Definition {
        /// The definition's file or name.
        file: String,
        /// Key, what is wrong and what is allowed.
        reason: String,
    },
}
