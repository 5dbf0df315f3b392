//! Moving the arm, and what an access costs from where it stands.

use super::platters::{Place, Platters};
use super::spec::{HardDiskSpec, SeekSpec};
use serde::{Deserialize, Serialize};

/// Where the arm stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    pub cylinder: u64,
    pub head: u64,
}

/// The seek curve, made whole numbers once: `fixed + root * sqrt(d) + each * d`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seek {
    fixed_ns: i64,
    /// In 1/1024 ns.
    root: i64,
    /// In 1/1048576 ns.
    each: i64,
    head_switch_ns: u64,
    write_settle_ns: u64,
}

/// The three coefficients through three printed seek times; `None` where the curve would fall.
pub fn curve(seek: &SeekSpec, cylinders: u64) -> Option<(f64, f64, f64)> {
    let far = cylinders.saturating_sub(1).max(9) as f64;
    let third = far / 3.0;
    let (one, mean, all) = (
        seek.track_to_track_ns as f64,
        seek.average_ns as f64,
        seek.full_stroke_ns as f64,
    );
    // Differences of the three equations leave two unknowns.
    let (a, b) = (third.sqrt() - 1.0, third - 1.0);
    let (c, d) = (far.sqrt() - 1.0, far - 1.0);
    let each = ((all - one) * a - (mean - one) * c) / (d * a - b * c);
    let root = ((mean - one) - each * b) / a;
    let fixed = one - root - each;
    let rises_at_the_end = root / (2.0 * far.sqrt()) + each >= 0.0;
    (root >= 0.0 && rises_at_the_end).then_some((fixed, root, each))
}

impl Seek {
    /// The curve of a checked spec.
    pub fn new(spec: &HardDiskSpec, cylinders: u64) -> Self {
        let (fixed, root, each) = curve(&spec.seek, cylinders).unwrap_or_default();
        Self {
            fixed_ns: fixed.round() as i64,
            root: (root * 1024.0).round() as i64,
            each: (each * 1_048_576.0).round() as i64,
            head_switch_ns: spec.seek.head_switch_ns,
            write_settle_ns: spec.seek.write_settle_ns,
        }
    }

    /// Over so many cylinders; none takes no time.
    pub fn over(&self, cylinders: u64) -> u64 {
        if cylinders == 0 {
            return 0;
        }
        // sqrt(d) in 1/1024.
        let root = (cylinders << 20).isqrt() as i64;
        let ns =
            self.fixed_ns + ((self.root * root) >> 20) + ((self.each * cylinders as i64) >> 20);
        ns.max(0) as u64
    }

    /// From where the arm stands until a sector begins to pass under its head: seek or change of
    /// heads, settling, and the rest of the revolution.
    pub fn access_ns(
        &self,
        now: u64,
        arm: Arm,
        place: &Place,
        writes: bool,
        platters: &Platters,
    ) -> u64 {
        let seek = self.over(arm.cylinder.abs_diff(place.cylinder));
        let switch = if arm.head == place.head {
            0
        } else {
            self.head_switch_ns
        };
        let moved = seek.max(switch);
        // From one track to the next the head is quiet as soon as it is there (Hitachi's 5K320
        // specification: writes take 0.1 ms longer over one track, 1 ms over many).
        let far = arm.cylinder.abs_diff(place.cylinder) > 1;
        let settle = if writes && far {
            self.write_settle_ns
        } else {
            0
        };
        let there = moved + settle;
        there + platters.rotation_ns(now + there, place.angle)
    }
}
