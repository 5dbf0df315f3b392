//! A command of the user's that is run once, as one that switches a drive's power.

use crate::tool::answer;
use std::io;
use std::process::Command;
use std::time::Duration;

/// Why a command did not do what it is for. As text: what follows the command and `:`.
#[derive(Debug, thiserror::Error)]
pub enum ShellError {
    #[error("the shell did not start: {0}")]
    NotStarted(io::Error),
    #[error("it did not end within {} s and was killed", .0.as_secs())]
    Silent(Duration),
    /// It ended with an error; what it said last.
    #[error("it failed: {0}")]
    Failed(String),
}

/// Runs a command through the shell to its end, with all that it starts.
///
/// # Errors
/// It failed, or took longer than that and was killed.
pub fn shell(text: &str, patience: Duration) -> Result<(), ShellError> {
    let mut command = Command::new("sh");
    let answer = answer(command.args(["-c", text]), patience).map_err(ShellError::NotStarted)?;
    match answer {
        None => Err(ShellError::Silent(patience)),
        Some(answer) if answer.status.success() => Ok(()),
        Some(answer) => Err(ShellError::Failed(answer.said())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_command_is_told_in_its_own_words() {
        let long = Duration::from_secs(60);
        shell("true", long).expect("it ends well");
        let error = shell("echo no such relay >&2; exit 7", long).expect_err("it failed");
        assert_eq!(error.to_string(), "it failed: exit status 7: no such relay");
    }

    #[test]
    fn hanging_command_is_killed() {
        let error = shell("sleep 1000", Duration::from_secs(1)).expect_err("it hangs");
        assert!(error.to_string().contains("within 1 s"), "{error}");
    }
}
