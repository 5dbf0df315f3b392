//! What other data, alignment, use or rest make of a drive, in sentences.

use super::contrast::{Contrast, TooShort, noise, worst, worst_of};
use super::passes::{PASS_S, write_pass};
use super::torture::{self, Back};
use super::{Judgement, Rule, of_drive};
use crate::charts::{Bar, Chart};
use crate::data::PageData;
use crate::names::{PassState, Section};
use crate::select::DriveRuns;
use crate::spread::Difference;
use crate::vantage::HDD_POINTS;
use crate::words::speed;

/// The shortest timed test of the reviews. What was measured for less may not have left the drive's buffers.
pub(crate) const TIMED_S: f64 = 60.0;

const RANDOM_WRITES: &str = "random-write";

/// How long the reviews left a drive idle.
const REST_S: f64 = 3.0 * 3600.0;

const DATA: Rule = Rule {
    name: "data",
    says: "the best against the worst of the kinds of data that were written, in the test in which they differ most; a difference below 10 % is called none, one that repeated runs do not tell apart noise. Timed tests count from a minute on",
};
const ALIGNMENT: Rule = Rule {
    name: "alignment",
    says: "I/Os aligned to sectors against those aligned to their own size, in the test that loses most; a loss below 10 % is called none, one that repeated runs do not tell apart noise. Timed tests count from a minute on",
};
const USE: Rule = Rule {
    name: "use",
    says: "the used drive against the new one, in random writes and in the other test and the state that lose most; a loss below 10 % is called none, one that repeated runs do not tell apart noise. Timed tests count from a minute on",
};
const USE_IN_TRACES: Rule = Rule {
    name: "use in recorded work",
    says: "points of the Vantage-style HDD suite on a drive that was filled or used against those on a new one; a loss below 1 % is called none (most of that work is reading, which use changes little), one that repeated runs do not tell apart noise",
};
const REST: Rule = Rule {
    name: "rest",
    says: "mean of the HD Tach write pass after a rest of three hours against the one at once; a difference below 10 % is called none, one that repeated runs do not tell apart noise. What was lost is told by a pass without that, clean or trimmed: where that is no 10 % faster, or there is none, nothing is said of a rest that changed nothing; else the gain is a share of the loss. A shorter rest is not judged, nor a pass of less than 10 s",
};

/// All of a drive, but the rest.
pub(super) fn findings(drive: usize, data: &PageData) -> Vec<Judgement> {
    let mut found: Vec<Judgement> = Vec::new();
    found.extend(of_data(drive, data));
    found.extend(of_alignment(drive, data));
    // The drives were told apart by what use makes of random writes; other tests may lose more.
    let is_random = |chart: &&Chart| {
        chart
            .bars
            .iter()
            .all(|bar| bar.test.starts_with(RANDOM_WRITES))
    };
    let charts = || {
        data.charts
            .iter()
            .filter(|chart| chart.section == Section::Used)
    };
    found.extend(of_use(drive, worst_of(charts().filter(is_random), drive)));
    found.extend(of_use(
        drive,
        worst_of(charts().filter(|chart| !is_random(chart)), drive),
    ));
    found.extend(of_use_in_traces(drive, data));
    found
}

/// Of a drive by the kinds of data; the final words ask the same.
pub(crate) fn by_data(drive: usize, data: &PageData) -> Option<Result<Contrast<'_>, TooShort<'_>>> {
    worst(data, Section::WrittenData, drive)
}

/// The same by sequential writes to a new drive, or by what else was written to one where they show no difference.
pub(crate) fn by_sequential_data(drive: usize, data: &PageData) -> Option<Contrast<'_>> {
    let is_sequential = |bar: &Bar| bar.test.starts_with("sequential-write");
    // Reads tell of the same data, and of another speed.
    let is_of_new = |bar: &Bar| {
        let from_new = bar.ends.iter().all(|end| !end.variant.contains("from-"));
        bar.test.contains("write") && from_new
    };
    let charts = || {
        let written = data.charts.iter();
        let written = written.filter(|chart| chart.section == Section::WrittenData);
        written.filter(move |chart| chart.bars.iter().all(is_of_new))
    };
    let sequential = charts().filter(|chart| chart.bars.iter().any(is_sequential));
    let loses = |found: &Contrast<'_>| found.change() == Difference::Lower;
    let found = worst_of(sequential, drive).and_then(Result::ok);
    let all = || worst_of(charts(), drive).and_then(Result::ok);
    found.filter(loses).or_else(all)
}

fn of_data(drive: usize, data: &PageData) -> Option<Judgement> {
    let found = match by_data(drive, data)? {
        Err(TooShort { chart, why }) => {
            let text = format!("not judged by what is written: {why}");
            return Some(Judgement::not_judged(drive, text, chart, DATA));
        }
        Ok(found) => found,
    };
    let judged = |text: String| Judgement::new(drive, text, found.chart, DATA);
    let (worst, best) = (&found.other, &found.base);
    let (low, high) = (speed(worst.figure.value), speed(best.figure.value));
    let what = found.what();
    Some(match found.change() {
        Difference::Noise => judged(found.noise()),
        Difference::Lower => {
            let times = 1.0 / found.share();
            judged(format!(
                "{} is {times:.1} times as fast as {} ({high} and {low} MB/s, {what})",
                best.label, worst.label
            ))
            .in_headline(format!(
                "{} {}{times:.1} times as fast as {}",
                best.label,
                found.up_to(),
                worst.label
            ))
        }
        Difference::None | Difference::Higher => judged(format!(
            "does not mind what is written to it while it is new ({low} to {high} MB/s, {what})"
        )),
    })
}

