//! The host may write as much as garbage collection frees: more while more is free than the low
//! watermark wants, less as that is undercut.

use super::{Policy, Progress, alike};
use crate::spec::GcSpec;

pub const POLICY: Policy = Policy {
    begins: |spec, free| free < spec.high_watermark,
    shares: true,
    runs_by_itself: false,
    credit,
    cost: alike,
};

fn credit(spec: &GcSpec, progress: &Progress, copied: u32) -> i64 {
    // The level that is to be kept.
    let wanted = progress.superblocks(spec.low_watermark);
    let factor = (progress.level() * 1024 / wanted.max(1)).clamp(128, 8192);
    progress.freed(copied) * factor / 1024
}
