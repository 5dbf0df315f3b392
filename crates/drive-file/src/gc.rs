//! Garbage collection.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use fourcorners_block::BLOCK_BYTES;
use fourcorners_sim::spec::{
    Defect, Frontiers, GcSpec, HotCold, HotDetector, IdleSpec, OwnPolicy, Pacing, VictimPolicy,
};
use serde::{Deserialize, Deserializer};
use std::fmt::Display;
use std::str::FromStr;
use toml::Spanned;

/// `[gc]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GcFile {
    /// Free superblocks at which GC starts when a write needs a new one, 1 to blocks of a plane;
    /// the level that `balanced` holds.
    low_watermark: Sourced<u32>,
    /// Free superblocks at which GC stops, at least `low_watermark`, and 2 with `frontiers =
    /// "separate"`. `balanced` starts below it.
    high_watermark: Sourced<u32>,
    /// How GC throttles host writes: see GC policies.
    pacing: Spanned<Named<Pacing>>,
    /// Units that GC copies per unit that the host writes, 1 to 2^20; `trickle` only.
    copies_per_host_write: Option<Sourced<u32>>,
    /// Units that GC frees per unit that the host writes at `low_watermark`, 1 to 2^20; `throttle`
    /// only.
    freed_per_host_write: Option<Sourced<u32>>,
    /// GC copies in flight, each a page of every plane of a die, 1 to 65535.
    copies_in_flight: Sourced<u32>,
    /// Whether copies and host programs take turns on a die; default: first come, first served.
    copies_take_turns: Option<Sourced<bool>>,
    /// Victims that GC empties in turns, 1 to 256 and below `low_watermark`; default 1.
    victims_in_flight: Option<Sourced<u32>>,
    /// Victim selection: see GC policies; default `greedy`.
    victim: Option<Spanned<Named<VictimPolicy>>>,
    /// Superblocks drawn, 1 to 65535; `d-choices` only.
    victim_candidates: Option<Sourced<u32>>,
    /// Whether host writes and GC copies share an open superblock: see GC policies.
    frontiers: Named<Frontiers>,
    /// Like `copies_per_host_write`, for writes that continue the previous one; `trickle` only.
    copies_per_sequential_write: Option<Sourced<u32>>,
    hot_cold: Option<Spanned<HotColdFile>>,
    idle: Option<IdleFile>,
    /// Firmware bug: see GC policies.
    defect: Option<Named<Defect>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IdleFile {
    /// Idle time of the host after which GC starts, in ms.
    after_ms: Sourced<u64>,
    /// Free superblocks at which idle GC stops.
    high_watermark: Sourced<u32>,
    /// Superblocks with a larger valid share are left alone, in thousandths, 0 to 999.
    max_valid_per_mille: Sourced<u32>,
    /// Like `gc.copies_in_flight`.
    copies_in_flight: Sourced<u32>,
}

/// One of an enum, by its name.
#[derive(Clone, Copy)]
pub struct Named<T>(pub T);

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map(Named).map_err(serde::de::Error::custom)
    }
}

/// Either the oracle's one field or the detector's three.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HotColdFile {
    /// Hot and cold data get open superblocks of their own, and LBAs below this one are hot (an
    /// oracle, to compare with theory); instead of the next three.
    hot_below_lba: Option<Sourced<u64>>,
    /// The drive detects hot units: number of four-bit counters, 2 to 2^24; each write counts in
    /// two.
    counters: Option<Sourced<u32>>,
    /// A unit is hot when both its counters have reached this, 1 to 15.
    hot_threshold: Option<Sourced<u8>>,
    /// Counters are halved after this many units written, 1 to 2^32 - 1.
    decay_writes: Option<Sourced<u32>>,
}

