//! What a test of power loss does, and what it found.

use super::numbers::count;
use super::shell::quoted;
use fourcorners_bench::power_loss::{
    BadData, Checked, FailedWrite, Failures, POWER_LOSS, PowerLoss, PowerLossEnd, PowerLossEvent,
    WrongData,
};
use fourcorners_block::Bytes;

/// Bad blocks that are listed.
const LISTED: usize = 10;

/// An error in one line, with what to do.
pub struct Failed {
    pub error: String,
    pub hint: String,
}

/// The sentence for an event; `None`: it needs none.
pub fn said(event: &PowerLossEvent<'_>) -> Option<String> {
    Some(match event {
        PowerLossEvent::Begins {
            drive,
            span_bytes,
            run,
            by_command,
            shares_disk,
        } => {
            let (path, span) = (&drive.path, Bytes(*span_bytes));
            let then = match by_command {
                true => String::new(),
                false => {
                    "\nCut the drive's power at any time, or that of this machine; Ctrl-C stops \
                     the test"
                        .into()
                }
            };
            let shared = match shares_disk {
                true => {
                    "\nnote: --out is on the disk of the file under test; if you cut the disk's \
                     power, choose another disk"
                }
                false => "",
            };
            format!(
                "This overwrites the first {span} of {path} until its power is cut. Flushed \
                 writes are recorded in {run}{then}{shared}"
            )
        }
        PowerLossEvent::Cycle {
            number,
            of,
            checked,
        } if checked.is_intact() => {
            let flushed = whole(checked.flushed);
            let mut text = format!("cycle {number} of {of}: {flushed} flushed writes all intact");
            for permitted in permitted(checked) {
                text += &format!("; {permitted}");
            }
            text
        }
        _ => return None,
    })
}

/// The progress line for an event; `None`: it stays as it is.
pub fn progress(event: &PowerLossEvent<'_>) -> Option<String> {
    Some(match event {
        PowerLossEvent::Wrote { flushed } => format!("writing: {} flushed", whole(*flushed)),
        PowerLossEvent::Cutting => "cutting the power".into(),
        PowerLossEvent::Restoring => "restoring the power".into(),
        PowerLossEvent::Reading { done_bytes, bytes } => {
            let percent = done_bytes * 100 / (*bytes).max(1);
            format!("checking: {percent} % of {}", Bytes(*bytes))
        }
        PowerLossEvent::Begins { .. } | PowerLossEvent::Cycle { .. } => return None,
    })
}

/// The error of other commands for the folder of a power-loss run.
pub fn folder(run: &str) -> String {
    format!(
        "{run} is the folder of a power-loss run; to check its drive, run: fourcorners power-loss \
         --check {}",
        quoted(run)
    )
}

/// The result, if nothing failed.
pub fn result(done: &PowerLoss) -> String {
    let drive = &done.drive.path;
    let flushed = whole(done.flushed);
    let check = format!("fourcorners power-loss --check {}", quoted(&done.run));
    match done.end {
        PowerLossEnd::Intact => match &done.checks[..] {
            [] => format!("{drive}: nothing was checked"),
            [checked] => intact(done, checked),
            checks => format!("{drive}: {}: all intact", cuts(checks)),
        },
        PowerLossEnd::PowerLost => format!(
            "{drive}: power lost after {flushed} flushed writes. When it is back, run: {check}"
        ),
        PowerLossEnd::Stopped if done.checks.is_empty() => format!(
            "{drive}: stopped after {flushed} flushed writes; no power was lost. To check them \
             all the same, run: {check}"
        ),
        PowerLossEnd::Stopped => {
            format!("{drive}: stopped after {}: all intact", cuts(&done.checks))
        }
        PowerLossEnd::StoppedUnchecked => {
            format!("{drive}: stopped before it was checked. To check it, run: {check}")
        }
        PowerLossEnd::DataLost | PowerLossEnd::WriteFailed(_) => String::new(),
    }
}

/// As in `3 power cuts and 48,128 flushed writes`.
fn cuts(checks: &[Checked]) -> String {
    let flushed = checks.last().map_or(0, |checked| checked.flushed);
    let cuts = match checks.len() {
        1 => "1 power cut".into(),
        cuts => format!("{cuts} power cuts"),
    };
    format!("{cuts} and {} flushed writes", whole(flushed))
}

