//! One run: the IOPS of every second of what is being done, the last second in numbers, and the
//! results so far.

use super::axis::Axis;
use super::look::Look;
use super::results;
use super::seen::{Now, Seen, State};
use crate::output::width;
use fourcorners_block::Nanos;
use fourcorners_report::count;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::symbols::Marker;
use ratatui::widgets::{
    Axis as ChartAxis, Block, Borders, Chart, Dataset, GraphType, Paragraph, Wrap,
};

/// Columns and rows below which a panel shows nothing of use.
pub const LEAST: (u16, u16) = (40, 8);
/// Seconds that the time axis has at the least.
const SECONDS_AT_LEAST: u32 = 10;
/// Columns within a panel from which the results stand beside the plot, and those from which they
/// do so in one that is too low for both.
const BESIDE: u16 = 96;
const BESIDE_IF_LOW: u16 = 68;
/// Rows within a panel below which plot and results cannot stand one above the other.
const LOW: u16 = 15;
/// Columns of results beside a plot.
const RESULTS_BESIDE: (u16, u16) = (42, 72);

/// Where the parts of a panel are.
struct Parts {
    plot: Rect,
    numbers: Rect,
    /// With the line between them and the plot.
    results: Option<(Rect, Borders)>,
}

impl Parts {
    /// Alike for every panel of a size: nothing moves when a result comes. `rows`: of the numbers.
    fn of(inside: Rect, rows: u16) -> Self {
        let numbers = Constraint::Length(rows);
        let is_low = inside.height < LOW;
        if inside.width >= if is_low { BESIDE_IF_LOW } else { BESIDE } {
            let [above, numbers] = Layout::vertical([Constraint::Fill(1), numbers]).areas(inside);
            let (least, most) = RESULTS_BESIDE;
            let beside = (inside.width * 9 / 20).clamp(least, most);
            let [plot, results] =
                Layout::horizontal([Constraint::Fill(1), Constraint::Length(beside)]).areas(above);
            let results = Some((results, Borders::LEFT));
            return Self {
                plot,
                numbers,
                results,
            };
        }
        // Nearly half, their line among them.
        let below = Constraint::Length(if is_low { 0 } else { inside.height * 9 / 20 });
        let [plot, numbers, results] =
            Layout::vertical([Constraint::Fill(1), numbers, below]).areas(inside);
        let results = (!is_low).then_some((results, Borders::TOP));
        Self {
            plot,
            numbers,
            results,
        }
    }
}

pub fn draw(frame: &mut Frame<'_>, area: Rect, run: &Seen, is_in_focus: bool, look: &Look) {
    let style = if is_in_focus {
        look.focus.bold()
    } else {
        look.faint
    };
    let block = Block::bordered().border_style(style);
    let inside = block.inner(area);
    let sentence = numbers(run);
    let rows = if width(&sentence) > usize::from(inside.width) && inside.height > 8 {
        2
    } else {
        1
    };
    let parts = Parts::of(inside, rows);
    // Beside the seconds there are an axis and its labels.
    let ios = run.history.points().map(|(_, ios)| ios);
    let axis = Axis::of(ios, parts.plot.height.saturating_sub(2));
    frame.render_widget(block.title(title(run, &axis, is_in_focus)), area);
    scatter(frame, parts.plot, run, &axis, look);
    let sentence = Paragraph::new(sentence).wrap(Wrap { trim: true });
    frame.render_widget(sentence, parts.numbers);
    if let Some((area, line)) = parts.results {
        let block = Block::new().borders(line).border_style(look.faint);
        let inside = block.inner(area);
        frame.render_widget(block, area);
        results::draw(frame, inside, &run.results, look);
    }
}

fn title(run: &Seen, axis: &Axis, is_in_focus: bool) -> String {
    let mark = if is_in_focus { "▸" } else { " " };
    let work = match run.title.as_str() {
        "" => String::new(),
        title => format!(" · {title}"),
    };
    let what = match (run.history.seconds(), axis.log) {
        (0, _) => "",
        (_, true) => ": IOPS, logarithmic",
        (_, false) => ": IOPS",
    };
    format!("{mark}{}{work}{what} ", run.name)
}

fn scatter(frame: &mut Frame<'_>, area: Rect, run: &Seen, axis: &Axis, look: &Look) {
    let history = &run.history;
    if history.seconds() == 0 {
        return;
    }
    let (mut points, mut stalls) = (Vec::new(), Vec::new());
    for (second, ios) in history.points() {
        match axis.place(ios) {
            Some(place) => points.push((f64::from(second), place)),
            None => stalls.push((f64::from(second), axis.ends[0])),
        }
    }
    let scattered = |data, marker, style| {
        let set = Dataset::default().graph_type(GraphType::Scatter);
        set.marker(marker).data(data).style(style)
    };
    let until = history.seconds().max(SECONDS_AT_LEAST);
    let seconds = [0, until / 2, until].map(|second| format!("{} s", count(second.into())));
    let across = ChartAxis::default()
        .bounds([0.0, until.into()])
        .labels(seconds)
        .style(look.faint);
    let up = ChartAxis::default()
        .bounds(axis.ends)
        .labels(axis.labels.clone())
        .style(look.faint);
    // A second without any I/O has no place on a logarithmic axis: a mark at its lower edge.
    let sets = vec![
        scattered(&points, look.dots, look.point),
        scattered(&stalls, Marker::Custom('▲'), look.stall),
    ];
    frame.render_widget(Chart::new(sets).x_axis(across).y_axis(up), area);
}

/// The last second.
fn numbers(run: &Seen) -> String {
    let Some(Now {
        iops,
        mb_per_s,
        latency,
    }) = run.now
    else {
        return match &run.state {
            State::Waiting => "waiting".into(),
            State::UnderWay => "no full second yet".into(),
            State::Ended(how) => how.clone(),
        };
    };
    let latency = latency.map_or(String::new(), |latency| {
        let (mean, max) = (duration(latency.mean), duration(latency.max));
        format!(" · latency {mean} mean, {max} max")
    });
    let second = run.history.seconds().saturating_sub(1);
    format!(
        "second {}: {} IOPS · {mb_per_s:.1} MB/s{latency}",
        count(second.into()),
        count(iops)
    )
}

/// `812 µs`, `6.5 ms`, `1.2 s`.
pub fn duration(time: Nanos) -> String {
    let us = time.0 as f64 / 1e3;
    match us {
        ..10.0 => format!("{us:.1} µs"),
        ..1e3 => format!("{us:.0} µs"),
        ..1e4 => format!("{:.1} ms", us / 1e3),
        ..1e6 => format!("{:.0} ms", us / 1e3),
        _ => format!("{:.1} s", us / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::duration;
    use fourcorners_block::Nanos;

    #[test]
    fn are_latencies_short() {
        assert_eq!(
            [900, 81_200, 6_540_000, 41_000_000, 1_200_000_000].map(|ns| duration(Nanos(ns))),
            ["0.9 µs", "81 µs", "6.5 ms", "41 ms", "1.2 s"]
        );
    }
}
