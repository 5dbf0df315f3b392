//! The outcome of a review in a screen of the terminal.

use super::numbers;
use crate::findings::Headline;

pub const UNITS: &str = "MB/s";
pub const RANDOM_READ: &str = "4 KiB\nread";
pub const RANDOM_WRITE: &str = "4 KiB\nwrite";
pub const SEQUENTIAL_READ: &str = "seq.\nread";
pub const SEQUENTIAL_WRITE: &str = "seq.\nwrite";
pub const CLEAN: &str = "clean\npass";
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

/// Names of the drives by what torture and TRIM make of their sequential writes.
pub struct AgingOf<'a> {
    /// All that stand in the table.
    pub drives: usize,
    /// Whether any was measured after TRIM.
    pub with_trim: bool,
    pub restored: Vec<&'a str>,
    pub not_restored: Vec<&'a str>,
    /// They take no TRIM.
    pub no_trim: Vec<&'a str>,
    /// They were not measured after TRIM.
    pub no_trim_pass: Vec<&'a str>,
    pub not_judged: Vec<&'a str>,
}

/// The drive whose sequential writes lose most, in MB/s from and to, and in percent; then what TRIM
/// does for it and the others.
pub fn loses(
    name: &str,
    [clean, tortured]: [f64; 2],
    loss_percent: f64,
    aging: &AgingOf<'_>,
) -> String {
    let loss = numbers::percent(loss_percent);
    let trim = trim(aging);
    format!(
        "Largest loss after torture: {name}, {loss}, from {clean:.0} to {tortured:.0} MB/s of \
         sequential writes.{trim}"
    )
}

/// Of all drives nothing is said unless each of them was judged.
fn trim(of: &AgingOf<'_>) -> String {
    let restores = match of.restored.len() {
        all if all > 1 && all == of.drives => "TRIM restores all drives".into(),
        _ => listed("TRIM restores", &of.restored),
    };
    let without_pass = match of.with_trim {
        true => listed("No pass after TRIM:", &of.no_trim_pass),
        false => String::new(),
    };
    let sentences = [
        restores,
        listed("TRIM does not restore", &of.not_restored),
        listed("No TRIM support:", &of.no_trim),
        without_pass,
        listed("Not judged:", &of.not_judged),
    ];
    let sentences = sentences.iter().filter(|one| !one.is_empty());
    sentences.map(|one| format!(" {one}.")).collect()
}

fn listed(what: &str, names: &[&str]) -> String {
    match names {
        [] => String::new(),
        names => format!("{what} {}", names.join(", ")),
    }
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
