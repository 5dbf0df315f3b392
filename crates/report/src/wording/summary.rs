//! The outcome of a review in a screen of the terminal.

use super::numbers;
use crate::findings::Headline;

pub const UNITS: &str = "MB/s";
pub const RANDOM_READ: &str = "4 KiB\nread";
pub const RANDOM_WRITE: &str = "4 KiB\nwrite";
pub const SEQUENTIAL_READ: &str = "seq.\nread";
pub const SEQUENTIAL_WRITE: &str = "seq.\nwrite";
pub const TORTURED: &str = "after\ntorture";
pub const TRIMMED: &str = "after\nTRIM";
pub const SUSTAINED: &str = "sustained\nIOPS";
pub const SLOW: &str = "slow\nseconds";
pub const NO_FIGURE: &str = "-";

/// Loss of sequential writes after torture, in percent, from which it is reported.
pub const LOSS_PERCENT: f64 = 10.0;

/// Above the table.
pub fn head(simulated: usize, drives: usize) -> String {
    match simulated {
        0 => "Four Corners".into(),
        all if all == drives => "Four Corners: SIMULATED drives (models, not measurements)".into(),
        some => format!("Four Corners: {some} of {drives} drives are SIMULATED (models)"),
    }
}

/// The headline of a drive's page.
pub fn headline(name: &str, headline: &Headline) -> String {
    let parts: Vec<&str> = headline
        .parts
        .iter()
        .map(|part| part.text.as_str())
        .collect();
    format!("{name}: {}.", parts.join("; "))
}

/// The drives that stall, with the percentage of slow seconds.
pub fn stalls(drives: &[(&str, f64)]) -> String {
    let each = drives.iter();
    let each = each.map(|(name, slow)| format!("{name} {}", numbers::percent(*slow)));
    let each = each.collect::<Vec<_>>().join(", ");
    format!("Slow seconds (below 40 % of the mean): {each}.")
}

/// The drive whose sequential writes lose most, in MB/s from and to, and in percent; `left`: those
/// that TRIM does not restore, where it was measured.
pub fn loses(
    name: &str,
    [clean, tortured]: [f64; 2],
    loss_percent: f64,
    left: Option<&Vec<&str>>,
) -> String {
    let loss = numbers::percent(loss_percent);
    let trim = match left.map(|left| left.as_slice()) {
        None => String::new(),
        Some([]) => " TRIM restores all drives.".into(),
        Some(names) => format!(" TRIM does not restore {}.", names.join(", ")),
    };
    format!(
        "Largest loss after torture: {name}, {loss}, from {clean:.0} to {tortured:.0} MB/s of \
         sequential writes.{trim}"
    )
}

/// A recommendation; `fitted`: to published figures of the test by which it was decided.
pub fn pick(whom: &str, drives: &[&str], fitted: bool) -> String {
    let fitted = if fitted { " (fitted to this test)" } else { "" };
    let tie = if drives.len() > 1 { " (tie)" } else { "" };
    format!("{whom}: {}{tie}{fitted}.", drives.join(", "))
}

/// That there are notes.
pub fn warnings(count: usize) -> String {
    match count {
        1 => "1 note on how far to trust these figures: see -v or the page.".into(),
        more => format!("{more} notes on how far to trust these figures: see -v or the page."),
    }
}
