//! How a verb ended, and the exit code of that.

use std::process::ExitCode;

/// How a verb ended.
#[derive(Clone, Copy)]
pub enum End {
    Done,
    Failed,
    /// All went well, but for an expectation that was not met.
    Unmet,
    Interrupted,
}

/// Of a run that the user stopped, as shells report SIGINT.
pub const INTERRUPTED: u8 = 130;
/// Where nothing failed and an expectation was not met.
const UNMET: u8 = 3;

impl From<End> for ExitCode {
    fn from(end: End) -> Self {
        match end {
            End::Done => Self::SUCCESS,
            End::Failed => Self::FAILURE,
            End::Unmet => Self::from(UNMET),
            End::Interrupted => Self::from(INTERRUPTED),
        }
    }
}
