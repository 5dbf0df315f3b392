//! A comparison as rows of text: a letter per drive, and every figure with its change, its interval
//! and who is best.

use crate::comparison::{ComparedFigure, Comparison};
use crate::figures::PRICE;
use crate::tables::Section;
use crate::wording::comparison_table as words;
use crate::wording::numbers::money;
use fourcorners_findings::comparison::{ComparedValue, Verdict};

/// Under which name people know a test, by its id.
pub type TitleOf<'a> = dyn Fn(&str) -> String + 'a;

/// A figure of all drives.
pub(crate) struct Row {
    /// Of the test: `max latency (µs)`.
    pub label: String,
    /// One per drive.
    pub cells: Vec<String>,
    /// Who is best.
    pub best: Best,
}

/// Which drives are best, and which cannot be judged.
pub(crate) struct Best {
    pub lead: Lead,
    /// Drives whose phase lasted otherwise, or went over another part of them.
    pub otherwise: Vec<usize>,
}

/// The best of those that can be judged.
pub(crate) enum Lead {
    /// No other drive has the figure.
    Nobody,
    One(usize),
    /// All drives have the same figure.
    AllEqual,
    /// These do, and lie before the others.
    Equal(Vec<usize>),
    /// The intervals of these overlap.
    NotDistinguishable(Vec<usize>),
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

/// Which drives are simulated, in a line; empty: none is.
pub(crate) fn simulated(comparison: &Comparison) -> String {
    let drives = comparison.drives.iter().enumerate();
    let simulated = drives.filter(|(_, drive)| drive.simulated);
    let letters: Vec<String> = simulated.map(|(place, _)| words::letter(place)).collect();
    words::simulated(&letters, comparison.drives.len())
}

/// A table per test.
pub(crate) fn sections(comparison: &Comparison, title: &TitleOf<'_>) -> Vec<Section> {
    let tests = tests(comparison, title).into_iter();
    let tests = tests.filter_map(|(title, rows)| {
        let cells = rows.into_iter().map(Row::into_cells);
        let head = words::head(&title, comparison.drives.len());
        Section::new(head, cells.collect())
    });
    tests.collect()
}

impl Row {
    pub fn into_cells(self) -> Vec<String> {
        let first = std::iter::once(self.label);
        let best = words::best(&self.best);
        first.chain(self.cells).chain([best]).collect()
    }
}

fn row(figure: &ComparedFigure) -> Row {
    let cell =
        |value: &Option<ComparedValue>| value.map_or("-".into(), |value| cell(figure, &value));
    Row {
        label: words::label(&figure.label, &figure.unit),
        cells: figure.values.iter().map(cell).collect(),
        best: best(figure),
    }
}

/// `150 [140 to 160] (+22 %)`.
fn cell(figure: &ComparedFigure, value: &ComparedValue) -> String {
    let number = |value: f64| match (figure.test.as_str(), figure.unit.as_str()) {
        (PRICE, _) => money(value),
        (_, words::MICROSECONDS) => words::latency(value),
        _ => words::number(value),
    };
    let spread = match [value.low, value.high].map(number) {
        [low, high] if low != high => words::interval(&low, &high),
        _ => String::new(),
    };
    let change = value.change_percent.map(words::change);
    format!(
        "{}{spread}{}",
        number(value.value),
        change.unwrap_or_default()
    )
}

fn best(figure: &ComparedFigure) -> Best {
    let of = |verdict: Verdict| {
        let own = figure.values.iter().enumerate();
        let own = own.filter_map(|(drive, value)| Some((drive, value.as_ref()?)));
        let own = own.filter(|(_, value)| value.verdict == verdict);
        own.map(|(drive, _)| drive).collect::<Vec<usize>>()
    };
    let values = figure.values.iter().flatten();
    let mut level = values.filter(|value| value.verdict == Verdict::NotDistinguishable);
    let same = |value: &ComparedValue| (value.value, value.low, value.high);
    let first = level.next();
    let alike = level.all(|one| first.is_some_and(|first| same(first) == same(one)));
    let lead = match of(Verdict::NotDistinguishable) {
        none if none.is_empty() => match of(Verdict::Best).first() {
            Some(drive) => Lead::One(*drive),
            None => Lead::Nobody,
        },
        drives if alike && drives.len() == figure.values.len() => Lead::AllEqual,
        drives if alike => Lead::Equal(drives),
        drives => Lead::NotDistinguishable(drives),
    };
    Best {
        lead,
        otherwise: of(Verdict::Otherwise),
    }
}
