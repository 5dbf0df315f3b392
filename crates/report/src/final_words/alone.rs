//! Whom a drive suits that was reviewed alone: by shares of its own figures, since there is nothing to choose from.

use super::FinalWord;
use crate::data::PageData;
use crate::judgements::seconds::{end_of_run, evenness};
use crate::judgements::{Rule, of_drive, torture};
use crate::spread::Spread;
use crate::words::count;

const WITH_TRIM: Rule = Rule {
    name: "with TRIM",
    says: "a drive of which TRIM brings back 95 % of the clean HD Tach write pass suits; one below 75 % does not",
};
const WITHOUT_TRIM: Rule = Rule {
    name: "without TRIM",
    says: "a drive that keeps 75 % of the clean HD Tach write pass when tortured suits; one that keeps less than 50 % does not",
};
const DATA: Rule = Rule {
    name: "data",
    says: "a drive that is within 10 % as fast with the worst kind of data as with the best suits any; else it suits data that compresses",
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
pub fn words(drive: usize, data: &PageData) -> Vec<FinalWord> {
    let found = [
        with_trim(drive, data),
        without_trim(drive, data),
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

/// The clean write pass and another; an error is why the torture before it says nothing.
fn passes(drive: usize, data: &PageData, state: &str) -> Option<Result<(Spread, Spread), String>> {
    let clean = torture::written(data, drive, "clean").filter(|clean| clean.value > 0.0)?;
    let other = torture::written(data, drive, state)?;
    let own = data.torture.iter().find(|torture| torture.drive == drive);
    Some(torture::is_enough(own).map(|()| (clean, other)))
}

fn with_trim(drive: usize, data: &PageData) -> Option<FinalWord> {
    let whom = "With TRIM (a system of today)";
    let evidence = of_drive("hd-tach-write", drive);
    let (clean, trimmed) = match passes(drive, data, "trimmed")? {
        Ok(passes) => passes,
        Err(why) => {
            return word(
                whom,
                None,
                format!("not judged: {why}"),
                evidence,
                WITH_TRIM,
            );
        }
    };
    let share = trimmed.value / clean.value;
    let (verdict, yes) = suits(share, 0.95, 0.75);
    let text = format!(
        "{verdict}: {:.0} % of its sequential write speed after torture and TRIM ({:.0} of {:.0} MB/s)",
        share * 100.0,
        trimmed.value,
        clean.value
    );
    word(whom, yes.then_some(drive), text, evidence, WITH_TRIM)
}

fn without_trim(drive: usize, data: &PageData) -> Option<FinalWord> {
    let whom = "Without TRIM (RAID, old systems)";
    let evidence = of_drive("hd-tach-write", drive);
    let (clean, tortured) = match passes(drive, data, "tortured")? {
        Ok(passes) => passes,
        Err(why) => {
            return word(
                whom,
                None,
                format!("not judged: {why}"),
                evidence,
                WITHOUT_TRIM,
            );
        }
    };
    let share = tortured.value / clean.value;
    let (verdict, yes) = suits(share, 0.75, 0.5);
    let text = format!(
        "{verdict}: {:.0} % of its sequential write speed is left after torture ({:.0} of {:.0} MB/s)",
        share * 100.0,
        tortured.value,
        clean.value
    );
    word(whom, yes.then_some(drive), text, evidence, WITHOUT_TRIM)
}

fn any_data(drive: usize, data: &PageData) -> Option<FinalWord> {
    let found = data.judgements.iter().find(|one| {
        one.drive == drive
            && one.judged
            && data
                .charts
                .iter()
                .any(|chart| chart.id == one.evidence && chart.section == "written-data")
    })?;
    let mut charts = data.charts.iter();
    let bar = charts
        .find(|chart| chart.id == found.evidence)?
        .bars
        .iter()
        .find(|bar| bar.drive == drive)?;
    let (worst, best) = (bar.ends.first()?, bar.ends.last()?);
    let text = if worst.value >= 0.9 * best.value {
        format!("suits any: {:.0} to {:.0} MB/s", worst.value, best.value)
    } else {
        format!(
            "suits data that compresses: {:.0} MB/s with {}, {:.0} with {}",
            best.value, best.label, worst.value, worst.label
        )
    };
    word(
        "Kinds of data",
        Some(drive),
        text,
        found.evidence.clone(),
        DATA,
    )
}

fn heavy(drive: usize, data: &PageData) -> Option<FinalWord> {
    let whom = "Heavy writing (a server, a database)";
    let evidence = data.evidence_of_seconds(drive, "");
    let (mean, min) = match end_of_run(data, drive, false)? {
        Ok((_, mean, min)) => (mean.value, min),
        Err(why) => return word(whom, None, format!("not judged: {why}"), evidence, HEAVY),
    };
    let (verdict, yes) = suits(min as f64 / mean.max(1.0), 0.8, 0.4);
    let how = match evenness(mean, min) {
        "with stalls" => format!("with stalls down to {}", count(min as f64)),
        word => format!("{word}, {} in the worst second", count(min as f64)),
    };
    let text = format!(
        "{verdict}: {} IOPS of random writes in the end, {how}",
        count(mean)
    );
    word(whom, yes.then_some(drive), text, evidence, HEAVY)
}
