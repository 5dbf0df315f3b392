//! Headings and cells of a qualification's tables.

use super::comparison_table::{MICROSECONDS, latency, number};
use super::numbers::{range, short};
use super::qualify::firmware;
use super::tables::Head;
use crate::qualify::{JudgedOn, LimitAnswer, LimitVerdict, Side, Undecided};
use fourcorners_findings::qualify::{Change, ChangeVerdict, Deviation, Interval, OneWay, Spread};

/// A table of limits.
pub fn limits() -> Head {
    head("Limits", ["limit", "judged on", "measured", "verdict"])
}

/// A table of spreads.
pub fn spreads() -> Head {
    let header = [
        "",
        "mean",
        "95 % interval",
        "drive to drive",
        "run to run",
        "runs",
    ];
    head("Spread", header)
}

/// A table of changes. `pairs`: drives compared with themselves.
pub fn changes(base: &Side, judged: &Side, pairs: usize) -> Head {
    let paired = match pairs {
        0 => String::new(),
        drives => format!(" (paired: {drives} drives measured under both)"),
    };
    let title = format!(
        "Changes from {} to {}{paired}",
        firmware(&base.firmware),
        firmware(&judged.firmware)
    );
    head(
        title,
        ["", "base", "new", "change", "95 % interval", "verdict"],
    )
}

fn head<const COLUMNS: usize>(title: impl Into<String>, header: [&str; COLUMNS]) -> Head {
    Head {
        title: title.into(),
        header: header.map(String::from).to_vec(),
    }
}

/// How the tables are to be read.
pub const LEGEND: &str = "95 % interval: of the mean of all drives of the model. Drive to drive \
                          and run to run: standard deviations in % of the mean [95 % interval]. A \
                          change counts from 1 % on, if p < 0.05 after Holm's correction for all \
                          metrics.";

/// Behind a table of what changed: how many metrics did not.
pub fn unchanged(no_difference: usize, too_few: usize) -> String {
    let metrics = |count: usize| match count {
        1 => "1 metric".to_string(),
        many => format!("{many} metrics"),
    };
    let mut parts = Vec::new();
    if no_difference > 0 {
        parts.push(format!("{}: no difference shown", metrics(no_difference)));
    }
    if too_few > 0 {
        parts.push(format!(
            "{}: too few samples (needs two of each firmware)",
            metrics(too_few)
        ));
    }
    parts.join("; ")
}

/// What a limit is judged on.
pub fn judged_on(on: JudgedOn) -> &'static str {
    match on {
        JudgedOn::Samples => "every sample",
        JudgedOn::Population => "population",
    }
}

/// How a limit was judged, in a column of its own.
pub fn verdict(verdict: &LimitVerdict) -> &'static str {
    match verdict {
        LimitVerdict::Pass => "pass",
        LimitVerdict::Fail { .. } => "FAIL",
        LimitVerdict::Undecided { .. } => "undecided",
    }
}

/// What was measured beside a limit: `98.5 to 102 IOPS; failed: S1 (98.5)`.
pub fn measured(answer: &LimitAnswer) -> String {
    let unit = answer.unit.as_str();
    let with_unit = |text: String| format!("{text} {unit}").trim_end().to_string();
    let means = answer.samples.iter().filter_map(|sample| sample.mean);
    let means: Vec<f64> = means.collect();
    let range = match (answer.on, answer.interval) {
        (JudgedOn::Population, Some(of)) => {
            format!("95 % interval {}", with_unit(ends(of, number)))
        }
        _ => match means.iter().copied().reduce(f64::min) {
            None => String::new(),
            Some(low) => {
                let high = means.iter().copied().fold(low, f64::max);
                with_unit(ends(Interval { low, high }, number))
            }
        },
    };
    let why = match &answer.verdict {
        LimitVerdict::Pass => String::new(),
        LimitVerdict::Undecided {
            because: Undecided::Straddled,
        } => "the limit lies within it".into(),
        LimitVerdict::Undecided {
            because: Undecided::OneSample,
        } => "one sample does not tell about other drives".into(),
        LimitVerdict::Fail { failed } => {
            let failed = answer
                .samples
                .iter()
                .filter(|one| failed.contains(&one.name));
            let failed = failed.map(|sample| {
                let what = match (sample.mean, &sample.reason) {
                    (Some(mean), _) => number(mean),
                    (None, reason) => reason.clone().unwrap_or_default(),
                };
                format!("{} ({what})", sample.name)
            });
            failed.collect::<Vec<_>>().join(", ")
        }
    };
    let parts = [range, why].into_iter();
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// The case of a limit in JUnit.
pub fn case(answer: &LimitAnswer) -> String {
    format!("{} ({})", answer.limit, judged_on(answer.on))
}

/// A value of a metric.
pub fn value(value: f64, unit: &str) -> String {
    match unit {
        MICROSECONDS => latency(value),
        _ => number(value),
    }
}

/// `98.5 to 102`.
pub fn interval(of: Option<Interval>, unit: &str) -> String {
    of.map_or("-".into(), |of| ends(of, |end| value(end, unit)))
}

fn ends(of: Interval, text: impl Fn(f64) -> String) -> String {
    let [low, high] = [of.low, of.high].map(text);
    match low == high {
        true => low,
        false => range(&low, &high),
    }
}

/// Drive to drive, and run to run, in % of the mean: `1.2 % [0.6 to 7.5]`.
pub fn spread(of: &OneWay) -> [String; 2] {
    let none = || "-".to_string();
    let share = |deviation: f64| deviation / of.mean.abs() * 100.0;
    let text = |deviation: Deviation| match of.mean == 0.0 {
        true => none(),
        false => {
            let Deviation { value, low, high } = deviation;
            let [value, low, high] = [value, low, high].map(share).map(short);
            format!("{value} % [{}]", range(&low, &high))
        }
    };
    match of.spread {
        Spread::DrivesAndRuns {
            drive_to_drive,
            run_to_run,
            ..
        } => [text(drive_to_drive), text(run_to_run)],
        Spread::Runs { run_to_run } => [none(), text(run_to_run)],
        Spread::Together { total } => [format!("{} (both)", text(total)), none()],
        Spread::Unknown => [none(), none()],
    }
}

/// `9 of 3 samples`.
pub fn runs(of: &OneWay) -> String {
    match of.samples {
        1 => format!("{} of 1 sample", of.runs),
        many => format!("{} of {many} samples", of.runs),
    }
}

/// `+4.2 %`, and `-12.1 to +3.0 %`.
pub fn change(of: &Change) -> [String; 2] {
    let signed = |percent: f64| match percent.abs() < 0.05 {
        true => "0.0".into(),
        false => format!("{percent:+.1}"),
    };
    let interval = of.interval_percent.map(|of| {
        let [low, high] = [of.low, of.high].map(signed);
        format!("{} %", range(&low, &high))
    });
    [
        of.percent
            .map_or("-".into(), |percent| format!("{} %", signed(percent))),
        interval.unwrap_or("-".into()),
    ]
}

/// How a metric changed, in a column of its own.
pub fn change_verdict(verdict: ChangeVerdict) -> &'static str {
    match verdict {
        ChangeVerdict::Worse => "WORSE",
        ChangeVerdict::Better => "better",
        ChangeVerdict::NoDifferenceShown => "no difference shown",
        ChangeVerdict::TooFewSamples => "too few samples",
    }
}
