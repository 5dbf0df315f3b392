//! Host writes wait until garbage collection ends.

use super::{Policy, alike, begins_late};

pub const POLICY: Policy = Policy {
    begins: begins_late,
    shares: false,
    runs_by_itself: true,
    credit: |_, _, _| 0,
    cost: alike,
};
