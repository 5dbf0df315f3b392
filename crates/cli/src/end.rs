//! How a verb ended, and the exit code of that.

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
/// Of everything that went wrong otherwise.
const FAILED: u8 = 1;
/// Where nothing failed and an expectation was not met.
const UNMET: u8 = 3;

impl From<End> for u8 {
    fn from(end: End) -> Self {
        match end {
            End::Done => 0,
            End::Failed => FAILED,
            End::Unmet => UNMET,
            End::Interrupted => INTERRUPTED,
        }
    }
}
