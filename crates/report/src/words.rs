//! Conditions and lengths in the words of charts and tables.

use fourcorners_bench::Variant;
use fourcorners_bench::record::Measured;
use fourcorners_block::DataClass;

/// What distinguishes a variant from the test's own way; empty for that.
pub fn variant(name: &str, measured: &Measured) -> String {
    match Variant::parse(name) {
        // A later version's, or a file's that was edited: its own name says most.
        None => name.into(),
        Some(variant) if variant.long => join([conditions(&variant), time(measured.duration_s)]),
        Some(variant) => conditions(&variant),
    }
}

/// The same without its length.
pub fn conditions(variant: &Variant) -> String {
    let spare = variant
        .spare_percent
        .map(|percent| format!("{percent} % spare area"));
    let conditions = &variant.conditions;
    join([
        spare.unwrap_or_default(),
        conditions.state.clone().unwrap_or_default(),
        conditions
            .align
            .map_or(String::new(), |align| format!("aligned to {align}")),
        conditions.data.map_or(String::new(), class),
        conditions
            .span
            .map_or(String::new(), |span| format!("span {span}")),
    ])
}

/// The parts that are not empty.
pub fn join<const N: usize>(parts: [String; N]) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

/// Data that was written; `asked` for where nothing was (reads of it).
pub fn data(written: &str, asked: Option<DataClass>) -> String {
    match written.parse().ok().or(asked) {
        Some(data) => class(data),
        None => class(DataClass::FullRandom),
    }
}

/// Data that was written, where any was and the words of the variant do not name it.
pub fn written(variant: &str, measured: &Measured) -> String {
    let named = Variant::parse(variant).is_some_and(|variant| variant.conditions.data.is_some());
    let data = measured.data.parse().ok().filter(|_| !named);
    data.map_or(String::new(), class)
}

fn class(data: DataClass) -> String {
    match data {
        DataClass::Zero => "zeros".into(),
        DataClass::Repeating => "repeating data".into(),
        DataClass::OneBuffer => "one random buffer".into(),
        DataClass::FullRandom => "random data".into(),
        DataClass::Ratio(per_mille) => {
            format!("data that compresses to {} %", f64::from(per_mille) / 10.0)
        }
    }
}

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

/// `0.63`: a price with its hundredths, halves away from zero, as the page's script rounds them. It takes 0.625 and 1.005
/// as they are written; in binary 1.005 is a little less, which the last bit makes up for.
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

/// The label that all have, taken from each; `None` if they differ or have none.
pub fn common<'a>(labels: impl Iterator<Item = &'a mut String>) -> Option<String> {
    let mut labels: Vec<&mut String> = labels.collect();
    let first = labels.first().map(|label| (**label).clone())?;
    if first.is_empty() || labels.iter().any(|label| **label != first) {
        return None;
    }
    labels.iter_mut().for_each(|label| label.clear());
    Some(first)
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

    /// The story: 160 dollars for 256 GB were 0.62 a GB on the terminal and 0.63 on the page. The page's are those of
    /// `toLocaleString`.
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
