//! The page's results for the terminal.

use crate::data::PageData;
use crate::printed::Printed;
use crate::tables::{Section, results};
use crate::visible::visible;
use crate::wording::{statements, terminal as words};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use fourcorners_bench::record::Run;

/// All results as text. `printed`: as for [`PageData::new`]; `width`: columns to use; `None`: as
/// many as the terminal has.
pub fn tables(runs: &[Run], printed: &dyn Printed, width: Option<u16>) -> String {
    let data = PageData::for_texts(runs, printed);
    let mut text: String = results(runs, &data)
        .into_iter()
        .map(|section| table(section, width))
        .collect();
    for (number, drive) in data.drives.iter().enumerate() {
        let own = data.judgements.iter().filter(|one| one.drive == number);
        let judgements: Vec<&str> = own.map(|one| one.text.as_str()).collect();
        if !judgements.is_empty() {
            let sentence = format!("{}: {}.", drive.model, judgements.join("; "));
            text.push_str(&(visible(&sentence) + "\n"));
        }
    }
    if !data.final_words.is_empty() {
        text.push_str(&format!("\n{}\n", words::FINAL_WORDS));
    }
    for word in &data.final_words {
        text.push_str(&(visible(&format!("{}: {}.", word.whom, word.text)) + "\n"));
    }
    if let Some(tally) = statements::tally(&data.tally()) {
        text.push_str(&format!("{tally}\n"));
    }
    for warning in &data.warnings {
        text.push_str(&(visible(&words::note(&warning.to_string())) + "\n"));
    }
    text
}

/// A table without lines, as wide as that, or as the terminal.
fn plain(width: Option<u16>) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(width) = width {
        table.set_width(width);
    }
    table
}

fn table(section: Section, width: Option<u16>) -> String {
    laid_out(section, width, (1, 1))
}

/// A table with its title. `padding`: columns left and right of a cell.
pub(crate) fn laid_out(section: Section, width: Option<u16>, padding: (u16, u16)) -> String {
    let mut table = plain(width);
    // Sentences stand to the left.
    let last = section.header.len().saturating_sub(1);
    let sentences = section.ends_in_sentences.then_some(last);
    table.set_header(section.header).add_rows(section.rows);
    for (index, column) in table.column_iter_mut().enumerate().skip(1) {
        column.set_padding(padding);
        if Some(index) != sentences {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let body: Vec<String> = table
        .to_string()
        .lines()
        .map(|line| line.trim_end().to_string())
        .collect();
    format!("{}\n{}\n\n", section.title, body.join("\n"))
}

/// Sentences, each from the margin on, in lines of that width.
pub(crate) fn paragraphs(sentences: &[String], width: Option<u16>) -> String {
    let mut table = plain(width);
    table.add_rows(sentences.iter().map(|one| [one]));
    for column in table.column_iter_mut() {
        column.set_padding((0, 0));
    }
    let text = table.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}
