//! A trace that is read when it is first asked for: most runs replay none of the catalogue's.

use super::Trace;
use std::fmt;
use std::sync::{Arc, LazyLock};

type Read = Box<dyn FnOnce() -> Arc<Trace> + Send>;

#[derive(Clone)]
pub struct LazyTrace(Arc<LazyLock<Arc<Trace>, Read>>);

impl LazyTrace {
    pub fn new(read: impl FnOnce() -> Trace + Send + 'static) -> Self {
        let read = || Arc::new(read());
        Self(Arc::new(LazyLock::new(Box::new(read))))
    }

    /// A trace that was read.
    pub(crate) fn read(trace: Trace) -> Self {
        Self::new(|| trace)
    }

    pub fn get(&self) -> &Arc<Trace> {
        &self.0
    }
}

impl fmt::Debug for LazyTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
