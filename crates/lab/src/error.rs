//! What can go wrong, each in one line; `message.rs` adds what to do.

use crate::message::Message;
use crate::misuse::Misuse;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A name that is not there.
    #[error(transparent)]
    Unknown(#[from] fourcorners_bench::UnknownName),
    /// A drive file that cannot be used.
    #[error(transparent)]
    Spec(#[from] fourcorners_drive_file::SpecError),
    /// A suite or test file that cannot be used.
    #[error(transparent)]
    Definition(#[from] fourcorners_bench::DefinitionError),
    /// A trace that cannot be made or read.
    #[error(transparent)]
    Trace(#[from] fourcorners_trace::TraceError),
    /// A trace in a file that cannot be replayed.
    #[error(transparent)]
    FileTrace(#[from] fourcorners_bench::FileTraceError),
    /// A job file of fio's that cannot be run or written.
    #[error(transparent)]
    Fio(#[from] fourcorners_fio::FioError),
    /// Tests that cannot be planned for this drive.
    #[error(transparent)]
    Plan(#[from] fourcorners_bench::PlanError),
    /// A real drive that cannot be opened, or must not be.
    #[error(transparent)]
    Open(#[from] fourcorners_real::OpenError),
    /// A real drive that is lost before its run began.
    #[error(transparent)]
    Drive(#[from] fourcorners_block::DriveError),
    /// A real drive's power that cannot be measured as asked.
    #[error(transparent)]
    Power(#[from] fourcorners_host::PowerError),
    /// A run that ended early.
    #[error(transparent)]
    Run(#[from] fourcorners_run::RunError),
    /// A run's folder.
    #[error(transparent)]
    Folder(#[from] fourcorners_bench::FolderError),
    /// A file of the user's that is not there, not a regular file, or too long.
    #[error("{path}: {error}")]
    Named {
        path: PathBuf,
        error: fourcorners_bench::plain_file::NotRead,
    },
    /// A file that cannot be read.
    #[error("{path}: {error}")]
    Read {
        path: PathBuf,
        error: std::io::Error,
    },
    /// An expectation that no run could meet.
    #[error(transparent)]
    Expect(#[from] fourcorners_report::ExpectError),
    /// A file that cannot be written.
    #[error("{path}: {error}")]
    Write {
        path: PathBuf,
        error: std::io::Error,
    },
    /// A run that nobody keeps cannot be written, whatever its drive and tests.
    #[error("{folder}, the folder for temporary files: {error}")]
    Temporary {
        folder: PathBuf,
        error: std::io::Error,
    },
    /// A test of power loss that has no result.
    #[error(transparent)]
    PowerLoss(#[from] crate::power_loss::PowerLossError),
    /// What was asked for contradicts itself.
    #[error(transparent)]
    Misuse(#[from] Misuse),
    /// A command line that contradicts itself, or names what there is not.
    #[error("{0}")]
    Usage(Message),
    /// Anything else.
    #[error("{0}")]
    Refused(Message),
}

impl LabError {
    /// Whether the command line is wrong, whatever drive or host it is for.
    pub fn is_usage(&self) -> bool {
        use fourcorners_bench::PlanError;
        match self {
            Self::Unknown(_) | Self::Plan(PlanError::Unknown(_)) | Self::Usage(_) => true,
            Self::Spec(fourcorners_drive_file::SpecError::Set { .. }) => true,
            Self::Misuse(misuse) => misuse.is_usage(),
            Self::PowerLoss(error) => error.is_usage(),
            _ => false,
        }
    }
}
