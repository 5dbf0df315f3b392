//! Amounts that are written to a drive, and what its maker allows.

use fourcorners_bench::record::{NotRun, Rated, RatedFrom};

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

/// That a test does not fit into `--max-writes`.
pub fn exceeds(because: &NotRun) -> Option<String> {
    let NotRun::MaxWrites {
        needed_bytes,
        left_bytes,
        max_bytes,
    } = because
    else {
        return None;
    };
    Some(format!(
        "would exceed --max-writes {} (needs {}, {} left)",
        amount(*max_bytes).replace(' ', ""),
        amount(*needed_bytes),
        amount(*left_bytes)
    ))
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
