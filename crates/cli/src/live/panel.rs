//! One run: the IOPS of every second of what is being done, and the last second in numbers.

use super::axis::Axis;
use super::look::Look;
use super::seen::{Now, Seen, State};
use crate::output::width;
use fourcorners_block::Nanos;
use fourcorners_report::count;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::{Axis as ChartAxis, Block, Chart, Dataset, GraphType, Paragraph, Wrap};

/// Columns and rows below which a panel shows nothing of use.
pub const LEAST: (u16, u16) = (40, 8);
/// Seconds that the time axis has at the least.
const SECONDS_AT_LEAST: u32 = 10;

pub fn draw(frame: &mut Frame<'_>, area: Rect, run: &Seen, is_in_focus: bool, look: &Look) {
    let mark = if is_in_focus { "▸" } else { " " };
    let title = match run.title.as_str() {
        "" => format!("{mark}{} ", run.name),
        title => format!("{mark}{} · {title} ", run.name),
    };
    let axis = axis(run, area.height);
    let what = if axis.log {
        " IOPS, logarithmic "
    } else {
        " IOPS "
    };
    let mut block = Block::bordered().title(title).border_style(look.faint);
    if run.history.seconds() > 0 {
        block = block.title_bottom(Line::raw(what).right_aligned());
    }
    if is_in_focus {
        block = block.border_style(look.focus.bold());
    }
    let inside = block.inner(area);
    frame.render_widget(block, area);

    let sentence = numbers(run);
    let rows = if width(&sentence) > usize::from(inside.width) && inside.height > 8 {
        2
    } else {
        1
    };
    let [plot, below] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(inside);
    scatter(frame, plot, run, &axis, look);
    let sentence = Paragraph::new(sentence).wrap(Wrap { trim: true });
    frame.render_widget(sentence, below);
}

/// For a panel of so many rows: beside the plot are borders, numbers, its axis and the axis'
/// labels.
fn axis(run: &Seen, rows: u16) -> Axis {
    let ios = run.history.points().map(|(_, ios)| ios);
    Axis::of(ios, rows.saturating_sub(5))
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
fn duration(time: Nanos) -> String {
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
