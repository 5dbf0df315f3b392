//! Errors of a power-loss test.

use fourcorners_bench::power_loss::{FailedWrite, TestedDrive};
use fourcorners_block::Bytes;
use fourcorners_host::ShellError;
use fourcorners_report::wording::power_loss::io;
use fourcorners_report::wording::shell::quoted;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum PowerLossError {
    /// No power can be cut of a model.
    #[error("{0} is simulated and has no power to lose")]
    Simulated(String),
    /// The span is longer than the drive.
    #[error("{path} has only {capacity}, less than the span of {span}")]
    SpanBeyondEnd {
        path: PathBuf,
        span: Bytes,
        capacity: Bytes,
    },
    /// The span is shorter than a round of writes.
    #[error("{path}: a span of {span} is too small; the test needs at least {least}")]
    SpanShort {
        path: PathBuf,
        span: Bytes,
        least: Bytes,
    },
    /// The span has more blocks than can be numbered.
    #[error("a span of {0} is too long")]
    SpanLong(Bytes),
    /// The span needs more memory than there is.
    #[error("a span of {span} needs {needed} of memory, but only {available} are available")]
    Memory {
        span: Bytes,
        needed: Bytes,
        available: Bytes,
    },
    /// The log would lose its power with the drive.
    #[error("the folder {out} is on the disk of {path}, the drive under test")]
    OutOnDrive { path: PathBuf, out: PathBuf },
    /// The folder holds no such test.
    #[error("{0} is not the folder of a power-loss run: it has no power-loss.jsonl")]
    NoRun(PathBuf),
    /// The folder was written by another program.
    #[error("{0}/power-loss.jsonl: the first line describes a run that this program cannot check")]
    Foreign(PathBuf),
    /// The file says what no run can.
    #[error("{folder}/power-loss.jsonl: the first line is damaged: {what}")]
    Damaged {
        folder: PathBuf,
        /// The field, and what it must be.
        what: String,
    },
    /// Nothing that can be a drive is where the run's was.
    #[error("{why}")]
    Absent {
        /// What is wrong with its path.
        why: String,
    },
    /// Another drive is where the run's was.
    #[error(
        "{} is not the drive of this run: it is {}, not {}",
        .found.path, described(.found), described(.expected)
    )]
    OtherDrive {
        found: Box<TestedDrive>,
        expected: Box<TestedDrive>,
    },
    /// No flush was acknowledged.
    #[error("{0}: no write was flushed, so there is nothing to check")]
    NothingFlushed(PathBuf),
    /// A command did not do what it is for.
    #[error("the {which} command: {error}")]
    Command {
        /// `cut` or `restore`.
        which: &'static str,
        error: ShellError,
    },
    /// Writing ended, and the drive answers.
    #[error("{why}")]
    StillThere {
        /// A sentence.
        why: String,
        run: PathBuf,
    },
    /// An I/O failed after the cut command, and the drive answers.
    #[error("{}, but {path} still answers after the cut command", io(failed))]
    FailedUncut { path: PathBuf, failed: FailedWrite },
    /// The drive went before the cut command was started.
    #[error("{path} is gone before the cut command was started")]
    LostBeforeCut { path: PathBuf, run: PathBuf },
    /// The cut command did not cut the power.
    #[error("{path} still answers {} s after the cut command was started", .after.as_secs())]
    StillAnswers { path: PathBuf, after: Duration },
    /// The drive did not come back.
    #[error("{path} is not back {} s after the restore command: {why}", .after.as_secs())]
    NotBack {
        path: PathBuf,
        after: Duration,
        /// What the last attempt to find it said.
        why: String,
        run: PathBuf,
    },
}

/// As in `Samsung SSD 990 PRO 1TB (serial number S6Z1, 1000204886016 bytes)`.
fn described(drive: &TestedDrive) -> String {
    let model = match drive.model.as_str() {
        "" => "a drive without a model name",
        model => model,
    };
    let bytes = drive.capacity_bytes;
    match drive.serial.as_str() {
        "" => format!("{model} ({bytes} bytes)"),
        serial => format!("{model} (serial number {serial}, {bytes} bytes)"),
    }
}

impl PowerLossError {
    /// Whether the command line is wrong, whatever drive or host it is for.
    pub(crate) fn is_usage(&self) -> bool {
        matches!(self, Self::Simulated(_))
    }

    /// What to do, in one line.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Simulated(_) => "name a block device of this host, as in /dev/sdb".into(),
            Self::SpanBeyondEnd { .. } | Self::SpanLong(_) => "give a smaller --span".into(),
            Self::Memory { .. } => "free some memory, or give a smaller --span".into(),
            Self::OutOnDrive { .. } => "name a folder on another disk with --out".into(),
            Self::Damaged { .. } => "restore the file from a copy, or repeat the test".into(),
            Self::SpanShort { .. } => "give a larger --span, or choose a larger drive".into(),
            Self::NoRun(_) => "give the folder that the run printed when it began".into(),
            Self::Foreign(_) => "check it with the version of fourcorners that wrote it".into(),
            Self::Absent { .. } | Self::OtherDrive { .. } => {
                "connect the drive of this run, and name its present path with --drive".into()
            }
            Self::NothingFlushed(_) => "let it write longer before the power is cut".into(),
            Self::Command { .. } => "run the command by hand to see what it does".into(),
            Self::StillThere { run, .. } => format!(
                "the drive answers again; if it lost its power, check it with {}",
                check_command(run)
            ),
            Self::LostBeforeCut { run, .. } => format!(
                "see the kernel log (dmesg); when the drive is back, check it with {}",
                check_command(run)
            ),
            Self::StillAnswers { .. } | Self::FailedUncut { .. } => {
                "check that the command cuts the power of this drive; --timeout allows more time"
                    .into()
            }
            Self::NotBack { run, .. } => {
                format!("when it is back, check it with {}", check_command(run))
            }
        })
    }
}

fn check_command(run: &Path) -> String {
    let run = quoted(&run.display().to_string());
    format!("fourcorners power-loss --check {run}")
}
