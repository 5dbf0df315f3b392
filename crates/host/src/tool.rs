//! The host's own tools (smartctl, nvme, hdparm): looked for, run, and given up on after a time.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Where they are when PATH does not name it: an ordinary user's often leaves these out.
const SYSTEM_FOLDERS: [&str; 3] = ["/usr/sbin", "/sbin", "/usr/local/sbin"];
/// No answer of theirs is as long; more is left unread.
const LONGEST_ANSWER_BYTES: u64 = 8 << 20;

/// Where the host's tools are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tools {
    folder: Option<PathBuf>,
}

/// What a tool answered.
#[derive(Debug)]
pub struct Answer {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    #[error("{0} is not installed")]
    NotInstalled(&'static str),
    #[error("{tool} did not answer within {} s and was abandoned", .after.as_secs())]
    Silent { tool: &'static str, after: Duration },
    #[error("{tool} could not be run: {error}")]
    NotRun {
        tool: &'static str,
        error: io::Error,
    },
}

impl Tools {
    /// Those in this folder and no others.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: Some(folder.into()),
        }
    }

    /// The tool's path, if it is installed.
    pub fn find(&self, tool: &str) -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = match &self.folder {
            Some(folder) => vec![folder.clone()],
            None => std::env::split_paths(&path)
                .chain(SYSTEM_FOLDERS.map(PathBuf::from))
                .collect(),
        };
        let can_be_run = |path: &PathBuf| {
            path.metadata()
                .is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
        };
        folders
            .into_iter()
            .map(|folder| folder.join(tool))
            .find(can_be_run)
    }

    /// Runs a tool to its end. One that takes longer than that is killed, with what it started.
    pub fn run(
        &self,
        tool: &'static str,
        arguments: &[&OsStr],
        patience: Duration,
    ) -> Result<Answer, ToolError> {
        let path = self.find(tool).ok_or(ToolError::NotInstalled(tool))?;
        let mut command = Command::new(path);
        // Its words are read: not in the user's language.
        command.args(arguments).env("LC_ALL", "C");
        let answer = answer(&mut command, patience);
        answer
            .map_err(|error| ToolError::NotRun { tool, error })?
            .ok_or(ToolError::Silent {
                tool,
                after: patience,
            })
    }
}

/// Runs a command to its end; `None`: it took longer than that and was killed, with what it
/// started.
pub fn answer(command: &mut Command, patience: Duration) -> io::Result<Option<Answer>> {
    let mut group = Group::start(command.stderr(Stdio::piped()))?;
    let stdout = heard(group.child.stdout.take());
    let stderr = heard(group.child.stderr.take());
    let began = Instant::now();
    let status = loop {
        match group.child.try_wait()? {
            Some(status) => break status,
            None if began.elapsed() >= patience => return Ok(None),
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    // What it left running may hold the pipes open for ever.
    let text = |heard: mpsc::Receiver<String>| {
        heard
            .recv_timeout(Duration::from_secs(2))
            .unwrap_or_default()
    };
    Ok(Some(Answer {
        status,
        stdout: text(stdout),
        stderr: text(stderr),
    }))
}

impl Answer {
    /// How it ended and what it said last, for a sentence.
    pub fn said(&self) -> String {
        let last = |text: &str| {
            text.trim()
                .lines()
                .last()
                .map(|line| line.trim().to_string())
        };
        let words = last(&self.stderr)
            .or_else(|| last(&self.stdout))
            .unwrap_or_else(|| "it printed nothing".into());
        format!("{}: {words}", ended(self.status))
    }
}

/// How a process ended, for a sentence.
pub fn ended(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("killed by signal {signal}"),
        (None, None) => "ended".into(),
    }
}

/// A process and all that it starts, killed when dropped. In a group of its own, the terminal's
/// Ctrl-C does not reach it: a drive must not be left half erased by one.
pub struct Group {
    pub child: Child,
    /// Leads the group, where there is one.
    watchdog: Option<Child>,
}

impl Group {
    /// Starts it; nothing to read for it, what it prints to be read here.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Self {
            child: in_group(command, 0)?,
            watchdog: None,
        })
    }

    /// Starts a command that is of no use without us: it is killed however we end, by SIGKILL too.
    pub fn start_watched(command: &mut Command) -> io::Result<Self> {
        // Reads a pipe whose only writer we are, until the kernel closes it at our end. A signal
        // at the parent's death (PR_SET_PDEATHSIG) would reach the shell alone, not its children.
        let mut watchdog = Command::new("sh")
            .args(["-c", "read -r _; kill -KILL 0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let group = i32::try_from(watchdog.id()).unwrap_or(0);
        match in_group(command, group) {
            Ok(child) => Ok(Self {
                child,
                watchdog: Some(watchdog),
            }),
            Err(error) => {
                let _ = watchdog.kill();
                let _ = watchdog.wait();
                Err(error)
            }
        }
    }
}

/// Starts a command in the group of this leader; 0: as the leader of one.
fn in_group(command: &mut Command, leader: i32) -> io::Result<Child> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .process_group(leader)
        .spawn()
}

