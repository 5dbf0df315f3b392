//! HD Tach write passes (clean, tortured, trimmed): their means, what they wrote, and whether they say anything.

use super::conditions::{TIMED_S, by_sequential_data};
use super::contrast::{Contrast, what};
use super::seconds::STALL;
use crate::charts::{MEASURE, mb_per_s};
use crate::curves::Curve;
use crate::data::PageData;
use crate::names::{PassOp, PassSection, PassState};
use crate::select::DriveRuns;
use crate::spread::{Difference, Spread};
use crate::words;

/// As results name data that nothing shrinks.
pub(crate) const RANDOM_DATA: &str = "full-random";

/// Seconds of torture in the reviews of 2010 and 2011; a drive that was written for less may not
/// have come to its spare area.
const TORTURE_S: f64 = 1200.0;

/// Seconds below which a pass over the drive says nothing: buffers and chance make it.
pub(crate) const PASS_S: f64 = 10.0;

/// In the order in which they are run.
const STATES: [PassState; 3] = [PassState::Clean, PassState::Tortured, PassState::Trimmed];

/// A write pass over the whole drive; of repeated runs the one with the median mean.
pub(crate) struct Pass {
    /// MB/s.
    pub mean: Spread,
    /// Of whole seconds, in MB/s.
    slowest_second: Option<f64>,
    duration_s: f64,
    /// As results name it.
    data: String,
    write_amplification: Option<f64>,
    /// MB/s of the clean pass.
    clean: Option<f64>,
    /// MB/s of random data, written to a new drive by the test of large sequential writes.
    random_data: Option<f64>,
}

/// NAND units programmed for each written, below which the data was shrunk: what does not shrink it takes one at least.
const SHRUNK_BELOW: f64 = 0.9;

const LARGE_WRITES: &str = "sequential-write-128k";

impl Pass {
    /// `, of repeating data`: what was written, where a controller could shrink it; else empty.
    pub fn of_data(&self) -> String {
        match self.data.as_str() {
            RANDOM_DATA => String::new(),
            data => format!(", of {}", words::data(data, None)),
        }
    }

    /// ` (repeating data)`: the same for a headline; `shrunk`: whether it is found to be.
    pub fn in_headline(&self, shrunk: bool) -> String {
        let which = if shrunk { ", which it compresses" } else { "" };
        match self.data.as_str() {
            RANDOM_DATA => String::new(),
            data => format!(" ({}{which})", words::data(data, None)),
        }
    }

    /// `random data 141 MB/s when new (sequential write, 128 KiB, QD1)`: what a drive writes of other data, where the runs show that it shrinks what
    /// the pass wrote, so that the pass says nothing of that other data.
    pub fn shrunk(&self, drive: usize, data: &PageData) -> Option<String> {
        if self.data == RANDOM_DATA {
            return None;
        }
        let label = words::data(&self.data, None);
        let shrinks = |found: &Contrast<'_>| {
            found.change() == Difference::Lower && found.other.label != label
        };
        if let Some(found) = by_sequential_data(drive, data).filter(shrinks) {
            let other = &found.other;
            return Some(when_new(other.label, other.figure.value, &found.what()));
        }
        let of_nand = || {
            let taken = self.write_amplification?;
            (taken < SHRUNK_BELOW)
                .then(|| format!("its NAND took {taken:.2} bytes for each byte of that data"))
        };
        let of_new = || {
            let random = self.random_data?;
            let clean = Spread::single(self.clean?);
            let loses = Spread::single(random).beside(&clean) == Difference::Lower;
            loses.then(|| when_new("random data", random, &what(LARGE_WRITES)))
        };
        of_new().or_else(of_nand)
    }

    /// The slowest second of a pass that has stalls: `2.1`, in MB/s.
    pub fn stall(&self) -> Option<String> {
        let slowest = self.slowest_second?;
        let digits = usize::from(slowest < 10.0);
        (slowest < STALL * self.mean.value).then(|| format!("{slowest:.digits$}"))
    }
}

fn when_new(data: &str, mb_per_s: f64, what: &str) -> String {
    format!("{data} {} MB/s when new ({what})", words::speed(mb_per_s))
}

/// A drive's write pass in a state.
pub(crate) fn write_pass(
    drive: usize,
    group: &DriveRuns<'_>,
    data: &PageData,
    state: PassState,
) -> Option<Pass> {
    let of = |state: PassState| {
        let is = |curve: &&Curve| {
            curve.drive == drive && curve.op == PassOp::Write && curve.state == state
        };
        data.curves.iter().find(is)
    };
    let curve = of(state)?;
    let (_, measured, ..) = group.median(curve.test, "", &curve.phase, mb_per_s)?;
    Some(Pass {
        mean: Spread::new(curve.mean_mb_per_s, curve.mean_low, curve.mean_high),
        slowest_second: curve.slowest_second_mb_per_s,
        duration_s: measured.duration_s,
        data: measured.data.clone(),
        write_amplification: measured.write_amplification,
        clean: of(PassState::Clean).map(|curve| curve.mean_mb_per_s),
        random_data: large_writes(group),
    })
}

