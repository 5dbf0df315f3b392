//! Random writes second by second: how even they are at the end of the run, and what spare area makes of them.

use super::{Judgement, Rule};
use crate::consistency::{COMPARED_FROM_S, CONSISTENCY, Consistency};
use crate::data::PageData;
use crate::spread::{Difference, Spread};
use crate::words::count;
use fourcorners_bench::Variant;

/// The share of a mean below which a second is a stall.
pub(crate) const STALL: f64 = 0.4;

const STALLS: &str = "with stalls";

/// Seconds of random writes below which nothing is said of their steadiness.
const STEADY_S: usize = 60;

const EVENNESS: Rule = Rule {
    name: "evenness",
    says: "worst second against the mean of the run's end: from 80 % on steady, from 40 % on uneven, else with stalls",
};
const ENOUGH: Rule = Rule {
    name: "enough seconds",
    says: "the end of a run is judged if it lasts a minute at least. It begins at the same second for all drives of the page: 1400, as in the reviews, or, if no run lasts so long, after seven tenths of the longest, and then a run has to be in SNIA's steady state. A run that was over before that second is not judged",
};
const SPARE: Rule = Rule {
    name: "spare area",
    says: "mean of the run's end with each spare area against the default; a difference below 10 % is called none, one that repeated runs do not tell apart noise. Slower with more spare area is not judged: such a run has not come to its end. Stalls as of evenness",
};

/// The mean of the end of a drive's run in the test's own way, and its worst second; an error is why there is none
/// worth a judgement.
pub(crate) fn end_of_run(data: &PageData, drive: usize) -> Option<Result<(Spread, u64), String>> {
    Some(end_of(plain_run(data, drive)?, data))
}

/// The worst second of that run, from its first on.
pub(crate) fn worst_of_all(data: &PageData, drive: usize) -> Option<u64> {
    let run = plain_run(data, drive)?;
    run.iops.iter().flatten().copied().min()
}

/// A drive's run in the test's own way.
fn plain_run(data: &PageData, drive: usize) -> Option<&Consistency> {
    let mut runs = data.consistency.iter();
    runs.find(|run| run.drive == drive && run.variant.is_empty())
}

fn end_of(run: &Consistency, data: &PageData) -> Result<(Spread, u64), String> {
    let from = data.late_from_s;
    let late_s = run.iops.iter().skip(from as usize).flatten().count();
    let (Some(late), Some(min)) = (run.late(), run.min_late) else {
        let known = run.iops.len();
        return Err(match known {
            0 if run.measured_s > 0 => "its seconds are lost".into(),
            _ if run.measured_s > known => format!("its seconds from {known} on are lost"),
            _ => format!(
                "its {known} s end before second {from}, from which the drives here are compared"
            ),
        });
    };
    if late_s < STEADY_S {
        return Err(format!("the {late_s} s from second {from} on are too few"));
    }
    let is_steady = data.steady.iter().any(|steady| {
        let is_it = steady.drive == run.drive && steady.variant == run.variant;
        is_it && steady.test == CONSISTENCY && steady.is_reached()
    });
    if from < COMPARED_FROM_S && !is_steady {
        return Err(format!(
            "its {} s did not reach a steady state",
            run.iops.len()
        ));
    }
    Ok((late, min))
}

/// Of one drive.
pub(super) fn findings(drive: usize, data: &PageData) -> Vec<Judgement> {
    let evidence = data.evidence_of_seconds(drive, "");
    let (mean, min) = match end_of_run(data, drive) {
        None => return Vec::new(),
        Some(Err(why)) => {
            let text = format!("not judged under random writes: {why}");
            return vec![Judgement::not_judged(drive, text, evidence, ENOUGH)];
        }
        Some(Ok(end)) => end,
    };
    let steadiness = evenness(mean.value, min);
    let text = format!(
        "{steadiness} under random writes: {} IOPS on average from second {} on, {} in the worst second",
        count(mean.value),
        data.late_from_s,
        count(min as f64)
    );
    let words = format!(
        "{} IOPS of random writes from second {} on, {}",
        count(mean.value),
        data.late_from_s,
        how_even(mean.value, min)
    );
    let mut found = vec![Judgement::new(drive, text, evidence, EVENNESS).in_headline(words)];
    let own = data.consistency.iter().filter(|run| run.drive == drive);
    found.extend(own.filter_map(|run| of_spare_area(run, (mean, min), data)));
    found
}

/// What a run with more spare area, and otherwise in the test's own way, makes of the mean and the worst second without.
fn of_spare_area(
    run: &Consistency,
    (mean, min): (Spread, u64),
    data: &PageData,
) -> Option<Judgement> {
    let percent = spare_alone(&run.variant)?;
    let (more, min_of_more) = end_of(run, data).ok()?;
    let evidence = data.evidence_of_seconds(run.drive, &run.variant);
    let figures = || format!("({} and {} IOPS)", count(mean.value), count(more.value));
    let text = match more.beside(&mean) {
        Difference::None => format!("{percent} % spare area makes no difference {}", figures()),
        Difference::Noise => format!(
            "{percent} % spare area makes no difference that repeated runs tell apart ({} and {})",
            mean.interval("IOPS"),
            more.interval("IOPS")
        ),
        Difference::Lower => {
            let text = format!(
                "{percent} % spare area: not judged, with it the end is slower {}",
                figures()
            );
            return Some(Judgement::not_judged(run.drive, text, evidence, SPARE));
        }
        Difference::Higher => format!(
            "{percent} % spare area makes the mean {:.1} times as much {}",
            more.value / mean.value.max(1.0),
            figures()
        ),
    };
    let seconds = format!(
        "({} and {} IOPS in the worst second)",
        count(min as f64),
        count(min_of_more as f64)
    );
    let text = match (
        has_stalls(mean.value, min),
        has_stalls(more.value, min_of_more),
    ) {
        (true, true) => format!("{text}; the stalls stay {seconds}"),
        (true, false) => format!("{text}; the stalls go {seconds}"),
        (false, true) => format!("{text}; there are stalls then {seconds}"),
        (false, false) => text,
    };
    Some(Judgement::new(run.drive, text, evidence, SPARE))
}

/// The spare area of a variant that has nothing else of its own.
fn spare_alone(variant: &str) -> Option<u32> {
    let parsed = Variant::parse(variant)?;
    let alone = Variant {
        spare_percent: parsed.spare_percent,
        ..Variant::default()
    };
    parsed.spare_percent.filter(|_| parsed == alone)
}

/// In a word: how far the worst second falls below the mean.
pub(crate) fn evenness(mean: f64, min: u64) -> &'static str {
    match min as f64 / mean.max(1.0) {
        share if share >= 0.8 => "steady",
        share if share >= STALL => "uneven",
        _ => STALLS,
    }
}

/// The same, with how far the stalls go: `with stalls down to 28`.
pub(crate) fn how_even(mean: f64, min: u64) -> String {
    match evenness(mean, min) {
        STALLS => format!("{STALLS} down to {}", count(min as f64)),
        word => word.into(),
    }
}

/// Whether the worst second is a stall.
pub(crate) fn has_stalls(mean: f64, min: u64) -> bool {
    evenness(mean, min) == STALLS
}
