//! `[page]` of a test's file: how what it measures is shown.

use super::{PhaseDef, Role, SweepBy, SweepFigure, quartet, sweep};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a test is shown on page, terminal and in files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PageDef {
    /// Title of its chart.
    pub title: String,
    /// Kind of chart: see below.
    pub chart: ChartKind,
    /// Unit of bars: `MB/s` (default), `IOPS`, `µs` (mean latency), `s`, `points` or `W`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// `higher` (default) or `lower`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<Better>,
    /// What differs between the points of a sweep: `queue-depth`, `read-percent`, `trim-percent`,
    /// `span`, `rate` or `interval`; with `chart = "sweep"` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SweepBy>,
    /// What a sweep shows, a chart each: `IOPS`, `MB/s`, or latencies: `mean`, `p99`, `p99.9`,
    /// `read-p99.9`, `read-p99.99`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<SweepFigure>,
    /// Test in whose fill chart it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joins: Option<String>,
    /// Position among charts of its kind, lowest first.
    #[serde(default)]
    pub place: u32,
    /// Conditions whose bars are compared and judged: `data`, `alignment`, `used`, `length` (with
    /// `MB/s` or `IOPS` and `higher`), `ports`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Feeds>,
    /// Names and titles of its phases, as in `[["mail", "encryption and mail"]]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<(String, String)>,
    /// Roles of its phases in charts, findings and recommendations, as in `{ measure =
    /// "consistency" }`: see below.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub roles: BTreeMap<String, Role>,
}

impl PageDef {
    /// Whether a finding may be made of it.
    pub fn feeds(&self, finding: Feeds) -> bool {
        self.findings.contains(&finding) && self.allows(finding)
    }

    /// Judges call the lower of two figures the worse. Behind ports nothing is judged.
    fn allows(&self, finding: Feeds) -> bool {
        let is_speed = matches!(self.unit, None | Some(Unit::MbPerS | Unit::Iops));
        match (self.chart, finding) {
            (ChartKind::Bars, Feeds::Ports) => true,
            (ChartKind::Bars, _) => is_speed && self.better != Some(Better::Lower),
            (ChartKind::Points, Feeds::Used) => true,
            _ => false,
        }
    }

    /// What is wrong with it in a test of these phases: a sentence.
    pub(super) fn contradiction(&self, phases: &[PhaseDef]) -> Option<String> {
        let mut findings = self.findings.iter();
        if let Some(finding) = findings.find(|finding| !self.allows(**finding)) {
            return Some(format!(
                "[page] findings: '{finding}' cannot be judged from this chart; allowed: with \
                 chart = \"bars\", any finding if unit is MB/s or IOPS and better is \"higher\", \
                 otherwise only 'ports'; with chart = \"points\", only 'used'\nhint: leave \
                 '{finding}' out to show the chart without a finding"
            ));
        }
        let mut known: Vec<(&PhaseDef, Role)> = Vec::new();
        for (name, role) in &self.roles {
            let Some(phase) = phases.iter().find(|phase| phase.name == *name) else {
                let names: Vec<&str> = phases.iter().map(|phase| phase.name.as_str()).collect();
                return Some(format!(
                    "[page] roles: there is no phase '{name}'; allowed: {}",
                    names.join(", ")
                ));
            };
            if let Some(misfit) = role.misfit(phase, &known) {
                return Some(format!("[page] roles: phase '{name}' {misfit}"));
            }
            known.push((phase, *role));
        }
        match self.chart {
            ChartKind::Quartet => quartet::contradiction(self, phases),
            _ => sweep::contradiction(self, phases),
        }
    }
}

/// What a test is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChartKind {
    /// A bar per drive, and per condition.
    Bars,
    /// Speed by position and by second.
    Passes,
    /// IOPS of every second.
    Seconds,
    /// A bar per phase.
    Phases,
    /// The same, of a nearly empty drive and of a fuller one.
    FillLevel,
    /// Figures of replayed traces.
    Replay,
    /// Response times of scenarios.
    Responses,
    /// Points of Vantage-style suites.
    Points,
    /// Speed by GB written of the phases in `phases`. The first of them sets the speed of the write
    /// cache.
    Fill,
    /// A line per drive over what differs between the phases.
    Sweep,
    /// A table of reads and writes with a row per title of `phases`, without findings or
    /// recommendations; each row has a read and a write of the same `pattern`, `block`,
    /// `queue_depth` and `span`.
    Quartet,
    /// Plots and tables of SNIA's tests, of phases with `rounds`.
    Rounds,
}

impl ChartKind {
    /// Whether findings, headlines or recommendations may be expected of such a test.
    pub fn is_judged(self) -> bool {
        self != Self::Quartet
    }
}

/// Unit of a chart's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Unit {
    /// 10^6 bytes per second.
    #[serde(rename = "MB/s")]
    MbPerS,
    /// I/Os per second.
    #[serde(rename = "IOPS")]
    Iops,
    /// Microseconds.
    #[serde(rename = "µs")]
    Microseconds,
    /// Geometric mean of MB/s, times a constant of ours.
    #[serde(rename = "points")]
    Points,
    /// Seconds.
    #[serde(rename = "s")]
    Seconds,
    /// Watts.
    #[serde(rename = "W")]
    Watts,
    /// 10^6 bytes per second, and per watt.
    #[serde(rename = "MB/s/W")]
    MbPerSPerWatt,
}

/// Which of two figures is the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// As of speeds.
    Higher,
    /// As of latencies.
    Lower,
}

/// In what conditions its bars may be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Feeds {
    /// Kinds of data that are written.
    Data,
    /// Alignment of I/Os.
    Alignment,
    /// States of the drive.
    Used,
    /// Lengths of the test.
    Length,
    /// Ports that the drive is plugged into.
    Ports,
}

impl std::fmt::Display for Feeds {
    /// As in files.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

impl std::fmt::Display for Unit {
    /// As in files.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}
