//! How tests are shown: as their files say, which every run keeps.

use crate::select::DriveRuns;
use fourcorners_bench::record::{Measured, RunHeader};
use fourcorners_bench::{Better, ChartKind, PageDef, Unit, shipped};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Tests by id, with how each is shown: those that runs bring along, and else those that are part
/// of the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Pages(BTreeMap<String, PageDef>);

/// A test, and its title as its file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestName {
    pub id: String,
    pub title: String,
}

impl Pages {
    /// Of all these runs, where two say it otherwise the first; and of the tests that are part of
    /// the program.
    pub fn of(groups: &[DriveRuns<'_>]) -> Self {
        let runs = groups.iter().flat_map(|group| &group.runs);
        Self::of_headers(runs.map(|run| &run.header))
    }

    /// The same of runs of which no more is known.
    pub fn of_headers<'a>(headers: impl Iterator<Item = &'a RunHeader>) -> Self {
        let mut pages = BTreeMap::new();
        for (test, page) in headers.flat_map(|header| &header.pages) {
            pages.entry(test.clone()).or_insert_with(|| page.clone());
        }
        Self(pages)
    }

    pub fn get(&self, test: &str) -> Option<&PageDef> {
        let shipped = || shipped().ok()?.tests.get(test)?.page.as_ref();
        self.0.get(test).or_else(shipped)
    }

    /// A test with its title; without one, by its id.
    pub fn name(&self, test: &str) -> TestName {
        let title = self.get(test).map_or(test, |page| &page.title);
        TestName {
            id: test.into(),
            title: title.into(),
        }
    }

    /// Title of a test's phase, where its file has one.
    pub fn phase(&self, test: &str, phase: &str) -> Option<&str> {
        let mut phases = self.get(test)?.phases.iter();
        let (_, title) = phases.find(|(name, _)| name == phase)?;
        Some(title)
    }

    /// Tests that are drawn so, in their order.
    pub fn drawn_as(&self, chart: ChartKind) -> Vec<(&str, &PageDef)> {
        let shipped = shipped().ok().into_iter();
        let shipped = shipped.flat_map(|library| library.tests.keys());
        let ids: BTreeSet<&str> = self.0.keys().chain(shipped).map(String::as_str).collect();
        let all = ids.into_iter().filter_map(|id| Some((id, self.get(id)?)));
        let mut all: Vec<(&str, &PageDef)> = all.filter(|(_, page)| page.chart == chart).collect();
        all.sort_by_key(|(_, page)| page.place);
        all
    }
}

/// What the bars of a test show.
#[derive(Clone, Copy)]
pub struct Bars<'a> {
    pub test: &'a str,
    pub page: &'a PageDef,
}

impl Bars<'_> {
    pub fn unit(&self) -> Unit {
        self.page.unit.unwrap_or(Unit::MbPerS)
    }

    pub fn name(&self) -> TestName {
        TestName {
            id: self.test.into(),
            title: self.page.title.clone(),
        }
    }

    pub fn best_first(&self, a: f64, b: f64) -> Ordering {
        match self.page.better {
            Some(Better::Lower) => a.total_cmp(&b),
            Some(Better::Higher) | None => b.total_cmp(&a),
        }
    }

    /// The figure, by its unit.
    pub fn figure(&self) -> fn(&Measured) -> f64 {
        match self.unit() {
            Unit::MbPerS | Unit::Points => |measured| measured.throughput_mb_per_s,
            Unit::Iops => |measured| measured.iops_mean,
            Unit::Microseconds => |measured| measured.latency_mean_us,
            Unit::Seconds => |measured| measured.duration_s,
            Unit::Watts => |measured| measured.power_mean_w.unwrap_or(f64::NAN),
        }
    }
}
