//! What keeps a test of power loss from being carried out.

use fourcorners_bench::power_loss::TestedDrive;
use fourcorners_block::Bytes;
use fourcorners_host::ShellError;
use std::path::PathBuf;
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
    /// The span needs more memory than there is.
    #[error("a span of {0} needs too much memory (8 bytes per 4 KiB block)")]
    SpanLong(Bytes),
    /// The folder holds no such test.
    #[error("{0} is not the folder of a power-loss run: it has no power-loss.jsonl")]
    NoRun(PathBuf),
    /// The folder was written by another program.
    #[error("{0}/power-loss.jsonl: the first line describes a run that this program cannot check")]
    Foreign(PathBuf),
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
    /// The cut command did not cut the power.
    #[error("{path} still answers {} s after the cut command", .after.as_secs())]
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
            Self::SpanShort { .. } => "give a larger --span, or choose a larger drive".into(),
            Self::NoRun(_) => "give the folder that the run printed when it began".into(),
            Self::Foreign(_) => "check it with the version of fourcorners that wrote it".into(),
            Self::OtherDrive { .. } => "name the drive's present path with --drive".into(),
            Self::NothingFlushed(_) => "let it write longer before the power is cut".into(),
            Self::Command { .. } => "run the command by hand to see what it does".into(),
            Self::StillThere { run, .. } => format!(
                "the drive answers again; if it lost its power, check it with fourcorners \
                 power-loss --check {}",
                run.display()
            ),
            Self::StillAnswers { .. } => {
                "check that the command cuts the power of this drive; --timeout allows more time"
                    .into()
            }
            Self::NotBack { run, .. } => format!(
                "when it is back, check it with fourcorners power-loss --check {}",
                run.display()
            ),
        })
    }
}
