//! The quick look on the terminal: per drive one block of lines, no wider than a terminal.

use super::{Quartet, QuartetRow};
use crate::wording::{desktop as words, remarks};
use fourcorners_bench::record::Run;

/// Columns of the narrowest terminal.
const WIDTH: usize = 80;
/// Of the columns of figures; the first is as wide as it needs, up to what is left.
const FIGURES: [usize; 4] = [11, 10, 13, 10];
/// Of the mark behind a row with remarks.
const MARK: usize = words::MARK.len();

/// A block per drive, each with the line to share; `None` unless every run did a quartet, and
/// nothing else.
pub fn quick_look(runs: &[Run]) -> Option<String> {
    let all = Quartet::all(runs)?;
    let blocks: Vec<String> = all.iter().map(Quartet::block).collect();
    Some(blocks.join("\n\n"))
}

impl Quartet {
    /// The drive, its table and the line to share.
    pub fn block(&self) -> String {
        let behind = words::behind_name(self);
        let drive = fitted(&self.drive, WIDTH.saturating_sub(behind.chars().count()));
        let drive = fitted(&(drive + &behind), WIDTH);
        let head = [words::READ, words::IOPS, words::WRITE, words::IOPS];
        let first = words::span_and_time(self);
        let titles = self.rows.iter().map(|row| row.title.as_str());
        let titles = titles.chain([first.as_str()]);
        let width = titles.map(|title| title.chars().count()).max();
        let remarks = self.remarks();
        let figures = FIGURES.iter().sum::<usize>();
        let marks = if remarks.is_empty() { 0 } else { MARK };
        let width = width.unwrap_or(0).min(WIDTH - figures - marks);
        let all = width + figures;
        let of_row = |row: &QuartetRow| {
            let text = line(&row.title, width, cells(row));
            match row.remarks.is_empty() {
                true => text,
                false => format!("{text:all$}{}", words::MARK),
            }
        };
        let note = self.existing_data.then(|| words::EXISTING_DATA.to_string());
        let lines = std::iter::once(drive)
            .chain([line(&first, width, head.map(String::from))])
            .chain(self.rows.iter().map(of_row))
            .chain(words::notes(&remarks))
            .chain(note)
            .chain([self.shared()]);
        lines.collect::<Vec<_>>().join("\n")
    }

    /// One line of plain text with the figures, to be pasted anywhere. Remarks follow, however long
    /// the line becomes.
    pub fn shared(&self) -> String {
        self.shared_figures() + &remarks::shared(&self.remarks())
    }

    fn shared_figures(&self) -> String {
        let of_name = |drive: &str| words::shared_name(drive, self.simulated);
        let full = of_name(&self.drive) + &words::shared_figures(&self.rows, true);
        if full.chars().count() <= WIDTH {
            return full;
        }
        let figures = words::shared_figures(&self.rows, false);
        let taken = of_name("").chars().count() + figures.chars().count();
        of_name(&fitted(&self.drive, WIDTH.saturating_sub(taken))) + &figures
    }
}

/// Figures of a row. I/Os per second of sequential ones say nothing that the speed does not.
fn cells(row: &QuartetRow) -> [String; 4] {
    let iops = |rate| match row.is_random() {
        true => words::iops(rate),
        false => String::new(),
    };
    [
        words::speed(row.read),
        iops(row.read),
        words::speed(row.write),
        iops(row.write),
    ]
}

fn line(first: &str, width: usize, figures: [String; 4]) -> String {
    let mut text = format!("{:width$}", fitted(first, width));
    for (figure, width) in figures.iter().zip(FIGURES) {
        text.push_str(&format!("{figure:>width$}"));
    }
    text.trim_end().into()
}

/// No longer than so many letters: the end is left out.
pub(super) fn fitted(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.into();
    }
    let kept = text.chars().take(letters.saturating_sub(1));
    kept.chain(['…']).collect()
}
