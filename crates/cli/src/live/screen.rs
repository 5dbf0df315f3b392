//! The whole screen: a list of the runs, the seconds of those that are under way, what was said,
//! and the keys.

use super::look::Look;
use super::seen::{Seen, State};
use super::view::{KEYS, View};
use super::{panel, terminal};
use crate::output::{column, width};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Stylize as _;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// Columns from which panels stand side by side.
const SIDE_BY_SIDE: u16 = 60;
/// Columns to a row that a panel should have: about twice as wide as high.
const SHAPE: f64 = 4.5;
/// Columns and rows that every panel has where drives that have ended are shown.
const LARGE: (u16, u16) = (60, 16);
/// Columns of a bar in the list.
const BAR: usize = 8;
/// Rows that what was said takes at the most.
const NOTE_ROWS: usize = 4;

/// What is shown besides the runs.
#[derive(Clone, Debug, Default)]
pub struct Aside {
    /// Wall-clock time since the first run began, as in `3 min`.
    pub elapsed: String,
    /// What was said last.
    pub note: Option<String>,
    /// What was done by the first Ctrl-C.
    pub stopping: Option<String>,
}

pub fn draw(frame: &mut Frame<'_>, runs: &[Seen], view: &View, aside: &Aside, look: &Look) {
    let area = frame.area();
    let (columns, rows) = terminal::LEAST;
    if area.width < columns || area.height < rows {
        let sentence = format!(
            "The run continues. The live view needs {columns} columns and {rows} rows; this \
             terminal has {} and {}. Press q to stop the run.",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(sentence).wrap(Wrap { trim: true }), area);
        return;
    }
    let said = aside.stopping.as_ref().or(aside.note.as_ref());
    let said_rows = said.map_or(0, |said| {
        let rows = rows_of(said, area.width.into());
        rows.min(if area.height < 20 { 1 } else { NOTE_ROWS })
    });
    // At most a third is the list's.
    let list_rows = runs
        .len()
        .clamp(1, usize::from(area.height / 3).saturating_sub(1).max(1));
    let list_rows = if area.height < 14 { 1 } else { list_rows };
    let [title, list, panels, note, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(list_rows as u16),
        Constraint::Fill(1),
        Constraint::Length(said_rows as u16),
        Constraint::Length(1),
    ])
    .areas(area);

    heading(frame, title, runs, aside);
    let focus = view.focus(runs);
    draw_list(frame, list, runs, focus);
    draw_panels(frame, panels, runs, view, look);
    if let Some(said) = said {
        let said = Paragraph::new(said.as_str()).wrap(Wrap { trim: true });
        frame.render_widget(said.style(look.note).bold(), note);
    }
    let hint = "q stop  Tab next  Enter one  ? help";
    frame.render_widget(Line::raw(hint).style(look.faint), keys);
    if view.help {
        help(frame, area);
    }
}

/// Rows of a sentence whose words are not cut.
fn rows_of(sentence: &str, columns: usize) -> usize {
    let (mut rows, mut taken) = (1, 0);
    for word in sentence.split_whitespace().map(width) {
        if taken > 0 && taken + 1 + word > columns {
            (rows, taken) = (rows + 1, word);
        } else {
            taken += word + usize::from(taken > 0);
        }
    }
    rows
}

