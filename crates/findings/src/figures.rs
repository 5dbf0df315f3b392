//! What was measured of some drives, and what follows from it without a judgement: all that
//! findings and recommendations are made of.

use crate::charts::{Chart, charts};
use crate::consistency::{Consistency, consistency, late_from, longest};
use crate::curves::{self, Curve, curves};
use crate::fills::{Fill, fills};
use crate::kinds;
use crate::latency::{LatencyChart, latencies};
use crate::names::PassSection;
use crate::pages::Pages;
use crate::prices::{PriceRow, prices};
use crate::rounds::{RoundsPhase, rounds};
use crate::select::{DriveName, DriveRuns};
use crate::steady::{Steady, steady};
use crate::sweeps::{SweepChart, sweeps};
use crate::torture::{Torture, torture};
use crate::why::{Why, why};
use fourcorners_block::DataClass;
use serde::Serialize;

/// Figures of some drives. Everything names a drive by its index.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    pub drives: Vec<Drive>,
    /// How tests are shown.
    #[serde(skip)]
    pub pages: Pages,
    /// In the order of the page.
    pub charts: Vec<Chart>,
    pub latencies: Vec<LatencyChart>,
    /// Positions in GB from the start of a drive, which curves share.
    pub places: Vec<Vec<f64>>,
    pub curves: Vec<Curve>,
    /// Sequential fills, drive by drive.
    pub fills: Vec<Fill>,
    pub sweeps: Vec<SweepChart>,
    pub prices: Vec<PriceRow>,
    pub torture: Vec<Torture>,
    /// Of each drive the test's own variant first.
    pub consistency: Vec<Consistency>,
    pub why: Vec<Why>,
    pub steady: Vec<Steady>,
    /// Phases of rounds, as SNIA's tests have them.
    pub rounds: Vec<RoundsPhase>,
    /// Second from which consistency runs are compared.
    pub late_from_s: u32,
    /// Length of the longest finished consistency run, in seconds.
    pub duration_s: u32,
}

/// A drive.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Drive {
    pub name: DriveName,
    /// Seconds to which the user cut every timed phase and every rest; `None`: none.
    pub cut_to_s: Option<u64>,
}

impl Figures {
    /// Of one or more drives.
    pub fn of(groups: &[DriveRuns<'_>]) -> Self {
        let pages = Pages::of(groups);
        let duration_s = longest(groups, &pages);
        let late_from_s = late_from(duration_s);
        let mut figures = Self {
            drives: groups.iter().filter_map(drive).collect(),
            charts: charts(groups, &pages),
            latencies: latencies(groups, &pages),
            sweeps: sweeps(groups, &pages),
            fills: Vec::new(),
            pages,
            places: Vec::new(),
            curves: Vec::new(),
            prices: prices(groups),
            torture: Vec::new(),
            consistency: Vec::new(),
            why: Vec::new(),
            steady: Vec::new(),
            rounds: Vec::new(),
            late_from_s,
            duration_s,
        };
        for (drive, group) in groups.iter().enumerate() {
            figures.add(drive, group);
        }
        curves::thin(&mut figures.curves);
        figures
    }

    /// What is of one drive alone.
    fn add(&mut self, drive: usize, group: &DriveRuns<'_>) {
        let (pages, late_from_s) = (&self.pages, self.late_from_s);
        let curves = curves(drive, group, pages, &mut self.places);
        self.curves.extend(curves);
        self.fills.extend(fills(drive, group, pages));
        self.torture.extend(torture(drive, group, pages));
        let runs = consistency(drive, group, pages, late_from_s);
        self.consistency.extend(runs);
        self.why.extend(why(drive, group, pages, late_from_s));
        let steady = steady(drive, group, pages, &self.consistency, late_from_s);
        self.steady.extend(steady);
        self.rounds.extend(rounds(drive, group, pages));
    }

    /// The write passes of a drive as evidence, of one of the kinds of data that the page's passes
    /// wrote.
    pub(crate) fn evidence_of_passes(&self, drive: usize, data: Option<DataClass>) -> String {
        let curves = self.curves.iter();
        let of_all = curves.filter(|curve| curve.section == PassSection::HdTach);
        let kinds = kinds::of_curves(of_all);
        let evidence = of_drive("hd-tach-write", drive);
        match kinds.iter().position(|kind| Some(*kind) == data) {
            None | Some(0) => evidence,
            Some(place) => format!("{evidence}&data={}", place + 1),
        }
    }

    /// The plot of a drive's consistency run as evidence.
    pub(crate) fn evidence_of_seconds(&self, drive: usize, variant: &str) -> String {
        self.evidence_in("consistency-all", drive, variant)
    }

    /// The same in another plot of these runs.
    pub(crate) fn evidence_in(&self, plot: &str, drive: usize, variant: &str) -> String {
        let mut own = self.consistency.iter().filter(|run| run.drive == drive);
        let evidence = of_drive(plot, drive);
        match own.position(|run| run.variant == variant) {
            None | Some(0) => evidence,
            Some(place) => format!("{evidence}&spare={}", place + 1),
        }
    }
}

/// The evidence of a drive in a chart whose buttons choose the drive.
pub fn of_drive(chart: &str, drive: usize) -> String {
    format!("{chart}?drive={}", drive + 1)
}

fn drive(group: &DriveRuns<'_>) -> Option<Drive> {
    let request = group.first()?.header.request.as_ref();
    Some(Drive {
        name: group.name(),
        cut_to_s: request.and_then(|asked| asked.tests.duration_s),
    })
}
