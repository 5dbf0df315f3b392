//! Which of several drives: the ranking of each use, and what else is worth knowing of its best.

use super::fair::take_out_favored;
use super::figures::{self, NoFigure, figure};
use super::uses::{Judged, Ranking};
use super::{Advice, Says};
use crate::charts::Bar;
use crate::consistency::End;
use crate::figures::Figures;
use crate::judges::passes::{Shrunk, can_be_judged, worst_kind, worst_pass, write_pass};
use crate::judges::seconds::{Even, end_of_run};
use crate::judges::tortured_writes;
use crate::names::PassState;
use crate::select::DriveRuns;
use crate::spread::Spread;
use fourcorners_bench::Role;
use fourcorners_block::DataClass;
use serde::Serialize;

/// Figures that lie less than this share of the best from it are as good: what the reviews called a
/// tie.
const TIE: f64 = 0.05;

/// What the drives' figures say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Between {
    pub ranking: Ranking,
    pub outcome: Outcome,
    /// Drives without a figure.
    pub not_ranked: Vec<NotRanked>,
}

/// How it is decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// No drive has a figure.
    NoneRanked,
    /// One has.
    OnlyOne { drive: usize, value: f64 },
    Best {
        /// Several: they are level.
        winners: Vec<Ranked>,
        next: Option<Ranked>,
    },
}

/// A drive that is left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotRanked {
    pub drive: usize,
    pub why: NoFigure,
}

/// A drive and its figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranked {
    pub drive: usize,
    pub value: f64,
    pub more: More,
}

/// What else is worth knowing of a drive.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum More {
    Nothing,
    Clean(CleanPass),
    Tortured {
        clean: CleanPass,
        /// MB/s of the slowest second of the tortured pass, where it is a stall.
        stall_mb_per_s: Option<f64>,
        /// IOPS of the torture's worst second, where it is one.
        worst_iops: Option<u64>,
    },
    /// MB/s of random and of sequential writes.
    Inputs {
        random: f64,
        sequential: f64,
    },
    End {
        end: End,
        from_s: u32,
    },
    /// The write pass of the tortured drive.
    WhenTortured {
        mb_per_s: f64,
        #[serde(serialize_with = "crate::label::as_text")]
        data: DataClass,
        /// Whether passes wrote other data too.
        of_several: bool,
        shrunk: Option<Shrunk>,
    },
}

/// The clean pass of the data that a drive is ranked by, and what that is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CleanPass {
    pub mb_per_s: Option<f64>,
    /// Whether passes wrote other data too, and were no slower.
    pub of_several: bool,
    /// `None`: there is no pass.
    #[serde(serialize_with = "crate::label::as_text_if")]
    pub data: Option<DataClass>,
}

