//! Garbage collection.

use super::checked::{Checked, Sourced};
use super::error::SpecError;
use crate::spec::{
    Defect, Frontiers, GcSpec, HotCold, HotDetector, IdleSpec, Pacing, VictimPolicy,
};
use fourcorners_block::BLOCK_BYTES;
use serde::Deserialize;
use toml::Spanned;

/// `[collection]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CollectionFile {
    pub start_free: Sourced<u32>,
    stop_free: Sourced<u32>,
    pace: PaceName,
    moved_per_host_unit: Option<Sourced<u32>>,
    window_groups: Sourced<u32>,
    #[serde(default, deserialize_with = "victim_policy")]
    victim: Option<VictimPolicy>,
    victim_choices: Option<Sourced<u32>>,
    frontiers: FrontiersName,
    moved_per_sequential_unit: Option<Sourced<u32>>,
    hot_cold: Option<Spanned<HotColdFile>>,
    idle: Option<IdleFile>,
    defect: Option<DefectName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IdleFile {
    after_ms: Sourced<u64>,
    stop_free: Sourced<u32>,
    valid_at_most_per_mille: Sourced<u32>,
    window_groups: Sourced<u32>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DefectName {
    TrimmedStayCounted,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PaceName {
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
    hot_from: Option<Sourced<u8>>,
    decay_writes: Option<Sourced<u32>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FrontiersName {
    Shared,
    Separate,
}

/// Checked against the blocks of a plane and the mapping unit.
pub fn collection_spec(
    file: &Checked,
    collection: &CollectionFile,
    blocks: u32,
    unit_bytes: u32,
) -> Result<GcSpec, SpecError> {
    let pace = match (collection.pace, &collection.moved_per_host_unit) {
        (PaceName::Foreground, None) => Pacing::Foreground,
        (PaceName::Balanced, None) => Pacing::Balanced,
        (PaceName::Trickle, Some(moved)) => Pacing::Trickle {
            copies_per_host_write: file.within(moved, 1, 1 << 20, "moved_per_host_unit")?,
        },
        (PaceName::Trickle, None) => {
            return Err(file.wrong(
                &collection.start_free,
                "pace = \"trickle\" needs moved_per_host_unit".into(),
            ));
        }
        (_, Some(moved)) => {
            return Err(file.wrong(
                moved,
                "moved_per_host_unit goes with pace = \"trickle\" only".into(),
            ));
        }
    };
    let spec = GcSpec {
        low_watermark: file.within(&collection.start_free, 1, blocks, "start_free")?,
        high_watermark: file.within(&collection.stop_free, 1, blocks, "stop_free")?,
        pacing: pace,
        copies_in_flight: file.within(&collection.window_groups, 1, 65_535, "window_groups")?,
        victim: collection.victim.unwrap_or(VictimPolicy::Greedy),
        victim_candidates: victim_candidates(file, collection)?,
        frontiers: match collection.frontiers {
            FrontiersName::Shared => Frontiers::Shared,
            FrontiersName::Separate => Frontiers::Separate,
        },
        hot_cold: collection
            .hot_cold
            .as_ref()
            .map(|hot_cold| hot_cold_spec(file, hot_cold, unit_bytes))
            .transpose()?,
        copies_per_sequential_write: match (&collection.moved_per_sequential_unit, pace) {
            (None, _) => None,
            (Some(more), Pacing::Trickle { .. }) => {
                Some(file.within(more, 1, 1 << 20, "moved_per_sequential_unit")?)
            }
            (Some(more), _) => {
                let problem = "moved_per_sequential_unit goes with pace = \"trickle\" only";
                return Err(file.wrong(more, problem.into()));
            }
        },
        idle: collection
            .idle
            .as_ref()
            .map(|idle| idle_spec(file, idle, blocks))
            .transpose()?,
        defect: collection.defect.map(|defect| match defect {
            DefectName::TrimmedStayCounted => Defect::TrimmedStayCounted,
        }),
    };
    if spec.high_watermark < spec.low_watermark
        || (spec.frontiers == Frontiers::Separate && spec.high_watermark < 2)
    {
        let problem =
            "stop_free must not be below start_free, and at least 2 with separate frontiers".into();
        return Err(file.wrong(&collection.stop_free, problem));
    }
    if spec.hot_cold.is_some() && spec.low_watermark < 2 {
        let problem = "hot_cold needs a start_free of 2 at least: one victim may need a superblock \
            for its hot and one for its cold data";
        return Err(file.wrong(&collection.start_free, problem.into()));
    }
    Ok(spec)
}

fn idle_spec(file: &Checked, idle: &IdleFile, blocks: u32) -> Result<IdleSpec, SpecError> {
    Ok(IdleSpec {
        after_ns: file.within(&idle.after_ms, 0, 1_000_000_000, "after_ms")? * 1_000_000,
        high_watermark: file.within(&idle.stop_free, 1, blocks, "stop_free")?,
        valid_at_most_per_mille: file.within(
            &idle.valid_at_most_per_mille,
            0,
            999,
            "valid_at_most_per_mille",
        )?,
        copies_in_flight: file.within(&idle.window_groups, 1, 65_535, "window_groups")?,
    })
}

fn hot_cold_spec(
    file: &Checked<'_>,
    table: &Spanned<HotColdFile>,
    unit_bytes: u32,
) -> Result<HotCold, SpecError> {
    let hot_cold = table.get_ref();
    let (counters, hot_from, decay) = (
        &hot_cold.counters,
        &hot_cold.hot_from,
        &hot_cold.decay_writes,
    );
    match (&hot_cold.hot_below_lba, counters, hot_from, decay) {
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
        (None, Some(counters), Some(hot_from), Some(decay)) => Ok(HotCold::Detector(HotDetector {
            counters: file.within(counters, 2, 1 << 24, "counters")?,
            hot_from: file.within(hot_from, 1, 15, "hot_from")?,
            decay_writes: file.within(decay, 1, u32::MAX, "decay_writes")?,
        })),
        _ => {
            let problem = "collection.hot_cold has either hot_below_lba, or counters, hot_from and \
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
fn victim_candidates(file: &Checked<'_>, collection: &CollectionFile) -> Result<u32, SpecError> {
    let compares = collection.victim == Some(VictimPolicy::DChoices);
    match (compares, &collection.victim_choices) {
        (true, Some(d)) => file.within(d, 1, 65_535, "victim_choices"),
        (true, None) => {
            let problem = "victim = \"d-choices\" needs victim_choices, how many are compared";
            Err(file.wrong(&collection.start_free, problem.into()))
        }
        (false, Some(d)) => {
            let problem = "victim_choices goes with victim = \"d-choices\" only";
            Err(file.wrong(d, problem.into()))
        }
        (false, None) => Ok(0),
    }
}
