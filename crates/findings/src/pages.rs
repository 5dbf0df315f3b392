//! How tests are shown: as their files say, which every run keeps.

use crate::select::DriveRuns;
use fourcorners_bench::record::{Entry, Measured, RunHeader};
use fourcorners_bench::{Better, ChartKind, PageDef, Role, Unit, shipped};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Tests by id, with how each is shown: those that runs bring along, and else those that are part
/// of the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Pages(BTreeMap<String, PageDef>);

/// A phase of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    pub test: &'a str,
    pub phase: &'a str,
}

impl Place<'_> {
    /// Whether a result is of it.
    pub fn is_of(&self, entry: &Entry) -> bool {
        entry.test == self.test && entry.phase == self.phase
    }
}

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
            let page = || with_what_is_missing(test, page.clone());
            pages.entry(test.clone()).or_insert_with(page);
        }
        Self(pages)
    }

    pub fn get(&self, test: &str) -> Option<&PageDef> {
        self.0.get(test).or_else(|| shipped_page(test))
    }

    /// Whether anything may be judged of these runs: a test of theirs is not for its figures alone.
    pub fn are_judged(&self, groups: &[DriveRuns<'_>]) -> bool {
        let runs = || groups.iter().flat_map(|group| &group.runs);
        let measured = runs().flat_map(|run| run.entries.iter().map(|entry| &entry.test));
        let planned = runs().flat_map(|run| run.header.pages.keys());
        let mut tests = measured.chain(planned).peekable();
        let is_judged = |test: &String| self.get(test).is_none_or(|page| page.chart.is_judged());
        tests.peek().is_none() || tests.any(is_judged)
    }

    /// A test with its title; without one, by its id.
    pub fn name(&self, test: &str) -> TestName {
        let named = self.get(test).map(|page| Bars { test, page }.name());
        named.unwrap_or_else(|| TestName {
            id: test.into(),
            title: test.into(),
        })
    }

    /// Title of a test's phase, where its file has one.
    pub fn phase(&self, test: &str, phase: &str) -> Option<&str> {
        let mut phases = self.get(test)?.phases.iter();
        let (_, title) = phases.find(|(name, _)| name == phase)?;
        Some(title)
    }

    /// Tests that are drawn so, in their order.
    pub fn drawn_as(&self, chart: ChartKind) -> Vec<(&str, &PageDef)> {
        let ids: BTreeSet<&str> = self.tests().collect();
        let all = ids.into_iter().filter_map(|id| Some((id, self.get(id)?)));
        let mut all: Vec<(&str, &PageDef)> = all.filter(|(_, page)| page.chart == chart).collect();
        all.sort_by_key(|(_, page)| page.place);
        all
    }

    /// The phase that has a role: of the tests that runs bring along, else of the program's.
    pub fn with(&self, role: Role) -> Option<Place<'_>> {
        self.all_with(role).first().copied()
    }

    /// The phases that have a role, in the first test that has any.
    pub fn all_with(&self, role: Role) -> Vec<Place<'_>> {
        let places = |test| {
            let roles = self.get(test).into_iter().flat_map(|page| &page.roles);
            let phases = roles.filter(|(_, own)| **own == role);
            let places = phases.map(|(phase, _)| Place { test, phase });
            places.collect::<Vec<Place<'_>>>()
        };
        let mut all = self.tests().map(places);
        all.find(|places| !places.is_empty()).unwrap_or_default()
    }

    /// What a phase is to findings, if it is anything.
    pub fn role(&self, test: &str, phase: &str) -> Option<Role> {
        self.get(test)?.roles.get(phase).copied()
    }

    /// Of runs first; what is among both comes twice.
    fn tests(&self) -> impl Iterator<Item = &str> {
        let library = shipped().ok().into_iter();
        let shipped = library.flat_map(|library| library.tests.keys());
        self.0.keys().chain(shipped).map(String::as_str)
    }
}

/// What the program's own definition of a test says of what an earlier version, which wrote the
/// page of a run, did not know.
fn with_what_is_missing(test: &str, mut page: PageDef) -> PageDef {
    let Some(shipped) = shipped_page(test) else {
        return page;
    };
    if page.roles.is_empty() {
        page.roles.clone_from(&shipped.roles);
    }
    if page.findings.is_empty() {
        page.findings.clone_from(&shipped.findings);
    }
    page
}

fn shipped_page(test: &str) -> Option<&'static PageDef> {
    shipped().ok()?.tests.get(test)?.page.as_ref()
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
            Unit::MbPerSPerWatt => |measured| {
                measured
                    .power_mean_w
                    .map_or(f64::NAN, |watts| measured.throughput_mb_per_s / watts)
            },
        }
    }
}
