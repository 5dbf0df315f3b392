//! A qualification for the terminal, and as Markdown.

use super::{Qualification, tables};
use crate::comparison_table::TitleOf;
use crate::comparison_text::{columns_of, wrapped};
use crate::markdown::{plain, table as markdown_table};
use crate::tables::Section;
use crate::visible::visible;
use crate::wording::qualify as words;
use crate::wording::qualify_table::{LEGEND, unchanged};
use crate::wording::terminal::note;
use comfy_table::{ContentArrangement, Table, presets};

/// Limits, and what changed, or, if nothing is compared, the spread of every metric; `verbose`: all
/// of it. `width`: columns to use; `None`: as many as the terminal has.
pub fn qualification_text(
    of: &Qualification,
    title: &TitleOf<'_>,
    verbose: bool,
    width: Option<u16>,
) -> String {
    let is_compared = of.base.is_some();
    let spreads = (verbose || !is_compared).then(|| tables::spreads(of, title));
    let sections = [
        tables::limits(of),
        tables::changes(of, title, verbose),
        spreads.flatten(),
    ];
    let rest = match (is_compared && !verbose, tables::unchanged(of)) {
        (true, [none, few]) => unchanged(none, few),
        (false, _) => String::new(),
    };
    let columns = columns_of(width);
    let lines = intro(of)
        .into_iter()
        .map(|line| wrapped(&line, "", columns));
    let mut parts = vec![lines.collect::<Vec<_>>().join("\n")];
    parts.extend(
        sections
            .into_iter()
            .flatten()
            .map(|one| laid_out(&one, width)),
    );
    parts.extend([rest, wrapped(LEGEND, "", columns)]);
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// All of it as Markdown.
pub fn markdown_of_qualification(of: &Qualification, title: &TitleOf<'_>) -> String {
    let mut intro = intro(of).into_iter();
    let first = intro.next().unwrap_or_default();
    let mut lines = vec![format!("# {}", plain(&first))];
    lines.extend(intro.flat_map(|line| [String::new(), plain(&line)]));
    let sections = [
        tables::limits(of),
        tables::changes(of, title, true),
        tables::spreads(of, title),
    ];
    for section in sections.into_iter().flatten() {
        lines.push(String::new());
        lines.extend(markdown_table("##", &section));
    }
    lines.extend([String::new(), plain(LEGEND), String::new()]);
    lines.join("\n")
}

/// What is judged, what it is compared with, and what limits that.
fn intro(of: &Qualification) -> Vec<String> {
    let base = of.base.as_ref().map(words::compared);
    let too_few = words::too_few(of).map(note);
    let notes = of.notes.iter().map(|one| note(one));
    let lines = std::iter::once(words::title(of)).chain(base).chain(too_few);
    lines.chain(notes).map(|line| visible(&line)).collect()
}

/// A table below its title.
fn laid_out(section: &Section, width: Option<u16>) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(section.header.clone());
    if let Some(width) = width {
        table.set_width(width);
    }
    table.add_rows(section.rows.clone());
    let text = table.to_string();
    let lines = text.lines().map(|line| line.trim_end());
    let lines = std::iter::once(section.title.as_str()).chain(lines);
    lines.collect::<Vec<_>>().join("\n")
}
