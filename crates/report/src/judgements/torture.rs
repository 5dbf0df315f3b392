//! What torture takes of a drive, and what TRIM brings back.

use super::{Judgement, Rule, of_drive};
use crate::curves::Curve;
use crate::data::{PageData, Torture};
use crate::spread::{Difference, Spread};

/// Seconds of torture in the reviews of 2010 and 2011; a drive that was written for less may not
/// have come to its spare area.
const TORTURE_S: f64 = 1200.0;

/// The share of the clean write pass from which on TRIM has brought it back.
pub(crate) const BACK: f64 = 0.95;

const WITHOUT_CLEAN: Rule = Rule {
    name: "after torture",
    says: "means of the HD Tach write passes; without a clean pass, what was lost is not judged",
};
const LOSS: Rule = Rule {
    name: "torture",
    says: "mean of the tortured HD Tach write pass against the clean one; a loss below 10 % is called none, one that repeated runs do not tell apart noise. All LBAs have to be tortured, for 20 minutes or until as much was written as the drive holds; else nothing is said",
};
const TRIM: Rule = Rule {
    name: "TRIM",
    says: "mean of the HD Tach write pass after TRIM: from 95 % of the clean one on it is called back; else what it gained is told as a share of what torture took. A gain below 10 % of that, or of the tortured pass, is called none; what repeated runs do not tell apart from the tortured pass or from the clean one, noise",
};

/// Whether a drive's random writes were a torture: to all LBAs, and long enough.
pub(crate) fn is_enough(data: &PageData, drive: usize) -> Result<(), String> {
    let is_its = |torture: &&Torture| torture.drive == drive;
    match data.torture.iter().find(is_its) {
        None => Ok(()),
        Some(torture) if torture.share_of_lbas < 0.99 => Err(format!(
            "{:.0} % of its LBAs were tortured, and the rest was left to it",
            torture.share_of_lbas * 100.0
        )),
        Some(torture) if torture.duration_s < TORTURE_S && torture.times_written < 1.0 => {
            Err(format!(
                "{:.0} s of random writes are too few to say what torture leaves",
                torture.duration_s
            ))
        }
        Some(_) => Ok(()),
    }
}

/// The mean of a write pass.
pub(crate) fn written(data: &PageData, drive: usize, state: &str) -> Option<Spread> {
    let is = |curve: &&Curve| curve.drive == drive && curve.op == "write" && curve.state == state;
    let curve = data.curves.iter().find(is)?;
    Some(Spread::new(
        curve.mean_mb_per_s,
        curve.mean_low,
        curve.mean_high,
    ))
}

/// What TRIM brings back of what torture took.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Back {
    All,
    /// So many per cent of what was lost.
    Part(f64),
    Nothing,
    /// Repeated runs do not tell the trimmed pass from another, which is said.
    Noise(String),
}

/// The trimmed pass of a drive that lost something to torture.
pub(crate) fn brought_back(clean: Spread, tortured: Spread, trimmed: Spread) -> Back {
    let not_told_from = |which: &str, other: Spread| {
        Back::Noise(format!(
            "after TRIM: a difference within the noise of repeated runs (trimmed write passes {}, {which} ones {})",
            trimmed.interval("MB/s"),
            other.interval("MB/s")
        ))
    };
    let share = (trimmed.value - tortured.value) / (clean.value - tortured.value);
    let is_back = trimmed.value >= BACK * clean.value;
    match trimmed.beside(&tortured) {
        Difference::Noise => not_told_from("tortured", tortured),
        _ if is_back && trimmed.overlaps(&tortured) => not_told_from("tortured", tortured),
        _ if is_back => Back::All,
        Difference::None | Difference::Lower => Back::Nothing,
        Difference::Higher if share < 0.1 => Back::Nothing,
        Difference::Higher if trimmed.overlaps(&clean) => not_told_from("clean", clean),
        Difference::Higher => Back::Part(share * 100.0),
    }
}

