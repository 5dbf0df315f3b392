//! Fills of drives as page and tables show them.

use crate::wording::fills as words;
use fourcorners_findings::fills as found;
use fourcorners_findings::pages::Pages;
use fourcorners_findings::write_cache::WriteCache;
use schemars::JsonSchema;
use serde::Serialize;

/// Fills that belong in one chart, drive by drive.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FillChart {
    /// Unique on the page; evidence links to it.
    pub id: String,
    pub title: String,
    pub fills: Vec<Fill>,
}

/// A sequential fill: speed by how much was written.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Fill {
    /// Index of the drive.
    pub drive: usize,
    pub test: String,
    pub variant: String,
    pub phase: String,
    /// What distinguishes it from the chart's other fills.
    pub label: String,
    /// Written in all, in GB.
    pub written_gb: f64,
    /// Of the whole fill.
    pub mean_mb_per_s: f64,
    /// What was written at the speed of the write cache; null: too short to tell.
    pub cache: Option<WriteCache>,
    /// Where the cache ends, for people.
    pub verdict: String,
    /// GB written so far, of each point.
    pub gb: Vec<f64>,
    /// MB/s of each point.
    pub mb_per_s: Vec<f64>,
    /// Highest temperature of each point in °C; empty: not known.
    pub temperature_c: Vec<f64>,
}

impl FillChart {
    /// All of them, in the order of the page; those without a fill are left out.
    pub(crate) fn all(fills: &[found::Fill], pages: &Pages) -> Vec<Self> {
        let of = |chart: &str| {
            let own = fills.iter().filter(|fill| fill.chart == chart);
            Self {
                id: format!("fill-{chart}"),
                title: pages.name(chart).title,
                fills: own.map(Fill::of).collect(),
            }
        };
        let mut all: Vec<Self> = found::charts(pages).into_iter().map(of).collect();
        all.retain(|chart| !chart.fills.is_empty());
        all
    }
}

impl Fill {
    fn of(fill: &found::Fill) -> Self {
        Self {
            drive: fill.drive,
            test: fill.test.clone(),
            variant: fill.variant.clone(),
            phase: fill.phase.clone(),
            label: words::label(fill),
            written_gb: fill.bytes as f64 / 1e9,
            mean_mb_per_s: fill.mean_mb_per_s,
            cache: fill.cache,
            verdict: words::verdict(fill),
            gb: fill.gb.clone(),
            mb_per_s: fill.mb_per_s.clone(),
            temperature_c: fill.temperature_c.clone(),
        }
    }
}
