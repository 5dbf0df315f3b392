//! What was asked for and contradicts itself, the host or the drives. Which option to change is for
//! whoever asked to say: the command line words these itself.

use fourcorners_bench::UnknownName;
use std::path::PathBuf;

/// What cannot be done as asked.
#[derive(Debug, thiserror::Error)]
pub enum Misuse {
    /// Runs are to be kept in what is no folder.
    #[error("{0} is not a folder, so no run can be saved there")]
    NoFolder(PathBuf),
    /// The data of a simulated drive is to be checked.
    #[error("{0} is simulated and stores no data to verify")]
    VerifySimulated(String),
    /// A simulated drive is to be read only.
    #[error("{0} is simulated and holds no data")]
    ReadOnlySimulated(String),
    /// What may be overwritten is no drive that is tested.
    #[error("{named} is not a drive of this run ({})", tested.join(", "))]
    DestroyUntested {
        /// What may be overwritten.
        named: PathBuf,
        /// The drives.
        tested: Vec<String>,
    },
    /// A simulated drive is to be erased.
    #[error("a simulated drive starts fresh")]
    EraseSimulated,
    /// A file is to be made where there is one.
    #[error("{0} exists")]
    Exists(PathBuf),
    /// The power of simulated drives is to be measured.
    #[error("a simulated drive's power consumption comes from its file")]
    PowerOfSimulated,
    /// One meter is to measure several drives.
    #[error("a power meter measures only one drive")]
    PowerOfSeveral,
    /// A real drive is to be plugged into a port.
    #[error("{0} is real and is tested on the port it is connected to")]
    PortOfReal(PathBuf),
    /// A value of a real drive is to be changed.
    #[error("--set changes simulated drives, but {0} is not simulated")]
    SetOfReal(PathBuf),
    /// A real drive where only a simulated one will do.
    #[error("{0} is not a simulated drive")]
    NotSimulated(String),
    /// A port is given twice.
    #[error("port {0} is given twice")]
    PortTwice(String),
    /// A drive is named twice.
    #[error("{named} is named twice")]
    DriveTwice {
        /// The second name.
        named: String,
        /// The first.
        before: String,
    },
    /// Two drives with a limit of writes for each are parts of one.
    #[error("{one} and {other} are on one drive ({drive})")]
    OneBudget {
        one: PathBuf,
        other: PathBuf,
        /// The drive.
        drive: String,
    },
    /// Nothing lies at this path.
    #[error("{0} does not exist")]
    NoSuchPath(String),
    /// No drive has this name.
    #[error("{0}")]
    NoSuchDrive(UnknownName),
    /// The size of a drive is given that says it itself.
    #[error("{0} already exists, with its own size")]
    SizeOfExisting(PathBuf),
    /// The size of a drive is not known.
    #[error("the jobs depend on the size of the drive")]
    SizeUnknown,
}

impl Misuse {
    /// Whether the command line is wrong, whatever drive or host it is for.
    pub(crate) fn is_usage(&self) -> bool {
        !matches!(
            self,
            Self::NoFolder(_) | Self::Exists(_) | Self::NoSuchPath(_) | Self::SizeOfExisting(_)
        )
    }
}
