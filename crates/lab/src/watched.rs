//! A second pair of eyes on a real drive, for calls that the thread which measures cannot give
//! up: it waits in the kernel, and so does the end of this process.

use crate::options::ReviewOptions;
use crate::watcher::Watcher;
use fourcorners_real::{DEFAULT_TIMEOUT_S, Pulse};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often the other eyes look.
const LOOK: Duration = Duration::from_millis(100);

/// Does the work; says a sentence whenever one call takes longer than the time that an I/O may
/// take, and ends what takes several calls where the user stops the run.
pub(crate) fn watched<T>(
    pulse: &Pulse,
    watcher: &dyn Watcher,
    options: &ReviewOptions,
    name: &str,
    work: impl FnOnce() -> T,
) -> T {
    let timeout = Duration::from_secs(options.timeout_s.unwrap_or(DEFAULT_TIMEOUT_S));
    let (working, over) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut said = false;
            let look = LOOK.min(timeout / 4);
            while over.recv_timeout(look) == Err(RecvTimeoutError::Timeout) {
                if watcher.stop_requested() {
                    pulse.stop();
                }
                let stuck = pulse.under_way().filter(|(time, _)| *time >= timeout);
                if let Some((time, offset)) = stuck.filter(|_| !said) {
                    watcher.say(&match pulse.frees_blocks() {
                        true => freeing(name, time),
                        false => sentence(name, time, offset),
                    });
                }
                said = stuck.is_some();
            }
        });
        let result = work();
        drop(working);
        result
    })
}

fn freeing(name: &str, time: Duration) -> String {
    format!(
        "{name}: the file system has been freeing blocks for {} s. This call cannot be abandoned: \
         the run continues, or ends, when the call returns. Finished results are already saved",
        time.as_secs()
    )
}

fn sentence(name: &str, time: Duration, offset_bytes: u64) -> String {
    format!(
        "{name} has not responded for {} s, at LBA {} (512-byte blocks). This call cannot be \
         abandoned: the run continues, or ends, when the call returns. Finished results are \
         already saved; the kernel log (dmesg) may have details",
        time.as_secs(),
        offset_bytes / fourcorners_block::BLOCK_BYTES
    )
}
