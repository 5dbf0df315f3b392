//! A comparison as rows of text: a letter a drive, and every figure with its change, its interval and who is best.

use crate::comparison::{ComparedFigure, Comparison};
use crate::results::Section;
use crate::wording::numbers as words;
use fourcorners_findings::comparison::{ComparedValue, Verdict};

/// Under which name people know a test, by its id.
pub type TitleOf<'a> = dyn Fn(&str) -> String + 'a;

/// How the tables are to be read.
pub(crate) const LEGEND: &str = "MB/s: 10^6 bytes a second. In round brackets: the change from A. In square ones: of two to five runs the lowest and \
    highest, of more the interval in which their median lies with 95 %. Drives whose intervals overlap are not distinguishable.";

/// A figure of all drives.
pub(crate) struct Row {
    /// Of the test: `longest latency (µs)`.
    pub label: String,
    /// One a drive.
    pub cells: Vec<String>,
    /// Which drives are best, or level with the best; empty of one drive alone.
    pub best: String,
}

/// The letter that stands for a drive, by its place.
pub(crate) fn letter(drive: usize) -> String {
    match u8::try_from(drive) {
        Ok(place @ 0..26) => char::from(b'A' + place).to_string(),
        _ => (drive + 1).to_string(),
    }
}

/// The runs of a drive in a few words.
pub(crate) fn measured_in(runs: &[String]) -> String {
    match runs {
        [one] => one.clone(),
        several => format!("{} runs: {}", several.len(), several.join(", ")),
    }
}

/// The tests in their order, each with its title and figures.
pub(crate) fn tests(comparison: &Comparison, title: &TitleOf<'_>) -> Vec<(String, Vec<Row>)> {
    let figures = comparison.figures.as_slice();
    let tests = figures.chunk_by(|one, next| one.test == next.test);
    let test = |figures: &[ComparedFigure]| {
        let name = figures.first().map_or("", |figure| &figure.test);
        (title(name), figures.iter().map(row).collect())
    };
    tests.map(test).collect()
}

/// A table a test.
pub(crate) fn sections(comparison: &Comparison, title: &TitleOf<'_>) -> Vec<Section> {
    let header = header(comparison);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let tests = tests(comparison, title).into_iter();
    let tests = tests.filter_map(|(title, rows)| {
        let cells = rows.into_iter().map(Row::into_cells);
        Section::new(&title, &header, cells.collect())
    });
    tests.collect()
}

/// Above the cells of a row.
pub(crate) fn header(comparison: &Comparison) -> Vec<String> {
    let letters = (0..comparison.drives.len()).map(letter);
    let first = std::iter::once(String::new());
    first.chain(letters).chain(["best".into()]).collect()
}

impl Row {
    pub fn into_cells(self) -> Vec<String> {
        let first = std::iter::once(self.label);
        first.chain(self.cells).chain([self.best]).collect()
    }
}

fn row(figure: &ComparedFigure) -> Row {
    let what = match figure.label.as_str() {
        "" => "throughput",
        label => label,
    };
    let cell =
        |value: &Option<ComparedValue>| value.map_or("-".into(), |value| cell(figure, &value));
    Row {
        label: match figure.unit.as_str() {
            "" => what.into(),
            unit => format!("{what} ({unit})"),
        },
        cells: figure.values.iter().map(cell).collect(),
        best: best(figure),
    }
}

/// `150 [140 to 160] (+22 %)`.
fn cell(figure: &ComparedFigure, value: &ComparedValue) -> String {
    let number = |value: f64| match figure.test.as_str() {
        "price" => words::money(value),
        _ => number(value),
    };
    let spread = match [value.low, value.high].map(number) {
        [low, high] if low != high => format!(" [{low} to {high}]"),
        _ => String::new(),
    };
    let change = value.change_percent.map(change);
    format!(
        "{}{spread}{}",
        number(value.value),
        change.unwrap_or_default()
    )
}

/// ` (+22 %)`, or how many times it is where per cent say little: ` (x53.2)`, ` (x0.0031)`.
fn change(percent: f64) -> String {
    let times = percent / 100.0 + 1.0;
    match percent.abs() {
        999.5.. => format!(" (x{})", number(times)),
        // As a whole number it would be all.
        99.5.. if percent < 0.0 && times > 0.0 => {
            let digits = 1.0 - times.log10().floor();
            format!(" (x{times:.*})", digits as usize)
        }
        0.0..0.05 => " (=)".into(),
        0.05..9.95 => format!(" ({percent:+.1} %)"),
        _ => format!(" ({percent:+.0} %)"),
    }
}

/// Three figures or more.
fn number(value: f64) -> String {
    match value.abs() {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

fn best(figure: &ComparedFigure) -> String {
    let of = |verdict: Verdict| {
        let own =
            figure.values.iter().enumerate().filter(move |(_, value)| {
                value.as_ref().is_some_and(|value| value.verdict == verdict)
            });
        let letters: Vec<String> = own.map(|(drive, _)| letter(drive)).collect();
        letters.join(", ")
    };
    let values = || figure.values.iter().flatten();
    let level = || values().filter(|value| value.verdict == Verdict::NotDistinguishable);
    let same = |value: &ComparedValue| (value.value, value.low, value.high);
    let alike = level()
        .zip(level().skip(1))
        .all(|(a, b)| same(a) == same(b));
    let best = match of(Verdict::NotDistinguishable) {
        letters if letters.is_empty() => of(Verdict::Best),
        _ if alike && level().count() == figure.values.len() => "equal".into(),
        letters if alike => format!("{letters} equal"),
        letters => format!("{letters} not distinguishable"),
    };
    let others = of(Verdict::Otherwise);
    match (best.as_str(), others.as_str()) {
        (_, "") => best,
        ("", others) => format!("{others} measured otherwise"),
        (best, others) => format!("{best}; {others} measured otherwise"),
    }
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
            (-99.69, " (x0.0031)"),
            (-99.5, " (x0.0050)"),
            (-100.0, " (-100 %)"),
            (5220.0, " (x53.2)"),
        ] {
            assert_eq!(change(percent), text, "{percent}");
        }
    }
}
