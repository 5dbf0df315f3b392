//! T22: which of the drives for whom, and why. Each is a rule over measured values, with its evidence, and
//! says what was not measured.

mod alone;
mod figures;
mod unasked;
mod uses;

use crate::data::PageData;
use crate::judgements::Rule;
use crate::select::{DriveRuns, is_the_same_drive};
use crate::spread::Spread;
use figures::Figure;
use fourcorners_bench::record::{Run, RunHeader};
use fourcorners_block::{DriveKind, Identity};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;
use uses::{USES, Use};

/// A recommendation for one kind of use.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FinalWord {
    /// For whom, as in `Without TRIM (RAID, old systems)`.
    pub whom: String,
    /// Numbers of the drives on the page: one, or several that are level; none: no drive is recommended.
    pub drives: Vec<usize>,
    /// Which, and why, a sentence.
    pub text: String,
    /// Link to a chart, as of a judgement.
    pub evidence: String,
    /// How it was decided.
    pub rule: Rule,
    /// Drives about which nothing is said, each with the reason.
    pub not_measured: Vec<String>,
}

/// Figures that lie less than this share of the best from it are as good: what the reviews called a tie.
const TIE: f64 = 0.05;

/// All of them: between several drives, else whom the only one suits.
pub(crate) fn final_words(groups: &[DriveRuns<'_>], data: &PageData) -> Vec<FinalWord> {
    let candidates = candidates(groups);
    let mut words = match candidates.as_slice() {
        [] => Vec::new(),
        [one] => one
            .iter()
            .map(|&drive| alone::words(drive, &groups[drive], data))
            .find(|words| !words.is_empty())
            .unwrap_or_default(),
        several => USES
            .iter()
            .filter_map(|one| between(several, one, groups, data))
            .collect(),
    };
    let rest = unasked::word(&words, candidates.len(), groups, data);
    words.extend(rest);
    words
}

impl PageData {
    /// The final words that concern the drive of a run, a sentence each: of a page with one drive all, else those that
    /// recommend it.
    pub fn final_words_of(&self, run: &Run) -> Vec<String> {
        let is_it = |drive: usize| self.drives[drive].folders.contains(&run.path);
        let words = self.final_words.iter();
        let own = words
            .filter(|word| self.drives.len() == 1 || word.drives.iter().any(|&drive| is_it(drive)));
        own.map(|word| format!("{}: {} (rule: {})", word.whom, word.text, word.rule.says))
            .collect()
    }
}

/// Whether it keeps its data in memory, or nowhere: the upper end of every chart, and no drive that anybody would choose.
fn is_memory(identity: &Identity) -> bool {
    let file = Path::new(&identity.name).file_name();
    let file = file.map_or("".into(), |name| name.to_string_lossy());
    match identity.kind {
        DriveKind::Null => true,
        // Every other simulated drive has flash or turns.
        DriveKind::Simulated => identity.raw_nand.is_none() && identity.rotational != Some(true),
        DriveKind::BlockDevice => file.starts_with("ram") || file.starts_with("zram"),
        DriveKind::RegularFile => false,
    }
}

/// The drives to choose from: no memory, and of one that was tested behind several ports the first port. Each with all it
/// was run through there, in the order of the page: what was run in two suites is two drives of it, and one to buy.
fn candidates(groups: &[DriveRuns<'_>]) -> Vec<Vec<usize>> {
    let mut found: Vec<(&RunHeader, Vec<usize>)> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        let Some(run) = group.first() else { continue };
        if is_memory(&run.header.identity) {
            continue;
        }
        let same = |(one, _): &&mut (&RunHeader, _)| is_the_same_drive(one, &run.header);
        match found.iter_mut().find(same) {
            None => found.push((&run.header, vec![drive])),
            Some((one, all)) if one.port() == run.header.port() => all.push(drive),
            Some(_) => {}
        }
    }
    found.into_iter().map(|(_, drives)| drives).collect()
}

/// The figure of a drive from the first of its runs that has it, else why there is none.
fn figure_of(
    drives: &[usize],
    one: &Use,
    groups: &[DriveRuns<'_>],
    data: &PageData,
) -> (usize, Figure) {
    let all = || {
        let each = drives.iter();
        each.map(|&drive| (drive, (one.figure)(drive, &groups[drive], data)))
    };
    let known = all().find(|(_, figure)| matches!(figure, Some(Ok(_))));
    known
        .or_else(|| all().find(|(_, figure)| figure.is_some()))
        .unwrap_or((drives[0], None))
}

/// A drive and its figure.
struct Ranked {
    drive: usize,
    figure: Spread,
}

/// The recommendation for a use; `None` where it was measured of no drive.
fn between(
    drives: &[Vec<usize>],
    one: &Use,
    groups: &[DriveRuns<'_>],
    data: &PageData,
) -> Option<FinalWord> {
    let model = |drive: usize| data.drives[drive].model.as_str();
    let found = drives.iter().map(|all| figure_of(all, one, groups, data));
    let found: Vec<_> = found.collect();
    if found.iter().all(|(_, figure)| figure.is_none()) {
        return None;
    }
    let (mut ranking, mut not_measured) = (Vec::new(), Vec::new());
    for (drive, figure) in found {
        match figure {
            Some(Ok(figure)) => ranking.push(Ranked { drive, figure }),
            Some(Err(why)) => not_measured.push(format!("{}: {why}", model(drive))),
            None => not_measured.push(format!("{}: {}", model(drive), one.absent)),
        }
    }
    let sign = if one.more_is_better { 1.0 } else { -1.0 };
    ranking.sort_by(|a, b| (sign * b.figure.value).total_cmp(&(sign * a.figure.value)));
    let word = |drives: Vec<usize>, text: String, evidence: String, not_measured| FinalWord {
        whom: one.whom.into(),
        drives,
        text,
        evidence,
        rule: one.rule,
        not_measured,
    };
    let Some(best) = ranking.first() else {
        let text = "no recommendation: no drive can be judged by its figure".to_string();
        return Some(word(
            Vec::new(),
            text,
            (one.chart)(drives[0][0], &groups[drives[0][0]], data),
            not_measured,
        ));
    };
    let evidence = (one.chart)(best.drive, &groups[best.drive], data);
    if ranking.len() == 1 {
        let text = format!(
            "no recommendation: only {} has this figure ({})",
            model(best.drive),
            (one.words)(best.figure.value)
        );
        return Some(word(Vec::new(), text, evidence, not_measured));
    }
    // Repeated runs may tell a drive apart from the best, and not one behind it.
    let level = |other: &&Ranked| is_level(best.figure, other.figure);
    let (winners, others): (Vec<&Ranked>, Vec<&Ranked>) = ranking.iter().partition(level);
    let next = others.first();
    let named = |ranked: &Ranked| {
        let figure = (one.words)(ranked.figure.value);
        let more = (one.more)(ranked.drive, &groups[ranked.drive], data);
        format!("{} ({figure}{more})", model(ranked.drive))
    };
    let names: Vec<String> = winners.iter().map(|ranked| named(ranked)).collect();
    let text = match (names.as_slice(), next) {
        ([one], Some(next)) => format!("{one}; next is {}", named(next)),
        (all, None) => format!("any of them, they are level: {}", all.join(", ")),
        (several, Some(next)) => {
            format!("level: {}; next is {}", several.join(", "), named(next))
        }
    };
    let drives = winners.iter().map(|ranked| ranked.drive).collect();
    Some(word(drives, text, evidence, not_measured))
}

/// Whether a figure is as good as the best: within a share of that, or not told apart by repeated runs.
fn is_level(best: Spread, other: Spread) -> bool {
    let apart = (best.value - other.value).abs();
    apart < TIE * best.value.abs() || apart == 0.0 || best.overlaps(&other)
}
