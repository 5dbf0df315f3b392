//! Statistics as tables for people.

use super::{Kind, QueueDepth, Statistics, Touched};
use comfy_table::{CellAlignment, Table, presets};
use fourcorners_block::Bytes;
use std::fmt;

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = match self.title.is_empty() {
            true => format!("Trace ({})", self.form),
            false => format!("{} ({})", self.title, self.form),
        };
        writeln!(f, "{title}\n")?;
        section(f, "I/Os", ["", "all", "reads", "writes"], self.ios())?;
        section(
            f,
            "Sizes (% of the I/Os)",
            ["", "all", "reads", "writes"],
            self.classes(),
        )?;
        section(f, "Most frequent sizes", ["", "I/Os", "%", ""], self.top())?;
        if let Some(depth) = &self.queue_depth {
            section(
                f,
                "Queue depth when issued",
                ["", "I/Os", "%", ""],
                depths(depth),
            )?;
        }
        write!(f, "{}", self.facts())
    }
}

impl Statistics {
    fn kinds(&self, value: impl Fn(&Kind) -> String) -> [String; 3] {
        [value(&self.all), value(&self.reads), value(&self.writes)]
    }

    fn ios(&self) -> Vec<[String; 4]> {
        let touched = &self.footprint;
        let pages = format!("touched, by pages of {}", Bytes(touched.page_bytes));
        let touched = [touched.all, touched.reads, touched.writes];
        vec![
            row("number", self.kinds(|kind| kind.ios.to_string())),
            row(
                "data (MB = 10^6 bytes)",
                self.kinds(|kind| megabytes(kind.bytes)),
            ),
            row(
                "mean size (KiB)",
                self.kinds(|kind| format!("{:.1}", kind.mean_bytes / 1024.0)),
            ),
            row(
                "sequential (%)",
                self.kinds(|kind| percent(kind.sequential_share)),
            ),
            row(
                "strictly so (%)",
                self.kinds(|kind| percent(kind.strictly_sequential_share)),
            ),
            row(
                "begin on 4 KiB (%)",
                self.kinds(|kind| percent(kind.starts_on_4k_share)),
            ),
            row(
                "whole 4 KiB (%)",
                self.kinds(|kind| percent(kind.whole_4k_share)),
            ),
            row(
                &format!("{pages} (MB)"),
                touched.map(|touched: Touched| megabytes(touched.bytes)),
            ),
        ]
    }

    fn classes(&self) -> Vec<[String; 4]> {
        let classes = self.all.classes.iter().enumerate();
        let row_of = |(index, class): (usize, &super::ClassShare)| {
            let share = |kind: &Kind| kind.classes.get(index).map_or(0.0, |class| class.share);
            row(class.class, self.kinds(|kind| percent(share(kind))))
        };
        classes.map(row_of).collect()
    }

    fn top(&self) -> Vec<[String; 4]> {
        let row_of = |size: &super::SizeShare| {
            let cells = [size.ios.to_string(), percent(size.share), String::new()];
            row(&Bytes(size.bytes).to_string(), cells)
        };
        self.all.top_sizes.iter().map(row_of).collect()
    }

    /// What is one number each, a line each.
    fn facts(&self) -> String {
        let mut lines = vec![match &self.queue_depth {
            Some(depth) => {
                let gap = match self.without_completion {
                    0 => String::new(),
                    some => format!(
                        " (Of the records with a completion; {some} of {} have none.)",
                        self.records
                    ),
                };
                format!(
                    "Mean queue depth {:.2} while busy, {} at the most.{gap}",
                    depth.mean, depth.max
                )
            }
            None if self.time.busy_s.is_some() => "Queue depth: no I/O took any time.".into(),
            None if self.without_completion * 100 <= self.records => {
                "Queue depth and busy time: not known, since records stand too far from their place in time; sort the file by it.".into()
            }
            None => format!(
                "Queue depth and busy time: not known ({} of {} records have no completion).",
                self.without_completion, self.records
            ),
        }];
        let time = &self.time;
        let mut duration = format!("Duration {}", seconds(time.duration_s));
        if let (Some(busy), Some(pauses), Some(idle)) =
            (time.busy_s, time.pauses, time.idle_beyond_25_ms_s)
        {
            duration += &format!(
                ", busy {}; {} in {pauses} pauses beyond 25 ms each",
                seconds(busy),
                seconds(idle)
            );
        }
        lines.push(duration + ".");
        lines.push(format!(
            "{} % of the I/Os begin in the busiest 5 % of the {} extents of {} in which any does.",
            percent(self.hot.share),
            self.hot.extents,
            Bytes(self.hot.extent_bytes)
        ));
        lines.push(format!("All lies below byte {}.", self.footprint.end_bytes));
        for (count, what) in [
            (self.trims, "TRIMs"),
            (self.flushes, "flushes"),
            (
                self.with_predecessor,
                "records name the one that they waited for",
            ),
            (
                self.out_of_order,
                "records were issued before the one that stands before them",
            ),
        ] {
            if count > 0 {
                lines.push(format!("{count} {what}."));
            }
        }
        if self.streams > 1 {
            lines.push(format!("{} streams.", self.streams));
        }
        lines.push(TERMS.into());
        lines.join("\n")
    }
}

/// What the rows' names mean.
const TERMS: &str = "Sequential: begins where one of the last 32 I/Os of its kind and stream ended; strictly so: where the one just\n\
before it in its stream ended, read or write. Whole 4 KiB: begins and ends at a multiple of 4 KiB.";

fn depths(depth: &QueueDepth) -> Vec<[String; 4]> {
    let row_of = |row_of: &super::DepthShare| {
        let name = match row_of.to {
            Some(to) if to == row_of.from => to.to_string(),
            Some(to) => format!("{} to {to}", row_of.from),
            None => format!("{} and more", row_of.from),
        };
        row(
            &name,
            [row_of.ios.to_string(), percent(row_of.share), String::new()],
        )
    };
    depth.distribution.iter().map(row_of).collect()
}

fn row(name: &str, [all, reads, writes]: [String; 3]) -> [String; 4] {
    [name.into(), all, reads, writes]
}

fn section(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    header: [&str; 4],
    rows: Vec<[String; 4]>,
) -> fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    writeln!(f, "{title}")?;
    for line in table.to_string().lines() {
        writeln!(f, "{}", line.trim_end())?;
    }
    writeln!(f)
}

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}

fn seconds(seconds: f64) -> String {
    match seconds {
        ..1.0 => format!("{:.1} ms", seconds * 1e3),
        1.0..100.0 => format!("{seconds:.2} s"),
        _ => format!("{seconds:.0} s"),
    }
}
