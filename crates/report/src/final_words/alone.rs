//! Whom a drive suits that was reviewed alone: by shares of its own figures, since there is nothing to choose from.

use super::FinalWord;
use crate::data::PageData;
use crate::judgements::contrast::TooShort;
use crate::judgements::passes::{self, Pass, takes_no_trim, write_pass};
use crate::judgements::seconds::{end_of_run, has_stalls, how_even};
use crate::judgements::torture::{self, BACK, Back};
use crate::judgements::{Rule, conditions, of_drive};
use crate::names::PassState;
use crate::select::DriveRuns;
use crate::spread::Difference;
use crate::words::count;

const WITH_TRIM: Rule = Rule {
    name: "with TRIM",
    says: "a drive of which TRIM brings back 95 % of the clean HD Tach write pass suits; one below 75 % does not; what repeated runs do not tell apart is not judged, nor passes of less than 10 s, passes that disagree, or passes of repeating data of a drive that is found to compress it",
};
const WITHOUT_TRIM: Rule = Rule {
    name: "without TRIM",
    says: "a drive that keeps 75 % of the clean HD Tach write pass when tortured suits; one that keeps less than 50 % does not; what repeated runs do not tell apart is not judged, nor passes of less than 10 s, passes that disagree, or passes of repeating data of a drive that is found to compress it",
};
const DATA: Rule = Rule {
    name: "data",
    says: "a drive that is less than 10 % slower with the worst kind of data than with the best, in the test in which they differ most, suits any; else it suits data that compresses; what repeated runs do not tell apart is not judged",
};
const HEAVY: Rule = Rule {
    name: "heavy writing",
    says: "a drive whose worst second is 80 % of the mean at the end of a run of random writes suits; one below 40 % does not",
};

/// How far it suits, by two limits of a share.
fn suits(share: f64, enough: f64, least: f64) -> (&'static str, bool) {
    if share >= enough {
        ("suits", true)
    } else if share >= least {
        ("suits with reservations", true)
    } else {
        ("does not suit", false)
    }
}

