//! The fewer superblocks are free, the less of what GC frees the host may write: a share that falls
//! by the same factor for each part of the way from the high watermark to the low one, as
//! firmware slows a host down before it has to stop it.

use super::{Policy, Progress, alike, begins_late};
use crate::spec::GcSpec;

pub const POLICY: Policy = Policy {
    begins: begins_late,
    shares: true,
    runs_by_itself: true,
    credit,
    cost: alike,
};

/// One whole, of the binary logarithm of a factor.
const ONE: i64 = 1024;

fn credit(spec: &GcSpec, progress: &Progress, copied: u32) -> i64 {
    let low = progress.superblocks(spec.low_watermark);
    let way = progress.superblocks(spec.high_watermark) - low;
    let missing = (low + way - progress.level()).clamp(0, way);
    let most = logarithm(i64::from(spec.freed_per_host_write));
    progress.freed(copied) * ONE / power(most * missing / way.max(1))
}

/// Binary logarithm of a number from 1, straight between powers of two, in 1/1024.
fn logarithm(number: i64) -> i64 {
    let whole = i64::from(number.ilog2());
    whole * ONE + ((number * ONE) >> whole) - ONE
}

/// The number with that logarithm, in 1/1024.
fn power(logarithm: i64) -> i64 {
    (ONE + logarithm % ONE) << (logarithm / ONE)
}

#[cfg(test)]
mod tests {
    use super::{ONE, logarithm, power};

    #[test]
    fn power_undoes_the_logarithm() {
        for number in [1, 2, 3, 7, 64, 100, 2600, 1 << 20] {
            assert_eq!(power(logarithm(number)), number * ONE, "{number}");
        }
    }
}
