//! The torture test: random writes over the drive.

use crate::kinds;
use crate::pages::{Pages, Place};
use crate::seconds::whole_seconds;
use crate::select::DriveRuns;
use fourcorners_bench::Role;
use schemars::JsonSchema;
use serde::Serialize;

/// The torture test: random writes over the drive.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Torture {
    /// Index of the drive.
    pub drive: usize,
    /// IOPS of every second; null: the line of that second is lost.
    pub iops: Vec<Option<u64>>,
    /// Length in seconds.
    pub duration_s: f64,
    /// Share of the LBAs that it went over; null: the capacity is not known.
    pub share_of_lbas: Option<f64>,
    /// Bytes written, as a multiple of that span.
    pub times_written: f64,
    /// The longest write, in microseconds.
    #[serde(skip)]
    pub longest_us: f64,
}

/// Of one drive.
pub fn torture(drive: usize, group: &DriveRuns<'_>, pages: &Pages) -> Option<Torture> {
    let Place { test, phase } = pages.with(Role::Torture)?;
    let variant = kinds::first_variant(group, Place { test, phase })?;
    let (run, measured, _, _) = group.median(test, &variant, phase, |m| m.iops_mean)?;
    let capacity = run.header.capacity();
    Some(Torture {
        drive,
        iops: whole_seconds(run, test, &variant, phase, measured),
        duration_s: measured.duration_s,
        share_of_lbas: capacity.map(|all| measured.span_bytes as f64 / all.0 as f64),
        times_written: measured.bytes as f64 / measured.span_bytes.max(1) as f64,
        longest_us: measured.latency_max_us,
    })
}