/// All of a drive.
pub fn words(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Vec<FinalWord> {
    let found = [
        with_trim(drive, group, data),
        without_trim(drive, group, data),
        any_data(drive, data),
        heavy(drive, data),
    ];
    found.into_iter().flatten().collect()
}

fn word(
    whom: &str,
    drive: Option<usize>,
    text: String,
    evidence: String,
    rule: Rule,
) -> Option<FinalWord> {
    Some(FinalWord {
        whom: whom.into(),
        drives: drive.into_iter().collect(),
        text,
        evidence,
        rule,
        not_measured: Vec::new(),
    })
}

fn with_trim(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Option<FinalWord> {
    let asked = AfterTorture {
        whom: "With TRIM (a system of today)",
        state: PassState::Trimmed,
        limits: (BACK, 0.75),
        what: "after torture and TRIM",
        rule: WITH_TRIM,
    };
    asked.word(drive, group, data)
}

fn without_trim(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Option<FinalWord> {
    let asked = AfterTorture {
        whom: "Without TRIM (RAID, old systems)",
        state: PassState::Tortured,
        limits: (0.75, 0.5),
        what: "is left after torture",
        rule: WITHOUT_TRIM,
    };
    asked.word(drive, group, data)
}

/// A use that asks what is left of the clean write pass.
struct AfterTorture {
    whom: &'static str,
    /// Of the other write pass.
    state: PassState,
    /// Shares of the clean pass from which on it suits, and suits with reservations.
    limits: (f64, f64),
    /// Behind `95 % of its sequential write speed`.
    what: &'static str,
    rule: Rule,
}

impl AfterTorture {
    fn word(&self, drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Option<FinalWord> {
        let clean = write_pass(drive, group, data, PassState::Clean);
        let clean = clean.filter(|clean| clean.mean.value > 0.0)?;
        let evidence = of_drive("hd-tach-write", drive);
        let left = write_pass(drive, group, data, self.state);
        if left.is_none() && self.state == PassState::Trimmed && takes_no_trim(group) {
            let text = "does not suit more than without: it takes no TRIM".to_string();
            return word(self.whom, None, text, evidence, self.rule);
        }
        let left = left?;
        if let Err(why) = passes::can_be_judged(drive, group, data) {
            let text = format!("not judged: {why}");
            return word(self.whom, None, text, evidence, self.rule);
        }
        if let Some(why) = self.noise(drive, group, data, [&left, &clean]) {
            return word(self.whom, None, why, evidence, self.rule);
        }
        let of_data = left.of_data();
        if let Some(other) = left.shrunk(drive, data) {
            let text = format!(
                "not judged: {:.0} MB/s {}{of_data}, which it compresses; {other}",
                left.mean.value, self.what
            );
            return word(self.whom, None, text, evidence, self.rule);
        }
        let share = left.mean.value / clean.mean.value;
        let (verdict, yes) = suits(share, self.limits.0, self.limits.1);
        let text = format!(
            "{verdict}: {:.0} % of its sequential write speed {} ({:.0} of {:.0} MB/s{of_data})",
            share * 100.0,
            self.what,
            left.mean.value,
            clean.mean.value
        );
        word(self.whom, yes.then_some(drive), text, evidence, self.rule)
    }

    /// That repeated runs do not tell what is left from something else: as the judgements have it.
    fn noise(
        &self,
        drive: usize,
        group: &DriveRuns<'_>,
        data: &PageData,
        [left, clean]: [&Pass; 2],
    ) -> Option<String> {
        if self.state == PassState::Trimmed
            && let Some((_, back)) =
                torture::tortured(drive, group, data).and_then(|found| found.back)
        {
            return match back {
                Back::Noise(why) => Some(format!("not judged {why}")),
                _ => None,
            };
        }
        (left.mean.beside(&clean.mean) == Difference::Noise).then(|| {
            format!(
                "not judged: a difference within the noise of repeated runs ({} {} and {} when clean)",
                left.mean.interval("MB/s"),
                self.what,
                clean.mean.interval("MB/s")
            )
        })
    }
}

fn any_data(drive: usize, data: &PageData) -> Option<FinalWord> {
    let whom = "Kinds of data";
    let found = match conditions::by_data(drive, data)? {
        Ok(found) => found,
        Err(TooShort { chart, why }) => {
            return word(whom, None, format!("not judged: {why}"), chart.into(), DATA);
        }
    };
    let (worst, best) = (&found.other, &found.base);
    let (low, high, what) = (worst.figure.value, best.figure.value, found.what());
    let (text, suits) = match found.change() {
        Difference::Noise => (format!("not judged: {}", found.noise()), None),
        Difference::Lower => (
            format!(
                "suits data that compresses: {high:.0} MB/s with {}, {low:.0} with {} ({what})",
                best.label, worst.label
            ),
            Some(drive),
        ),
        Difference::None | Difference::Higher => (
            format!("suits any: {low:.0} to {high:.0} MB/s ({what})"),
            Some(drive),
        ),
    };
    word(whom, suits, text, found.chart.into(), DATA)
}

fn heavy(drive: usize, data: &PageData) -> Option<FinalWord> {
    let whom = "Heavy writing (a server, a database)";
    let evidence = data.evidence_of_seconds(drive, "");
    let (mean, min) = match end_of_run(data, drive)? {
        Ok((mean, min)) => (mean.value, min),
        Err(why) => return word(whom, None, format!("not judged: {why}"), evidence, HEAVY),
    };
    let (verdict, yes) = suits(min as f64 / mean.max(1.0), 0.8, 0.4);
    let mut how = how_even(mean, min);
    if !has_stalls(mean, min) {
        how = format!("{how}, {} in the worst second", count(min as f64));
    }
    let text = format!(
        "{verdict}: {} IOPS of random writes from second {} on, {how}",
        count(mean),
        data.late_from_s
    );
    word(whom, yes.then_some(drive), text, evidence, HEAVY)
}