/// MB/s of large sequential writes of random data to a new drive, where they lasted long enough.
fn large_writes(group: &DriveRuns<'_>) -> Option<f64> {
    let (_, measured, ..) = group.median(LARGE_WRITES, "", MEASURE, mb_per_s)?;
    let counts = measured.data == RANDOM_DATA && measured.duration_s >= TIMED_S;
    counts.then(|| mb_per_s(measured))
}

/// Whether a drive's random writes were a torture: to all LBAs, and long enough.
pub(crate) fn is_enough(data: &PageData, drive: usize) -> Result<(), String> {
    let Some(torture) = data.torture.iter().find(|one| one.drive == drive) else {
        return Ok(());
    };
    let Some(share) = torture.share_of_lbas else {
        return Err("how much of its LBAs was tortured is not known".into());
    };
    if share < 0.99 {
        return Err(format!(
            "{:.0} % of its LBAs were tortured, and the rest was left to it",
            share * 100.0
        ));
    }
    if torture.duration_s < TORTURE_S && torture.times_written < 1.0 {
        return Err(format!(
            "{:.0} s of random writes are too few to say what torture leaves",
            torture.duration_s
        ));
    }
    Ok(())
}

/// Whether a drive's passes say what torture leaves and TRIM brings back: the torture was one, they lasted, and none
/// contradicts the others.
pub(crate) fn can_be_judged(
    drive: usize,
    group: &DriveRuns<'_>,
    data: &PageData,
) -> Result<(), String> {
    is_enough(data, drive)?;
    let [clean, tortured, trimmed] = STATES.map(|state| write_pass(drive, group, data, state));
    let passes = [&clean, &tortured, &trimmed].into_iter().flatten();
    let shortest = passes.map(|pass| pass.duration_s);
    let shortest = shortest.fold(f64::INFINITY, f64::min);
    if shortest < PASS_S {
        return Err(format!(
            "a write pass of {shortest:.1} s, less than {PASS_S:.0} s, says nothing{}",
            disturbed(group)
        ));
    }
    match (tortured, trimmed) {
        (Some(before), Some(after)) if after.mean.beside(&before.mean) == Difference::Lower => {
            Err(format!(
                "passes disagree, {:.0} MB/s after TRIM and {:.0} before it{}",
                after.mean.value,
                before.mean.value,
                disturbed(group)
            ))
        }
        _ => Ok(()),
    }
}

/// Whether it is a drive that TRIM cannot reach.
pub(crate) fn takes_no_trim(group: &DriveRuns<'_>) -> bool {
    let run = group.first();
    run.is_some_and(|run| run.header.identity.discard.is_none())
}

/// What may have spoilt them, as far as the host told before the runs.
fn disturbed(group: &DriveRuns<'_>) -> String {
    let all = group.runs.iter().flat_map(|run| &run.header.disturbances);
    let mut about: Vec<&str> = Vec::new();
    for one in all {
        if !about.contains(&one.about.as_str()) {
            about.push(&one.about);
        }
    }
    match about.as_slice() {
        [] => String::new(),
        some => format!("; the host may have disturbed them: {}", some.join(", ")),
    }
}

/// Which passes the runs of a page have, a sentence where some are missing; names of drives as they are.
pub(crate) fn which(data: &PageData) -> String {
    let has = |drive: usize, state: PassState| {
        let mut curves = data.curves.iter();
        curves.any(|curve| {
            curve.drive == drive && curve.section == PassSection::HdTach && curve.state == state
        })
    };
    let drives: Vec<usize> = (0..data.drives.len())
        .filter(|&drive| STATES.iter().any(|&state| has(drive, state)))
        .collect();
    let of = |&state: &PassState| {
        let without: Vec<&str> = drives
            .iter()
            .filter(|&&drive| !has(drive, state))
            .map(|&drive| data.drives[drive].model.as_str())
            .collect();
        match without.len() {
            0 => None,
            all if all == drives.len() => Some(format!("These runs have no {state} pass.")),
            _ => Some(format!(
                "There is no {state} pass of {}.",
                without.join(", ")
            )),
        }
    };
    let missing: Vec<String> = STATES.iter().filter_map(of).collect();
    missing.join(" ")
}
