//! Results of one run so far: a row per phase, the newest at the bottom.

use super::look::Look;
use super::panel::duration;
use crate::output::column;
use fourcorners_bench::record::{Entry, Measured, Status};
use fourcorners_block::Nanos;
use fourcorners_report::count;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

/// Columns from which a row has IOPS, and the state.
const WITH_IOPS: usize = 50;
const WITH_STATE: usize = 60;
/// Columns of the figures, each with a space before it.
const MB_PER_S: usize = 8;
const IOPS: usize = 9;
const P99: usize = 8;
const STATE: usize = 14;

/// One phase that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Test, variant and phase.
    name: String,
    /// State from which it began.
    state: String,
    came_of_it: CameOfIt,
}

#[derive(Clone, Debug, PartialEq)]
enum CameOfIt {
    Figures {
        mb_per_s: f64,
        iops: f64,
        /// `None`: it had no I/O.
        p99: Option<Nanos>,
    },
    /// Why there are none.
    Nothing(&'static str),
}

impl Outcome {
    pub fn of(entry: &Entry) -> Self {
        // A test's only phase has no name.
        let parts = entry.names().into_iter();
        let told: Vec<&str> = parts
            .filter(|part| !part.is_empty() && *part != "measure")
            .collect();
        Self {
            name: told.join(" "),
            state: entry.state.clone(),
            came_of_it: match (&entry.status, &entry.measured) {
                (Status::Finished, Some(measured)) => figures(measured),
                (Status::Finished, None) => CameOfIt::Nothing("finished"),
                (Status::Skipped { .. }, _) => CameOfIt::Nothing("skipped"),
                (Status::Interrupted, _) => CameOfIt::Nothing("interrupted"),
                (Status::Failed { .. }, _) => CameOfIt::Nothing("failed"),
            },
        }
    }

    fn row(&self, columns: usize) -> String {
        let figures = match &self.came_of_it {
            CameOfIt::Figures {
                mb_per_s,
                iops,
                p99,
            } => {
                let p99 = p99.map_or("-".into(), duration);
                cells(columns, &speed(*mb_per_s), &count(*iops), &p99)
            }
            CameOfIt::Nothing(why) => format!("{why:>width$}", width = of_figures(columns)),
        };
        format!("{}{figures}", self.names(columns))
    }

    fn names(&self, columns: usize) -> String {
        names(columns, &self.name, &self.state)
    }
}

fn figures(measured: &Measured) -> CameOfIt {
    CameOfIt::Figures {
        mb_per_s: measured.throughput_mb_per_s,
        iops: measured.iops_mean,
        p99: (measured.ios > 0).then_some(Nanos((measured.latency_p99_us * 1e3) as u64)),
    }
}

/// As many digits as tell slow drives apart.
fn speed(mb_per_s: f64) -> String {
    match mb_per_s {
        ..10.0 => format!("{mb_per_s:.2}"),
        ..100.0 => format!("{mb_per_s:.1}"),
        _ => count(mb_per_s),
    }
}

/// Columns of all figures.
fn of_figures(columns: usize) -> usize {
    let iops = if columns < WITH_IOPS { 0 } else { 1 + IOPS };
    1 + MB_PER_S + iops + 1 + P99
}

fn cells(columns: usize, mb_per_s: &str, iops: &str, p99: &str) -> String {
    let iops = match columns < WITH_IOPS {
        true => String::new(),
        false => format!(" {iops:>IOPS$}"),
    };
    format!(" {mb_per_s:>MB_PER_S$}{iops} {p99:>P99$}")
}

fn names(columns: usize, name: &str, state: &str) -> String {
    let names = columns.saturating_sub(of_figures(columns));
    match columns < WITH_STATE {
        true => column(name, names),
        false => {
            let state = column(state, STATE);
            format!("{} {state}", column(name, names.saturating_sub(STATE + 1)))
        }
    }
}

pub fn draw(frame: &mut Frame<'_>, area: Rect, all: &[Outcome], look: &Look) {
    let columns = usize::from(area.width);
    let rows = usize::from(area.height).saturating_sub(1);
    let shown = &all[all.len().saturating_sub(rows)..];
    let title = match (all.len(), shown.len()) {
        (0, _) => "No results yet".into(),
        (all, last) if all > last => format!("Last {last} of {all} results"),
        _ => "Results".into(),
    };
    let head = match all.is_empty() {
        true => title,
        false => {
            let names = names(columns, &title, "state");
            format!("{names}{}", cells(columns, "MB/s", "IOPS", "p99"))
        }
    };
    let head = std::iter::once(Line::raw(head).style(look.faint));
    let rows = shown.iter().map(|one| Line::raw(one.row(columns)));
    frame.render_widget(Paragraph::new(head.chain(rows).collect::<Vec<_>>()), area);
}
