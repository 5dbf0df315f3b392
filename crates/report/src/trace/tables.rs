//! The statistics of a trace as tables of text.

use crate::wording::trace::{self as words, Counted};
use comfy_table::{CellAlignment, Table, presets};
use fourcorners_block::Bytes;
use fourcorners_trace::statistics::{
    ClassShare, DepthShare, Kind, QueueDepth, SizeShare, Statistics, Touched,
};

/// What a trace is, as text.
pub fn tables(statistics: &Statistics) -> String {
    let title = words::title(&statistics.title, &statistics.form);
    let depths = statistics.queue_depth.as_ref().map_or(Vec::new(), depths);
    let sections = [
        section(words::IOS, words::KINDS, ios(statistics)),
        section(words::SIZES, words::KINDS, classes(statistics)),
        section(words::TOP_SIZES, words::SHARES, top(statistics)),
        section(words::QUEUE_DEPTH, words::SHARES, depths),
    ];
    format!("{title}\n\n{}{}", sections.concat(), facts(statistics))
}

fn kinds(of: &Statistics, value: impl Fn(&Kind) -> String) -> [String; 3] {
    [value(&of.all), value(&of.reads), value(&of.writes)]
}

fn ios(of: &Statistics) -> Vec<[String; 4]> {
    let touched = &of.footprint;
    let by_page = [touched.all, touched.reads, touched.writes];
    let by_page = by_page.map(|touched: Touched| megabytes(touched.bytes));
    let mean_kib = |kind: &Kind| format!("{:.1}", kind.mean_bytes / 1024.0);
    let share = |share: fn(&Kind) -> f64| kinds(of, move |kind| percent(share(kind)));
    vec![
        row(words::NUMBER, kinds(of, |kind| kind.ios.to_string())),
        row(words::DATA, kinds(of, |kind| megabytes(kind.bytes))),
        row(words::MEAN_SIZE, kinds(of, mean_kib)),
        row(words::SEQUENTIAL, share(|kind| kind.sequential_share)),
        row(
            words::STRICTLY_SEQUENTIAL,
            share(|kind| kind.strictly_sequential_share),
        ),
        row(words::BEGIN_ON_4K, share(|kind| kind.starts_on_4k_share)),
        row(words::WHOLE_4K, share(|kind| kind.whole_4k_share)),
        row(&words::touched(touched.page_bytes), by_page),
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
    let time = &of.time;
    let idle = time.busy_s.zip(time.pauses).zip(time.idle_beyond_25_ms_s);
    let idle = idle.map(|((busy_s, pauses), idle_s)| (busy_s, pauses, idle_s));
    let mut lines = vec![
        queue_depth(of),
        words::duration(time.duration_s, idle),
        words::hot(&of.hot),
        words::end(of.footprint.end_bytes),
    ];
    let counts = [
        (of.trims, Counted::Trims),
        (of.flushes, Counted::Flushes),
        (of.with_predecessor, Counted::WithPredecessor),
        (of.out_of_order, Counted::OutOfOrder),
        // One is none to tell from others.
        (
            if of.streams > 1 { of.streams } else { 0 },
            Counted::Streams,
        ),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    lines.extend(counts.map(|(count, what)| words::counted(count, what)));
    lines.push(words::TERMS.into());
    lines.join("\n")
}

/// The mean, or why it is not known.
fn queue_depth(of: &Statistics) -> String {
    match &of.queue_depth {
        Some(depth) => words::queue_depth(depth, of.without_completion, of.records),
        None if of.time.busy_s.is_some() => words::NO_TIME.into(),
        None if of.without_completion * 100 <= of.records => words::OUT_OF_PLACE.into(),
        None => words::no_completion(of.without_completion, of.records),
    }
}

fn depths(depth: &QueueDepth) -> Vec<[String; 4]> {
    let row_of = |share: &DepthShare| {
        let cells = [share.ios.to_string(), percent(share.share), String::new()];
        row(&words::depths(share), cells)
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
