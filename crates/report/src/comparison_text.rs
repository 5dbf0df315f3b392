//! A comparison for the terminal: one table, or, where that is too wide, a line or two a figure.

use crate::comparison::Comparison;
use crate::comparison_table::{Row, TitleOf, simulated, tests};
use crate::visible::visible;
use crate::wording::comparison_table::{LEGEND, best, best_behind_name, head, letter, measured_in};
use crate::wording::terminal::note;
use comfy_table::{ContentArrangement, Table, presets};

/// Columns that are never too few, and those where nobody knows how many there are.
const LEAST: usize = 40;
const UNKNOWN: u16 = 80;

/// Columns to use; `width`: those asked for.
pub(crate) fn columns_of(width: Option<u16>) -> usize {
    let width = width.or_else(|| Table::new().width()).unwrap_or(UNKNOWN);
    usize::from(width).max(LEAST)
}

/// The drives, the notes, and all figures. `width`: columns to use; `None`: as many as the terminal
/// has.
pub fn comparison_text(comparison: &Comparison, title: &TitleOf<'_>, width: Option<u16>) -> String {
    let width = columns_of(width);
    let tests = tests(comparison, title);
    let table = table(comparison, &tests);
    let fits = table.lines().all(|line| columns(line) <= width);
    let figures = match fits {
        true => table,
        false => stacked(&tests, width),
    };
    let notes = comparison.notes.iter();
    let notes = notes.map(|one| wrapped(&visible(&note(one)), "", width));
    let simulated = Some(simulated(comparison)).filter(|line| !line.is_empty());
    let drives = drives(comparison, width);
    let mut parts: Vec<String> = simulated.into_iter().chain([drives]).collect();
    parts.extend(notes);
    parts.extend([figures, wrapped(LEGEND, "", width)]);
    parts.join("\n\n")
}

/// `A  model  folder`, in two lines where that is too long.
fn drives(comparison: &Comparison, width: usize) -> String {
    let drive = |(place, drive): (usize, &crate::comparison::ComparedDrive)| {
        let name = format!("{}  {}", letter(place), visible(&drive.model));
        let folder = visible(&measured_in(&drive.runs));
        match columns(&name) + 2 + columns(&folder) <= width {
            true => format!("{name}  {folder}"),
            false => format!("{name}\n{}", wrapped(&folder, "     ", width)),
        }
    };
    let drives = comparison.drives.iter().enumerate().map(drive);
    drives.collect::<Vec<_>>().join("\n")
}

/// All tests in one table, so that columns stand below each other.
fn table(comparison: &Comparison, tests: &[(String, Vec<Row>)]) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(head("", comparison.drives.len()).header);
    for (place, (title, rows)) in tests.iter().enumerate() {
        if place > 0 {
            table.add_row([""]);
        }
        table.add_row([visible(title)]);
        for row in rows {
            let best = best(&row.best);
            let cells = row.cells.iter().chain([&best]);
            let label = format!("  {}", row.label);
            let cells = std::iter::once(&label).chain(cells);
            table.add_row(cells.map(|cell| visible(cell)));
        }
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let text = table.to_string();
    let lines = text.lines().map(str::trim_end);
    lines.collect::<Vec<_>>().join("\n")
}

/// A figure's name and the best drive, and below them all drives' values.
fn stacked(tests: &[(String, Vec<Row>)], width: usize) -> String {
    let figure = |row: &Row| {
        let best = best_behind_name(&row.best);
        let name = wrapped(&visible(&format!("{}{best}", row.label)), "  ", width);
        let values = row.cells.iter().enumerate();
        let values = values.map(|(drive, cell)| format!("{} {cell}", letter(drive)));
        format!("{name}\n{}", joined(values, "   ", "    ", width))
    };
    let test = |(title, rows): &(String, Vec<Row>)| {
        let figures = rows.iter().map(figure);
        let lines = std::iter::once(visible(title)).chain(figures);
        lines.collect::<Vec<_>>().join("\n")
    };
    tests.iter().map(test).collect::<Vec<_>>().join("\n\n")
}

/// A text in lines of so many columns, behind an indent.
pub(crate) fn wrapped(text: &str, indent: &str, width: usize) -> String {
    joined(text.split(' ').map(String::from), " ", indent, width)
}

/// Parts in lines of so many columns: none is broken.
fn joined(
    parts: impl Iterator<Item = String>,
    between: &str,
    indent: &str,
    width: usize,
) -> String {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if columns(line) + columns(between) + columns(&part) <= width => {
                line.push_str(between);
                line.push_str(&part);
            }
            _ => lines.push(format!("{indent}{part}")),
        }
    }
    lines.join("\n")
}

/// Columns that a text takes; of a name in characters of two columns half of them, which moves a
/// line's end.
fn columns(text: &str) -> usize {
    text.chars().count()
}
