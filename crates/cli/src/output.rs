//! Writing to stdout and stderr. A reader that goes away (`| head`) is no error.

use crate::end::End;
use crate::refusal::Refusal;
use fourcorners_lab::Message;
use fourcorners_report::visible;
use ratatui::text::Span;
use std::io::Write;

/// Prints a text and a line end.
pub fn print(text: &str) -> Result<End, Refusal> {
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(format!("stdout: {error}").into())
        }
        _ => Ok(End::Done),
    }
}

/// A text of several lines in which all else is seen: a name out of a run, or of a file, may hold
/// what a terminal obeys.
fn seen(text: &str) -> String {
    let line = |line: &str| line.split('\t').map(visible).collect::<Vec<_>>().join("\t");
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Says something on stderr. Unlike `eprintln!`, nobody listening ends no run.
pub fn say(text: &str) {
    let text = seen(text);
    let _nobody_listens = writeln!(std::io::stderr().lock(), "{text}");
}

/// Prints an error on stderr, and what to do.
pub fn complain(message: &Message) {
    say(&format!("error: {message}"));
}

/// Prints on stderr what the user should know, and is no error.
pub fn note(text: &str) {
    say(&format!("note: {text}"));
}

/// Prints a value as JSON.
pub fn print_json<T: serde::Serialize>(value: &T) -> Result<End, Refusal> {
    let text = serde_json::to_string_pretty(value).map_err(|error| format!("JSON: {error}"))?;
    print(&text)
}

/// A table with a header, every character in its cells seen, as wide as the terminal allows.
pub fn table(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let mut table = comfy_table::Table::new();
    table
        .load_style(comfy_table::presets::NOTHING)
        .set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    table.set_header(header.to_vec());
    let seen = |row: Vec<String>| row.iter().map(|cell| visible(cell)).collect::<Vec<_>>();
    table.add_rows(rows.into_iter().map(seen));
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table
        .to_string()
        .lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Columns that a text takes.
pub fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text as wide as so many columns: filled up, or with its middle left out, as names differ at
/// their ends.
pub fn column(text: &str, columns: usize) -> String {
    let mut text = text.to_string();
    if width(&text) > columns {
        let end = columns.saturating_sub(1) / 3;
        let (mut start, mut rest) = (text.clone(), text);
        while width(&rest) > end {
            rest.remove(0);
        }
        while !start.is_empty() && width(&start) + 1 + width(&rest) > columns {
            start.pop();
        }
        text = format!("{start}…{rest}");
    }
    let missing = columns.saturating_sub(width(&text));
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// To four digits.
pub fn number(value: f64) -> String {
    let decimals = match value.abs() {
        x if x >= 1000.0 || x == 0.0 => 0,
        x => (3 - x.log10().floor() as i32).clamp(0, 9) as usize,
    };
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').into(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{column, number};

    #[test]
    fn are_names_as_wide_as_each_other() {
        assert_eq!(column("m4", 5), "m4   ");
        assert_eq!(column("crucial-m4-256", 8), "cruci…56");
        assert_eq!(column("crucial", 7), "crucial");
        assert_eq!(column("crucial-m4-256 #2", 12), "crucial-… #2");
        // Two columns a character: none is cut in half.
        assert_eq!(column("驱动器", 4), "驱… ");
    }

    #[test]
    fn numbers_have_four_digits() {
        let numbers = [0.0, 0.012_346, 1.0, 2.5, 123.46, 98_765.4];
        assert_eq!(
            numbers.map(number),
            ["0", "0.01235", "1", "2.5", "123.5", "98765"]
        );
    }
}
