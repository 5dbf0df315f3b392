//! The statistics of a trace as tables of text.

use comfy_table::{CellAlignment, Table, presets};
use fourcorners_block::Bytes;
use fourcorners_trace::statistics::{
    ClassShare, DepthShare, Kind, QueueDepth, SizeShare, Statistics, Touched,
};

/// What a trace is, as text.
pub fn tables(statistics: &Statistics) -> String {
    let title = match statistics.title.is_empty() {
        true => format!("Trace ({})", statistics.form),
        false => format!("{} ({})", statistics.title, statistics.form),
    };
    let kinds = ["", "all", "reads", "writes"];
    let shares = ["", "I/Os", "%", ""];
    let depths = statistics.queue_depth.as_ref().map_or(Vec::new(), depths);
    let sections = [
        section("I/Os", kinds, ios(statistics)),
        section("Sizes (% of the I/Os)", kinds, classes(statistics)),
        section("Most frequent sizes", shares, top(statistics)),
        section("Queue depth when issued", shares, depths),
    ];
    format!("{title}\n\n{}{}", sections.concat(), facts(statistics))
}

fn kinds(of: &Statistics, value: impl Fn(&Kind) -> String) -> [String; 3] {
    [value(&of.all), value(&of.reads), value(&of.writes)]
}

fn ios(of: &Statistics) -> Vec<[String; 4]> {
    let touched = &of.footprint;
    let pages = format!("touched, by pages of {}", Bytes(touched.page_bytes));
    let touched = [touched.all, touched.reads, touched.writes];
    vec![
        row("number", kinds(of, |kind| kind.ios.to_string())),
        row(
            "data (MB = 10^6 bytes)",
            kinds(of, |kind| megabytes(kind.bytes)),
        ),
        row(
            "mean size (KiB)",
            kinds(of, |kind| format!("{:.1}", kind.mean_bytes / 1024.0)),
        ),
        row(
            "sequential (%)",
            kinds(of, |kind| percent(kind.sequential_share)),
        ),
        row(
            "strictly so (%)",
            kinds(of, |kind| percent(kind.strictly_sequential_share)),
        ),
        row(
            "begin on 4 KiB (%)",
            kinds(of, |kind| percent(kind.starts_on_4k_share)),
        ),
        row(
            "whole 4 KiB (%)",
            kinds(of, |kind| percent(kind.whole_4k_share)),
        ),
        row(
            &format!("{pages} (MB)"),
            touched.map(|touched: Touched| megabytes(touched.bytes)),
        ),
    ]
}

fn classes(of: &Statistics) -> Vec<[String; 4]> {
    let classes = of.all.classes.iter().enumerate();
    let row_of = |(index, class): (usize, &ClassShare)| {
        let share = |kind: &Kind| kind.classes.get(index).map_or(0.0, |class| class.share);
        row(class.class, kinds(of, |kind| percent(share(kind))))
    };
    classes.map(row_of).collect()
}

fn top(of: &Statistics) -> Vec<[String; 4]> {
    let row_of = |size: &SizeShare| {
        let cells = [size.ios.to_string(), percent(size.share), String::new()];
        row(&Bytes(size.bytes).to_string(), cells)
    };
    of.all.top_sizes.iter().map(row_of).collect()
}

/// What is one number each, a line each.
fn facts(of: &Statistics) -> String {
    let mut lines = vec![match &of.queue_depth {
        Some(depth) => {
            let gap = match of.without_completion {
                0 => String::new(),
                some => format!(
                    " (Of the records with a completion; {some} of {} have none.)",
                    of.records
                ),
            };
            format!(
                "Mean queue depth {:.2} while busy, {} at the most.{gap}",
                depth.mean, depth.max
            )
        }
        None if of.time.busy_s.is_some() => "Queue depth: no I/O took any time.".into(),
        None if of.without_completion * 100 <= of.records => {
            "Queue depth and busy time: not known, since records stand too far from their place in time; sort the file by it.".into()
        }
        None => format!(
            "Queue depth and busy time: not known ({} of {} records have no completion).",
            of.without_completion, of.records
        ),
    }];
    let time = &of.time;
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
        percent(of.hot.share),
        of.hot.extents,
        Bytes(of.hot.extent_bytes)
    ));
    lines.push(format!("All lies below byte {}.", of.footprint.end_bytes));
    for (count, what) in [
        (of.trims, "TRIMs"),
        (of.flushes, "flushes"),
        (
            of.with_predecessor,
            "records name the one that they waited for",
        ),
        (
            of.out_of_order,
            "records were issued before the one that stands before them",
        ),
    ] {
        if count > 0 {
            lines.push(format!("{count} {what}."));
        }
    }
    if of.streams > 1 {
        lines.push(format!("{} streams.", of.streams));
    }
    lines.push(TERMS.into());
    lines.join("\n")
}

/// What the rows' names mean.
const TERMS: &str = "Sequential: begins where one of the last 32 I/Os of its kind and stream ended; strictly so: where the one just\n\
before it in its stream ended, read or write. Whole 4 KiB: begins and ends at a multiple of 4 KiB.";

fn depths(depth: &QueueDepth) -> Vec<[String; 4]> {
    let row_of = |row_of: &DepthShare| {
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

/// A table below its title; nothing of one without rows.
fn section(title: &str, header: [&str; 4], rows: Vec<[String; 4]>) -> String {
    if rows.is_empty() {
        return String::new();
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
    let table = table.to_string();
    let lines = table.lines().map(|line| format!("{}\n", line.trim_end()));
    format!("{title}\n{}\n", lines.collect::<String>())
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
