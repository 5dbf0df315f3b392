//! A comparison in a table: what drives are called in it, changes, and who is best.

use super::numbers::{count, duration, range};
use super::tables::Head;
use crate::comparison_table::{Best, Lead};

/// How the tables are to be read.
pub const LEGEND: &str = "MB = 10^6 bytes. (change from A) [low to high of repeated runs; 95 % \
                          interval of the median with 6 or more runs]. Overlapping intervals: no \
                          clear difference.";

/// Above all: which drives are simulated; empty: none is.
pub fn simulated(letters: &[String], drives: usize) -> String {
    match letters.len() {
        0 => String::new(),
        all if all == drives => "SIMULATED drives: models, not measurements".into(),
        1 => format!("{} is SIMULATED: a model, not a measurement", letters[0]),
        _ => format!(
            "{} are SIMULATED: models, not measurements",
            letters.join(", ")
        ),
    }
}

/// The letter that stands for a drive, by its place.
pub fn letter(drive: usize) -> String {
    match u8::try_from(drive) {
        Ok(place @ 0..26) => char::from(b'A' + place).to_string(),
        _ => (drive + 1).to_string(),
    }
}

/// A test's table: a column per drive.
pub fn head(title: &str, drives: usize) -> Head {
    let letters = (0..drives).map(letter);
    let first = std::iter::once(String::new());
    Head {
        title: title.into(),
        header: first.chain(letters).chain(["best".into()]).collect(),
    }
}

/// The unit of latencies, of which each value has the unit that reads best.
pub const MICROSECONDS: &str = "µs";

/// What a figure is: `throughput (MB/s)`; that of a test's only one is empty.
pub fn label(label: &str, unit: &str) -> String {
    let what = match label {
        "" => "throughput",
        label => label,
    };
    match unit {
        "" | MICROSECONDS => what.into(),
        unit => format!("{what} ({unit})"),
    }
}

/// The runs of a drive.
pub fn measured_in(runs: &[String]) -> String {
    match runs {
        [one] => one.clone(),
        several => format!("{} runs: {}", several.len(), several.join(", ")),
    }
}

/// ` [140 to 160]`.
pub fn interval(low: &str, high: &str) -> String {
    format!(" [{}]", range(low, high))
}

/// ` (+22 %)`, or how many times as much it is where per cent say little: ` (53.2x)`, ` (1/323)`.
pub fn change(percent: f64) -> String {
    let times = percent / 100.0 + 1.0;
    match percent.abs() {
        999.5.. => format!(" ({}x)", number(times)),
        // As a whole number it would be all.
        99.5.. if percent < 0.0 && times > 0.0 => format!(" (1/{})", count(1.0 / times)),
        0.0..0.05 => " (=)".into(),
        0.05..9.95 => format!(" ({percent:+.1} %)"),
        _ => format!(" ({percent:+.0} %)"),
    }
}

/// With its unit.
pub fn latency(us: f64) -> String {
    duration(us)
}

/// Three figures or more.
pub fn number(value: f64) -> String {
    match value.abs() {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// In a column of its own: `A`, `A, B: no clear difference; C not comparable`.
pub fn best(best: &Best) -> String {
    let lead = match &best.lead {
        Lead::Nobody => String::new(),
        Lead::One(drive) => letter(*drive),
        Lead::AllEqual => "equal".into(),
        Lead::Equal(drives) => format!("{} equal", letters(drives)),
        Lead::NotDistinguishable(drives) => format!("{}: no clear difference", letters(drives)),
    };
    let otherwise = match best.otherwise.as_slice() {
        [] => String::new(),
        drives => format!("{} not comparable", letters(drives)),
    };
    let parts = [lead, otherwise].into_iter();
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// The same behind a figure's name: `: A best`.
pub fn best_behind_name(of: &Best) -> String {
    match (&of.lead, of.otherwise.as_slice()) {
        (Lead::Nobody, []) => String::new(),
        (Lead::One(drive), []) => format!(": {} best", letter(*drive)),
        _ => format!(": {}", best(of)),
    }
}

fn letters(drives: &[usize]) -> String {
    let letters: Vec<String> = drives.iter().map(|drive| letter(*drive)).collect();
    letters.join(", ")
}

#[cfg(test)]
mod tests {
    use super::change;

    /// The story: a drive of 1.1 MB/s lay "-100 %" below one of 356, as if it had done nothing.
    #[test]
    fn is_a_change_said_in_the_words_that_fit_its_size() {
        for (percent, text) in [
            (0.0, " (=)"),
            (-4.26, " (-4.3 %)"),
            (22.4, " (+22 %)"),
            (-99.4, " (-99 %)"),
            (-99.69, " (1/323)"),
            (-99.5, " (1/200)"),
            (-99.9999, " (1/1,000,000)"),
            (-100.0, " (-100 %)"),
            (5220.0, " (53.2x)"),
        ] {
            assert_eq!(change(percent), text, "{percent}");
        }
    }
}