/// What torture did to a drive's write pass, and TRIM after it; the final words ask the same.
pub(crate) struct Tortured {
    pub clean: Spread,
    pub tortured: Spread,
    /// The tortured pass beside the clean one.
    pub change: Difference,
    /// The trimmed pass, and what TRIM brought back: of what lost something, and was trimmed.
    pub back: Option<(f64, Back)>,
}

/// Of a drive whose clean and tortured passes were measured, after enough of a torture.
pub(crate) fn tortured(drive: usize, data: &PageData) -> Option<Tortured> {
    is_enough(data, drive).ok()?;
    let clean = written(data, drive, "clean").filter(|clean| clean.value > 0.0)?;
    let tortured = written(data, drive, "tortured")?;
    let change = tortured.beside(&clean);
    let trimmed = written(data, drive, "trimmed").filter(|_| change == Difference::Lower);
    Some(Tortured {
        clean,
        tortured,
        change,
        back: trimmed.map(|trimmed| (trimmed.value, brought_back(clean, tortured, trimmed))),
    })
}

/// Torture and TRIM of one drive.
pub(super) fn findings(drive: usize, data: &PageData) -> Vec<Judgement> {
    let evidence = of_drive("hd-tach-write", drive);
    let Some(left) = written(data, drive, "tortured") else {
        return Vec::new();
    };
    if let Err(why) = is_enough(data, drive) {
        let text = format!("not judged when tortured: {why}");
        return vec![Judgement::not_judged(drive, text, evidence, LOSS)];
    }
    let Some(found) = tortured(drive, data) else {
        let found = written(data, drive, "trimmed").map(|trimmed| {
            let text = format!(
                "writes sequentially at {:.0} MB/s when tortured, and at {:.0} after TRIM",
                left.value, trimmed.value
            );
            Judgement::new(drive, text.clone(), evidence, WITHOUT_CLEAN).in_headline(text)
        });
        return found.into_iter().collect();
    };
    let (text, words) = found.loss();
    let mut findings = vec![Judgement::new(drive, text, &*evidence, LOSS).in_headline(words)];
    findings.extend(found.back.map(|(trimmed, back)| {
        let (text, words) = back.sentences(trimmed);
        Judgement::new(drive, text, evidence, TRIM).in_headline(words)
    }));
    findings
}

impl Tortured {
    /// What torture took: in a sentence, and in the headline.
    fn loss(&self) -> (String, String) {
        let (clean, tortured) = (self.clean, self.tortured);
        let (before, after) = (clean.value, tortured.value);
        let lost = (1.0 - after / before) * 100.0;
        match self.change {
            Difference::Lower => (
                format!(
                    "loses {lost:.0} % of its sequential write speed when tortured ({before:.0} to {after:.0} MB/s)"
                ),
                format!("loses {lost:.0} % of its write speed when tortured"),
            ),
            Difference::Noise => (
                format!(
                    "when tortured: a difference within the noise of repeated runs (clean write passes {}, tortured ones {})",
                    clean.interval("MB/s"),
                    tortured.interval("MB/s")
                ),
                "tortured or clean: within the noise of repeated runs".into(),
            ),
            Difference::Higher => (
                format!(
                    "writes sequentially no slower when tortured ({before:.0} and then {after:.0} MB/s: passes that differ so say little)"
                ),
                "writes no slower when tortured".into(),
            ),
            Difference::None => (
                format!(
                    "keeps its sequential write speed when tortured ({after:.0} of {before:.0} MB/s)"
                ),
                "keeps its write speed when tortured".into(),
            ),
        }
    }
}

impl Back {
    /// In a sentence, and in the headline. `trimmed`: MB/s after TRIM.
    fn sentences(&self, trimmed: f64) -> (String, String) {
        let words = match self {
            Self::All => return ("TRIM brings it back".into(), "TRIM brings it back".into()),
            Self::Noise(why) => {
                let words = "TRIM: within the noise of repeated runs";
                return (why.clone(), words.into());
            }
            Self::Part(percent) => format!("TRIM brings back {percent:.0} % of what was lost"),
            Self::Nothing => "TRIM brings nothing back".into(),
        };
        (format!("{words} ({trimmed:.0} MB/s)"), words)
    }
}
