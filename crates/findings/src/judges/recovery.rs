//! How many sequential passes a tortured drive takes until it is as fast as a clean one.

use super::passes::{PASS_S, TORTURE_S};
use super::{Finding, Says};
use crate::figures::Figures;
use crate::recovery::{Recovered, recoveries, worst};
use crate::select::DriveRuns;
use fourcorners_block::DataClass;
use serde::Serialize;

/// What was found of the passes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recovery {
    ShortTorture {
        seconds: u64,
    },
    ShortPass {
        seconds: f64,
    },
    /// The first pass already was as fast.
    NotSlowed(Passes),
    After(Passes),
    Not(Passes),
}

/// Passes of the data with which the drive takes most of them. Speeds are MB/s.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Passes {
    pub passes: usize,
    pub clean: f64,
    pub first: f64,
    pub last: f64,
    #[serde(serialize_with = "crate::label::as_text")]
    pub data: DataClass,
    /// Whether passes wrote other data too, of which as few were enough or fewer.
    pub of_several: bool,
}

pub(super) fn finding(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Option<Finding> {
    let found = recoveries(group, &figures.pages);
    let worst = worst(&found)?;
    let says = says(worst, found.len() > 1, figures.drives[drive].cut_to_s)?;
    let finding = |is_told| {
        let says = Says::Recovery(says.clone());
        Finding::new(drive, "recovery-bars", says).in_headline_if(is_told)
    };
    Some(match says {
        Recovery::ShortTorture { .. } | Recovery::ShortPass { .. } => finding(false).not_judged(),
        Recovery::NotSlowed(_) => finding(false),
        Recovery::After(_) | Recovery::Not(_) => finding(true),
    })
}

fn says(found: &Recovered<'_>, of_several: bool, cut_to_s: Option<u64>) -> Option<Recovery> {
    if let Some(seconds) = cut_to_s.filter(|seconds| (*seconds as f64) < TORTURE_S) {
        return Some(Recovery::ShortTorture { seconds });
    }
    let seconds = found.shortest_s();
    if seconds < PASS_S {
        return Some(Recovery::ShortPass { seconds });
    }
    let speeds = &found.passes.passes_mb_per_s;
    let passes = Passes {
        passes: speeds.len(),
        clean: found.passes.clean_mb_per_s,
        first: *speeds.first()?,
        last: *speeds.last()?,
        data: found.data,
        of_several,
    };
    Some(match found.passes.recovered_at_pass {
        None => Recovery::Not(passes),
        Some(1) => Recovery::NotSlowed(passes),
        Some(_) => Recovery::After(passes),
    })
}
