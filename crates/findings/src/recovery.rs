//! Passes over a tortured drive until it is as fast as it was.

use crate::charts::mb_per_s;
use crate::kinds;
use crate::label::{Label, data};
use crate::pages::{Pages, Place};
use crate::select::DriveRuns;
use fourcorners_bench::Role;
use fourcorners_bench::record::Recovery;
use fourcorners_block::DataClass;

/// The passes of one kind of data; of repeated runs those of the one with the median mean.
pub struct Recovered<'a> {
    pub place: Place<'a>,
    pub variant: String,
    /// Empty: the test's own way.
    pub label: Label,
    pub data: DataClass,
    pub passes: Recovery,
    /// Bytes of a pass, and of an I/O.
    pub span_bytes: u64,
    pub block_bytes: u64,
    /// How many runs finished it.
    pub runs: usize,
}

impl Recovered<'_> {
    /// Seconds of its shortest pass.
    pub fn shortest_s(&self) -> f64 {
        let speeds = self.passes.passes_mb_per_s.iter().copied();
        let fastest = speeds.fold(self.passes.clean_mb_per_s, f64::max);
        self.span_bytes as f64 / 1e6 / fastest
    }

    /// Speed of the last pass as a share of the clean one.
    pub fn share(&self) -> f64 {
        self.passes.share().unwrap_or(0.0)
    }

    /// Passes that it took; one that has not recovered is behind all that have.
    pub fn needed(&self) -> u32 {
        self.passes.recovered_at_pass.unwrap_or(u32::MAX)
    }
}

/// Of one drive, the test's own data first.
pub fn recoveries<'a>(group: &DriveRuns<'_>, pages: &'a Pages) -> Vec<Recovered<'a>> {
    let Some(place) = pages.with(Role::Recovery) else {
        return Vec::new();
    };
    let Place { test, phase } = place;
    let of = |variant: String| {
        let (_, measured, ..) = group.median(test, &variant, phase, mb_per_s)?;
        let passes = measured.recovery.clone()?;
        passes.share()?;
        Some(Recovered {
            place,
            label: Label::of_variant(&variant, measured),
            data: data(&measured.data, None),
            passes,
            span_bytes: measured.span_bytes,
            block_bytes: measured.block_bytes,
            runs: group.finished(test, &variant, phase).len(),
            variant,
        })
    };
    let variants = kinds::variants(group, place).into_iter();
    variants.filter_map(of).collect()
}

/// The one with which the drive takes the most passes; of as many, is left the slowest.
pub fn worst<'a, 'b>(found: &'b [Recovered<'a>]) -> Option<&'b Recovered<'a>> {
    found.iter().min_by(|a, b| {
        let by_passes = b.needed().cmp(&a.needed());
        by_passes.then(a.share().total_cmp(&b.share()))
    })
}
