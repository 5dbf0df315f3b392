//! Why there is no twin.

use fourcorners_block::Bytes;
use fourcorners_lab::LabError;
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum TwinError {
    /// A suite, a test, or a run's folder.
    #[error(transparent)]
    Lab(#[from] LabError),
    #[error("'{0}' is neither a suite nor a test of this program: the run cannot be repeated")]
    UnknownSuite(String),
    #[error("the run has no random writes to the whole drive that last 20 s or more")]
    NoEndurance,
    #[error("the simulated drive has {} bytes, the drive of the run {}", of_twin.0, of_run.0)]
    OtherCapacity { of_run: Bytes, of_twin: Bytes },
    #[error("no simulated drive of this capacity can repeat the run")]
    NoneWorks,
    /// Of what a search keeps.
    #[error("{}: {error}", path.display())]
    Costs { path: PathBuf, error: io::Error },
    #[error("{} exists and was not written by a search", .0.display())]
    NoCosts(PathBuf),
    #[error("{} is in use by another search", .0.display())]
    CostsInUse(PathBuf),
    #[error("stopped")]
    Stopped,
}
