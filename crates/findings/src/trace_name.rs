//! What a trace is called.

use std::borrow::Cow;
use std::path::Path;

/// One of the user's by its file alone.
pub fn trace_name(trace: &str) -> Cow<'_, str> {
    let file = Path::new(trace).file_name().unwrap_or_default();
    file.to_string_lossy()
}
