//! The first Ctrl-C stops what goes on, the second quits.

use crate::end::INTERRUPTED;
use crate::live::{is_open, leave};
use crate::output::say;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);
/// What becomes of what goes on.
static BECOMES: OnceLock<&str> = OnceLock::new();

/// What the first Ctrl-C does to a run: it lets the current second end.
pub const KEPT: &str = "finished results are kept";

/// From now on the first Ctrl-C stops what goes on, and says what becomes of it.
pub fn listen(becomes: &'static str) -> Result<(), String> {
    BECOMES.get_or_init(|| becomes);
    ctrlc::set_handler(interrupt).map_err(|error| format!("cannot handle Ctrl-C: {error}"))
}

/// As if Ctrl-C was pressed; in the live view it is a key like others.
pub fn interrupt() {
    if STOP.swap(true, Ordering::SeqCst) {
        leave();
        // A call that cannot be abandoned keeps the process until it returns.
        say("quitting");
        std::process::exit(i32::from(INTERRUPTED));
    }
    if !is_open() {
        say(&stopping());
    }
}

/// What was done by the first Ctrl-C.
pub fn stopping() -> String {
    let becomes = BECOMES.get().copied().unwrap_or(KEPT);
    format!("stopping: {becomes}; press Ctrl-C again to quit at once")
}

/// Whether Ctrl-C was pressed.
pub fn stop_requested() -> bool {
    STOP.load(Ordering::SeqCst)
}
