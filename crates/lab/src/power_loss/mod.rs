//! A test of power loss: writes that are flushed, a power cut, and what is left of them.
//!
//! `write` goes on until the power is lost, `cycles` cuts and restores it by commands, `check`
//! reads the drive back. What is known is in a log (`fourcorners_bench::power_loss`), which a
//! check needs and nothing else.

mod check;
mod cycles;
mod error;
mod target;
mod write;

pub use check::check_power_loss;
pub use error::PowerLossError;

use crate::error::LabError;
use cycles::Cycles;
use fourcorners_bench::power_loss::{
    POWER_LOSS_SCHEMA, PowerLoss, PowerLossEnd, PowerLossEvent, PowerLossLine,
};
use fourcorners_block::Bytes;
use fourcorners_real::power_loss::answers;
use fourcorners_real::{DEFAULT_TIMEOUT_S, RealDrive};
use std::path::PathBuf;
use std::time::Duration;
use target::Tested;
use write::{Ended, Writing};

/// What is asked of a test of power loss.
#[derive(Clone, Debug)]
pub struct PowerLossOptions {
    /// A block device or an existing file.
    pub drive: PathBuf,
    /// What the user allows to be overwritten.
    pub destroy: PathBuf,
    /// Text that confirms a drive that holds data.
    pub serial: Option<String>,
    /// Folder for the runs.
    pub out: PathBuf,
    /// Bytes that are written, from the drive's start; 1 GiB or the whole drive if not said.
    pub span: Option<Bytes>,
    /// Of the order of the writes.
    pub seed: u64,
    /// Seconds that an I/O, a command, or a cut may take.
    pub timeout_s: Option<u64>,
    /// How the power is cut; none: by the user, in his own time.
    pub cut: Option<PowerCut>,
}

/// Power that commands of the user's cut and restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PowerCut {
    /// Cuts it.
    pub cut: String,
    /// Restores it.
    pub restore: String,
    /// How long is written before.
    pub after: Duration,
    /// How often.
    pub cycles: u32,
}

impl PowerLossOptions {
    fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_s.unwrap_or(DEFAULT_TIMEOUT_S))
    }
}

/// Who watches a test of power loss.
pub trait PowerLossWatcher {
    /// Something happened.
    fn event(&self, event: &PowerLossEvent<'_>);
    /// Whether the user wants to stop.
    fn stop_requested(&self) -> bool;
}

/// Writes until the power is lost, or through all cycles.
///
/// # Errors
/// The drive must not be written, the log cannot be, or a command did not do what it is for.
pub fn power_loss(
    options: &PowerLossOptions,
    watcher: &dyn PowerLossWatcher,
) -> Result<PowerLoss, LabError> {
    let (mut tested, drive) = Tested::begin(options)?;
    watcher.event(&PowerLossEvent::Begins {
        drive: &tested.header.drive,
        span_bytes: tested.header.span_bytes,
        run: &tested.run(),
        by_command: options.cut.is_some(),
        shares_disk: tested.shares_disk,
    });
    let (end, checks) = match &options.cut {
        Some(cut) => Cycles {
            options,
            cut,
            watcher,
        }
        .carry_out(&mut tested, drive)?,
        None => (
            until_lost(options, &mut tested, drive, watcher)?,
            Vec::new(),
        ),
    };
    Ok(PowerLoss {
        schema_version: POWER_LOSS_SCHEMA,
        run: tested.run(),
        flushed: tested.flushed.count(),
        stopped: end == PowerLossEnd::Stopped,
        drive: tested.header.drive,
        end,
        checks,
    })
}

/// Writes until the drive fails or the user stops it.
fn until_lost(
    options: &PowerLossOptions,
    tested: &mut Tested,
    drive: RealDrive,
    watcher: &dyn PowerLossWatcher,
) -> Result<PowerLossEnd, LabError> {
    let mut writing = Writing::begin(tested, drive, watcher)?;
    let ended = loop {
        if watcher.stop_requested() {
            break None;
        }
        if let Some(ended) = writing.round()? {
            break Some(ended);
        }
    };
    drop(writing);
    match ended {
        Some(ended) => unasked(options, tested, ended),
        None => stopped(tested),
    }
}

/// Writing ended because the user wanted it to.
fn stopped(tested: &mut Tested) -> Result<PowerLossEnd, LabError> {
    let at = crate::wall_clock();
    tested.log.push(&PowerLossLine::Stopped { at })?;
    Ok(PowerLossEnd::Stopped)
}

/// Writing ended, and no command of ours did it. The drive is closed.
fn unasked(
    options: &PowerLossOptions,
    tested: &mut Tested,
    ended: Ended,
) -> Result<PowerLossEnd, LabError> {
    let at = crate::wall_clock();
    let failed = ended.failed();
    tested.log.push(&PowerLossLine::Lost { at, failed })?;
    match ended {
        Ended::Failed(failed) => Ok(PowerLossEnd::WriteFailed(failed)),
        // It may have come back at once, or it was not its power that failed.
        Ended::Gone(why) if answers(&options.drive, options.timeout()).is_ok() => {
            let run = tested.folder.clone();
            Err(PowerLossError::StillThere { why, run }.into())
        }
        Ended::Gone(_) => Ok(PowerLossEnd::PowerLost),
    }
}
