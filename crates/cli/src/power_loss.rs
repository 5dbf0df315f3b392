//! `power-loss`: what a drive keeps of flushed writes when its power is cut.

use crate::end::End;
use crate::files;
use crate::interrupt::{self, stop_requested};
use crate::options::measuring::seconds;
use crate::output;
use crate::refusal::Refusal;
use clap::Args;
use fourcorners_bench::power_loss::{PowerLoss, PowerLossEnd, PowerLossEvent};
use fourcorners_block::Bytes;
use fourcorners_lab::{
    self as lab, LabError, Message, Misuse, OpenError, PowerCut, PowerLossOptions, PowerLossWatcher,
};
use fourcorners_report::wording::power_loss as wording;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::path::PathBuf;
use std::time::Duration;

/// Options that a check takes from the run's folder.
const OF_A_NEW_RUN: &[&str] = &[
    "device", "destroy", "serial", "out", "span", "seed", "timeout", "cut", "restore", "after",
    "cycles",
];

#[derive(Args)]
pub struct PowerLossArgs {
    /// Block device or existing file
    #[arg(
        value_name = "DRIVE",
        required_unless_present = "check",
        requires = "destroy"
    )]
    pub device: Option<PathBuf>,
    /// Overwrite this device or file: DRIVE again
    #[arg(long, value_name = "DRIVE")]
    pub destroy: Option<PathBuf>,
    /// Serial number that confirms overwriting a drive that holds data
    #[arg(long, value_name = "TEXT")]
    pub serial: Option<String>,
    /// Folder for the runs; not on the disk of DRIVE
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub out: PathBuf,
    /// Write this much from the start of DRIVE [default: 1GiB, or all of a smaller drive]
    #[arg(long, value_name = "SIZE")]
    pub span: Option<Bytes>,
    /// Random seed of the order of the writes
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Longest time for an I/O, a command, or a cut [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub timeout: Option<u64>,
    /// Shell command that cuts the power of DRIVE while it is written
    #[arg(long, value_name = "CMD", requires = "restore")]
    pub cut: Option<String>,
    /// Shell command that restores it
    #[arg(long, value_name = "CMD", requires = "cut")]
    pub restore: Option<String>,
    /// Write this long before each cut
    #[arg(
        long,
        value_name = "TIME",
        value_parser = seconds,
        default_value = "10s",
        requires = "cut"
    )]
    pub after: u64,
    /// Cut the power N times
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        default_value_t = 1,
        requires = "cut"
    )]
    pub cycles: u32,
    /// Check a drive whose power is back against this run; it is opened read-only
    #[arg(long, value_name = "RUN", conflicts_with_all = OF_A_NEW_RUN)]
    pub check: Option<PathBuf>,
    /// Present path of the drive to check [default: its path during the run]
    #[arg(long, value_name = "DRIVE", requires = "check")]
    pub drive: Option<PathBuf>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

pub fn power_loss(args: PowerLossArgs, json: bool) -> Result<End, Refusal> {
    let screen = Screen::new(args.quiet);
    let done = match (&args.check, args.device.clone(), args.destroy.clone()) {
        (Some(run), ..) => {
            interrupt::listen("nothing was changed")?;
            lab::check_power_loss(run, args.drive.as_deref(), &screen)
        }
        (None, Some(device), Some(destroy)) => {
            files::check_folder(&args.out)?;
            if let Err(advice) = lab::own_session() {
                output::note(&advice);
            }
            interrupt::listen("what was flushed is recorded")?;
            lab::power_loss(&options(args, device, destroy), &screen)
        }
        _ => {
            return Err(Refusal::usage(
                "name DRIVE twice: as it is, and with --destroy",
            ));
        }
    };
    drop(screen);
    tell(&done.map_err(refusal)?, json)
}

/// Elsewhere a drive that is not there can be a file to be made.
fn refusal(error: LabError) -> Refusal {
    match error {
        LabError::Open(OpenError::NotFound { .. }) => error.message().into(),
        LabError::Misuse(Misuse::NoSuchPath(_)) => {
            Refusal::from(error).hint("name a block device (lsblk lists them) or an existing file")
        }
        other => other.into(),
    }
}

fn options(args: PowerLossArgs, drive: PathBuf, destroy: PathBuf) -> PowerLossOptions {
    let (after, cycles) = (Duration::from_secs(args.after), args.cycles);
    let cut = args.cut.zip(args.restore);
    PowerLossOptions {
        drive,
        destroy,
        serial: args.serial,
        out: args.out,
        span: args.span,
        seed: args.seed,
        timeout_s: args.timeout,
        cut: cut.map(|(cut, restore)| PowerCut {
            cut,
            restore,
            after,
            cycles,
        }),
    }
}

fn tell(done: &PowerLoss, json: bool) -> Result<End, Refusal> {
    let failure = wording::failure(done);
    if json {
        output::print_json(done)?;
    } else if failure.is_none() {
        output::print(&wording::result(done))?;
    }
    if let Some(failure) = failure {
        output::complain(&Message::new(failure.error).hint(failure.hint));
    }
    Ok(match done.end {
        PowerLossEnd::Intact | PowerLossEnd::PowerLost => End::Done,
        PowerLossEnd::DataLost | PowerLossEnd::WriteFailed(_) => End::Failed,
        PowerLossEnd::Stopped | PowerLossEnd::StoppedUnchecked => End::Interrupted,
    })
}

/// The progress line on stderr, with finished events above it.
struct Screen {
    line: ProgressBar,
    quiet: bool,
}

impl Screen {
    fn new(quiet: bool) -> Self {
        let line = ProgressBar::new_spinner();
        if quiet {
            line.set_draw_target(ProgressDrawTarget::hidden());
        }
        Self { line, quiet }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

impl PowerLossWatcher for Screen {
    fn event(&self, event: &PowerLossEvent<'_>) {
        // The warning of what is overwritten appears even with --quiet.
        let is_loud = !self.quiet || matches!(event, PowerLossEvent::Begins { .. });
        if let Some(sentence) = wording::said(event).filter(|_| is_loud) {
            self.line.suspend(|| output::say(&sentence));
        }
        if let Some(doing) = wording::progress(event) {
            self.line.set_message(doing);
            self.line.tick();
        }
    }

    fn stop_requested(&self) -> bool {
        stop_requested()
    }
}
