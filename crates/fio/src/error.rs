//! Why a job file cannot be run, or none can be written.

use fourcorners_bench::plain_file::NotRead;
use std::path::PathBuf;

/// A sentence each, or several.
#[derive(Debug, thiserror::Error)]
pub enum FioError {
    /// A file that is not there, not a regular file, or too long.
    #[error("{path}: {error}")]
    Named { path: PathBuf, error: NotRead },
    /// Lines that cannot be run, each with its file and number.
    #[error("{}", .0.join("\n"))]
    Lines(Vec<String>),
    /// A path that fio or a shell would take for something else.
    #[error(
        "'{0}' contains characters with a special meaning to fio or the shell; use a symbolic link \
         without them"
    )]
    Path(String),
    /// A plan of which fio can repeat nothing, and why.
    #[error("the file would contain no job: {}", .0.join("; "))]
    NoJob(Vec<String>),
}