fn of_alignment(drive: usize, data: &PageData) -> Option<Judgement> {
    let found = match worst(data, Section::Alignment, drive)? {
        Err(TooShort { chart, why }) => {
            let text = format!("not judged by alignment: {why}");
            return Some(Judgement::not_judged(drive, text, chart, ALIGNMENT));
        }
        Ok(found) => found,
    };
    let (aligned, not) = (
        speed(found.base.figure.value),
        speed(found.other.figure.value),
    );
    let (label, what) = (found.other.label, found.what());
    let is_read = found.test.contains("read");
    let ios = if is_read { "reads" } else { "writes" };
    let text = match found.change() {
        Difference::Noise => found.noise(),
        Difference::Lower => format!(
            "{ios} {label} reach {:.0} % of the speed of aligned ones ({not} and {aligned} MB/s, {what})",
            found.share() * 100.0
        ),
        Difference::None | Difference::Higher => format!(
            "is no slower with {ios} {label} than with aligned ones ({not} and {aligned} MB/s, {what})"
        ),
    };
    Some(Judgement::new(drive, text, found.chart, ALIGNMENT))
}

fn of_use(drive: usize, found: Option<Result<Contrast<'_>, TooShort<'_>>>) -> Option<Judgement> {
    let found = match found? {
        Err(TooShort { chart, why }) => {
            let text = format!("not judged by use: {why}");
            return Some(Judgement::not_judged(drive, text, chart, USE));
        }
        Ok(found) => found,
    };
    let judged = |text: String| Judgement::new(drive, text, found.chart, USE);
    let (before, after) = (
        speed(found.base.figure.value),
        speed(found.other.figure.value),
    );
    let (what, state) = (found.what(), found.other.label);
    Some(match found.change() {
        Difference::Noise => judged(found.noise()),
        Difference::Lower => {
            let lost = (1.0 - found.share()) * 100.0;
            judged(format!(
                "loses {lost:.0} % when {state} ({before} to {after} MB/s, {what})"
            ))
            .in_headline(format!(
                "{}{lost:.0} % slower when {state} ({what})",
                found.up_to()
            ))
        }
        Difference::None | Difference::Higher => judged(format!(
            "is no slower {state} than {} ({after} and {before} MB/s, {what})",
            found.base.label
        ))
        .in_headline(format!("no slower when {state} ({what})")),
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
pub(super) fn of_rest(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Option<Judgement> {
    let chart = data
        .charts
        .iter()
        .find(|chart| chart.section == Section::Idle)?;
    let bars: Vec<&Bar> = chart.bars.iter().filter(|bar| bar.drive == drive).collect();
    let (at_once, rested) = (bars.first()?.spread(), bars.get(1)?.spread());
    let evidence = of_drive("idle-write", drive);
    let cut = data.drives[drive].cut_to_s.map(|seconds| seconds as f64);
    if let Some(seconds) = cut.filter(|seconds| *seconds < REST_S) {
        let text = format!("not judged when left idle: it rested for {seconds:.0} s only");
        return Some(Judgement::not_judged(drive, text, evidence, REST));
    }
    let shortest = bars.iter().map(|bar| bar.duration_s);
    let shortest = shortest.fold(f64::INFINITY, f64::min);
    if shortest < PASS_S {
        let text = format!(
            "not judged when left idle: a write pass of {shortest:.1} s, less than {PASS_S:.0} s, says nothing"
        );
        return Some(Judgement::not_judged(drive, text, evidence, REST));
    }
    let whole = write_pass(drive, group, data, PassState::Clean)
        .or_else(|| write_pass(drive, group, data, PassState::Trimmed))
        .map(|pass| pass.mean);
    let (before, after) = (at_once.value, rested.value);
    let found = |text: String| Judgement::new(drive, text, &*evidence, REST);
    Some(match (rested.beside(&at_once), whole) {
        (Difference::Noise, _) => found(noise("after a rest against at once", rested, at_once)),
        (Difference::Higher, _) => found(format!(
            "cleans up while it is left idle: its write pass becomes {:.1} times as fast ({before:.0} to {after:.0} MB/s)",
            after / before
        ))
        .in_headline(format!(
            "three idle hours make a filled one {:.1} times as fast",
            after / before
        )),
        (_, None) => {
            let text = format!(
                "not judged when left idle: {before:.0} MB/s at once and {after:.0} after a rest, and no pass of the clean drive tells whether anything was lost"
            );
            Judgement::not_judged(drive, text, evidence, REST)
        }
        (_, Some(whole)) if at_once.beside(&whole) != Difference::Lower => found(format!(
            "written at random while four fifths full it loses hardly anything that a rest could bring back ({before:.0} MB/s at once, {after:.0} after a rest, {:.0} in a pass without that)",
            whole.value
        )),
        (_, Some(whole)) => {
            let share = (after - before) / (whole.value - before) * 100.0;
            let figures = format!("({before:.0} to {after:.0} MB/s, {:.0} in a pass without random writes)", whole.value);
            match share {
                10.0.. => found(format!(
                    "three idle hours bring back {share:.0} % of what random writes took {figures}"
                ))
                .in_headline(format!("idle time brings back {share:.0} %")),
                _ => found(format!("hardly cleans up while it is left idle {figures}")).in_headline(
                    if trim_brings_it_back(drive, group, data) {
                        "idle time does not"
                    } else {
                        "idle time brings nothing back"
                    },
                ),
            }
        }
    })
}

/// Whether the headline just said so: what follows may be short.
fn trim_brings_it_back(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> bool {
    let found = torture::tortured(drive, group, data);
    found.is_some_and(|found| matches!(found.back, Some((_, Back::All))))
}
