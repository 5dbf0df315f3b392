//! Which drive for which use, and why. Each is a rule over measured values, with the chart
//! that shows it, and tells which drives it could not look at.

pub mod alone;
pub mod between;
mod fair;
pub mod figures;
pub mod left_out;
pub mod uses;

use crate::figures::Figures;
use crate::select::{DriveRuns, is_the_same_drive};
use fourcorners_bench::record::RunHeader;
use fourcorners_block::{BLOCK_BYTES, DriveKind, Identity};
use serde::Serialize;
use std::path::Path;
use uses::Use;

/// A recommendation for one kind of use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// `None`: what is left out.
    pub of: Option<Use>,
    /// Numbers of the drives: one, or several that are level; none: no drive is recommended.
    pub drives: Vec<usize>,
    pub says: Says,
    /// The chart that shows it, as of a finding.
    pub evidence: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// Of a drive that was reviewed alone.
    Alone(alone::Alone),
    Between(between::Between),
    LeftOut(left_out::LeftOut),
}

/// All of it: between several drives, else whom the only one suits.
pub fn advise(groups: &[DriveRuns<'_>], figures: &Figures) -> Vec<Advice> {
    let candidates = candidates(groups);
    let mut advice = match candidates.as_slice() {
        [] => Vec::new(),
        [one] => one
            .iter()
            .map(|&drive| alone::advise(drive, &groups[drive], figures))
            .find(|advice| !advice.is_empty())
            .unwrap_or_default(),
        several => uses::USES
            .iter()
            .filter_map(|one| between::advise(several, one, groups, figures))
            .collect(),
    };
    let rest = left_out::advise(&advice, candidates.len(), groups, &figures.pages);
    advice.extend(rest);
    advice
}

/// Whether it keeps its data in memory, or nowhere: the upper end of every chart, and no drive that
/// anybody would choose.
fn is_memory(identity: &Identity) -> bool {
    let file = Path::new(&identity.name).file_name();
    let file = file.map_or("".into(), |name| name.to_string_lossy());
    match identity.kind {
        DriveKind::Null => true,
        // Every other simulated drive has flash, turns, or is written in place by lines.
        DriveKind::Simulated => {
            let is_by_lines = identity.physical_block.0 > BLOCK_BYTES;
            identity.raw_nand.is_none() && identity.rotational != Some(true) && !is_by_lines
        }
        DriveKind::BlockDevice => file.starts_with("ram") || file.starts_with("zram"),
        DriveKind::RegularFile => false,
    }
}

/// The drives to choose from: no memory, and of one that was tested behind several ports the first
/// port. Each with all it was run through there: what was run in two suites is one to buy.
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
