//! Running commands: from the repository's root, with a message that says which one failed.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Why a step ended early, for people.
pub type Failure = String;

/// The repository's root.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A command that will run in the repository's root.
pub fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// Runs it to its end, its output shown.
pub fn show(mut command: Command) -> Result<(), Failure> {
    let status = command
        .status()
        .map_err(|error| format!("{}: {error}", line(&command)))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("failed ({status}): {}", line(&command)))
    }
}

/// Runs it to its end; returns what it printed on stdout. Its stderr is shown only if it fails.
pub fn output(mut command: Command) -> Result<String, Failure> {
    let result = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", line(&command)))?;
    if !result.status.success() {
        let errors = String::from_utf8_lossy(&result.stderr);
        return Err(format!(
            "failed ({}): {}\n{errors}",
            result.status,
            line(&command)
        ));
    }
    Ok(String::from_utf8_lossy(&result.stdout).into_owned())
}

/// Processor time of all processes that this one started and waited for, and of theirs.
pub fn children_cpu_us() -> Result<i64, Failure> {
    let usage =
        getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| format!("getrusage: {error}"))?;
    Ok(usage.user_time().num_microseconds() + usage.system_time().num_microseconds())
}

/// Whether a program can be found.
pub fn exists(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|paths| {
        std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
    })
}

/// Whether this process may do everything.
pub fn is_root() -> bool {
    output(command("id", &["-u"])).is_ok_and(|id| id.trim() == "0")
}

/// The binary that people run, built in release mode.
pub fn binary() -> Result<PathBuf, Failure> {
    show(command(
        &cargo(),
        &["build", "--quiet", "--release", "--package", "fourcorners"],
    ))?;
    Ok(target().join("release/fourcorners"))
}

/// A new folder under target/, empty.
pub fn scratch(name: &str) -> Result<PathBuf, Failure> {
    let folder = target().join("xtask").join(name);
    let failure = |error: std::io::Error| format!("{}: {error}", folder.display());
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(failure)?;
    std::fs::canonicalize(&folder).map_err(failure)
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |path| root().join(path))
}

/// The cargo that runs us.
pub fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}
