//! SNIA's tests as page and tables show them: the phases of each, and the header of its report.

use crate::wording::rounds::{self as words, header};
use fourcorners_bench::record::RunHeader;
use fourcorners_bench::steady_state::{RANGE_PERCENT_MAX, SLOPE_PERCENT_MAX};
use fourcorners_findings::figures::Figures;
use fourcorners_findings::rounds::RoundsPhase;
use fourcorners_findings::select::DriveRuns;
use schemars::JsonSchema;
use serde::Serialize;

/// What SNIA's rule of the steady state allows of the last five rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SteadyLimits {
    /// Highest less lowest, in percent of the mean.
    pub range_percent: f64,
    /// The fitted line from first to last, in percent of the mean.
    pub slope_percent: f64,
}

pub(crate) const STEADY_LIMITS: SteadyLimits = SteadyLimits {
    range_percent: RANGE_PERCENT_MAX,
    slope_percent: SLOPE_PERCENT_MAX,
};

/// A test of rounds on one drive.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RoundsTest {
    /// Index of the drive.
    pub drive: usize,
    pub test: String,
    /// Variant of the test, as in `spare-25`.
    pub variant: String,
    /// Title of the test.
    pub title: String,
    /// Name and value of what a report has to say of the drive and its preparation.
    pub header: Vec<(String, String)>,
    /// In order.
    pub phases: Vec<RoundsOfPhase>,
}

/// A phase of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RoundsOfPhase {
    /// Title; empty: the test's only phase.
    pub title: String,
    /// How its rounds ended.
    pub sentence: String,
    /// Why cells are missing; empty: none are.
    pub left_out: String,
    /// Labels of its cells, as in `random 4 KiB 0/100`.
    pub labels: Vec<String>,
    /// What was measured.
    pub found: RoundsPhase,
}

impl RoundsTest {
    /// All of some drives, in the order of tests and drives.
    pub(crate) fn all(figures: &Figures, groups: &[DriveRuns<'_>]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for found in &figures.rounds {
            let is_it = |test: &&mut Self| {
                (test.drive, &test.test, &test.variant)
                    == (found.drive, &found.test, &found.variant)
            };
            let title = figures.pages.phase(&found.test, &found.phase);
            let phase = RoundsOfPhase {
                title: title.unwrap_or_default().into(),
                sentence: words::sentence(found),
                left_out: words::left_out(&found.left_out).unwrap_or_default(),
                labels: found.cells.iter().map(words::cell).collect(),
                found: found.clone(),
            };
            match all.iter_mut().find(is_it) {
                Some(test) => test.phases.push(phase),
                None => all.push(Self {
                    drive: found.drive,
                    test: found.test.clone(),
                    variant: found.variant.clone(),
                    title: figures.pages.name(&found.test).title,
                    header: Vec::new(),
                    phases: vec![phase],
                }),
            }
        }
        // Drives of one test stand together.
        let mut tests: Vec<String> = all.iter().map(|one| one.test.clone()).collect();
        let mut known = Vec::new();
        tests.retain(|test| {
            let is_new = !known.contains(test);
            known.push(test.clone());
            is_new
        });
        all.sort_by_key(|one| tests.iter().position(|test| *test == one.test));
        for test in &mut all {
            let run = groups.get(test.drive).and_then(DriveRuns::first);
            test.header = run.map_or(Vec::new(), |run| test.report_header(&run.header));
        }
        all
    }

    fn report_header(&self, of: &RunHeader) -> Vec<(String, String)> {
        let drive = &of.identity;
        let known = |text: &str| (!text.is_empty()).then(|| text.to_string());
        let capacity = drive.capacity.bytes().0 as f64 / 1e9;
        let is_simulated = drive.is_simulated();
        let first = self.phases.first().map_or("", |phase| &phase.found.state);
        let mut outstanding: Vec<(u32, u32)> = Vec::new();
        for cell in self.phases.iter().flat_map(|phase| &phase.found.cells) {
            let own = (cell.threads, cell.queue_depth);
            if !outstanding.contains(&own) {
                outstanding.push(own);
            }
        }
        let link = of.port().or(of.conditions.link.as_deref());
        let link = link.or_else(|| of.own_link()).unwrap_or_default();
        let purge = match is_simulated {
            true => header::PURGE_SIMULATED,
            false => header::PURGE_REAL,
        };
        let capacity = header::capacity(capacity, drive.capacity.0);
        let outstanding = header::outstanding(&outstanding);
        let version = format!("fourcorners {}", of.version);
        let rows = [
            (header::DRIVE, known(&drive.model)),
            (header::FIRMWARE, known(&drive.firmware)),
            (header::CAPACITY, Some(capacity)),
            (header::INTERFACE, known(link)),
            (header::PURGE, known(purge)),
            (
                header::PRECONDITIONING,
                Some(header::preconditioning(first)),
            ),
            (header::RANGE, Some(header::range(100.0))),
            // A simulated drive's cache is among the parameters of its file.
            (
                header::CACHE,
                known(header::CACHE_AS_FOUND).filter(|_| !is_simulated),
            ),
            (header::DATA, known(header::RANDOM_DATA)),
            (header::OUTSTANDING, Some(outstanding)),
            (header::TESTED_BY, Some(version)),
        ];
        let rows = rows
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_string(), value?)));
        rows.collect()
    }
}
