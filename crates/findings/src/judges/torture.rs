//! What torture takes of a drive, and what TRIM brings back.

use super::passes::{
    Pass, Shrunk, Unfit, can_be_judged, kinds, takes_no_trim, worst_pass, write_pass,
};
use super::{Finding, Says};
use crate::figures::Figures;
use crate::names::PassState;
use crate::select::DriveRuns;
use crate::spread::{Difference, Spread};
use fourcorners_block::DataClass;
use serde::Serialize;

/// The share of the clean write pass from which on TRIM has brought it back.
pub const BACK: f64 = 0.95;

/// What was found of the passes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Torture {
    Unfit(Unfit),
    /// Without a clean pass what was lost is not known.
    WithoutClean {
        tortured_mb_per_s: f64,
        trimmed_mb_per_s: f64,
        data: Written,
    },
    Loss(Loss),
    /// After TRIM.
    Trim {
        back: Back,
        trimmed_mb_per_s: f64,
    },
    TakesNoTrim,
}

/// The tortured pass beside the clean one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loss {
    pub change: Difference,
    /// MB/s, as is the next.
    pub clean: Spread,
    pub tortured: Spread,
    pub data: Written,
    /// MB/s of the slowest second, where that is a stall.
    pub stall_mb_per_s: Option<f64>,
    /// How often random writes had gone over the drive, where that is less than once.
    pub times_overwritten: Option<f64>,
    /// The same of other data that passes wrote.
    pub others: Vec<OfOther>,
}

/// Passes of other data than those that are judged. MB/s.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OfOther {
    #[serde(serialize_with = "crate::label::as_text")]
    pub class: DataClass,
    pub clean: Option<f64>,
    pub tortured: f64,
}

/// What a pass wrote, and what shows that the drive shrinks it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Written {
    #[serde(serialize_with = "crate::label::as_text")]
    pub class: DataClass,
    /// Other passes wrote other data, and were faster when tortured.
    pub of_several: bool,
    pub shrunk: Option<Shrunk>,
}

/// What TRIM brings back of what torture took.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Back {
    All,
    /// So many per cent of what was lost.
    Part(f64),
    Nothing,
    Noise(Noise),
}

/// Repeated runs do not tell the trimmed pass from another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Noise {
    pub trimmed: Spread,
    pub than: PassState,
    pub other: Spread,
}

/// The trimmed pass of a drive that lost something to torture.
pub fn brought_back(clean: Spread, tortured: Spread, trimmed: Spread) -> Back {
    let noise = |than: PassState, other: Spread| {
        Back::Noise(Noise {
            trimmed,
            than,
            other,
        })
    };
    let share = (trimmed.value - tortured.value) / (clean.value - tortured.value);
    let is_back = trimmed.value >= BACK * clean.value;
    match trimmed.beside(&tortured) {
        Difference::Noise => noise(PassState::Tortured, tortured),
        _ if is_back && trimmed.overlaps(&tortured) => noise(PassState::Tortured, tortured),
        _ if is_back => Back::All,
        Difference::None | Difference::Lower => Back::Nothing,
        Difference::Higher if share < 0.1 => Back::Nothing,
        Difference::Higher if trimmed.overlaps(&clean) => noise(PassState::Clean, clean),
        Difference::Higher => Back::Part(share * 100.0),
    }
}

/// What torture did to a drive's write pass, and TRIM after it; the advice asks the same.
pub struct Tortured {
    pub clean: Pass,
    pub tortured: Pass,
    /// The tortured pass beside the clean one.
    pub change: Difference,
    /// MB/s of the trimmed pass, and what TRIM brought back: of what lost something, and was
    /// trimmed.
    pub back: Option<(f64, Back)>,
}

/// Of a drive whose clean and tortured passes of some data were measured, and can be judged.
pub fn tortured(
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
    data: DataClass,
) -> Option<Tortured> {
    can_be_judged(drive, group, figures, data).ok()?;
    let pass = |state: PassState| write_pass(drive, group, figures, state, data);
    let clean = pass(PassState::Clean).filter(|clean| clean.mean.value > 0.0)?;
    let tortured = pass(PassState::Tortured)?;
    let change = tortured.mean.beside(&clean.mean);
    let trimmed = pass(PassState::Trimmed).filter(|_| change == Difference::Lower);
    let back = trimmed.map(|trimmed| {
        let back = brought_back(clean.mean, tortured.mean, trimmed.mean);
        (trimmed.mean.value, back)
    });
    Some(Tortured {
        clean,
        tortured,
        change,
        back,
    })
}

/// Torture and TRIM of one drive.
pub(super) fn findings(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Vec<Finding> {
    let Some(left) = worst_pass(drive, group, figures, PassState::Tortured) else {
        return Vec::new();
    };
    let found = |says: Torture| {
        let evidence = figures.evidence_of_passes(drive, Some(left.data));
        Finding::new(drive, evidence, Says::Torture(says))
    };
    if let Err(unfit) = can_be_judged(drive, group, figures, left.data) {
        return vec![found(Torture::Unfit(unfit)).not_judged()];
    }
    let data = Written {
        class: left.data,
        of_several: left.of_several,
        shrunk: left.shrunk(drive, figures),
    };
    let Some(tortured) = tortured(drive, group, figures, left.data) else {
        let trimmed = write_pass(drive, group, figures, PassState::Trimmed, left.data);
        let without_clean = trimmed.map(|trimmed| Torture::WithoutClean {
            tortured_mb_per_s: left.mean.value,
            trimmed_mb_per_s: trimmed.mean.value,
            data,
        });
        return without_clean
            .map(|says| found(says).in_headline())
            .into_iter()
            .collect();
    };
    let overwritten = figures.torture.iter().find(|one| one.drive == drive);
    let overwritten = overwritten.filter(|one| one.times_written < 0.995);
    let loss = Loss {
        change: tortured.change,
        clean: tortured.clean.mean,
        tortured: tortured.tortured.mean,
        data,
        stall_mb_per_s: tortured.tortured.stall(),
        times_overwritten: overwritten.map(|one| one.times_written),
        others: others(drive, group, figures, left.data),
    };
    let takes_no_trim =
        loss.change == Difference::Lower && tortured.back.is_none() && takes_no_trim(group);
    let back = tortured.back.map(|(trimmed_mb_per_s, back)| Torture::Trim {
        back,
        trimmed_mb_per_s,
    });
    let no_trim = takes_no_trim.then_some(Torture::TakesNoTrim);
    let all = [Some(Torture::Loss(loss)), back, no_trim];
    let all = all.into_iter().flatten();
    all.map(|says| found(says).in_headline()).collect()
}

/// Passes of the other kinds of data.
fn others(
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
    judged: DataClass,
) -> Vec<OfOther> {
    let of = |class: DataClass| {
        let mean = |state: PassState| {
            let pass = write_pass(drive, group, figures, state, class)?;
            Some(pass.mean.value)
        };
        Some(OfOther {
            class,
            clean: mean(PassState::Clean),
            tortured: mean(PassState::Tortured)?,
        })
    };
    let others = kinds(drive, figures).into_iter();
    others
        .filter(|class| *class != judged)
        .filter_map(of)
        .collect()
}
