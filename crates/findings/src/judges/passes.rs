//! HD Tach write passes (clean, tortured, trimmed): their means, what they wrote, and whether they
//! say anything.

use super::contrast::{Contrast, TIMED_S};
use super::seconds::STALL;
use super::written_data::by_sequential_data;
use crate::charts::mb_per_s;
use crate::curves::Curve;
use crate::figures::Figures;
use crate::kinds;
use crate::label::{Label, Part};
use crate::names::{PassOp, PassSection, PassState};
use crate::pages::{Pages, Place, TestName};
use crate::select::DriveRuns;
use crate::spread::{Difference, Spread};
use fourcorners_bench::Role;
use fourcorners_block::DataClass;
use serde::Serialize;

/// Seconds of torture in the reviews of 2010 and 2011; a drive that was written for less may not
/// have come to its spare area.
pub(super) const TORTURE_S: f64 = 1200.0;

/// Seconds below which a pass over the drive says nothing: buffers and chance make it.
pub const PASS_S: f64 = 10.0;

/// In the order in which they are run.
pub const STATES: [PassState; 3] = [PassState::Clean, PassState::Tortured, PassState::Trimmed];

/// A write pass over the whole drive; of repeated runs the one with the median mean.
pub struct Pass {
    /// MB/s.
    pub mean: Spread,
    /// What it wrote.
    pub data: DataClass,
    /// Whether the drive's passes wrote other data too.
    pub of_several: bool,
    /// Whether they wrote random data, which nothing shrinks.
    random_too: bool,
    /// Of whole seconds, in MB/s.
    slowest_second: Option<f64>,
    duration_s: f64,
    write_amplification: Option<f64>,
    /// MB/s of the clean pass.
    clean: Option<f64>,
    /// MB/s of random data, and the test that wrote it to a new drive in large sequential writes.
    random_data: Option<(f64, TestName)>,
}

/// NAND units programmed for each written, below which the data was shrunk: what does not shrink it
/// takes one at least.
const SHRUNK_BELOW: f64 = 0.9;

/// What shows that the drive shrinks the data of a pass, so that the pass says nothing of other
/// data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shrunk {
    /// Other data, written to a new drive.
    WhenNew {
        label: Label,
        mb_per_s: f64,
        test: TestName,
    },
    /// The NAND took fewer bytes than were written.
    ByNand { bytes_per_byte: f64 },
}

impl Pass {
    /// What a drive writes of other data, where the runs show that it shrinks what the pass wrote.
    pub fn shrunk(&self, drive: usize, figures: &Figures) -> Option<Shrunk> {
        if self.random_too {
            return None;
        }
        let own = Label::one(Part::Data(self.data));
        let shrinks =
            |found: &Contrast| found.change() == Difference::Lower && found.other.label != own;
        if let Some(found) = by_sequential_data(drive, figures).filter(shrinks) {
            return Some(Shrunk::WhenNew {
                mb_per_s: found.other.figure.value,
                label: found.other.label,
                test: found.test,
            });
        }
        let of_nand = || {
            let bytes_per_byte = self.write_amplification?;
            (bytes_per_byte < SHRUNK_BELOW).then_some(Shrunk::ByNand { bytes_per_byte })
        };
        let of_new = || {
            let (random, test) = self.random_data.as_ref()?;
            let clean = Spread::single(self.clean?);
            let loses = Spread::single(*random).beside(&clean) == Difference::Lower;
            loses.then(|| Shrunk::WhenNew {
                label: Label::one(Part::Data(DataClass::FullRandom)),
                mb_per_s: *random,
                test: test.clone(),
            })
        };
        of_new().or_else(of_nand)
    }

    /// MB/s of the slowest second of a pass that has stalls.
    pub fn stall(&self) -> Option<f64> {
        let slowest = self.slowest_second?;
        (slowest < STALL * self.mean.value).then_some(slowest)
    }
}

/// What the write passes of a drive wrote, the tests' own data first.
pub fn kinds(drive: usize, figures: &Figures) -> Vec<DataClass> {
    let is = |curve: &&Curve| {
        let is_of_all = curve.section == PassSection::HdTach;
        curve.drive == drive && curve.op == PassOp::Write && is_of_all
    };
    kinds::of_curves(figures.curves.iter().filter(is))
}

/// The data of which a drive's write pass in a state is the slowest: what it is ranked by.
pub fn worst_kind(drive: usize, figures: &Figures, state: PassState) -> Option<DataClass> {
    let kinds = kinds(drive, figures).into_iter();
    let speed = |data: DataClass| {
        let curve = write_curve(drive, figures, state, data)?;
        Some((data, curve.mean_mb_per_s))
    };
    let slowest = kinds.filter_map(speed).min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(slowest.0)
}

fn write_curve(
    drive: usize,
    figures: &Figures,
    state: PassState,
    data: DataClass,
) -> Option<&Curve> {
    let is = |curve: &&Curve| {
        let is_write = curve.op == PassOp::Write && curve.data == data;
        curve.drive == drive && curve.state == state && is_write
    };
    figures.curves.iter().find(is)
}

/// The worst of a drive's write passes in a state.
pub fn worst_pass(
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
    state: PassState,
) -> Option<Pass> {
    write_pass(
        drive,
        group,
        figures,
        state,
        worst_kind(drive, figures, state)?,
    )
}

