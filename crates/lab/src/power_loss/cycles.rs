//! Power that commands cut and restore, again and again, with a check each time.

use super::check::check;
use super::error::PowerLossError;
use super::target::{Tested, request};
use super::write::{Ended, Writing};
use super::{PowerCut, PowerLossOptions, PowerLossWatcher, stopped, unasked};
use crate::error::LabError;
use fourcorners_bench::power_loss::{Checked, PowerLossEnd, PowerLossEvent, PowerLossLine};
use fourcorners_block::{Drive as _, Meanwhile};
use fourcorners_host::{ShellError, shell};
use fourcorners_real::power_loss::answers;
use fourcorners_real::{Expected, OpenRequest, RealDrive, Stamping};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A drive is back within this time of the restore command.
const BACK: Duration = Duration::from_secs(60);
/// How often it is looked for.
const LOOK: Duration = Duration::from_millis(100);

/// What cycles are made of.
pub(super) struct Cycles<'a> {
    pub options: &'a PowerLossOptions,
    pub cut: &'a PowerCut,
    pub watcher: &'a dyn PowerLossWatcher,
}

/// How writing ended.
enum Written {
    /// The power was cut.
    Cut,
    /// It ended before.
    Before(PowerLossEnd),
}

impl Cycles<'_> {
    /// All cycles; the first after which something is missing is the last, so that the drive
    /// stays as it is.
    pub fn carry_out(
        &self,
        tested: &mut Tested,
        mut drive: RealDrive,
    ) -> Result<(PowerLossEnd, Vec<Checked>), LabError> {
        let path = &self.options.drive;
        let mut checks = Vec::new();
        for number in 1..=self.cut.cycles {
            match self.write(tested, drive)? {
                Written::Cut => {}
                Written::Before(end) => return Ok((end, checks)),
            }
            self.restore(tested)?;
            let Some(checked) = check(tested, path, self.watcher)? else {
                return Ok((PowerLossEnd::StoppedUnchecked, checks));
            };
            self.watcher.event(&PowerLossEvent::Cycle {
                number,
                of: self.cut.cycles,
                checked: &checked,
            });
            let is_intact = checked.is_intact();
            checks.push(checked);
            if !is_intact {
                return Ok((PowerLossEnd::DataLost, checks));
            }
            if number == self.cut.cycles {
                break;
            }
            if self.watcher.stop_requested() {
                return Ok((PowerLossEnd::Stopped, checks));
            }
            drive = self.reopened(tested)?;
        }
        Ok((PowerLossEnd::Intact, checks))
    }

    /// Writes until the command has cut the power. The drive is closed then.
    fn write(&self, tested: &mut Tested, drive: RealDrive) -> Result<Written, LabError> {
        let mut writing = Writing::begin(tested, drive, self.watcher)?;
        let began = Instant::now();
        while began.elapsed() < self.cut.after {
            if self.watcher.stop_requested() {
                drop(writing);
                return Ok(Written::Before(stopped(tested)?));
            }
            if let Some(ended) = writing.round()? {
                drop(writing);
                return match unasked(self.options, tested, ended)? {
                    PowerLossEnd::PowerLost => Err(PowerLossError::LostBeforeCut {
                        path: self.options.drive.clone(),
                        run: tested.folder.clone(),
                    }
                    .into()),
                    end => Ok(Written::Before(end)),
                };
            }
        }
        let timeout = self.options.timeout();
        let command = self.cut.cut.clone();
        writing.record(&PowerLossLine::Cut {
            at: crate::wall_clock(),
        })?;
        self.watcher.event(&PowerLossEvent::Cutting);
        let mut cutting = Some(thread::spawn(move || shell(&command, timeout)));
        let ended = self.until_cut(&mut writing, &mut cutting);
        // An open drive may keep its device from coming back.
        drop(writing);
        // A thread that panicked has said so.
        let command = cutting.map_or(Ok(()), |cutting| cutting.join().unwrap_or(Ok(())));
        let lost = ended.and_then(|ended| self.lost(tested, ended, command));
        if lost.is_err() {
            // Restores the power on errors too, even if the log cannot be written.
            let _ = shell(&self.cut.restore, timeout);
        }
        lost.map(|()| Written::Cut)
    }

    /// Records that writing ended in the cut, and makes sure that the drive, which is closed, has
    /// lost its power. If it has, an error of the cut command does not matter.
    fn lost(
        &self,
        tested: &mut Tested,
        ended: Ended,
        command: Result<(), ShellError>,
    ) -> Result<(), LabError> {
        let at = crate::wall_clock();
        let failed = ended.failed();
        tested.log.push(&PowerLossLine::Lost { at, failed })?;
        let path = self.options.drive.clone();
        if answers(&path, self.options.timeout()).is_err() {
            return Ok(());
        }
        command.map_err(cut_failed)?;
        let run = tested.folder.clone();
        Err(match ended {
            Ended::Gone(why) => PowerLossError::StillThere { why, run }.into(),
            Ended::Failed(failed) => PowerLossError::FailedUncut { path, failed }.into(),
        })
    }

    /// Writes on while the command cuts the power: it must go during a write, not between two.
    fn until_cut(
        &self,
        writing: &mut Writing<'_>,
        cutting: &mut Option<JoinHandle<Result<(), ShellError>>>,
    ) -> Result<Ended, LabError> {
        let (began, after) = (Instant::now(), self.options.timeout());
        loop {
            if let Some(ended) = writing.round()? {
                return Ok(ended);
            }
            if let Some(ended) = cutting.take_if(|cutting| cutting.is_finished()) {
                // A thread that panicked has said so.
                if let Ok(Err(error)) = ended.join() {
                    return Err(cut_failed(error).into());
                }
            }
            if began.elapsed() >= after {
                let path = self.options.drive.clone();
                return Err(PowerLossError::StillAnswers { path, after }.into());
            }
        }
    }

    /// Restores the power, and waits until the drive is back.
    fn restore(&self, tested: &mut Tested) -> Result<(), LabError> {
        self.watcher.event(&PowerLossEvent::Restoring);
        let path = &self.options.drive;
        shell(&self.cut.restore, self.options.timeout()).map_err(|error| {
            PowerLossError::Command {
                which: "restore",
                error,
            }
        })?;
        let is_back = || -> Result<(), LabError> {
            let identity = answers(path, BACK).map_err(|error| {
                let path = path.clone();
                LabError::Read { path, error }
            })?;
            tested.is(&identity)
        };
        within(BACK, is_back).map_err(|error| PowerLossError::NotBack {
            path: path.clone(),
            after: BACK,
            why: error.to_string(),
            run: tested.folder.clone(),
        })?;
        tested.log.push(&PowerLossLine::Restored {
            at: crate::wall_clock(),
        })?;
        Ok(())
    }

    /// The drive, open for writing again. Whoever looks at a drive that appears may have it open
    /// for a while.
    fn reopened(&self, tested: &Tested) -> Result<RealDrive, LabError> {
        let stamping = Stamping {
            key: tested.key,
            first: tested.next,
        };
        let request = OpenRequest {
            expected: Some(Expected {
                identity: tested.identity.clone(),
                meanwhile: Meanwhile::Reboot,
            }),
            ..request(self.options, stamping)
        };
        within(BACK, || {
            let drive = fourcorners_real::open(&request)?;
            tested.is(drive.identity())?;
            Ok(drive)
        })
    }
}

fn cut_failed(error: ShellError) -> PowerLossError {
    let which = "cut";
    PowerLossError::Command { which, error }
}

/// Tries until it succeeds, or the time is over.
fn within<T>(
    time: Duration,
    mut attempt: impl FnMut() -> Result<T, LabError>,
) -> Result<T, LabError> {
    let began = Instant::now();
    loop {
        match attempt() {
            Err(_) if began.elapsed() < time => thread::sleep(LOOK),
            result => return result,
        }
    }
}
