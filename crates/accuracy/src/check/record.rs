//! What is kept of a test that was run: as much as any printed figure is made of.

use fourcorners_bench::record::{Entry, Measured, Run, Status};
use fourcorners_report::wording::{failure, not_run};
use serde::{Deserialize, Serialize};

/// One phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseRecord {
    /// Its name; empty if the whole test was skipped.
    pub phase: String,
    /// Its figures.
    pub measured: Option<Measured>,
    /// Why there are none.
    pub reason: Option<String>,
    /// I/Os and bytes of every whole second.
    pub seconds: Vec<(u64, u64)>,
    /// Bytes of every zone by position, and the ns that they took.
    pub zones: Vec<(u64, u64)>,
    /// The 99.999th percentile of its latencies, in us, to three digits.
    #[serde(default)]
    pub latency_p99999_us: Option<f64>,
}

/// One test under its conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestRecord {
    /// Its phases.
    pub phases: Vec<PhaseRecord>,
}

impl TestRecord {
    /// Takes one test out of a run's folder.
    pub fn of(run: &Run, test: &str, variant: &str) -> Self {
        let entries = run.entries.iter();
        let entries = entries.filter(|entry| entry.test == test && entry.variant == variant);
        Self {
            phases: entries.map(|entry| phase(run, entry)).collect(),
        }
    }

    /// A phase; of a test that was skipped, why.
    pub fn phase(&self, name: &str) -> Result<&PhaseRecord, String> {
        let mut phases = self.phases.iter();
        let found = phases.find(|phase| phase.phase == name || phase.phase.is_empty());
        let phase = found.ok_or("it was not run")?;
        match &phase.reason {
            Some(reason) => Err(reason.clone()),
            None => Ok(phase),
        }
    }
}

fn phase(run: &Run, entry: &Entry) -> PhaseRecord {
    let is_its = |test: &str, variant: &str, phase: &str| {
        test == entry.test && variant == entry.variant && phase == entry.phase
    };
    let whole = entry
        .measured
        .as_ref()
        .map_or(0, |measured| measured.duration_s as usize);
    let seconds = run.samples.iter();
    let seconds = seconds.filter(|s| is_its(&s.test, &s.variant, &s.phase));
    let zones = run.positions.iter();
    let zones = zones.filter(|z| is_its(&z.test, &z.variant, &z.phase));
    let mut histograms = run.histograms.iter();
    let histogram = histograms.find(|h| is_its(&h.test, &h.variant, &h.phase));
    PhaseRecord {
        phase: entry.phase.clone(),
        measured: entry.measured.clone(),
        reason: match &entry.status {
            Status::Finished => None,
            Status::Skipped { because } => Some(not_run::sentence(because)),
            Status::Failed { failure } => Some(failure::sentence(failure)),
            Status::Interrupted => Some("the run was stopped".into()),
        },
        seconds: seconds.take(whole).map(|s| (s.ios, s.bytes)).collect(),
        zones: zones.map(|z| (z.bytes, z.duration_ns)).collect(),
        latency_p99999_us: histogram.and_then(|line| p99999_us(&line.counts().ok()?)),
    }
}

/// Of latencies in ns and how many I/Os took each, the shortest first. `None`: there are fewer I/Os
/// than it takes for one of them to be slower.
fn p99999_us(counts: &[(u64, u64)]) -> Option<f64> {
    const OF: u64 = 100_000;
    let all: u64 = counts.iter().map(|(_, count)| count).sum();
    let slower = all / OF;
    let mut left = all;
    let (ns, _) = counts.iter().find(|(_, count)| {
        left -= count;
        left <= slower
    })?;
    (slower > 0).then_some(*ns as f64 / 1e3)
}

#[cfg(test)]
mod tests {
    use super::p99999_us;

    #[test]
    fn one_io_in_100_000_is_slower_than_the_99_999th_percentile() {
        let counts = [(9_000, 150_000), (37_000, 49_997), (60_000, 1), (81_000, 2)];
        assert_eq!(p99999_us(&counts), Some(60.0));
        let counts = [(9_000, 199_999), (81_000, 1)];
        assert_eq!(p99999_us(&counts), Some(9.0));
    }

    #[test]
    fn percentile_needs_100_000_ios() {
        assert_eq!(p99999_us(&[(9_000, 99_999)]), None);
        assert_eq!(p99999_us(&[]), None);
        assert_eq!(p99999_us(&[(9_000, 100_000)]), Some(9.0));
    }
}
