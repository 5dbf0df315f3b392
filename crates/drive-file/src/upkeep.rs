//! `[trim]` and `[wear]`.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use crate::nand::{NandFile, rated_cycles};
use fourcorners_sim::spec::{GcSpec, TrimSpec, WearSpec};
use serde::Deserialize;
use toml::Spanned;

/// `[trim]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrimFile {
    /// `immediate` (default), `batched` (commands are carried out together, at the latest before a
    /// flush or write) or `absent` (no TRIM).
    mode: Spanned<TrimName>,
    /// Commands per batch, 1 to 65535; `batched` only.
    commands: Option<Sourced<u32>>,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TrimName {
    Immediate,
    Batched,
    Absent,
}

/// `[wear]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WearFile {
    /// Whether host data goes to the least worn free superblock and copied data to the most worn;
    /// absent `[wear]`: blocks last forever.
    dynamic_leveling: Sourced<bool>,
    /// GC empties superblocks that hold cold data and are this many erases behind the mean, 1 to
    /// 10^6; absent: cold data stays. Needs `gc.low_watermark` of at least 3.
    static_leveling_lag: Option<Sourced<u32>>,
    /// Erases that every block has behind it when the drive is new, below 7/8 of the NAND file's
    /// `endurance_cycles`; default 0.
    cycles_at_start: Option<Sourced<u32>>,
    /// Extra reads of a row, on average, in a block at the end of its life, 0 to 100; grows with
    /// its erases; default 0.
    retries_at_end: Option<Sourced<f64>>,
}

/// Immediate where the file says nothing.
pub fn trim_spec(file: &Checked, trim: Option<&TrimFile>) -> Result<TrimSpec, SpecError> {
    let Some(trim) = trim else {
        return Ok(TrimSpec::Immediate);
    };
    match (*trim.mode.get_ref(), &trim.commands) {
        (TrimName::Immediate, None) => Ok(TrimSpec::Immediate),
        (TrimName::Absent, None) => Ok(TrimSpec::Absent),
        (TrimName::Batched, Some(commands)) => file
            .within(commands, 1, 65_535, "commands")
            .map(TrimSpec::Batched),
        (TrimName::Batched, None) => Err(file.wrong_at(
            &trim.mode,
            "mode = \"batched\" needs commands, the number of TRIM commands per batch".into(),
        )),
        (_, Some(commands)) => Err(file.wrong(
            commands,
            "commands is valid only with mode = \"batched\"".into(),
        )),
    }
}

/// Checked against GC, whose free superblocks it takes one of, and the die's endurance.
pub fn wear_spec(
    drive_file: &Checked,
    wear: &WearFile,
    nand_file: &Checked,
    die: &NandFile,
    gc: &GcSpec,
) -> Result<WearSpec, SpecError> {
    let Some(endurance_cycles) = rated_cycles(nand_file, die)? else {
        let problem = "a drive with [wear] needs a NAND file with endurance_cycles";
        return Err(drive_file.wrong(&wear.dynamic_leveling, problem.into()));
    };
    if let Some(lag) = &wear.static_leveling_lag
        && gc.low_watermark < gc.victims_in_flight + 2
    {
        let problem = format!(
            "static_leveling_lag needs a gc.low_watermark of at least {}, because wear leveling \
             opens its own superblock",
            gc.victims_in_flight + 2
        );
        return Err(drive_file.wrong(lag, problem));
    }
    Ok(WearSpec {
        endurance_cycles,
        dynamic_leveling: wear.dynamic_leveling.get(),
        static_leveling_lag: wear
            .static_leveling_lag
            .as_ref()
            .map(|spread| drive_file.within(spread, 1, 1_000_000, "static_leveling_lag"))
            .transpose()?,
        cycles_at_start: match &wear.cycles_at_start {
            // The weakest block bears an eighth less than the average.
            Some(cycles) => {
                let weakest = endurance_cycles - endurance_cycles / 8;
                drive_file.within(cycles, 0, weakest - 1, "cycles_at_start")?
            }
            None => 0,
        },
        retries_at_end_per_mille: match &wear.retries_at_end {
            Some(retries) => {
                let retries = drive_file.within(retries, 0.0, 100.0, "retries_at_end")?;
                (retries * 1000.0).round() as u32
            }
            None => 0,
        },
    })
}
