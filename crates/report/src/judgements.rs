//! What was found, in sentences, each with its evidence and the rule behind it.

use crate::curves::Curve;
use crate::data::{Consistency, PageData};
use crate::under_conditions::findings;
use serde::Serialize;

/// One finding about one drive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// Number of the drive on the page.
    pub drive: usize,
    /// The finding.
    pub text: String,
    /// Id of the page's section that shows it.
    pub evidence: &'static str,
    /// How it was decided.
    pub rule: &'static str,
}

/// Seconds of torture in the reviews of 2010 and 2011; a drive that was written for less may not
/// have come to its spare area.
const TORTURE_S: usize = 1200;

/// Seconds of random writes below which nothing is said of their steadiness.
const STEADY_S: usize = 60;

/// What can be said of a drive from what was measured.
pub fn judge(drive: usize, data: &PageData) -> Vec<Judgement> {
    let mut found = Vec::new();
    let mut say = |text: String, evidence: &'static str, rule: &'static str| {
        found.push(Judgement {
            drive,
            text,
            evidence,
            rule,
        });
    };
    let written = |state: &str| {
        let is =
            |curve: &&Curve| curve.drive == drive && curve.op == "write" && curve.state == state;
        data.curves.iter().find(is).map(|curve| curve.mean_mb_per_s)
    };
    if let (None, Some(tortured), Some(trimmed)) =
        (written("clean"), written("tortured"), written("trimmed"))
    {
        say(
            format!(
                "writes sequentially at {tortured:.0} MB/s when tortured, and at {trimmed:.0} after TRIM"
            ),
            "hd-tach",
            "means of the HD Tach write passes; without a clean pass, what was lost is not judged",
        );
    }
    let torture = data.torture.iter().find(|torture| torture.drive == drive);
    let tortured_s = torture.map_or(TORTURE_S, |torture| torture.iops.len());
    let clean = written("clean").filter(|clean| *clean > 0.0);
    if let (Some(clean), Some(tortured)) = (clean, written("tortured")) {
        let lost = (1.0 - tortured / clean) * 100.0;
        let text = if lost >= 10.0 {
            format!(
                "loses {lost:.0} % of its sequential write speed when tortured ({clean:.0} to {tortured:.0} MB/s)"
            )
        } else if lost <= -10.0 {
            format!(
                "writes sequentially no slower when tortured ({clean:.0} and then {tortured:.0} MB/s: passes that differ so say little)"
            )
        } else if tortured_s < TORTURE_S {
            format!(
                "not judged when tortured: {tortured_s} s of random writes are too few to say that it keeps its speed"
            )
        } else {
            format!(
                "keeps its sequential write speed when tortured ({tortured:.0} of {clean:.0} MB/s)"
            )
        };
        say(
            text,
            "hd-tach",
            "mean of the tortured HD Tach write pass against the clean one; a loss below 10 % is called none, after 20 minutes of torture at least",
        );
        if let Some(trimmed) = written("trimmed").filter(|_| lost >= 10.0) {
            let back = trimmed / clean * 100.0;
            let text = if trimmed <= tortured {
                format!("TRIM does not bring it back ({trimmed:.0} MB/s)")
            } else if back >= 95.0 {
                "TRIM brings it back".into()
            } else {
                format!("TRIM brings back {back:.0} % of what it was")
            };
            say(
                text,
                "hd-tach",
                "mean of the trimmed HD Tach write pass against the clean one; from 95 % on it is called back",
            );
        }
    }
    for (text, evidence, rule) in findings(drive, data) {
        say(text, evidence, rule);
    }
    let consistency = |spare: bool| {
        let is = |run: &&Consistency| run.drive == drive && run.variant.is_empty() != spare;
        data.consistency.iter().find(is)
    };
    let Some(run) = consistency(false) else {
        return found;
    };
    let late_s = run.iops.len().saturating_sub(data.late_from_s as usize);
    if run.mean_late.is_some() && late_s < STEADY_S {
        say(
            format!(
                "not judged under random writes: the {late_s} s from second {} on are too few",
                data.late_from_s
            ),
            "consistency",
            "from a minute on",
        );
    } else if let (Some(mean), Some(min)) = (run.mean_late, run.min_late) {
        let steadiness = match min as f64 / mean.max(1.0) {
            share if share >= 0.8 => "steady",
            share if share >= 0.4 => "uneven",
            _ => "with stalls",
        };
        let text = format!(
            "{steadiness} under random writes: {:.0} IOPS on average from second {} on, {} in the worst second",
            mean, data.late_from_s, min
        );
        say(
            text,
            "consistency",
            "worst second against the mean of the run's end: from 80 % on steady, from 40 % on uneven, else with stalls",
        );
        if let Some((spare, more)) = consistency(true).and_then(|s| Some((s, s.mean_late?))) {
            let gain = more / mean.max(1.0);
            let percent = spare.variant.trim_start_matches("spare-");
            say(
                format!("{percent} % spare area makes that {gain:.1} times as much"),
                "consistency",
                "mean of the run's end with more spare area against the default",
            );
        }
    } else {
        say(
            format!(
                "not judged under random writes: its {} s end before second {}, from which the drives here are compared",
                run.iops.len(),
                data.late_from_s
            ),
            "consistency",
            "only seconds that all drives reached are compared",
        );
    }
    found
}
