//! Drives side by side, one figure at a time, and whether their runs tell them apart.

pub mod beside;
pub mod notes;

use crate::spread::Spread;
use schemars::JsonSchema;
use serde::Serialize;

/// What the runs of a drive say of one figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ComparedValue {
    /// Median of the runs (the lower of two middles).
    pub value: f64,
    /// The lowest of up to five runs; of more, the lower end of the interval in which the median
    /// lies with 95 %.
    pub low: f64,
    /// The highest of up to five runs; of more, the upper end of that interval.
    pub high: f64,
    /// Runs that measured it.
    pub runs: usize,
    /// Length of the phase in seconds, where it was asked to last so long.
    pub timed_s: Option<u64>,
    /// Bytes over which it went, where that is a part of the drive, or its capacity is not known.
    pub span_bytes: Option<u64>,
    /// Change from the first drive, in per cent; null for the first itself, and where it has no
    /// figure or none but 0.
    pub change_percent: Option<f64>,
    /// How it stands to the best of all drives.
    pub verdict: Verdict,
}

/// How a drive's figure stands to the best of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Better than all others, and no other drive's interval reaches into its own.
    Best,
    /// Its interval meets that of the best: nothing tells the two apart.
    NotDistinguishable,
    /// Its interval lies apart from that of the best.
    Behind,
    /// No other drive has this figure.
    Alone,
    /// The phase was asked to last otherwise than that of the first drive that has the figure, or
    /// went over another part of the drive: nothing is said.
    Otherwise,
}

/// What the runs of a drive measured of one figure.
#[derive(Clone, Debug, Default)]
pub struct OfRuns {
    /// One a run; none: not measured.
    pub values: Vec<f64>,
    /// Of the first run, as in [`ComparedValue`].
    pub timed_s: Option<u64>,
    pub span_bytes: Option<u64>,
}

/// One figure of every drive, in their order; `None`: not measured.
pub fn compared(of_drives: Vec<OfRuns>, more_is_better: bool) -> Vec<Option<ComparedValue>> {
    let value = |of: OfRuns| {
        let runs = of.values.len();
        let Spread { value, low, high } = Spread::of(of.values)?;
        Some(ComparedValue {
            value,
            low,
            high,
            runs,
            timed_s: of.timed_s,
            span_bytes: of.span_bytes,
            change_percent: None,
            verdict: Verdict::Alone,
        })
    };
    let mut values: Vec<Option<ComparedValue>> = of_drives.into_iter().map(value).collect();
    // What lasted as long as the first, over as much, is judged.
    let Some(first) = values.iter().flatten().next().copied() else {
        return values;
    };
    let is_alike =
        |one: &ComparedValue| one.timed_s == first.timed_s && one.span_bytes == first.span_bytes;
    let all = values.iter().flatten().copied();
    let present: Vec<ComparedValue> = all.filter(is_alike).collect();
    let better = |a: &ComparedValue, b: &ComparedValue| match more_is_better {
        true => a.value > b.value,
        false => a.value < b.value,
    };
    let best = present
        .iter()
        .fold(first, |best, one| match better(one, &best) {
            true => *one,
            false => best,
        });
    let level = present
        .iter()
        .filter(|one| one.spread().meets(&best.spread()));
    let level = level.count();
    let base = values.first().copied().flatten();
    for (drive, one) in values.iter_mut().enumerate() {
        let Some(one) = one else { continue };
        if !is_alike(one) {
            one.verdict = Verdict::Otherwise;
            continue;
        }
        one.verdict = match one.spread().meets(&best.spread()) {
            _ if present.len() == 1 => Verdict::Alone,
            true if level > 1 => Verdict::NotDistinguishable,
            true => Verdict::Best,
            false => Verdict::Behind,
        };
        let base = base.filter(|base| drive > 0 && base.value != 0.0);
        one.change_percent = base.map(|base| (one.value / base.value - 1.0) * 100.0);
    }
    values
}

impl ComparedValue {
    fn spread(&self) -> Spread {
        Spread::new(self.value, self.low, self.high)
    }
}
