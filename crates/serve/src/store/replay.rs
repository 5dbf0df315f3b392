//! What a log says, done to a drive again.

use super::StoreError;
use super::log::{Entry, Reader};
use fourcorners_block::{Drive, Nanos, Request, Stop};
use std::io::Read;

/// Requests that wait in the drive at most.
const WAITING_AT_MOST: usize = 1024;

/// Does to a drive what the log says.
///
/// # Errors
/// The log cannot be read, or the drive fails.
pub fn replay<R: Read>(log: &mut Reader<R>, drive: &mut dyn Drive) -> Result<(), StoreError> {
    let depth = drive.identity().max_queue_depth;
    drive.set_queue_depth(depth);
    let mut completions = Vec::new();
    while let Some(entry) = log.next_entry().map_err(StoreError::Log)? {
        match entry {
            Entry::Request {
                at,
                lba,
                blocks,
                op,
            } => {
                drive.submit(&[Request {
                    tag: 0,
                    due: at,
                    lba,
                    blocks,
                    op,
                }]);
                if drive.waiting() >= WAITING_AT_MOST {
                    let stop = Stop::Waiting(WAITING_AT_MOST / 2);
                    drive.wait(Nanos::MAX, stop, &mut completions)?;
                }
            }
            Entry::Until(at) => {
                drive.wait(Nanos::MAX, Stop::Waiting(0), &mut completions)?;
                drive.wait(at, Stop::Never, &mut completions)?;
            }
            Entry::Drained => drive.wait(Nanos::MAX, Stop::Drained, &mut completions)?,
        }
        completions.clear();
    }
    drive.wait(Nanos::MAX, Stop::Drained, &mut completions)?;
    Ok(())
}
