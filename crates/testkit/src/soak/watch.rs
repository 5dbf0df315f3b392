//! Watches a case from a thread of its own: one that hangs, or takes all the memory there is, ends
//! the process before the machine suffers, and is named.

use super::used::{cpu_us, resident_kib};
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Processor time of the process within a case: far more than any takes.
const HANGS_US: u64 = 120_000_000;
/// Times what a process may take: the case has not come to its end, where it is asked exactly.
const ENDED_AT: u64 = 4;
const LOOKS: Duration = Duration::from_millis(100);

#[derive(Default)]
struct Case {
    number: AtomicU64,
    began_us: AtomicU64,
    over: AtomicBool,
}

/// Ends when it is dropped.
pub(crate) struct Watch {
    case: Arc<Case>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    pub(crate) fn new(most_kib: Option<u64>) -> Self {
        let case = Arc::new(Case::default());
        case.began_us.store(cpu_us(), Relaxed);
        let seen = Arc::clone(&case);
        let thread = thread::spawn(move || {
            while !seen.over.load(Relaxed) {
                let began_us = seen.began_us.load(Relaxed);
                if cpu_us().saturating_sub(began_us) > HANGS_US {
                    end(&seen, "takes more than two minutes of processor time");
                }
                if most_kib.is_some_and(|most| resident_kib() > ENDED_AT * most) {
                    end(&seen, "takes memory without end");
                }
                thread::park_timeout(LOOKS);
            }
        });
        Self {
            case,
            thread: Some(thread),
        }
    }

    pub(crate) fn begin(&self, case: u64) {
        self.case.number.store(case, Relaxed);
        self.case.began_us.store(cpu_us(), Relaxed);
    }
}

/// Ends the process. What tests print is kept from the terminal until they end, and this one does
/// not.
fn end(case: &Case, reason: &str) {
    let number = case.number.load(Relaxed);
    let _ = writeln!(std::io::stderr(), "soak: case {number} {reason}");
    std::process::abort();
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.case.over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}
