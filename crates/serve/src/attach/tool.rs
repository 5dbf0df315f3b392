//! Programs that attach a drive.

use std::ffi::OsStr;
use std::io;
use std::process::{Child, Command, Output, Stdio};

/// Why a program did not do it.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    #[error("{0} is not installed")]
    Missing(&'static str),
    #[error("the kernel has no {0}")]
    NoDevice(&'static str),
    #[error("{tool}: {said}")]
    Failed { tool: &'static str, said: String },
}

fn failed(tool: &'static str, error: &io::Error) -> ToolError {
    match error.kind() {
        io::ErrorKind::NotFound => ToolError::Missing(tool),
        _ => ToolError::Failed {
            tool,
            said: error.to_string(),
        },
    }
}

/// Runs a program to its end, and returns what it printed.
///
/// # Errors
/// It is not installed, or fails.
pub fn run<A: AsRef<OsStr>>(tool: &'static str, arguments: &[A]) -> Result<String, ToolError> {
    let output = Command::new(tool).args(arguments).output();
    let Output {
        status,
        stdout,
        stderr,
    } = output.map_err(|error| failed(tool, &error))?;
    match status.success() {
        true => Ok(String::from_utf8_lossy(&stdout).trim().into()),
        false => Err(ToolError::Failed {
            tool,
            said: String::from_utf8_lossy(&stderr).trim().into(),
        }),
    }
}

/// Starts a program that stays as long as this thread. It gets SIGINT if the server is killed, and
/// then leaves no device behind.
///
/// # Errors
/// It is not installed, or cannot be started.
pub fn start<A: AsRef<OsStr>>(tool: &'static str, arguments: &[A]) -> Result<Child, ToolError> {
    if !is_installed(tool) {
        return Err(ToolError::Missing(tool));
    }
    let setpriv = "setpriv";
    let mut command = Command::new(setpriv);
    command
        .args(["--pdeathsig", "INT", tool])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Ctrl-C is for the server, which ends it in time.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map_err(|error| failed(setpriv, &error))
}

fn is_installed(tool: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(tool).is_file())
}
