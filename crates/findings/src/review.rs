//! All that some runs say, as values: what page, terminal and files are made of.

use crate::advice::{Advice, advise};
use crate::cache_table::{CacheTable, cache_table};
use crate::figures::Figures;
use crate::highlights::{Highlight, highlights};
use crate::judges::{Finding, judge};
use crate::overview::{Overview, overview};
use crate::remarks::{PhaseRemarks, remarks};
use crate::select::DriveRuns;
use crate::warnings::{Warning, warnings};
use serde::Serialize;

/// What runs say. Everything names a drive by its index.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// What spoils figures.
    pub warnings: Vec<Warning>,
    /// Remarks on single phases.
    pub remarks: Vec<PhaseRemarks>,
    #[serde(flatten)]
    pub figures: Figures,
    /// A row per drive.
    pub overview: Vec<Overview>,
    /// `None`: no fills.
    pub caches: Option<CacheTable>,
    /// Drive by drive.
    pub findings: Vec<Finding>,
    /// Of all drives together, the most useful first.
    pub highlights: Vec<Highlight>,
    pub advice: Vec<Advice>,
}

impl Review {
    /// Of one or more drives.
    pub fn of(groups: &[DriveRuns<'_>]) -> Self {
        let figures = Figures::of(groups);
        let drives = groups.iter().enumerate();
        let findings = drives.flat_map(|(drive, group)| judge(drive, group, &figures));
        let caches = cache_table(groups, &figures);
        let remarks = remarks(groups);
        Self {
            warnings: warnings(groups, &figures, &remarks),
            remarks,
            overview: overview(groups, &figures),
            highlights: highlights(groups, &figures, caches.as_ref()),
            caches,
            findings: findings.collect(),
            advice: advise(groups, &figures),
            figures,
        }
    }
}
