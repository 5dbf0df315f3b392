//! Requests in flight, for the I/O log (`ios.bin`).

use fourcorners_bench::{FolderError, RECORD_BYTES, Sink};
use fourcorners_block::{Completion, Nanos, Op, Request};
use std::collections::HashMap;

/// The most that the 40 bits for an I/O's bytes hold.
const LONGEST_BYTES: u64 = (1 << 40) - 1;

/// The requests of a phase that are queued or under way, by tag: a completion does not say where
/// its I/O went.
pub struct Outstanding {
    requests: HashMap<u64, Request>,
    start: Nanos,
}

impl Outstanding {
    /// Of a phase that begins at an instant of the drive's clock.
    pub fn new(start: Nanos) -> Self {
        Self {
            requests: HashMap::new(),
            start,
        }
    }

    /// Takes note of requests before they are submitted.
    pub fn submitted(&mut self, requests: &[Request]) {
        self.requests
            .extend(requests.iter().map(|request| (request.tag, *request)));
    }

    /// Records what has finished.
    pub fn finished(
        &mut self,
        completions: &[Completion],
        folder: &mut dyn Sink,
    ) -> Result<(), FolderError> {
        let phase = folder.entries();
        for completion in completions {
            if let Some(request) = self.requests.remove(&completion.tag) {
                folder.io(record(phase, &request, completion, self.start))?;
            }
        }
        Ok(())
    }
}

/// Little-endian, without gaps.
fn record(phase: u16, request: &Request, io: &Completion, start: Nanos) -> [u8; RECORD_BYTES] {
    let op: u8 = match request.op {
        Op::Read => 0,
        Op::Write { .. } => 1,
        Op::Discard => 2,
        Op::WriteZeroes => 3,
        Op::Flush => 4,
    };
    let wait = if io.due.0 > 0 { io.wait().0 } else { 0 };
    let since_start = |at: Nanos| at.saturating_sub(start).0.to_le_bytes();
    let mut record = [0; RECORD_BYTES];
    record[0..2].copy_from_slice(&phase.to_le_bytes());
    record[2] = op;
    // Only a trace has I/Os of 4 GiB and more; one of 1 TiB and more would be recorded as the
    // longest below.
    let bytes = io.bytes.0.min(LONGEST_BYTES).to_le_bytes();
    record[3] = bytes[4];
    record[4..8].copy_from_slice(&bytes[..4]);
    record[8..16].copy_from_slice(&request.lba.bytes().0.to_le_bytes());
    record[16..24].copy_from_slice(&wait.to_le_bytes());
    record[24..32].copy_from_slice(&since_start(io.admitted));
    record[32..40].copy_from_slice(&since_start(io.finished));
    record
}
