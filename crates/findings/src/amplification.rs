//! Write amplification of a consistency run, over the seconds by which drives are compared.

use crate::seconds::each_whole_second;
use fourcorners_bench::record::{Measured, Run};
use schemars::JsonSchema;
use serde::Serialize;

/// Write amplification of a consistency run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WriteAmplification {
    pub factor: f64,
    /// Of the seconds from this one on; null: of the whole run.
    pub from_s: Option<u32>,
}

impl WriteAmplification {
    /// From a second on if NAND activity is known from there on, else of the whole run. `None`: the
    /// drive does not report it.
    pub fn of(
        run: &Run,
        at: (&str, &str, &str),
        measured: &Measured,
        late_from_s: u32,
    ) -> Option<Self> {
        let whole = measured.write_amplification?;
        let growth = growth(run, at, measured, late_from_s);
        Some(Self {
            factor: whole * growth.unwrap_or(1.0),
            from_s: growth.map(|_| late_from_s),
        })
    }
}

/// What the factor is multiplied by from a second on: seconds count units, whose size they do not
/// say, and not the host's bytes in them. `None`: NAND activity is not known from there on.
fn growth(run: &Run, at: (&str, &str, &str), measured: &Measured, late_from_s: u32) -> Option<f64> {
    let seconds = each_whole_second(run, at, measured, |sample| {
        let nand = sample.nand?;
        Some((nand.host_units, nand.moved_units))
    });
    let per_host_unit = |from: u32| {
        let known = seconds.get(from as usize..)?.iter().flatten().flatten();
        let (host, moved) = known.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        (host > 0).then(|| (host + moved) as f64 / host as f64)
    };
    Some(per_host_unit(late_from_s)? / per_host_unit(0)?)
}
