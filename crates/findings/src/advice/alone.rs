//! Whom a drive suits that was reviewed alone: by shares of its own figures, since there is nothing
//! to choose from.

use super::uses::Use;
use super::{Advice, Says};
use crate::consistency::End;
use crate::figures::Figures;
use crate::judges::contrast::{Contrast, TooShort};
use crate::judges::passes::{
    self, Pass, Shrunk, Unfit, takes_no_trim, worst_kind, worst_pass, write_pass,
};
use crate::judges::seconds::{NoEnd, end_of_run};
use crate::judges::torture::{self, BACK, Back};
use crate::judges::written_data::by_data;
use crate::names::PassState;
use crate::select::DriveRuns;
use crate::spread::{Difference, Spread};
use fourcorners_block::DataClass;
use serde::Serialize;

/// What is said of the drive.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alone {
    AfterTorture { state: PassState, says: Left },
    KindsOfData(Result<Contrast, TooShort>),
    HeavyWriting(Heavy),
}

/// What is left of the clean write pass. Figures are MB/s.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Left {
    TakesNoTrim,
    Unfit(Unfit),
    /// Repeated runs do not tell the trimmed pass from another.
    Noise(torture::Noise),
    /// Nor what is left from the clean pass.
    NoiseOfClean {
        left: Spread,
        clean: Spread,
    },
    Shrunk {
        left: f64,
        #[serde(serialize_with = "crate::label::as_text")]
        data: DataClass,
        shrunk: Shrunk,
    },
    Suits {
        suits: Suits,
        left: f64,
        clean: f64,
        #[serde(serialize_with = "crate::label::as_text")]
        data: DataClass,
        /// Whether passes wrote other data too, and more of it was left.
        of_several: bool,
    },
}

/// Random writes at the end of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heavy {
    NoEnd(NoEnd),
    Of { suits: Suits, end: End, from_s: u32 },
}

/// How far it suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Suits {
    Well,
    WithReservations,
    Not,
}

impl Suits {
    /// By two limits of a share.
    fn of(share: f64, [enough, least]: [f64; 2]) -> Self {
        match share {
            share if share >= enough => Self::Well,
            share if share >= least => Self::WithReservations,
            _ => Self::Not,
        }
    }
}

/// All of a drive.
pub fn advise(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Vec<Advice> {
    let found = [
        after_torture(Use::WithTrim, drive, group, figures),
        after_torture(Use::WithoutTrim, drive, group, figures),
        kinds_of_data(drive, figures),
        heavy(drive, figures),
    ];
    found.into_iter().flatten().collect()
}

fn advice(of: Use, suits: Option<usize>, says: Alone, evidence: impl Into<String>) -> Advice {
    Advice {
        of: Some(of),
        drives: suits.into_iter().collect(),
        says: Says::Alone(says),
        evidence: evidence.into(),
    }
}

fn after_torture(
    of: Use,
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
) -> Option<Advice> {
    // Shares of the clean pass from which on it suits, and suits with reservations.
    let (state, limits) = match of {
        Use::WithTrim => (PassState::Trimmed, [BACK, 0.75]),
        _ => (PassState::Tortured, [0.75, 0.5]),
    };
    let says = left(state, limits, drive, group, figures)?;
    let suits = matches!(
        says,
        Left::Suits {
            suits: Suits::Well | Suits::WithReservations,
            ..
        }
    );
    let says = Alone::AfterTorture { state, says };
    let evidence = figures.evidence_of_passes(drive, worst_kind(drive, figures, state));
    Some(advice(of, suits.then_some(drive), says, evidence))
}

fn left(
    state: PassState,
    limits: [f64; 2],
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
) -> Option<Left> {
    let left = worst_pass(drive, group, figures, state);
    let data = match &left {
        Some(left) => left.data,
        None => worst_kind(drive, figures, PassState::Clean)?,
    };
    let clean = write_pass(drive, group, figures, PassState::Clean, data);
    let clean = clean.filter(|clean| clean.mean.value > 0.0)?;
    if left.is_none() && state == PassState::Trimmed && takes_no_trim(group) {
        return Some(Left::TakesNoTrim);
    }
    let left = left?;
    if let Err(unfit) = passes::can_be_judged(drive, group, figures, data) {
        return Some(Left::Unfit(unfit));
    }
    if let Some(noise) = noise(state, [&left, &clean], drive, group, figures) {
        return Some(noise);
    }
    if let Some(shrunk) = left.shrunk(drive, figures) {
        return Some(Left::Shrunk {
            left: left.mean.value,
            data: left.data,
            shrunk,
        });
    }
    let share = left.mean.value / clean.mean.value;
    Some(Left::Suits {
        suits: Suits::of(share, limits),
        left: left.mean.value,
        clean: clean.mean.value,
        data: left.data,
        of_several: left.of_several,
    })
}

/// That repeated runs do not tell what is left from something else: as the finding has it.
fn noise(
    state: PassState,
    [left, clean]: [&Pass; 2],
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
) -> Option<Left> {
    if state == PassState::Trimmed
        && let Some((_, back)) =
            torture::tortured(drive, group, figures, left.data).and_then(|found| found.back)
    {
        return match back {
            Back::Noise(noise) => Some(Left::Noise(noise)),
            _ => None,
        };
    }
    let is_noise = left.mean.beside(&clean.mean) == Difference::Noise;
    is_noise.then_some(Left::NoiseOfClean {
        left: left.mean,
        clean: clean.mean,
    })
}

fn kinds_of_data(drive: usize, figures: &Figures) -> Option<Advice> {
    let found = by_data(drive, figures)?;
    let suits = match &found.says {
        Ok(says) if says.change() != Difference::Noise => Some(drive),
        _ => None,
    };
    let says = Alone::KindsOfData(found.says);
    Some(advice(Use::KindsOfData, suits, says, found.chart))
}

fn heavy(drive: usize, figures: &Figures) -> Option<Advice> {
    let says = match end_of_run(figures, drive)? {
        Ok(end) => Heavy::Of {
            suits: Suits::of(end.worst as f64 / end.mean.max(1.0), [0.8, 0.4]),
            end,
            from_s: figures.late_from_s,
        },
        Err(why) => Heavy::NoEnd(why),
    };
    let suits = match &says {
        Heavy::Of { suits, .. } if *suits != Suits::Not => Some(drive),
        _ => None,
    };
    let evidence = figures.evidence_of_seconds(drive, "");
    Some(advice(
        Use::HeavyWriting,
        suits,
        Alone::HeavyWriting(says),
        evidence,
    ))
}
