//! Amounts that are written to a drive, and what its maker allows.

use fourcorners_bench::record::{NotRun, Rated, RatedFrom};
use std::path::Path;

/// As in `53 GB`, `4.2 TB`; powers of ten, as makers rate endurance.
pub fn amount(bytes: u64) -> String {
    let value = bytes as f64;
    match bytes {
        0..1_000_000 => format!("{:.0} kB", (value / 1e3).ceil()),
        1_000_000..1_000_000_000 => format!("{:.0} MB", (value / 1e6).ceil()),
        1_000_000_000..10_000_000_000 => decimals(value / 1e9, "GB"),
        10_000_000_000..999_500_000_000 => format!("{:.0} GB", value / 1e9),
        999_500_000_000..100_000_000_000_000 => decimals(value / 1e12, "TB"),
        _ => format!("{:.0} TB", value / 1e12),
    }
}

/// With a decimal, unless it is 0.
fn decimals(value: f64, unit: &str) -> String {
    let text = format!("{value:.1}");
    format!("{} {unit}", text.strip_suffix(".0").unwrap_or(&text))
}

/// Share of the rated endurance, as in `0.7 % of its rated 600 TB`.
pub fn share_of_rated(bytes: u64, rated: &Rated) -> String {
    let percent = bytes as f64 * 100.0 / rated.bytes.max(1) as f64;
    let percent = match percent {
        ..0.01 => "less than 0.01".into(),
        0.01..0.1 => format!("{percent:.2}"),
        0.1..10.0 => format!("{percent:.1}"),
        _ => format!("{percent:.0}"),
    };
    let whole = amount(rated.bytes);
    match rated.from {
        RatedFrom::DriveFile | RatedFrom::User => format!("{percent} % of its rated {whole}"),
        RatedFrom::Smart { percentage_used } => format!(
            "{percent} % of about {whole}, an estimate of its rated endurance: SMART says \
             {percentage_used} % used"
        ),
    }
}

/// What is going to be written to a drive, as in `samsung-980-pro-1000: writes about 4.2 TB (0.7 %
/// of its rated 600 TB)`.
pub fn about(drive: &str, bytes: u64, rated: Option<&Rated>) -> String {
    let share = rated.map(|rated| share_of_rated(bytes, rated));
    let share = share.map_or(String::new(), |share| format!(" ({share})"));
    format!("{drive}: writes about {}{share}", amount(bytes))
}

/// How repetitions share the budget.
pub fn shared(drive: &str, max: u64, share: u64, runs: u32) -> String {
    let [max, share] = [max, share].map(amount);
    format!("{drive}: {runs} repetitions share --max-writes of {max}: at most {share} each")
}

/// That a test is left out.
pub fn left_out(drive: &str, title: &str, because: &NotRun) -> String {
    format!(
        "{drive}: left out: {title} {}",
        super::not_run::sentence(because)
    )
}

/// That a run does not tell how much it has written.
pub fn unknown(folder: &Path) -> String {
    format!(
        "{}: writes.jsonl is missing or damaged, so what this run wrote is not known: all of \
         --max-writes counts as used up (to go on, start a new review with what may still be \
         written)",
        folder.display()
    )
}

/// That a test does not fit into `--max-writes`.
pub(super) fn exceeds(because: &NotRun) -> Option<String> {
    let NotRun::MaxWrites {
        needed_bytes,
        left_bytes,
        ..
    } = because
    else {
        return None;
    };
    let [needed, left] = told_apart(*needed_bytes, *left_bytes);
    Some(format!(
        "would exceed --max-writes (needs {needed}, {left} left)"
    ))
}

/// Two amounts with as many digits as it takes to see that they differ.
fn told_apart(one: u64, other: u64) -> [String; 2] {
    let short = [one, other].map(amount);
    if one == other || short[0] != short[1] {
        return short;
    }
    let (unit, name) = match one.max(other) {
        0..1_000_000 => (1e3, "kB"),
        1_000_000..1_000_000_000 => (1e6, "MB"),
        1_000_000_000..999_500_000_000 => (1e9, "GB"),
        _ => (1e12, "TB"),
    };
    let with = |digits: usize| {
        [one, other].map(|bytes| format!("{:.digits$} {name}", bytes as f64 / unit))
    };
    let long = (1..=4).map(with).find(|[one, other]| one != other);
    long.unwrap_or_else(|| [one, other].map(|bytes| format!("{bytes} bytes")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_short() {
        let texts = [0, 4096, 53_000_000_000, 4_200_000_000_000].map(amount);
        assert_eq!(texts, ["0 kB", "5 kB", "53 GB", "4.2 TB"]);
        assert_eq!(amount(999_900_000_000), "1 TB");
        assert_eq!(amount(2_000_000_000_000), "2 TB");
        assert_eq!(amount(600_000_000_000_000), "600 TB");
    }

    /// The story: a test was left out because it "needs 1 TB, 1 TB left".
    #[test]
    fn amounts_that_differ_are_told_apart() {
        let exceeds = |needed_bytes, left_bytes| {
            let max_bytes = 2_000_000_000_000;
            exceeds(&NotRun::MaxWrites {
                needed_bytes,
                left_bytes,
                max_bytes,
            })
            .expect("too much")
        };
        for (needed, left, texts) in [
            (
                1_000_200_000_000,
                999_900_000_000,
                ["1.0002 TB", "0.9999 TB"],
            ),
            (1_040_000_000_000, 1_000_000_000_000, ["1.04 TB", "1.00 TB"]),
            (53_100_000_000, 52_900_000_000, ["53.1 GB", "52.9 GB"]),
            (40_000_000, 39_999_999, ["40000000 bytes", "39999999 bytes"]),
            (2_000_000, 4096, ["2 MB", "5 kB"]),
        ] {
            let [needed_text, left_text] = texts;
            assert_eq!(
                exceeds(needed, left),
                format!("would exceed --max-writes (needs {needed_text}, {left_text} left)")
            );
        }
    }

    #[test]
    fn share_says_where_the_rating_is_from() {
        let rated = |from| Rated {
            bytes: 600_000_000_000_000,
            from,
        };
        assert_eq!(
            share_of_rated(4_200_000_000_000, &rated(RatedFrom::User)),
            "0.7 % of its rated 600 TB"
        );
        let estimate = rated(RatedFrom::Smart { percentage_used: 3 });
        assert!(share_of_rated(60_000_000_000, &estimate).ends_with("SMART says 3 % used"));
    }
}
