//! One round: some writes, all of them acknowledged, and a flush.

use super::schedule::{ROUND, Schedule};
use fourcorners_block::{
    BLOCK_BYTES, Blocks, Completion, Data, Drive, DriveError, Lba, Nanos, Outcome, QueueDepth,
    Request, Stop,
};

/// Writes in flight.
pub const QUEUE_DEPTH: u16 = 32;

/// Why a round was not completed.
#[derive(Debug)]
pub enum RoundError {
    /// The drive is gone or answers no more: a sentence.
    Gone(String),
    /// A write failed, and the drive is there.
    Write { lba: Lba, errno: i32 },
    /// The flush failed, and the drive is there.
    Flush { errno: i32 },
}

impl From<DriveError> for RoundError {
    fn from(error: DriveError) -> Self {
        Self::Gone(error.to_string())
    }
}

/// Writes a round from this number on, and flushes. When it returns, the drive has acknowledged
/// the flush. The drive stamps what is written, from the same number on.
///
/// # Errors
/// Nothing is known of any write of the round.
pub fn write_round(
    drive: &mut dyn Drive,
    schedule: &Schedule,
    first: u64,
) -> Result<(), RoundError> {
    let deepest = drive.identity().max_queue_depth;
    let depth = QueueDepth::new(QUEUE_DEPTH).unwrap_or(QueueDepth::ONE);
    drive.set_queue_depth(depth.min(deepest));
    let blocks = Blocks(schedule.block().0 / BLOCK_BYTES);
    let write = |number: u64| {
        let lba = schedule.lba(schedule.block_of(number));
        Request::write(number, lba, blocks, Data::RANDOM)
    };
    let writes: Vec<Request> = (first..first + ROUND).map(write).collect();
    let mut completions = Vec::with_capacity(writes.len());
    drained(drive, &writes, &mut completions)?;
    if let Some((errno, write)) = completions.iter().find_map(failed) {
        let lba = schedule.lba(schedule.block_of(write));
        return Err(RoundError::Write { lba, errno });
    }
    completions.clear();
    drained(drive, &[Request::flush(0)], &mut completions)?;
    match completions.iter().find_map(failed) {
        Some((errno, _)) => Err(RoundError::Flush { errno }),
        None => Ok(()),
    }
}

/// Carries out the requests, and waits for all of them.
fn drained(
    drive: &mut dyn Drive,
    requests: &[Request],
    completions: &mut Vec<Completion>,
) -> Result<(), RoundError> {
    drive.submit(requests);
    drive.wait(Nanos::MAX, Stop::Drained, completions)?;
    Ok(())
}

/// The error, and the tag of the request.
fn failed(completion: &Completion) -> Option<(i32, u64)> {
    let errno = match completion.outcome {
        Outcome::Done => return None,
        Outcome::Failed(errno) => errno,
        Outcome::Unsupported => libc::EOPNOTSUPP,
        Outcome::ReadOnly => libc::EROFS,
        Outcome::OutOfRange | Outcome::Misaligned | Outcome::WrongData => libc::EINVAL,
    };
    Some((errno, completion.tag))
}