/// The recommendation for a use; `None` where it was measured of no drive.
pub fn advise(
    drives: &[Vec<usize>],
    judged: &Judged,
    groups: &[DriveRuns<'_>],
    figures: &Figures,
) -> Option<Advice> {
    let ranking = judged.ranking?;
    let found = drives
        .iter()
        .map(|all| figure_of(all, ranking, groups, figures));
    let found: Vec<_> = found.collect();
    let is_absent = |figure: &Result<Spread, NoFigure>| {
        matches!(figure, Err(NoFigure::NotMeasured | NoFigure::NoPrice))
    };
    if found.iter().all(|(_, figure)| is_absent(figure)) {
        return None;
    }
    let (mut ranked, mut not_ranked) = (Vec::new(), Vec::new());
    for (drive, figure) in found {
        match figure {
            Ok(figure) => ranked.push((drive, figure)),
            Err(why) => not_ranked.push(NotRanked { drive, why }),
        }
    }
    if ranking == Ranking::PricePerGib && are_of_several_years(&ranked, groups) {
        return None;
    }
    let sign = match ranking {
        Ranking::PricePerGib => -1.0,
        _ => 1.0,
    };
    ranked.sort_by(|(a, its), (b, other)| {
        let by_figure = (sign * other.value).total_cmp(&(sign * its.value));
        let stalls = [a, b].map(|drive| is_put_last(ranking, *drive, figures));
        stalls[0].cmp(&stalls[1]).then(by_figure)
    });
    if ranking == Ranking::TorturedWrites {
        not_ranked.extend(take_out_favored(&mut ranked, figures));
    }
    let shown = ranked.first().map_or(drives[0][0], |(drive, _)| *drive);
    let (outcome, drives) = outcome(ranking, &ranked, groups, figures);
    Some(Advice {
        of: Some(judged.of),
        drives,
        says: Says::Between(Between {
            ranking,
            outcome,
            not_ranked,
        }),
        evidence: evidence(ranking, shown, &groups[shown], figures),
    })
}

/// Whether drives could be bought first in years that differ: between those, prices say nothing.
fn are_of_several_years(ranked: &[(usize, Spread)], groups: &[DriveRuns<'_>]) -> bool {
    let each = ranked.iter();
    let years = each.filter_map(|(drive, _)| groups[*drive].first()?.header.year);
    years.clone().min() < years.max()
}

fn outcome(
    ranking: Ranking,
    ranked: &[(usize, Spread)],
    groups: &[DriveRuns<'_>],
    figures: &Figures,
) -> (Outcome, Vec<usize>) {
    let (first, best) = match ranked {
        [] => return (Outcome::NoneRanked, Vec::new()),
        [(drive, figure)] => {
            let (drive, value) = (*drive, figure.value);
            return (Outcome::OnlyOne { drive, value }, Vec::new());
        }
        [best, ..] => *best,
    };
    let is_last = |drive| is_put_last(ranking, drive, figures);
    // Repeated runs may tell a drive apart from the best, and not one behind it.
    let level = |(drive, other): &(usize, Spread)| {
        is_level(best, *other) && is_last(*drive) == is_last(first)
    };
    let (winners, others): (Vec<_>, Vec<_>) = ranked.iter().copied().partition(level);
    let named = |(drive, figure): &(usize, Spread)| Ranked {
        drive: *drive,
        value: figure.value,
        more: more(ranking, *drive, &groups[*drive], figures),
    };
    let outcome = Outcome::Best {
        winners: winners.iter().map(named).collect(),
        next: others.first().map(named),
    };
    (outcome, winners.iter().map(|(drive, _)| *drive).collect())
}

/// Whether a drive ranks below all without stalls.
fn is_put_last(ranking: Ranking, drive: usize, figures: &Figures) -> bool {
    let end = end_of_run(figures, drive).and_then(Result::ok);
    ranking.puts_stalls_last() && end.is_some_and(|end| end.evenness() == Even::Stalls)
}

/// The figure of a drive from the first of its runs that has it, else why there is none.
fn figure_of(
    drives: &[usize],
    ranking: Ranking,
    groups: &[DriveRuns<'_>],
    figures: &Figures,
) -> (usize, Result<Spread, NoFigure>) {
    let mut why = (drives[0], Err(NoFigure::NotMeasured));
    for &drive in drives {
        let found = figure(ranking, drive, &groups[drive], figures);
        match (&found, &why.1) {
            (Ok(_), _) => return (drive, found),
            (Err(NoFigure::NotMeasured), _) => {}
            (_, Err(NoFigure::NotMeasured)) => why = (drive, found),
            _ => {}
        }
    }
    why
}

/// Whether a figure is as good as the best: within a share of that, or not told apart by repeated
/// runs.
fn is_level(best: Spread, other: Spread) -> bool {
    let apart = (best.value - other.value).abs();
    apart < TIE * best.value.abs() || apart == 0.0 || best.overlaps(&other)
}

fn more(ranking: Ranking, drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> More {
    match ranking {
        Ranking::TrimmedWrites => {
            More::Clean(clean_pass(drive, group, figures, PassState::Trimmed))
        }
        Ranking::TorturedWrites => {
            let tortured = worst_pass(drive, group, figures, PassState::Tortured);
            More::Tortured {
                clean: clean_pass(drive, group, figures, PassState::Tortured),
                stall_mb_per_s: tortured.and_then(|pass| pass.stall()),
                worst_iops: tortured_writes::stalls(drive, figures),
            }
        }
        Ranking::IncompressibleWrites => inputs(group, figures, DataClass::FullRandom),
        Ranking::CompressibleWrites => inputs(group, figures, DataClass::Repeating),
        Ranking::MedianSecond => match end_of_run(figures, drive) {
            Some(Ok(end)) => More::End {
                end,
                from_s: figures.late_from_s,
            },
            _ => More::Nothing,
        },
        Ranking::PricePerGib => when_tortured(drive, group, figures).unwrap_or(More::Nothing),
        Ranking::LightUse2010
        | Ranking::LightUse2011
        | Ranking::RandomReads
        | Ranking::FirstPercentile => More::Nothing,
    }
}

/// `state`: by whose pass the drive is ranked.
fn clean_pass(
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
    state: PassState,
) -> CleanPass {
    let ranked = worst_pass(drive, group, figures, state);
    let clean = ranked.as_ref().and_then(|ranked| {
        let data = ranked.data;
        write_pass(drive, group, figures, PassState::Clean, data)
    });
    CleanPass {
        mb_per_s: clean.map(|clean| clean.mean.value),
        of_several: ranked.as_ref().is_some_and(|pass| pass.of_several),
        data: ranked.map(|pass| pass.data),
    }
}

fn inputs(group: &DriveRuns<'_>, figures: &Figures, data: DataClass) -> More {
    let inputs = figures::inputs_of(group, &figures.pages, data);
    inputs.map_or(More::Nothing, |(random, sequential)| More::Inputs {
        random,
        sequential,
    })
}

fn when_tortured(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Option<More> {
    let left = worst_pass(drive, group, figures, PassState::Tortured)?;
    can_be_judged(drive, group, figures, left.data).ok()?;
    Some(More::WhenTortured {
        mb_per_s: left.mean.value,
        data: left.data,
        of_several: left.of_several,
        shrunk: left.shrunk(drive, figures),
    })
}

/// The chart that shows a drive's figure.
fn evidence(ranking: Ranking, drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> String {
    let bars = |role: Role| {
        let place = figures.pages.with(role);
        let is_of = |bar: &Bar| place.is_some_and(|place| place.test == bar.test);
        let mut charts = figures.charts.iter();
        let chart = charts.find(|chart| chart.bars.iter().any(is_of));
        chart.map_or("corners".into(), |chart| chart.id.clone())
    };
    let of_passes =
        |state: PassState| figures.evidence_of_passes(drive, worst_kind(drive, figures, state));
    match ranking {
        Ranking::TrimmedWrites => of_passes(PassState::Trimmed),
        Ranking::TorturedWrites => of_passes(PassState::Tortured),
        Ranking::IncompressibleWrites => {
            figures::chart_of(group, DataClass::FullRandom, drive, figures)
        }
        Ranking::CompressibleWrites => {
            figures::chart_of(group, DataClass::Repeating, drive, figures)
        }
        Ranking::LightUse2010 => bars(Role::LightUse2010),
        Ranking::LightUse2011 => bars(Role::LightUse2011),
        Ranking::RandomReads => bars(Role::RandomReads),
        Ranking::MedianSecond | Ranking::FirstPercentile => figures.evidence_of_seconds(drive, ""),
        Ranking::PricePerGib => "price".into(),
    }
}