impl Drop for Group {
    fn drop(&mut self) {
        let leader = self.watchdog.as_ref().unwrap_or(&self.child).id();
        fourcorners_real::kill_group(leader);
        // Killed, or ended before: either way there is nothing to learn.
        let _ = self.child.wait();
        if let Some(watchdog) = &mut self.watchdog {
            let _ = watchdog.wait();
        }
    }
}

/// Reads to the end on a thread of its own.
fn heard(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel();
    if let Some(pipe) = pipe {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.take(LONGEST_ANSWER_BYTES).read_to_end(&mut bytes);
            // Nobody listens any more if it came too late.
            let _ = send.send(String::from_utf8_lossy(&bytes).into_owned());
        });
    }
    receive
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_tools::recorded;

    fn run(script: &str, patience: Duration) -> Result<Answer, ToolError> {
        let folder = recorded(&[("smartctl", script)]);
        Tools::in_folder(folder.path()).run("smartctl", &["-a".as_ref()], patience)
    }
    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn is_what_a_tool_says_kept_whole() {
        let answer = run("echo \"$1\"; echo no >&2; exit 3", LONG).expect("an answer");
        assert_eq!(answer.stdout, "-a\n");
        assert_eq!(answer.said(), "exit status 3: no");
    }

    #[test]
    fn is_a_tool_that_is_not_there_named() {
        let folder = recorded(&[]);
        let answer = Tools::in_folder(folder.path()).run("nvme", &[], LONG);
        assert_eq!(
            answer.expect_err("none").to_string(),
            "nvme is not installed"
        );
    }

    #[test]
    fn is_a_tool_that_hangs_given_up_with_all_that_it_started() {
        let folder = recorded(&[("smartctl", "echo $$ > \"$0.pid\"; sleep 1000 & sleep 1000")]);
        let answer = Tools::in_folder(folder.path()).run("smartctl", &[], Duration::from_secs(2));
        assert!(
            matches!(answer, Err(ToolError::Silent { .. })),
            "{answer:?}"
        );
        // On a busy machine it may not even have begun.
        let leader = std::fs::read_to_string(folder.path().join("smartctl.pid"));
        let Ok(group) = leader.map(|leader| leader.trim().to_string()) else {
            return;
        };
        let left = Command::new("ps")
            .args(["-o", "stat=", "-g", &group])
            .output();
        let left = String::from_utf8_lossy(&left.expect("ps").stdout).into_owned();
        // A killed one may wait for its parent to notice.
        assert!(
            left.lines().all(|state| state.starts_with('Z')),
            "still there: {left}"
        );
    }

    #[test]
    fn does_a_tool_that_leaves_something_running_end_all_the_same() {
        let answer = run("echo here; sleep 1000 & exit 0", LONG).expect("an answer");
        assert!(answer.status.success());
    }
}
