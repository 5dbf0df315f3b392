//! What torture takes of a drive, and what TRIM brings back.

use super::{Judgement, Rule, of_drive};
use crate::curves::Curve;
use crate::data::{PageData, Torture};
use crate::spread::Spread;

/// Seconds of torture in the reviews of 2010 and 2011; a drive that was written for less may not
/// have come to its spare area.
const TORTURE_S: f64 = 1200.0;

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
    says: "mean of the trimmed HD Tach write pass against the clean one; from 95 % on it is called back",
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

/// Whether torture was found to take something of it.
pub(super) fn is_lossy(drive: usize, data: &PageData) -> bool {
    let (clean, tortured) = (
        written(data, drive, "clean"),
        written(data, drive, "tortured"),
    );
    clean
        .zip(tortured)
        .is_some_and(|(clean, tortured)| tortured.value <= clean.value * 0.9)
}

/// Torture and TRIM of one drive.
pub(super) fn findings(drive: usize, data: &PageData) -> Vec<Judgement> {
    let evidence = of_drive("hd-tach-write", drive);
    let written = |state: &str| written(data, drive, state);
    let Some(tortured) = written("tortured") else {
        return Vec::new();
    };
    if let Err(why) = is_enough(data, drive) {
        let text = format!("not judged when tortured: {why}");
        return vec![Judgement::not_judged(drive, text, evidence, LOSS)];
    }
    let trimmed = written("trimmed");
    let Some(clean) = written("clean").filter(|clean| clean.value > 0.0) else {
        let found = trimmed.map(|trimmed| {
            let text = format!(
                "writes sequentially at {:.0} MB/s when tortured, and at {:.0} after TRIM",
                tortured.value, trimmed.value
            );
            Judgement::new(drive, text.clone(), &*evidence, WITHOUT_CLEAN).in_headline(text)
        });
        return found.into_iter().collect();
    };
    let lost = (1.0 - tortured.value / clean.value) * 100.0;
    let figures = format!("({:.0} to {:.0} MB/s)", clean.value, tortured.value);
    let say = |text: String, words: String| {
        Judgement::new(drive, text, &*evidence, LOSS).in_headline(words)
    };
    if lost >= 10.0 && !clean.overlaps(&tortured) {
        let mut found = vec![say(
            format!("loses {lost:.0} % of its sequential write speed when tortured {figures}"),
            format!("loses {lost:.0} % of its write speed when tortured"),
        )];
        found.extend(trimmed.map(|trimmed| after_trim(drive, clean, tortured, trimmed)));
        return found;
    }
    vec![if lost.abs() >= 10.0 && clean.overlaps(&tortured) {
        say(
            format!(
                "when tortured: a difference within the noise of repeated runs (clean write passes {}, tortured ones {})",
                clean.interval("MB/s"),
                tortured.interval("MB/s")
            ),
            "tortured or clean: within the noise of repeated runs".into(),
        )
    } else if lost <= -10.0 {
        say(
            format!(
                "writes sequentially no slower when tortured ({:.0} and then {:.0} MB/s: passes that differ so say little)",
                clean.value, tortured.value
            ),
            "writes no slower when tortured".into(),
        )
    } else {
        say(
            format!(
                "keeps its sequential write speed when tortured ({:.0} of {:.0} MB/s)",
                tortured.value, clean.value
            ),
            "keeps its write speed when tortured".into(),
        )
    }]
}

/// What TRIM brings back of what torture took.
fn after_trim(drive: usize, clean: Spread, tortured: Spread, trimmed: Spread) -> Judgement {
    let back = trimmed.value / clean.value * 100.0;
    let (text, words) = if trimmed.value <= tortured.value || trimmed.overlaps(&tortured) {
        (
            format!("TRIM does not bring it back ({:.0} MB/s)", trimmed.value),
            "TRIM does not bring it back".into(),
        )
    } else if back >= 95.0 || trimmed.overlaps(&clean) {
        ("TRIM brings it back".into(), "TRIM brings it back".into())
    } else {
        let text = format!("TRIM brings back {back:.0} % of what it was");
        (text.clone(), text)
    };
    Judgement::new(drive, text, of_drive("hd-tach-write", drive), TRIM).in_headline(words)
}