/// Checked against the blocks of a plane and the mapping unit.
pub fn gc_spec(
    file: &Checked,
    gc: &GcFile,
    blocks: u32,
    unit_bytes: u32,
) -> Result<GcSpec, SpecError> {
    let Named(pacing) = *gc.pacing.get_ref();
    let Named(frontiers) = gc.frontiers;
    let victim = gc.victim.as_ref();
    let Named(victim) = victim.map_or(Named(VictimPolicy::Greedy), |victim| *victim.get_ref());
    let spec = GcSpec {
        low_watermark: file.within(&gc.low_watermark, 1, blocks, "low_watermark")?,
        high_watermark: file.within(&gc.high_watermark, 1, blocks, "high_watermark")?,
        pacing,
        copies_per_host_write: paced_by(
            file,
            gc,
            (Pacing::Trickle, &gc.copies_per_host_write),
            "copies_per_host_write",
            "add the number of mapping units that GC copies per unit written by the host",
        )?,
        freed_per_host_write: paced_by(
            file,
            gc,
            (Pacing::Throttle, &gc.freed_per_host_write),
            "freed_per_host_write",
            "add the number of mapping units that GC frees per unit written by the host when the \
             free superblocks are at or below low_watermark",
        )?,
        copies_in_flight: file.within(&gc.copies_in_flight, 1, 65_535, "copies_in_flight")?,
        copies_take_turns: gc.copies_take_turns.as_ref().is_some_and(Sourced::get),
        victims_in_flight: victims_in_flight(file, gc)?,
        victim,
        victim_candidates: victim_candidates(file, gc, victim)?,
        frontiers,
        hot_cold: gc
            .hot_cold
            .as_ref()
            .map(|hot_cold| hot_cold_spec(file, hot_cold, unit_bytes))
            .transpose()?,
        copies_per_sequential_write: match &gc.copies_per_sequential_write {
            None => None,
            Some(more) if pacing == Pacing::Trickle => {
                Some(file.within(more, 1, 1 << 20, "copies_per_sequential_write")?)
            }
            Some(more) => {
                let key = "copies_per_sequential_write";
                return Err(other_pacing(file, more, key, Pacing::Trickle));
            }
        },
        idle: gc
            .idle
            .as_ref()
            .map(|idle| idle_spec(file, idle, blocks))
            .transpose()?,
        defect: gc.defect.map(|Named(defect)| defect),
        own: OwnPolicy::default(),
    };
    if spec.high_watermark < spec.low_watermark
        || (spec.frontiers == Frontiers::Separate && spec.high_watermark < 2)
    {
        let problem = "high_watermark must be at least low_watermark, and at least 2 with \
            frontiers = \"separate\"";
        return Err(file.wrong(&gc.high_watermark, problem.into()));
    }
    if pacing == Pacing::Throttle && spec.high_watermark == spec.low_watermark {
        let problem = "pacing = \"throttle\" needs a high_watermark above low_watermark";
        let hint = "raise high_watermark: between the two watermarks GC throttles host writes";
        return Err(file
            .wrong(&gc.high_watermark, problem.into())
            .with_hint(hint));
    }
    if spec.hot_cold.is_some() && spec.low_watermark < 2 {
        let problem = "gc.hot_cold needs a low_watermark of at least 2: one victim can fill a \
            superblock with hot data and one with cold data";
        return Err(file.wrong(&gc.low_watermark, problem.into()));
    }
    Ok(spec)
}

/// The number that one pacing goes by, which it needs and no other takes.
fn paced_by(
    file: &Checked,
    gc: &GcFile,
    (its, number): (Pacing, &Option<Sourced<u32>>),
    key: &str,
    hint: &str,
) -> Result<u32, SpecError> {
    let Named(pacing) = *gc.pacing.get_ref();
    match number {
        Some(number) if pacing == its => file.within(number, 1, 1 << 20, key),
        Some(number) => Err(other_pacing(file, number, key, its)),
        None if pacing == its => {
            let problem = format!("pacing = \"{}\" needs {key}", its.name());
            Err(file.wrong_at(&gc.pacing, problem).with_hint(hint))
        }
        None => Ok(0),
    }
}

/// How many victims are emptied in turns: 1 unless the file says more.
fn victims_in_flight(file: &Checked, gc: &GcFile) -> Result<u32, SpecError> {
    let Some(at) = &gc.victims_in_flight else {
        return Ok(1);
    };
    let victims = file.within(at, 1, 256, "victims_in_flight")?;
    let needed = victims + 1 + u32::from(gc.hot_cold.is_some());
    if victims > 1 && gc.low_watermark.get() < needed {
        let problem = format!("victims_in_flight = {victims} needs a low_watermark of {needed}");
        let hint = "raise low_watermark: valid data of all victims must be copied before the first \
            one is erased";
        return Err(file.wrong(at, problem).with_hint(hint));
    }
    Ok(victims)
}

fn other_pacing(file: &Checked, at: &Sourced<u32>, key: &str, its: Pacing) -> SpecError {
    let its = its.name();
    let problem = format!("{key} needs pacing = \"{its}\"");
    let hint = format!("set pacing to \"{its}\", or remove {key}");
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

/// How many superblocks are compared, where the policy draws some.
fn victim_candidates(
    file: &Checked<'_>,
    gc: &GcFile,
    victim: VictimPolicy,
) -> Result<u32, SpecError> {
    match (&gc.victim_candidates, &gc.victim) {
        (Some(d), _) if victim.draws() => file.within(d, 1, 65_535, "victim_candidates"),
        (Some(d), _) => {
            let drawing = VictimPolicy::ALL.iter().filter(|policy| policy.draws());
            let names: Vec<String> = drawing.map(|one| format!("\"{}\"", one.name())).collect();
            let names = names.join(" or ");
            let problem = format!("victim_candidates needs victim = {names}");
            let hint = format!("set victim to {names}, or remove victim_candidates");
            Err(file.wrong(d, problem).with_hint(hint))
        }
        (None, Some(at)) if victim.draws() => {
            let problem = format!("victim = \"{}\" needs victim_candidates", victim.name());
            let hint = "add the number of superblocks from which GC chooses the best victim";
            Err(file.wrong_at(at, problem).with_hint(hint))
        }
        (None, _) => Ok(0),
    }
}
