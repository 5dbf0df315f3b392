//! What other data, alignment, use or rest make of a drive, in sentences.

use super::{Judgement, Rule, of_drive, torture};
use crate::charts::{Bar, CORNERS};
use crate::data::PageData;
use crate::spread::Spread;
use crate::vantage::HDD_POINTS;

/// A difference of less than a tenth is called none.
const SAME: f64 = 0.9;

/// The shortest timed test of the reviews. What was measured for less may not have left the drive's buffers.
pub(crate) const TIMED_S: f64 = 60.0;

/// How long the reviews left a drive idle.
const REST_S: f64 = 3.0 * 3600.0;

const DATA: Rule = Rule {
    name: "data",
    says: "the best against the worst of the kinds of data that were written; a difference below 10 % is called none, one that repeated runs do not tell apart noise. Timed tests count from a minute on",
};
const ALIGNMENT: Rule = Rule {
    name: "alignment",
    says: "random writes aligned to sectors against those aligned to their own size; from 90 % on they are called as fast, and a difference that repeated runs do not tell apart noise. Timed tests count from a minute on",
};
const USE: Rule = Rule {
    name: "use",
    says: "the used drive against the new one in the same test; a loss below 10 % is called none, one that repeated runs do not tell apart noise. Timed tests count from a minute on",
};
const USE_IN_TRACES: Rule = Rule {
    name: "use in recorded work",
    says: "points of the Vantage-style HDD suite on a drive that was filled or used against those on a new one; a loss below 1 % is called none, one that repeated runs do not tell apart noise",
};
const REST: Rule = Rule {
    name: "rest",
    says: "mean of the HD Tach write pass after a rest of three hours against the one at once; a difference below 10 % is called none, one that repeated runs do not tell apart noise. A shorter rest is not judged",
};

/// All of a drive, but the rest.
pub(super) fn findings(drive: usize, data: &PageData) -> Vec<Judgement> {
    let found = [
        of_data(drive, data),
        of_alignment(drive, data),
        of_use(drive, data),
        of_use_in_traces(drive, data),
    ];
    found.into_iter().flatten().collect()
}

impl Bar {
    fn spread(&self) -> Spread {
        Spread::new(self.value, self.low, self.high)
    }
}

/// The drive's bars in the first chart of a section that has any, and the chart's id; writes are what the
/// documents ask about.
fn bars<'a>(data: &'a PageData, section: &str, drive: usize) -> Option<(&'a str, Vec<&'a Bar>)> {
    let charts = data.charts.iter().filter(|chart| chart.section == section);
    let of = charts.map(|chart| {
        let bars = chart.bars.iter().filter(|bar| bar.drive == drive);
        (chart.id.as_str(), bars.collect::<Vec<_>>())
    });
    let all: Vec<(&str, Vec<&Bar>)> = of.filter(|(_, bars)| !bars.is_empty()).collect();
    let writes = |(_, bars): &&(&str, Vec<&Bar>)| bars.iter().any(|bar| bar.test.contains("write"));
    all.iter().find(writes).or(all.first()).cloned()
}

/// `random write, 4 KiB, QD3`: what was done, within a sentence.
fn within(bar: &Bar) -> String {
    let title = CORNERS.iter().find(|(test, _)| *test == bar.test);
    title
        .map_or(String::new(), |(_, title)| title.to_lowercase())
        .replace("kib", "KiB")
        .replace("mib", "MiB")
        .replace("qd", "QD")
}

/// What is said where repeated runs differ as much among themselves.
fn noise(what: &str, a: Spread, b: Spread) -> String {
    format!(
        "{what}: a difference within the noise of repeated runs ({} and {})",
        a.interval("MB/s"),
        b.interval("MB/s")
    )
}

/// Why bars are not judged: one of them was measured for too short.
fn too_short(bars: &[&Bar]) -> Option<String> {
    let shortest = bars.iter().map(|bar| bar.duration_s);
    let shortest = shortest.fold(f64::INFINITY, f64::min);
    (shortest < TIMED_S).then(|| format!("{shortest:.0} s of each are too few"))
}

fn of_data(drive: usize, data: &PageData) -> Option<Judgement> {
    let (chart, bars) = bars(data, "written-data", drive)?;
    let bar = bars.first()?;
    let (worst, best) = (bar.ends.first()?, bar.ends.last()?);
    if let Some(why) = too_short(&bars) {
        let text = format!("not judged by what is written: {why}");
        return Some(Judgement::not_judged(drive, text, chart, DATA));
    }
    let what = within(bar);
    let spread = |end: &crate::charts::End| Spread::new(end.value, end.low, end.high);
    let found = |text: String| Judgement::new(drive, text, chart, DATA);
    Some(
        if worst.value < best.value * SAME && spread(worst).overlaps(&spread(best)) {
            let whose = format!("{} against {}", best.label, worst.label);
            found(noise(&whose, spread(best), spread(worst)))
        } else if worst.value >= best.value * SAME {
            found(format!(
                "does not mind what is written ({:.0} to {:.0} MB/s, {what})",
                worst.value, best.value
            ))
        } else {
            let times = best.value / worst.value;
            found(format!(
                "{} is {times:.1} times as fast as {} ({:.0} and {:.0} MB/s, {what})",
                best.label, worst.label, best.value, worst.value
            ))
            .in_headline(format!(
                "{} {times:.1} times as fast as {}",
                best.label, worst.label
            ))
        },
    )
}