fn heading(frame: &mut Frame<'_>, area: Rect, runs: &[Seen], aside: &Aside) {
    let count = |is: fn(&State) -> bool| runs.iter().filter(|run| is(&run.state)).count();
    let parts = [
        (count(|state| *state == State::UnderWay), "in progress"),
        (count(|state| *state == State::Waiting), "waiting"),
        (count(|state| matches!(state, State::Ended(_))), "ended"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let since = Line::raw(aside.elapsed.as_str()).right_aligned();
    frame.render_widget(since, area);
    let title = Line::from(vec![
        "Four Corners".bold(),
        "  ".into(),
        parts.join(", ").into(),
    ]);
    frame.render_widget(title, area);
}

/// Part of the list, with the one in focus in it.
fn draw_list(frame: &mut Frame<'_>, area: Rect, runs: &[Seen], focus: usize) {
    let rows = usize::from(area.height);
    let longest = runs.iter().map(|run| width(&run.name)).max().unwrap_or(0);
    let names = longest.min(usize::from(area.width) / 3);
    let lines = (0..)
        .zip(runs)
        .skip(window(runs.len(), rows, focus))
        .take(rows);
    let lines: Vec<Line<'_>> = lines
        .map(|(index, run)| {
            let line = row(run, index == focus, names, area.width >= 70);
            if index == focus {
                Line::raw(line).bold()
            } else {
                Line::raw(line)
            }
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}

fn row(run: &Seen, is_in_focus: bool, names: usize, with_bar: bool) -> String {
    let mark = if is_in_focus { '▸' } else { ' ' };
    let name = column(&run.name, names);
    match &run.state {
        State::Waiting => format!("{mark} {name}  waiting"),
        State::Ended(how) => format!("{mark} {name}  {how}"),
        State::UnderWay => {
            let share = run.estimated.share;
            let filled = (share * BAR as f64) as usize;
            let bar = match with_bar {
                true => format!("  {}{}", "█".repeat(filled), "░".repeat(BAR - filled)),
                false => String::new(),
            };
            let left = run.estimated.left();
            let (percent, doing) = ((share * 100.0).floor(), &run.doing);
            format!("{mark} {name}{bar} {percent:3.0} %  {left:>7} left  {doing}")
        }
    }
}

/// The first of so many rows, of which so many fit, that one of them is seen.
fn window(all: usize, fit: usize, seen: usize) -> usize {
    let centred = seen.saturating_sub(fit / 2);
    centred.min(all.saturating_sub(fit))
}

fn draw_panels(frame: &mut Frame<'_>, area: Rect, runs: &[Seen], view: &View, look: &Look) {
    let shown = with_ended(view.shown(runs), runs, view, area);
    let focus = view.focus(runs);
    let at = shown.iter().position(|run| *run == focus).unwrap_or(0);
    let (across, down) = grid(shown.len(), area);
    let fit = across * down;
    let first = window(shown.len(), fit, at);
    let visible: Vec<usize> = shown.into_iter().skip(first).take(fit).collect();
    let rows = Layout::vertical(vec![Constraint::Fill(1); down]).split(area);
    for (runs_of_row, row) in visible.chunks(across.max(1)).zip(rows.iter()) {
        let cells = Layout::horizontal(vec![Constraint::Fill(1); runs_of_row.len()]).split(*row);
        for (run, cell) in runs_of_row.iter().zip(cells.iter()) {
            panel::draw(frame, *cell, &runs[*run], *run == focus, look);
        }
    }
}

/// The same with drives that have ended, for their results: as many as leave every panel large, the
/// last ones of the list first.
fn with_ended(mut shown: Vec<usize>, runs: &[Seen], view: &View, area: Rect) -> Vec<usize> {
    let is_ended = |run: &usize| matches!(runs[*run].state, State::Ended(_));
    let ended = (0..runs.len()).rev().filter(is_ended);
    for run in ended.filter(|_| !view.alone) {
        let panels = shown.len() + 1;
        let (across, down) = grid(panels, area);
        let is_large = usize::from(area.width) / across.max(1) >= LARGE.0.into()
            && usize::from(area.height) / down.max(1) >= LARGE.1.into();
        if is_large && across * down >= panels && !shown.contains(&run) {
            shown.push(run);
        }
    }
    shown.sort_unstable();
    shown
}

/// How many panels stand side by side, and one below the other: all if they fit, each nearly of the
/// shape that a plot over time should have.
fn grid(panels: usize, area: Rect) -> (usize, usize) {
    let down_at_most = usize::from(area.height / panel::LEAST.1).max(1);
    let across_at_most = usize::from(area.width / SIDE_BY_SIDE).max(1);
    let fit = panels.clamp(1, across_at_most * down_at_most);
    let grids = (1..=across_at_most.min(fit)).map(|across| (across, fit.div_ceil(across)));
    let off = |(across, down): (usize, usize)| {
        let shape = f64::from(area.width) * down as f64 / (f64::from(area.height) * across as f64);
        (shape / SHAPE).ln().abs()
    };
    let grids = grids.filter(|(_, down)| *down <= down_at_most);
    let best = grids.min_by(|one, other| off(*one).total_cmp(&off(*other)));
    best.unwrap_or((across_at_most, down_at_most))
}

fn help(frame: &mut Frame<'_>, area: Rect) {
    let keys = KEYS
        .iter()
        .map(|(key, does)| width(key).max(10) + width(does))
        .max();
    let columns = keys.unwrap_or(0) as u16 + 4;
    let inside = area.centered(
        Constraint::Length(columns.min(area.width)),
        Constraint::Length((KEYS.len() as u16 + 2).min(area.height)),
    );
    let lines = KEYS.map(|(key, does)| Line::raw(format!("{} {does}", column(key, 10))));
    frame.render_widget(Clear, inside);
    let block = Block::bordered().title(" Keys ");
    frame.render_widget(Paragraph::new(lines.to_vec()).block(block), inside);
}

#[cfg(test)]
mod tests;
