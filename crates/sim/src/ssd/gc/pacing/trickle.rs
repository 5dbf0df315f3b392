//! One host unit per fixed number of copied units; sequential writes may have their own.

use super::{HOST_UNIT, Policy, begins_late};
use crate::spec::GcSpec;

pub const POLICY: Policy = Policy {
    begins: begins_late,
    shares: true,
    runs_by_itself: true,
    credit: |spec, _, copied| i64::from(copied) * HOST_UNIT / per_write(spec),
    cost: |spec, sequential| match spec.copies_per_sequential_write {
        Some(more) if sequential => HOST_UNIT * i64::from(more) / per_write(spec),
        _ => HOST_UNIT,
    },
};

fn per_write(spec: &GcSpec) -> i64 {
    i64::from(spec.copies_per_host_write)
}
