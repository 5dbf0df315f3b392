//! The check of a drive after a power cut against what was flushed.

use super::PowerLossWatcher;
use super::error::PowerLossError;
use super::target::Tested;
use crate::error::LabError;
use fourcorners_bench::power_loss::{
    BadData, Checked, Failures, POWER_LOSS_SCHEMA, PowerLoss, PowerLossEnd, PowerLossEvent,
    PowerLossLine, WrongData,
};
use fourcorners_real::power_loss::{Bad, Judged, Reader, Scan, ScanError, scan};
use std::path::Path;

/// Checks the drive of a run, whose power is back. `drive`: where it is now; none: where it was.
/// It is opened for reading.
///
/// # Errors
/// It is another drive, cannot be read, or nothing was flushed.
pub fn check_power_loss(
    run: &Path,
    drive: Option<&Path>,
    watcher: &dyn PowerLossWatcher,
) -> Result<PowerLoss, LabError> {
    let (mut tested, path) = Tested::recorded(run, drive)?;
    let (end, checks) = match check(&mut tested, &path, watcher)? {
        Some(checked) if checked.is_intact() => (PowerLossEnd::Intact, vec![checked]),
        Some(checked) => (PowerLossEnd::DataLost, vec![checked]),
        None => (PowerLossEnd::StoppedUnchecked, Vec::new()),
    };
    let mut now = tested.header.drive.clone();
    now.path = path.display().to_string();
    Ok(PowerLoss {
        schema_version: POWER_LOSS_SCHEMA,
        run: tested.run(),
        flushed: tested.flushed.count(),
        stopped: tested.stopped,
        drive: now,
        end,
        checks,
    })
}

/// Reads everything back, and records what was found; `None`: the user stopped it.
pub(super) fn check(
    tested: &mut Tested,
    path: &Path,
    watcher: &dyn PowerLossWatcher,
) -> Result<Option<Checked>, LabError> {
    let flushed = tested.flushed.count();
    if flushed == 0 {
        return Err(PowerLossError::NothingFlushed(tested.folder.clone()).into());
    }
    let what = Scan {
        schedule: &tested.schedule,
        key: tested.key,
        flushed: &tested.flushed,
    };
    let bytes = tested.header.span_bytes;
    let go_on = |done_bytes| {
        watcher.event(&PowerLossEvent::Reading { done_bytes, bytes });
        !watcher.stop_requested()
    };
    let reader = Reader::open(path)?;
    tested.is(reader.identity())?;
    let judged = match scan(&reader, &what, go_on) {
        Ok(judged) => judged,
        Err(ScanError::Stopped) => return Ok(None),
        Err(ScanError::Failed(error)) => {
            let path = path.into();
            return Err(LabError::Read { path, error });
        }
    };
    let checked = checked(flushed, &judged);
    tested.log.push(&PowerLossLine::Checked(checked.clone()))?;
    Ok(Some(checked))
}

fn checked(flushed: u64, judged: &Judged) -> Checked {
    let bad = judged.bad.iter().map(|bad| {
        let (at, holds) = match *bad {
            Bad::Stale { at, found, must } => (at, WrongData::Stale { found, must }),
            Bad::Lost { at, must, zeros } => (at, WrongData::Lost { zeros, must }),
            Bad::Torn { at, found, must } => (at, WrongData::Torn { found, must }),
            Bad::Corrupt { at } => (at, WrongData::Corrupt),
            Bad::Misplaced { at, of } => (at, WrongData::Misplaced { of_lba: of.0 }),
            Bad::Unreadable { at } => (at, WrongData::Unreadable),
        };
        BadData { lba: at.0, holds }
    });
    Checked {
        at: crate::wall_clock(),
        flushed,
        blocks: judged.expected,
        intact: judged.intact,
        kept: judged.kept,
        torn_in_flight: judged.torn_in_flight,
        unreadable_unflushed: judged.unreadable_unflushed,
        failures: Failures {
            stale: judged.stale,
            lost: judged.lost,
            torn: judged.torn,
            corrupt: judged.corrupt,
            misplaced: judged.misplaced,
            unreadable: judged.unreadable,
        },
        bad: bad.collect(),
    }
}
