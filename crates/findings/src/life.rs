//! How much a drive endures if it is written as in a run.

use fourcorners_bench::health::Health;
use fourcorners_bench::record::{Measured, Rated, RatedFrom, Run};
use serde::Serialize;

/// Growth of the percentage used that is told: of less, rounding is most of it.
const LEAST_GROWTH_PERCENT: u64 = 2;

/// Host writes that a drive endures at the write amplification of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Life {
    pub endures_bytes: u64,
    pub from: LifeFrom,
}

/// What it is calculated from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum LifeFrom {
    /// Rated P/E cycles of all NAND, of a simulated drive.
    Cycles {
        cycles: u32,
        nand_bytes: u64,
        write_amplification: f64,
    },
    /// The share of its endurance that a real drive says the run used.
    PercentageUsed { percent: u64, written_bytes: u64 },
    /// The maker's rating, which allows for a write amplification of at least 1: a lower limit.
    Rating {
        rated_bytes: u64,
        write_amplification: f64,
    },
}

/// Of a run that shows it; what cannot be known is left out.
pub fn life(run: &Run) -> Option<Life> {
    match &run.health {
        Some(health) => by_percentage(health).or_else(|| by_rating(health, run.header.rated?)),
        None => by_cycles(run),
    }
}

fn by_cycles(run: &Run) -> Option<Life> {
    let header = &run.header;
    let cycles = header.endurance?.rated_cycles?;
    let nand_bytes = header.identity.raw_nand?.0;
    let write_amplification = write_amplification(run, header.capacity()?.0)?;
    Some(Life {
        endures_bytes: (nand_bytes as f64 * f64::from(cycles) / write_amplification) as u64,
        from: LifeFrom::Cycles {
            cycles,
            nand_bytes,
            write_amplification,
        },
    })
}

fn by_percentage(health: &Health) -> Option<Life> {
    let (before, after) = (health.before.as_ref()?, health.after.as_ref()?);
    let percent = after
        .percentage_used?
        .checked_sub(before.percentage_used?)?;
    let written_bytes = health.change.as_ref()?.host_written_bytes?;
    let endures = u128::from(written_bytes) * 100 / u128::from(percent.max(1));
    (percent >= LEAST_GROWTH_PERCENT && written_bytes > 0).then(|| Life {
        endures_bytes: u64::try_from(endures).unwrap_or(u64::MAX),
        from: LifeFrom::PercentageUsed {
            percent,
            written_bytes,
        },
    })
}

fn by_rating(health: &Health, rated: Rated) -> Option<Life> {
    // An estimate has the write amplification of the drive's past in it already.
    let is_estimate = matches!(rated.from, RatedFrom::Smart { .. });
    let write_amplification = health.change.as_ref()?.write_amplification?;
    (!is_estimate && write_amplification >= 1.0).then(|| Life {
        endures_bytes: (rated.bytes as f64 / write_amplification) as u64,
        from: LifeFrom::Rating {
            rated_bytes: rated.bytes,
            write_amplification,
        },
    })
}

/// NAND writes per host writes of all measured phases that wrote, if those wrote as much as the
/// drive holds: before, garbage collection has hardly begun.
fn write_amplification(run: &Run, capacity: u64) -> Option<f64> {
    let (mut host, mut nand) = (0.0, 0.0);
    for measured in run.entries.iter().filter_map(|entry| entry.result()) {
        if let Some(amplification) = measured.write_amplification {
            let written = written(measured) as f64;
            host += written;
            nand += written * amplification;
        }
    }
    (host >= capacity.max(1) as f64 && nand > 0.0).then(|| nand / host)
}

/// Bytes that a phase wrote.
fn written(measured: &Measured) -> u64 {
    match &measured.mixed {
        Some(mixed) => mixed.writes.as_ref().map_or(0, |writes| writes.bytes),
        None if measured.data.is_empty() => 0,
        None => measured.bytes,
    }
}
