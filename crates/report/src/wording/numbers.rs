//! Numbers with their units, as people write them.

use fourcorners_findings::spread::{FEW_RUNS, Spread};

/// `3 min`, `1 h`, `45 s`.
pub fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0 => format!("{seconds:.1} s"),
        _ if whole.is_multiple_of(3600) => format!("{} h", whole / 3600),
        _ if whole.is_multiple_of(60) => format!("{} min", whole / 60),
        _ => format!("{whole} s"),
    }
}

/// `0.63`: a price with its hundredths, halves away from zero, as the page's script rounds them. It
/// takes 0.625 and 1.005 as they are written; in binary 1.005 is a little less, which the last bit
/// makes up for.
pub fn money(price: f64) -> String {
    format!("{:.2}", price * (1.0 + 2.0 * f64::EPSILON))
}

/// `an` before a number that is said with a vowel (8, 11, 18, 80, 825), else `a`.
pub fn article(number: &str) -> &'static str {
    let whole: String = number.chars().take_while(char::is_ascii_digit).collect();
    match whole.as_str() {
        "11" | "18" => "an",
        eight if eight.starts_with('8') => "an",
        _ => "a",
    }
}

/// `20,147`: a whole number with its thousands apart.
pub fn count(value: f64) -> String {
    let digits = format!("{value:.0}");
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits.as_str()),
    };
    let mut text = String::from(sign);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Of a speed in MB/s as many digits as tell slow drives apart: `234`, `2.41`.
pub fn speed(mb_per_s: f64) -> String {
    match mb_per_s.abs() {
        slow if slow > 0.0 && slow < 10.0 => format!("{mb_per_s:.2}"),
        _ => format!("{mb_per_s:.0}"),
    }
}

/// `-36 %`, of a share of what it is compared with.
pub fn change(share: f64) -> String {
    let percent = (share - 1.0) * 100.0;
    match percent.round() {
        0.0 => "±0 %".into(),
        more if more > 0.0 => format!("+{more} %"),
        less => format!("\u{2212}{} %", -less),
    }
}

/// `179 to 185 MB/s`.
pub fn interval(of: Spread, unit: &str) -> String {
    let figure = |value: f64| match value.abs() {
        100.0.. => format!("{value:.0}"),
        _ => format!("{value:.1}"),
    };
    let (low, high) = (figure(of.low), figure(of.high));
    if low == high {
        format!("{low} {unit}")
    } else {
        format!("{} {unit}", range(&low, &high))
    }
}

/// `179 to 185`: from one figure to another.
pub fn range(low: &str, high: &str) -> String {
    format!("{low} to {high}")
}

/// What the interval of several runs is; `None` of a single run.
pub fn kind_of_interval(runs: usize) -> Option<String> {
    match runs {
        0 | 1 => None,
        2..=FEW_RUNS => Some(format!("range of {runs} runs")),
        _ => Some(format!("95 % interval of the median of {runs} runs")),
    }
}

/// Microseconds in the unit that reads best.
pub fn duration(us: f64) -> String {
    if us >= 1e6 {
        format!("{:.2} s", us / 1e6)
    } else if us >= 1e3 {
        format!("{:.1} ms", us / 1e3)
    } else {
        format!("{us:.1} µs")
    }
}

/// `1 s`, `500 ms`, `50 µs`: a time that was asked for.
pub fn whole_time(us: u64) -> String {
    match us {
        _ if us >= 1_000_000 && us.is_multiple_of(1_000_000) => time(us as f64 / 1e6),
        _ if us >= 1000 && us.is_multiple_of(1000) => format!("{} ms", us / 1000),
        _ => format!("{us} µs"),
    }
}

/// `74 %`; below one `0.3 %`, so that one slow second of 600 is not rounded away.
pub fn percent(value: f64) -> String {
    match value {
        few if few > 0.0 && few < 1.0 => format!("{few:.1} %"),
        _ => format!("{value:.0} %"),
    }
}

/// As many digits as are worth reading: `134`, `5.2`, `0.08`.
pub fn short(figure: f64) -> String {
    match figure {
        10.0.. => format!("{figure:.0}"),
        1.0.. => format!("{figure:.1}"),
        _ => format!("{figure:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{article, money};

    /// The story: 25 % spare area of an M500 was that of "a 825 GB drive".
    #[test]
    fn does_the_article_fit_the_number_as_it_is_said() {
        for size in [
            "8", "8.25 GB", "11 GB", "18 GB", "80 GB", "825 GB", "8000 GB",
        ] {
            assert_eq!(article(size), "an", "{size}");
        }
        for size in ["0.85 GB", "1.80 GB", "110 GB", "118 GB", "180 GB", "256 GB"] {
            assert_eq!(article(size), "a", "{size}");
        }
    }

    /// The story: 160 dollars for 256 GB were 0.62 a GB on the terminal and 0.63 on the page. The
    /// page's are those of `toLocaleString`.
    #[test]
    fn is_a_price_rounded_as_on_the_page() {
        for (price, text) in [
            (0.625, "0.63"),
            (0.375, "0.38"),
            (1.005, "1.01"),
            (2.675, "2.68"),
            (0.6249, "0.62"),
            (0.0, "0.00"),
            (369.0, "369.00"),
        ] {
            assert_eq!(money(price), text, "{price}");
        }
    }
}