/// What went wrong, if something did.
pub fn failure(done: &PowerLoss) -> Option<Failed> {
    match done.end {
        PowerLossEnd::DataLost => {
            let checked = done.checks.iter().find(|checked| !checked.is_intact())?;
            Some(loss(done, checked))
        }
        PowerLossEnd::WriteFailed(failed) => Some(Failed {
            error: format!(
                "{}: {} after {} flushed writes, but the drive still answers",
                done.drive.path,
                io(&failed),
                whole(done.flushed)
            ),
            hint: format!(
                "check the kernel log (dmesg), and the drive with fourcorners power-loss --check \
                 {}",
                quoted(&done.run)
            ),
        }),
        _ => None,
    }
}

/// Lost data in one line, and the first bad blocks.
fn loss(done: &PowerLoss, checked: &Checked) -> Failed {
    let Failures {
        stale,
        lost,
        torn,
        corrupt,
        misplaced,
        unreadable,
    } = checked.failures;
    let flushed = whole(checked.flushed);
    let mut error = format!(
        "{} lost flushed data: {stale} stale, {lost} lost, {torn} torn, {corrupt} corrupt, \
         {misplaced} misplaced, {unreadable} unreadable (of {} blocks; {flushed} flushed writes)",
        done.drive.path,
        whole(checked.blocks)
    );
    for bad in checked.bad.iter().take(LISTED) {
        error += &format!("\n  {}", block(bad));
    }
    let more = checked.failures.count().saturating_sub(LISTED as u64);
    if more > 0 {
        error += &format!("\n  {} more: {}/{POWER_LOSS}", whole(more), done.run);
    }
    let hint = match lost == checked.blocks {
        true => "a drive that was overwritten or erased since its power was lost cannot be checked",
        false => {
            "repeat the test with the drive's write cache off, which tells whether the cache loses \
             the data"
        }
    };
    Failed {
        error,
        hint: hint.into(),
    }
}

fn intact(done: &PowerLoss, checked: &Checked) -> String {
    let (drive, flushed) = (&done.drive.path, whole(checked.flushed));
    let when = match done.stopped {
        true => "the run was stopped",
        false => "power loss",
    };
    let blocks = whole(checked.blocks);
    let mut text = format!(
        "{drive}: {blocks} blocks with the newest of {flushed} flushed writes checked after \
         {when}: all intact"
    );
    let permitted = permitted(checked);
    if !permitted.is_empty() {
        text += &format!("\n  {}", permitted.join("   "));
    }
    text
}

/// What was found that is no failure.
fn permitted(checked: &Checked) -> Vec<String> {
    let kept = ("kept although not flushed", checked.kept, "");
    let torn = ("torn in flight", checked.torn_in_flight, " (permitted)");
    let unread = checked.unreadable_unflushed;
    let unread = (
        "warning: unreadable blocks without flushed data",
        unread,
        "",
    );
    let found = [kept, torn, unread]
        .into_iter()
        .filter(|(_, count, _)| *count > 0);
    found
        .map(|(what, count, why)| format!("{what}: {}{why}", whole(count)))
        .collect()
}

fn block(bad: &BadData) -> String {
    let what = match bad.holds {
        WrongData::Stale { found, must } => {
            format!("stale: write {} instead of {}", whole(found), whole(must))
        }
        WrongData::Lost { zeros: true, must } => {
            format!("lost: zeros instead of write {}", whole(must))
        }
        WrongData::Lost { zeros: false, must } => {
            format!("lost: foreign data instead of write {}", whole(must))
        }
        WrongData::Torn {
            found: Some(found),
            must,
        } => format!(
            "torn: partly write {}, older than {}",
            whole(found),
            whole(must)
        ),
        WrongData::Torn { found: None, must } => {
            format!("torn: partly foreign data instead of write {}", whole(must))
        }
        WrongData::Corrupt => "corrupt: wrong checksum".into(),
        WrongData::Misplaced { of_lba } => format!("misplaced: data of LBA {of_lba}"),
        WrongData::Unreadable => "unreadable".into(),
    };
    format!("LBA {} (512-byte blocks): {what}", bad.lba)
}

/// The I/O that failed, as in `the flush failed (Input/output error)`.
pub fn io(failed: &FailedWrite) -> String {
    let error = std::io::Error::from_raw_os_error(failed.errno);
    match failed.lba {
        Some(lba) => format!("the write at LBA {lba} (512-byte blocks) failed ({error})"),
        None => format!("the flush failed ({error})"),
    }
}

fn whole(number: u64) -> String {
    count(number as f64)
}