/// A drive's write pass of some data in a state.
pub fn write_pass(
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
    state: PassState,
    data: DataClass,
) -> Option<Pass> {
    let of = |state: PassState| write_curve(drive, figures, state, data);
    let curve = of(state)?;
    let (_, measured, ..) = group.median(&curve.test, &curve.variant, &curve.phase, mb_per_s)?;
    let kinds = kinds(drive, figures);
    Some(Pass {
        mean: Spread::new(curve.mean_mb_per_s, curve.mean_low, curve.mean_high),
        data,
        of_several: kinds.len() > 1,
        random_too: data == DataClass::FullRandom || kinds.contains(&DataClass::FullRandom),
        slowest_second: curve.slowest_second_mb_per_s,
        duration_s: measured.duration_s,
        write_amplification: measured.write_amplification,
        clean: of(PassState::Clean).map(|curve| curve.mean_mb_per_s),
        random_data: large_writes(group, &figures.pages),
    })
}

/// MB/s of large sequential writes of random data to a new drive, where they lasted long enough.
fn large_writes(group: &DriveRuns<'_>, pages: &Pages) -> Option<(f64, TestName)> {
    let Place { test, phase } = pages.with(Role::SequentialWrites)?;
    let (_, measured, ..) = group.median(test, "", phase, mb_per_s)?;
    let is_random = measured.data.parse() == Ok(DataClass::FullRandom);
    let is_known = is_random && measured.duration_s >= TIMED_S;
    is_known.then(|| (mb_per_s(measured), pages.name(test)))
}

/// Why passes do not say what torture leaves and TRIM brings back.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unfit {
    /// How much of the LBAs was tortured is not known.
    ShareNotKnown,
    /// A part of the LBAs was left out.
    NotAll { share: f64 },
    /// The torture was too short.
    ShortTorture { seconds: f64 },
    /// A pass was too short.
    ShortPass {
        seconds: f64,
        disturbed: Vec<String>,
    },
    /// The drive is slower after TRIM than before it.
    Disagree {
        trimmed_mb_per_s: f64,
        tortured_mb_per_s: f64,
        disturbed: Vec<String>,
    },
}

/// Whether a drive's random writes were a torture: to all LBAs, and long enough.
pub fn is_enough(figures: &Figures, drive: usize) -> Result<(), Unfit> {
    let Some(torture) = figures.torture.iter().find(|one| one.drive == drive) else {
        return Ok(());
    };
    let share = torture.share_of_lbas.ok_or(Unfit::ShareNotKnown)?;
    let seconds = torture.duration_s;
    if share < 0.99 {
        Err(Unfit::NotAll { share })
    } else if seconds < TORTURE_S && torture.times_written < 1.0 {
        Err(Unfit::ShortTorture { seconds })
    } else {
        Ok(())
    }
}

/// Whether a drive's passes of some data show the effect of torture and TRIM: the torture was one,
/// they lasted, and none contradicts the others.
pub fn can_be_judged(
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
    data: DataClass,
) -> Result<(), Unfit> {
    is_enough(figures, drive)?;
    let [clean, tortured, trimmed] =
        STATES.map(|state| write_pass(drive, group, figures, state, data));
    let passes = [&clean, &tortured, &trimmed].into_iter().flatten();
    let shortest = passes.map(|pass| pass.duration_s);
    let seconds = shortest.fold(f64::INFINITY, f64::min);
    let disturbed = disturbed(group);
    if seconds < PASS_S {
        return Err(Unfit::ShortPass { seconds, disturbed });
    }
    match (tortured, trimmed) {
        (Some(before), Some(after)) if after.mean.beside(&before.mean) == Difference::Lower => {
            Err(Unfit::Disagree {
                trimmed_mb_per_s: after.mean.value,
                tortured_mb_per_s: before.mean.value,
                disturbed,
            })
        }
        _ => Ok(()),
    }
}

/// Whether it is a drive that TRIM cannot reach.
pub fn takes_no_trim(group: &DriveRuns<'_>) -> bool {
    let run = group.first();
    run.is_some_and(|run| run.header.identity.discard.is_none())
}

/// What may have spoilt them, as far as the host told before the runs.
fn disturbed(group: &DriveRuns<'_>) -> Vec<String> {
    let all = group.runs.iter().flat_map(|run| &run.header.disturbances);
    let mut about: Vec<String> = Vec::new();
    for one in all {
        if !about.contains(&one.about) {
            about.push(one.about.clone());
        }
    }
    about
}

/// A pass that some of the drives with passes do not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingPass {
    pub state: PassState,
    /// Without it; empty: no drive has it.
    pub drives: Vec<usize>,
}

/// Which passes the runs of a page lack.
pub fn missing(figures: &Figures) -> Vec<MissingPass> {
    let has = |drive: usize, state: PassState| {
        let mut curves = figures.curves.iter();
        curves.any(|curve| {
            let is_of = curve.drive == drive && curve.state == state;
            is_of && curve.section == PassSection::HdTach
        })
    };
    let drives: Vec<usize> = (0..figures.drives.len())
        .filter(|&drive| STATES.iter().any(|state| has(drive, *state)))
        .collect();
    let of = |state: PassState| {
        let without = drives.iter().filter(|&&drive| !has(drive, state));
        let without: Vec<usize> = without.copied().collect();
        match without.len() {
            0 => None,
            all if all == drives.len() => Some(MissingPass {
                state,
                drives: Vec::new(),
            }),
            _ => Some(MissingPass {
                state,
                drives: without,
            }),
        }
    };
    STATES.into_iter().filter_map(of).collect()
}
