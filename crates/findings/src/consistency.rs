//! Consistency runs: random writes second by second, and their end, from which drives are compared.

use crate::amplification::WriteAmplification;
use crate::label::Label;
use crate::pages::{Pages, Place};
use crate::seconds::{mean, whole_seconds};
use crate::select::DriveRuns;
use crate::spread::{Spread, interval};
use fourcorners_bench::record::{Measured, Run, Seconds, Status};
use fourcorners_bench::{Role, SpareArea, Variant};
use serde::Serialize;

/// From this second on the reviews compare drives, steady or not.
pub const COMPARED_FROM_S: u32 = 1400;

/// A consistency run: random writes second by second.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Consistency {
    pub drive: usize,
    pub test: String,
    pub phase: String,
    /// Variant of the test, as in `spare-25`.
    pub variant: String,
    pub way: Way,
    /// Bytes that were written over.
    pub span_bytes: u64,
    /// IOPS of every second; `None`: the line of that second is lost.
    pub iops: Vec<Option<u64>>,
    /// Whole seconds that were measured: more than those above where the lines of the last ones are
    /// lost.
    pub measured_s: usize,
    /// `None`: the run ended before the second from which drives are compared.
    pub end: Option<End>,
    /// Of those seconds if NAND activity is known in them, else of the whole run.
    pub write_amplification: Option<WriteAmplification>,
    /// Of the whole run, where it is known.
    pub wear: Option<Wear>,
}

/// The end of a consistency run, from the second on from which drives are compared, in IOPS. A mean
/// hides a drive that stands still in three seconds of four, so the median second stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct End {
    /// Of the median second; the interval is of such medians of repeated runs.
    pub median: Spread,
    /// Of the second at the 1st percentile: 99 of 100 have more.
    pub p1: u64,
    pub worst: u64,
    pub mean: f64,
    /// Seconds with less than 40 % of the mean.
    pub slow: u32,
    /// All whose lines are there.
    pub seconds: u32,
}

impl End {
    fn of(seconds: &[Option<u64>], median: Spread) -> Option<Self> {
        let known: Vec<u64> = seconds.iter().flatten().copied().collect();
        let worst = *known.iter().min()?;
        let mean = mean(seconds)?;
        let of = Seconds::of(known)?;
        Some(Self {
            median,
            p1: of.ios_p1,
            worst,
            mean,
            slow: of.slow,
            seconds: of.whole,
        })
    }

    /// The share of slow seconds, from 0 to 1.
    pub fn slow_share(&self) -> f64 {
        f64::from(self.slow) / f64::from(self.seconds.max(1))
    }
}

/// P/E cycles that a run took of each erase block, on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Wear {
    pub cycles: f64,
    /// For how many a block is rated; `None`: not known.
    pub rated_cycles: Option<u32>,
}

impl Wear {
    fn of(run: &Run, measured: &Measured) -> Option<Self> {
        let endurance = run.header.endurance?;
        let blocks = endurance.erase_blocks;
        let erases = measured.block_erases.filter(|_| blocks > 0)?;
        Some(Self {
            cycles: erases as f64 / blocks as f64,
            rated_cycles: endurance.rated_cycles,
        })
    }

    /// The share of the rated cycles.
    pub fn share(&self) -> Option<f64> {
        let rated = self.rated_cycles.filter(|rated| *rated > 0)?;
        Some(self.cycles / f64::from(rated))
    }
}

/// How it differs from the test's own way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Not at all; so many per mille of the NAND were spare, where that is known.
    Own {
        spare_per_mille: Option<u32>,
    },
    /// In its spare area alone.
    SpareArea(SpareArea),
    Conditions(Label),
}

