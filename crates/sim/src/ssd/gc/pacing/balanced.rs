//! The host may write as much as garbage collection frees: more while more is free than the low
//! watermark wants, less as that is undercut.

use super::{HOST_UNIT, Policy, Progress, alike};
use crate::spec::GcSpec;

pub const POLICY: Policy = Policy {
    begins: |spec, free| free < spec.high_watermark,
    shares: true,
    runs_by_itself: false,
    credit,
    cost: alike,
};

fn credit(spec: &GcSpec, progress: &Progress, copied: u32) -> i64 {
    let victim = progress.victim;
    let units = i64::from(progress.units_per_superblock);
    let gain = units - i64::from(victim.valid);
    // Free space now, to the unit, against the level that is to be kept.
    let freed = i64::from(victim.cursor) - i64::from(victim.moved);
    let level = i64::from(progress.free) * units + i64::from(progress.open_units) + freed;
    let wanted = i64::from(spec.low_watermark) * units;
    let factor = (level * 1024 / wanted.max(1)).clamp(128, 8192);
    (i64::from(copied) * gain * HOST_UNIT / i64::from(victim.valid.max(1))) * factor / 1024
}
