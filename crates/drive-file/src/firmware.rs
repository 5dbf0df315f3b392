//! `[opening]` and `[journal]`.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use fourcorners_sim::spec::{JournalSpec, OpeningSpec};
use serde::Deserialize;

/// `[opening]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningFile {
    /// A superblock is erased when it is opened, this many dies at a time; absent `[opening]`: as
    /// soon as GC has emptied it. Host writes wait for the erase. With `[gc.idle]` an idle drive
    /// erases free superblocks in advance, up to `gc.idle.high_watermark`; TRIM erases the
    /// superblocks that it empties.
    erase_dies_at_once: Sourced<u32>,
    /// Whether the superblocks of a fresh drive are erased.
    erased_when_new: Sourced<bool>,
}

/// `[journal]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalFile {
    /// Map changes per journal page, 1 to page bytes / 8; absent `[journal]`: map changes cost no
    /// programs. A run of consecutive units, or a TRIM, is one entry.
    entries: Sourced<u32>,
    /// Processor time per journal page, in us; default 0.
    page_us: Option<Sourced<f64>>,
}

/// Bytes of a journal entry at least: a logical page, where it lies now, and how many follow.
const ENTRY_BYTES: u32 = 8;

/// More dies at once than a superblock has are all of them, so that siblings with fewer dies need
/// no value of their own.
pub fn opening_spec(
    file: &Checked,
    opening: Option<&OpeningFile>,
) -> Result<Option<OpeningSpec>, SpecError> {
    let Some(opening) = opening else {
        return Ok(None);
    };
    Ok(Some(OpeningSpec {
        erase_dies_at_once: file.within(
            &opening.erase_dies_at_once,
            1,
            4096,
            "erase_dies_at_once",
        )?,
        erased_when_new: opening.erased_when_new.get(),
    }))
}

/// Checked against the NAND page that takes the entries.
pub fn journal_spec(
    file: &Checked,
    journal: Option<&JournalFile>,
    page_bytes: u32,
) -> Result<Option<JournalSpec>, SpecError> {
    let Some(journal) = journal else {
        return Ok(None);
    };
    let (entries, most) = (journal.entries.get(), page_bytes / ENTRY_BYTES);
    if entries == 0 || entries > most {
        let problem = format!(
            "entries is {entries}; expected 1 to {most} ({ENTRY_BYTES} bytes each in a page of {} \
             KiB)",
            page_bytes >> 10
        );
        return Err(file.wrong(&journal.entries, problem));
    }
    Ok(Some(JournalSpec {
        entries,
        page_ns: file
            .optional_time(&journal.page_us, "page_us")?
            .unwrap_or(0),
    }))
}