/// Seconds of the longest finished run: one that was killed is no measure for the others.
pub fn longest(groups: &[DriveRuns<'_>], pages: &Pages) -> u32 {
    let place = pages.with(Role::Consistency);
    let runs = groups.iter().flat_map(|group| &group.runs);
    let finished = runs.flat_map(|run| &run.entries).filter(|entry| {
        place.is_some_and(|place| place.is_of(entry)) && entry.status == Status::Finished
    });
    let seconds = finished.filter_map(|entry| Some(entry.measured.as_ref()?.duration_s));
    seconds.fold(0.0, f64::max).round() as u32
}

/// The second from which the drives of a page are compared, if the longest run lasts so long: a
/// short run's last three tenths.
pub fn late_from(duration_s: u32) -> u32 {
    if duration_s > COMPARED_FROM_S {
        COMPARED_FROM_S
    } else {
        duration_s * 7 / 10
    }
}

/// The run that is shown of a drive's repetitions: the one whose end has the median of the median
/// seconds, or of the means of the whole where not all last so long.
pub fn shown<'a>(
    group: &DriveRuns<'a>,
    Place { test, phase }: Place<'_>,
    variant: &str,
    late_from_s: u32,
) -> Option<(&'a Run, &'a Measured, Option<Spread>)> {
    let late = |run: &Run, measured: &Measured| {
        let seconds = whole_seconds(run, test, variant, phase, measured);
        let late = seconds.get(late_from_s as usize..)?;
        let of = Seconds::of(late.iter().flatten().copied().collect())?;
        Some(of.ios_median as f64)
    };
    let finished = group.finished(test, variant, phase).into_iter();
    let mut ends: Vec<(f64, &Run, &Measured)> = finished
        .filter_map(|(run, measured)| Some((late(run, measured)?, run, measured)))
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let medians: Vec<f64> = ends.iter().map(|(median, ..)| *median).collect();
    match (interval(&medians), ends.get(ends.len().wrapping_sub(1) / 2)) {
        (Some((low, high)), Some((median, run, measured))) => {
            Some((run, measured, Some(Spread::new(*median, low, high))))
        }
        _ => {
            let (run, measured, _, _) = group.median(test, variant, phase, |m| m.iops_mean)?;
            Some((run, measured, None))
        }
    }
}

/// The variants in which a drive finished such a run, the test's own way first.
pub fn variants(group: &DriveRuns<'_>, place: Place<'_>) -> Vec<String> {
    let mut variants = group.variants(place.test, place.phase);
    variants.sort_unstable();
    variants
}

/// All of one drive.
pub fn consistency(
    drive: usize,
    group: &DriveRuns<'_>,
    pages: &Pages,
    late_from_s: u32,
) -> Vec<Consistency> {
    let Some(place) = pages.with(Role::Consistency) else {
        return Vec::new();
    };
    let Place { test, phase } = place;
    let of = |variant: &String| {
        let (run, measured, median) = shown(group, place, variant, late_from_s)?;
        let iops = whole_seconds(run, test, variant, phase, measured);
        let late = iops.get(late_from_s as usize..);
        let spare_per_mille = measured.spare_per_mille;
        let way = match spare_alone(variant) {
            Some(area) => Way::SpareArea(area),
            None if variant.is_empty() => Way::Own { spare_per_mille },
            None => Way::Conditions(Label::of_variant(variant, measured)),
        };
        Some(Consistency {
            drive,
            test: test.into(),
            phase: phase.into(),
            variant: variant.clone(),
            way,
            span_bytes: measured.span_bytes,
            end: median
                .zip(late)
                .and_then(|(median, late)| End::of(late, median)),
            measured_s: measured.duration_s as usize,
            iops,
            write_amplification: WriteAmplification::of(
                run,
                (test, variant, phase),
                measured,
                late_from_s,
            ),
            wear: Wear::of(run, measured),
        })
    };
    variants(group, place).iter().filter_map(of).collect()
}

/// The spare area of a variant that has nothing else of its own.
pub fn spare_alone(variant: &str) -> Option<SpareArea> {
    let parsed = Variant::parse(variant)?;
    let alone = Variant {
        spare: parsed.spare,
        ..Variant::default()
    };
    parsed.spare.filter(|_| parsed == alone)
}
