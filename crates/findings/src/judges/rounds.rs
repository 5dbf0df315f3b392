//! What SNIA's tests show: which became steady, what idle time gives back, and what random writes
//! leave of sequential ones.

use super::{Finding, Says};
use crate::figures::Figures;
use crate::rounds::{RoundsPhase, Slice};
use fourcorners_bench::TrackedValue;
use fourcorners_bench::steady_state::ROUND_S;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounds {
    /// Cells were cut to so many seconds.
    Short { seconds: u64 },
    /// So many phases with a tracked cell were steady, and those that were not.
    Steady { steady: usize, not: Vec<NotSteady> },
    /// The wait that helps most, and the mean IOPS with it and without.
    IdleRecovery { idle_s: u64, iops: f64, steady: f64 },
    /// Sequential writes in MB/s: at the end before another workload, at once after it, and at the
    /// end.
    CrossStimulus { before: f64, first: f64, end: f64 },
}

/// A phase that did not become steady.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotSteady {
    /// Title of its test.
    pub test: String,
    /// Title of the phase, where it has one.
    pub phase: String,
    pub rounds: u32,
}

/// Where all of them stand on the page.
const EVIDENCE: &str = "snia";

/// At most one per drive of each kind.
pub(super) fn findings(drive: usize, figures: &Figures) -> Vec<Finding> {
    let own = figures.rounds.iter();
    let own = own.filter(|phase| phase.drive == drive && phase.variant.is_empty());
    let own: Vec<&RoundsPhase> = own.collect();
    if own.is_empty() {
        return Vec::new();
    }
    let finding = |says| Finding::new(drive, EVIDENCE, Says::Rounds(says));
    let cut_to_s = figures.drives.get(drive).and_then(|drive| drive.cut_to_s);
    if let Some(seconds) = cut_to_s.filter(|seconds| *seconds < ROUND_S) {
        return vec![finding(Rounds::Short { seconds }).not_judged()];
    }
    let all = [
        steady(&own, figures),
        idle_recovery(&own),
        cross_stimulus(&own),
    ];
    all.into_iter().flatten().map(finding).collect()
}

fn steady(own: &[&RoundsPhase], figures: &Figures) -> Option<Rounds> {
    let tracked = own
        .iter()
        .filter_map(|phase| Some((phase, phase.tracked.as_ref()?)));
    let (reached, not): (Vec<_>, Vec<_>) =
        tracked.partition(|(_, tracked)| tracked.reached_at_round.is_some());
    let named = |phase: &RoundsPhase| NotSteady {
        test: figures.pages.name(&phase.test).title,
        phase: figures
            .pages
            .phase(&phase.test, &phase.phase)
            .unwrap_or_default()
            .into(),
        rounds: phase.rounds,
    };
    let not: Vec<NotSteady> = not.into_iter().map(|(phase, _)| named(phase)).collect();
    (reached.len() + not.len() > 0).then_some(Rounds::Steady {
        steady: reached.len(),
        not,
    })
}

fn mean(slices: &[Slice], of: fn(&Slice) -> f64) -> f64 {
    slices.iter().map(of).sum::<f64>() / slices.len().max(1) as f64
}

fn idle_recovery(own: &[&RoundsPhase]) -> Option<Rounds> {
    let waits = own.iter().filter(|phase| phase.idle_s.is_some());
    let iops = |phase: &RoundsPhase| mean(&phase.slices, |slice| slice.iops);
    let best = waits.max_by(|a, b| iops(a).total_cmp(&iops(b)))?;
    let of_its_test = own.iter().filter(|phase| phase.test == best.test);
    let mut tracked = of_its_test.filter_map(|phase| phase.tracked.as_ref());
    let window = tracked
        .find(|tracked| tracked.value == TrackedValue::Iops)?
        .window
        .as_ref()?;
    Some(Rounds::IdleRecovery {
        idle_s: best.idle_s?,
        iops: iops(best),
        steady: window.mean,
    })
}

/// A workload before and after another one, in the first test that has such phases.
fn cross_stimulus(own: &[&RoundsPhase]) -> Option<Rounds> {
    let work = |phase: &RoundsPhase| {
        let cell = phase.cells.first()?;
        Some((cell.pattern.clone(), cell.block_bytes, cell.read_percent))
    };
    let is_plain = |phase: &RoundsPhase| !phase.slices.is_empty() && phase.idle_s.is_none();
    let triple = own.windows(3).find(|three| {
        let is_one_test = three.iter().all(|phase| phase.test == three[0].test);
        let returns = work(three[0]) == work(three[2]) && work(three[0]) != work(three[1]);
        is_one_test && returns && three.iter().all(|phase| is_plain(phase))
    })?;
    let end = |slices: &[Slice]| {
        let last = slices.len() - (slices.len() / 10).max(1).min(slices.len());
        mean(&slices[last..], |slice| slice.mb_per_s)
    };
    Some(Rounds::CrossStimulus {
        before: end(&triple[0].slices),
        first: triple[2].slices.first()?.mb_per_s,
        end: end(&triple[2].slices),
    })
}
