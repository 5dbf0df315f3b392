//! Runs programs of the host.

use super::Failure;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs it to its end; its stdout. An error holds its stderr.
pub(super) fn output(command: &mut Command) -> Result<String, Failure> {
    let line = || {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    };
    let line = line();
    let result = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{line}: {error}"))?;
    if !result.status.success() {
        let stderr = String::from_utf8_lossy(&result.stderr);
        return Err(format!("{line}: {}\n{}", result.status, stderr.trim_end()));
    }
    Ok(String::from_utf8_lossy(&result.stdout).into_owned())
}

/// Makes an error say which file it is about.
pub(super) fn about(path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
    move |error| format!("{}: {error}", path.display())
}
