//! What torture takes of a drive, and what TRIM brings back.

use super::passes::{Pass, can_be_judged, takes_no_trim, write_pass};
use super::{Judgement, Rule, of_drive};
use crate::data::PageData;
use crate::names::PassState;
use crate::select::DriveRuns;
use crate::spread::{Difference, Spread};

/// The share of the clean write pass from which on TRIM has brought it back.
pub(crate) const BACK: f64 = 0.95;

const WITHOUT_CLEAN: Rule = Rule {
    name: "after torture",
    says: "means of the HD Tach write passes; without a clean pass, what was lost is not judged. Passes of repeating data are named so: a controller that compresses shrinks it",
};
const LOSS: Rule = Rule {
    name: "torture",
    says: "mean of the tortured HD Tach write pass against the clean one; a loss below 10 % is called none, one that repeated runs do not tell apart noise. All LBAs have to be tortured, for 20 minutes or until as much was written as the drive holds, and each pass has to last 10 s; else nothing is said, nor where the drive is slower after TRIM than before it. A second below 40 % of the mean is told. Twenty minutes go over less of a large or slow drive than of others: over how much is told. Passes of repeating data are named so: a controller that compresses shrinks it",
};
const TRIM: Rule = Rule {
    name: "TRIM",
    says: "mean of the HD Tach write pass after TRIM: from 95 % of the clean one on it is called back; else what it gained is told as a share of what torture took. A gain below 10 % of that, or of the tortured pass, is called none; what repeated runs do not tell apart from the tortured pass or from the clean one, noise",
};

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
    pub clean: Pass,
    pub tortured: Pass,
    /// The tortured pass beside the clean one.
    pub change: Difference,
    /// The trimmed pass, and what TRIM brought back: of what lost something, and was trimmed.
    pub back: Option<(f64, Back)>,
}

/// Of a drive whose clean and tortured passes were measured, and can be judged.
pub(crate) fn tortured(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Option<Tortured> {
    can_be_judged(drive, group, data).ok()?;
    let pass = |state: PassState| write_pass(drive, group, data, state);
    let clean = pass(PassState::Clean).filter(|clean| clean.mean.value > 0.0)?;
    let tortured = pass(PassState::Tortured)?;
    let change = tortured.mean.beside(&clean.mean);
    let trimmed = pass(PassState::Trimmed).filter(|_| change == Difference::Lower);
    let back = trimmed.map(|trimmed| {
        let back = brought_back(clean.mean, tortured.mean, trimmed.mean);
        (trimmed.mean.value, back)
    });
    Some(Tortured {
        clean,
        tortured,
        change,
        back,
    })
}

/// Torture and TRIM of one drive.
pub(super) fn findings(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Vec<Judgement> {
    let evidence = of_drive("hd-tach-write", drive);
    let Some(left) = write_pass(drive, group, data, PassState::Tortured) else {
        return Vec::new();
    };
    if let Err(why) = can_be_judged(drive, group, data) {
        let text = format!("not judged when tortured: {why}");
        return vec![Judgement::not_judged(drive, text, evidence, LOSS)];
    }
    let shrunk = left.shrunk(drive, data);
    let of_data = left.in_headline(shrunk.is_some());
    let shrunk = shrunk.map_or(String::new(), |other| format!("; {other}"));
    let Some(found) = tortured(drive, group, data) else {
        let found = write_pass(drive, group, data, PassState::Trimmed).map(|trimmed| {
            let words = format!(
                "writes sequentially at {:.0} MB/s when tortured, and at {:.0} after TRIM{of_data}",
                left.mean.value, trimmed.mean.value,
            );
            let text = format!("{words}; there is no clean pass{shrunk}");
            Judgement::new(drive, text, evidence, WITHOUT_CLEAN).in_headline(words)
        });
        return found.into_iter().collect();
    };
    let (text, words) = found.loss();
    let stall = found.tortured.stall();
    let of_seconds = stall.as_ref().map_or(String::new(), |slowest| {
        format!("; {slowest} MB/s in its slowest second")
    });
    let overwritten = data.torture.iter().find(|one| one.drive == drive);
    let overwritten = overwritten.filter(|one| one.times_written < 0.995);
    let overwritten = overwritten.map_or(String::new(), |one| {
        format!(
            "; random writes had gone over {:.0} % of its size",
            one.times_written * 100.0
        )
    });
    let text = format!("{text}{of_seconds}{overwritten}{shrunk}");
    let words = words + &of_data;
    let words = match stall {
        Some(slowest) => format!("{words}, down to {slowest} MB/s at times"),
        None => words,
    };
    let mut findings = vec![Judgement::new(drive, text, &*evidence, LOSS).in_headline(words)];
    findings.extend(found.back.as_ref().map(|(trimmed, back)| {
        let (text, words) = back.sentences(*trimmed);
        Judgement::new(drive, text, &*evidence, TRIM).in_headline(words)
    }));
    if found.change == Difference::Lower && found.back.is_none() && takes_no_trim(group) {
        let text = "takes no TRIM that could bring it back";
        findings.push(Judgement::new(drive, text, evidence, TRIM).in_headline("takes no TRIM"));
    }
    findings
}

impl Tortured {
    /// What torture took: in a sentence, and in the headline.
    fn loss(&self) -> (String, String) {
        let (clean, tortured) = (self.clean.mean, self.tortured.mean);
        let (before, after) = (clean.value, tortured.value);
        let lost = (1.0 - after / before) * 100.0;
        let of_data = self.tortured.of_data();
        match self.change {
            Difference::Lower => (
                format!(
                    "loses {lost:.0} % of its sequential write speed when tortured ({before:.0} to {after:.0} MB/s{of_data})"
                ),
                format!("loses {lost:.0} % of its sequential write speed when tortured"),
            ),
            Difference::Noise => (
                format!(
                    "when tortured: a difference within the noise of repeated runs (clean write passes {}, tortured ones {}{of_data})",
                    clean.interval("MB/s"),
                    tortured.interval("MB/s")
                ),
                "tortured or clean: sequential writes within the noise of repeated runs".into(),
            ),
            Difference::Higher => (
                format!(
                    "writes sequentially no slower when tortured ({before:.0} and then {after:.0} MB/s{of_data}: passes that differ so say little)"
                ),
                "writes sequentially no slower when tortured".into(),
            ),
            Difference::None => (
                format!(
                    "keeps its sequential write speed when tortured ({after:.0} of {before:.0} MB/s{of_data})"
                ),
                "keeps its sequential write speed when tortured".into(),
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
