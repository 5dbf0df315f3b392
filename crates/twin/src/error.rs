//! Why there is no twin.

use fourcorners_block::Bytes;
use fourcorners_lab::LabError;

#[derive(Debug, thiserror::Error)]
pub enum TwinError {
    /// A suite, a test, or a run's folder.
    #[error(transparent)]
    Lab(#[from] LabError),
    #[error("the run is of '{0}', which is neither a suite nor a test")]
    UnknownSuite(String),
    #[error("the run has no random writes to the whole drive that last 20 s or more")]
    NoEndurance,
    #[error("the simulated drive has {} bytes, the drive of the run {}", of_twin.0, of_run.0)]
    OtherCapacity { of_run: Bytes, of_twin: Bytes },
    #[error("no simulated drive of this capacity can repeat the run")]
    NoneWorks,
    #[error("stopped")]
    Stopped,
}