fn of_alignment(drive: usize, data: &PageData) -> Option<Judgement> {
    let (chart, bars) = bars(data, "alignment", drive)?;
    let (aligned, not) = (bars.first()?, bars.get(1)?);
    if let Some(why) = too_short(&bars) {
        let text = format!("not judged by alignment: {why}");
        return Some(Judgement::not_judged(drive, text, chart, ALIGNMENT));
    }
    let share = not.value / aligned.value;
    let text = if share < SAME && not.spread().overlaps(&aligned.spread()) {
        let what = format!("writes {} against aligned ones", not.label);
        noise(&what, not.spread(), aligned.spread())
    } else if share >= SAME {
        format!(
            "is no slower with writes {} than with aligned ones ({:.0} and {:.0} MB/s)",
            not.label, not.value, aligned.value
        )
    } else {
        format!(
            "writes {} reach {:.0} % of the speed of aligned ones ({:.0} and {:.0} MB/s)",
            not.label,
            share * 100.0,
            not.value,
            aligned.value
        )
    };
    Some(Judgement::new(drive, text, chart, ALIGNMENT))
}

fn of_use(drive: usize, data: &PageData) -> Option<Judgement> {
    let (chart, bars) = bars(data, "used", drive)?;
    let (first, used) = (bars.first()?, bars.get(1)?);
    if let Some(why) = too_short(&bars) {
        let text = format!("not judged when {}: {why}", used.label);
        return Some(Judgement::not_judged(drive, text, chart, USE));
    }
    let share = used.value / first.value;
    let (before, after) = (first.value, used.value);
    let (what, state) = (within(first), &used.label);
    Some(if share < SAME && used.spread().overlaps(&first.spread()) {
        let whose = format!("{state} against {}", first.label);
        let text = noise(&whose, used.spread(), first.spread());
        Judgement::new(drive, text, chart, USE)
    } else if share >= SAME {
        let text = format!(
            "is no slower {state} than {} ({after:.0} and {before:.0} MB/s, {what})",
            first.label
        );
        Judgement::new(drive, text, chart, USE)
    } else {
        let lost = (1.0 - share) * 100.0;
        let text =
            format!("loses {lost:.0} % when {state} ({before:.0} to {after:.0} MB/s, {what})");
        let words = format!("{lost:.0} % slower when {state}");
        Judgement::new(drive, text, chart, USE).in_headline(words)
    })
}

/// What a person would notice of use: the recorded work of the Vantage-style HDD suite.
fn of_use_in_traces(drive: usize, data: &PageData) -> Option<Judgement> {
    let chart = data.charts.iter().find(|chart| chart.id == HDD_POINTS)?;
    let mut bars = chart.bars.iter().filter(|bar| bar.drive == drive);
    let new = bars.next()?;
    let states: Vec<String> = bars
        .map(|bar| {
            let lost = (1.0 - bar.value / new.value) * 100.0;
            let points = format!("({:.0} to {:.0} points)", new.value, bar.value);
            match lost {
                1.0.. if bar.spread().overlaps(&new.spread()) => {
                    format!(
                        "no more than the noise of repeated runs when {} {points}",
                        bar.label
                    )
                }
                1.0.. => format!("{lost:.0} % when {} {points}", bar.label),
                _ => format!("nothing when {} {points}", bar.label),
            }
        })
        .collect();
    let text = format!(
        "loses {} in the Vantage-style HDD suite",
        states.join(" and ")
    );
    (!states.is_empty()).then(|| Judgement::new(drive, text, HDD_POINTS, USE_IN_TRACES))
}

/// T13: what a rest brings back of what random writes took.
pub(super) fn of_rest(drive: usize, data: &PageData) -> Option<Judgement> {
    let (_, bars) = bars(data, "idle", drive)?;
    let (at_once, rested) = (bars.first()?.spread(), bars.get(1)?.spread());
    let evidence = of_drive("idle-write", drive);
    let cut = data.drives[drive].cut_to_s.map(|seconds| seconds as f64);
    if let Some(seconds) = cut.filter(|seconds| *seconds < REST_S) {
        let text = format!("not judged when left idle: it rested for {seconds:.0} s only");
        return Some(Judgement::not_judged(drive, text, evidence, REST));
    }
    let whole = torture::written(data, drive, "clean")
        .or_else(|| torture::written(data, drive, "trimmed"))
        .map(|whole| whole.value);
    let (before, after) = (at_once.value, rested.value);
    let gains = before < after * SAME;
    let found = |text: String| Judgement::new(drive, text, evidence, REST);
    Some(match whole {
        _ if gains && at_once.overlaps(&rested) => {
            found(noise("after a rest against at once", rested, at_once))
        }
        Some(whole) if before >= whole * SAME && !gains => found(format!(
            "written at random while four fifths full it loses nothing that a rest could bring back ({before:.0} MB/s, {whole:.0} in a pass without that)"
        )),
        _ if gains => found(format!(
            "cleans up while it is left idle: its write pass becomes {:.1} times as fast ({before:.0} to {after:.0} MB/s)",
            after / before
        ))
        .in_headline(format!(
            "three idle hours make a filled one {:.1} times as fast",
            after / before
        )),
        _ => found(format!(
            "hardly cleans up while it is left idle ({before:.0} to {after:.0} MB/s)"
        ))
        .in_headline(if torture::is_lossy(drive, data) {
            "idle time does not"
        } else {
            "idle time brings nothing back"
        }),
    })
}
