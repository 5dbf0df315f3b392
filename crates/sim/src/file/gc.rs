//! Garbage collection.

use super::checked::{Checked, Sourced};
use super::error::SpecError;
use crate::spec::{
    Defect, Frontiers, GcSpec, HotCold, HotDetector, IdleSpec, Pacing, VictimPolicy,
};
use fourcorners_block::BLOCK_BYTES;
use serde::Deserialize;
use toml::Spanned;

/// `[gc]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GcFile {
    low_watermark: Sourced<u32>,
    high_watermark: Sourced<u32>,
    pacing: Spanned<PacingName>,
    copies_per_host_write: Option<Sourced<u32>>,
    copies_in_flight: Sourced<u32>,
    #[serde(default, deserialize_with = "victim_policy")]
    victim: Option<VictimPolicy>,
    victim_candidates: Option<Sourced<u32>>,
    frontiers: FrontiersName,
    copies_per_sequential_write: Option<Sourced<u32>>,
    hot_cold: Option<Spanned<HotColdFile>>,
    idle: Option<IdleFile>,
    defect: Option<DefectName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IdleFile {
    after_ms: Sourced<u64>,
    high_watermark: Sourced<u32>,
    max_valid_per_mille: Sourced<u32>,
    copies_in_flight: Sourced<u32>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DefectName {
    TrimmedStayCounted,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PacingName {
    Foreground,
    Trickle,
    Balanced,
}

/// Either the oracle's one field or the detector's three.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HotColdFile {
    hot_below_lba: Option<Sourced<u64>>,
    counters: Option<Sourced<u32>>,
    hot_threshold: Option<Sourced<u8>>,
    decay_writes: Option<Sourced<u32>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FrontiersName {
    Shared,
    Separate,
}

/// Checked against the blocks of a plane and the mapping unit.
pub fn gc_spec(
    file: &Checked,
    gc: &GcFile,
    blocks: u32,
    unit_bytes: u32,
) -> Result<GcSpec, SpecError> {
    let pace = pacing(file, gc)?;
    let spec = GcSpec {
        low_watermark: file.within(&gc.low_watermark, 1, blocks, "low_watermark")?,
        high_watermark: file.within(&gc.high_watermark, 1, blocks, "high_watermark")?,
        pacing: pace,
        copies_in_flight: file.within(&gc.copies_in_flight, 1, 65_535, "copies_in_flight")?,
        victim: gc.victim.unwrap_or(VictimPolicy::Greedy),
        victim_candidates: victim_candidates(file, gc)?,
        frontiers: match gc.frontiers {
            FrontiersName::Shared => Frontiers::Shared,
            FrontiersName::Separate => Frontiers::Separate,
        },
        hot_cold: gc
            .hot_cold
            .as_ref()
            .map(|hot_cold| hot_cold_spec(file, hot_cold, unit_bytes))
            .transpose()?,
        copies_per_sequential_write: match (&gc.copies_per_sequential_write, pace) {
            (None, _) => None,
            (Some(more), Pacing::Trickle { .. }) => {
                Some(file.within(more, 1, 1 << 20, "copies_per_sequential_write")?)
            }
            (Some(more), _) => {
                return Err(trickle_only(file, more, "copies_per_sequential_write"));
            }
        },
        idle: gc
            .idle
            .as_ref()
            .map(|idle| idle_spec(file, idle, blocks))
            .transpose()?,
        defect: gc.defect.map(|defect| match defect {
            DefectName::TrimmedStayCounted => Defect::TrimmedStayCounted,
        }),
    };
    if spec.high_watermark < spec.low_watermark
        || (spec.frontiers == Frontiers::Separate && spec.high_watermark < 2)
    {
        let problem = "high_watermark must be at least low_watermark, and at least 2 with \
            frontiers = \"separate\"";
        return Err(file.wrong(&gc.high_watermark, problem.into()));
    }
    if spec.hot_cold.is_some() && spec.low_watermark < 2 {
        let problem = "gc.hot_cold needs a low_watermark of at least 2: one victim can fill a \
            superblock with hot data and one with cold data";
        return Err(file.wrong(&gc.low_watermark, problem.into()));
    }
    Ok(spec)
}

fn pacing(file: &Checked, gc: &GcFile) -> Result<Pacing, SpecError> {
    let key = "copies_per_host_write";
    match (*gc.pacing.get_ref(), &gc.copies_per_host_write) {
        (PacingName::Foreground, None) => Ok(Pacing::Foreground),
        (PacingName::Balanced, None) => Ok(Pacing::Balanced),
        (PacingName::Trickle, Some(copies)) => Ok(Pacing::Trickle {
            copies_per_host_write: file.within(copies, 1, 1 << 20, key)?,
        }),
        (PacingName::Trickle, None) => {
            let problem = format!("pacing = \"trickle\" needs {key}");
            let hint = "add the mapping units that GC copies for each one that the host writes";
            Err(file.wrong_at(&gc.pacing, problem).with_hint(hint))
        }
        (_, Some(copies)) => Err(trickle_only(file, copies, key)),
    }
}

fn trickle_only(file: &Checked, at: &Sourced<u32>, key: &str) -> SpecError {
    let problem = format!("{key} needs pacing = \"trickle\"");
    let hint = format!("set pacing to \"trickle\", or remove {key}");
    file.wrong(at, problem).with_hint(hint)
}

fn idle_spec(file: &Checked, idle: &IdleFile, blocks: u32) -> Result<IdleSpec, SpecError> {
    Ok(IdleSpec {
        after_ns: file.within(&idle.after_ms, 0, 1_000_000_000, "after_ms")? * 1_000_000,
        high_watermark: file.within(&idle.high_watermark, 1, blocks, "high_watermark")?,
        max_valid_per_mille: file.within(
            &idle.max_valid_per_mille,
            0,
            999,
            "max_valid_per_mille",
        )?,
        copies_in_flight: file.within(&idle.copies_in_flight, 1, 65_535, "copies_in_flight")?,
    })
}

fn hot_cold_spec(
    file: &Checked<'_>,
    table: &Spanned<HotColdFile>,
    unit_bytes: u32,
) -> Result<HotCold, SpecError> {
    let hot_cold = table.get_ref();
    let (counters, hot_threshold, decay) = (
        &hot_cold.counters,
        &hot_cold.hot_threshold,
        &hot_cold.decay_writes,
    );
    match (&hot_cold.hot_below_lba, counters, hot_threshold, decay) {
        (Some(lba), None, None, None) => {
            let hot_below_lba = file.within(lba, 0, 1 << 40, "hot_below_lba")?;
            let unit_blocks = u64::from(unit_bytes) / BLOCK_BYTES;
            if !hot_below_lba.is_multiple_of(unit_blocks) {
                let problem = format!(
                    "hot_below_lba must be a multiple of the mapping unit ({unit_blocks} blocks)"
                );
                return Err(file.wrong(lba, problem));
            }
            Ok(HotCold::Oracle { hot_below_lba })
        }
        (None, Some(counters), Some(threshold), Some(decay)) => {
            Ok(HotCold::Detector(HotDetector {
                counters: file.within(counters, 2, 1 << 24, "counters")?,
                hot_threshold: file.within(threshold, 1, 15, "hot_threshold")?,
                decay_writes: file.within(decay, 1, u32::MAX, "decay_writes")?,
            }))
        }
        _ => {
            let problem = "gc.hot_cold needs either hot_below_lba, or counters, hot_threshold and \
                decay_writes";
            Err(file.wrong_at(table, problem.into()))
        }
    }
}

/// A policy by its name.
fn victim_policy<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<VictimPolicy>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let named = VictimPolicy::named(&name).map(Some);
    named.ok_or_else(|| {
        let names: Vec<&str> = VictimPolicy::ALL.iter().map(|one| one.name()).collect();
        let expected = names.join(", ");
        serde::de::Error::custom(format!(
            "unknown victim policy `{name}`, expected one of {expected}"
        ))
    })
}

/// How many superblocks are compared, where the policy compares some.
fn victim_candidates(file: &Checked<'_>, gc: &GcFile) -> Result<u32, SpecError> {
    let compares = gc.victim == Some(VictimPolicy::DChoices);
    match (compares, &gc.victim_candidates) {
        (true, Some(d)) => file.within(d, 1, 65_535, "victim_candidates"),
        (true, None) => {
            let problem = "victim = \"d-choices\" needs victim_candidates";
            let hint = "add the number of superblocks of which GC takes the best";
            Err(file
                .wrong(&gc.low_watermark, problem.into())
                .with_hint(hint))
        }
        (false, Some(d)) => {
            let problem = "victim_candidates needs victim = \"d-choices\"";
            let hint = "set victim to \"d-choices\", or remove victim_candidates";
            Err(file.wrong(d, problem.into()).with_hint(hint))
        }
        (false, None) => Ok(0),
    }
}
