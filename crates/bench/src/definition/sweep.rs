//! What `chart = "sweep"` and `chart = "fill"` ask of a test.

use super::{ChartKind, Direction, PageDef, Pattern, PhaseDef, Until, WorkDef};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What differs between the points of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SweepBy {
    /// I/Os in flight.
    QueueDepth,
    /// Percent of reads, 0 to 100.
    ReadPercent,
    /// Percent of TRIM commands, 0 to 100.
    TrimPercent,
    /// LBA range.
    Span,
    /// I/Os due per second.
    Rate,
    /// Microseconds from one I/O that is due to the next: the rate, as idle time.
    Interval,
}

/// What the points of a sweep show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SweepFigure {
    /// I/Os per second.
    #[serde(rename = "IOPS")]
    Iops,
    /// 10^6 bytes per second.
    #[serde(rename = "MB/s")]
    MbPerS,
    /// Mean latency.
    #[serde(rename = "mean")]
    Mean,
    /// 99th percentile of latency.
    #[serde(rename = "p99")]
    P99,
    /// 99.9th percentile of latency.
    #[serde(rename = "p99.9")]
    P999,
    /// 99.9th percentile of the latency of reads.
    #[serde(rename = "read-p99.9")]
    ReadP999,
    /// 99.99th percentile of the latency of reads.
    #[serde(rename = "read-p99.99")]
    ReadP9999,
}

/// What is wrong with the keys of a sweep or a fill: a sentence.
pub(super) fn contradiction(page: &PageDef, phases: &[PhaseDef]) -> Option<String> {
    let is_sweep = page.chart == ChartKind::Sweep;
    if !is_sweep && (page.by.is_some() || !page.shows.is_empty()) {
        return Some("[page] by and shows are valid only with chart = \"sweep\"".into());
    }
    if page.chart != ChartKind::Fill && page.joins.is_some() {
        return Some("[page] joins is valid only with chart = \"fill\"".into());
    }
    match page.chart {
        ChartKind::Sweep if page.by.is_none() || page.shows.is_empty() => {
            Some("[page] chart = \"sweep\" needs by and shows".into())
        }
        ChartKind::Fill => {
            let mut named = page.phases.iter().map(|(name, _)| name);
            let misfit = named.find(|name| !phases.iter().any(|phase| fills(phase, name)))?;
            Some(format!(
                "[page] phases: '{misfit}' cannot be in a fill chart; allowed: phases that make a \
                 state, or write sequentially"
            ))
        }
        _ => None,
    }
}

/// Whether a phase has this name, and a speed by what was written.
fn fills(phase: &PhaseDef, name: &str) -> bool {
    let writes = |work: &WorkDef| {
        let is_finite = matches!(work.until, Until::Pass | Until::Duration);
        work.op == Direction::Write && work.pattern == Pattern::Sequential && is_finite
    };
    phase.name == name && (phase.makes.is_some() || phase.work.as_ref().is_some_and(writes))
}
