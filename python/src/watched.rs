//! Long work: on threads of its own, without the GIL, ended by Ctrl-C.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Between two looks for Ctrl-C.
const LOOKS: Duration = Duration::from_millis(50);

/// Carries out work, which is to end soon after `stop` is set, while other Python threads run.
/// `look` is called now and then, and when the work has ended.
///
/// # Errors
/// Those of `look`, and what Python's signal handlers raise, `KeyboardInterrupt` for instance. The
/// work has ended by then.
pub fn watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    look: impl Fn(Python<'_>) -> PyResult<()> + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, ended) = channel();
            scope.spawn(move || {
                // The receiver is gone if Python wants no result.
                let _unwanted = sender.send(work());
            });
            loop {
                let result = ended.recv_timeout(LOOKS);
                let looked = Python::attach(|py| {
                    py.check_signals()?;
                    look(py)
                });
                if let Err(error) = looked {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                match result {
                    Ok(result) => return Ok(result),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("a thread of fourcorners panicked"));
                    }
                }
            }
        })
    })
}
