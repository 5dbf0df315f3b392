//! The statistics of a trace, and its picture.

use fourcorners_block::Bytes;
use fourcorners_trace::statistics::{DepthShare, Hot, QueueDepth};

/// Above all tables: what the trace says of itself, else that it is one.
pub fn title(title: &str, form: &str) -> String {
    match title {
        "" => format!("Trace ({form})"),
        title => format!("{title} ({form})"),
    }
}

/// Columns of tables by kind of I/O.
pub const KINDS: [&str; 4] = ["", "all", "reads", "writes"];
/// Columns of tables by share of the I/Os.
pub const SHARES: [&str; 4] = ["", "I/Os", "%", ""];

/// Titles of tables.
pub const IOS: &str = "I/Os";
pub const SIZES: &str = "Sizes (% of the I/Os)";
pub const TOP_SIZES: &str = "Most frequent sizes";
pub const QUEUE_DEPTH: &str = "Queue depth when issued";

/// Rows of the table of I/Os.
pub const NUMBER: &str = "number";
pub const DATA: &str = "data (MB = 10^6 bytes)";
pub const MEAN_SIZE: &str = "mean size (KiB)";
pub const SEQUENTIAL: &str = "sequential (%)";
pub const STRICTLY_SEQUENTIAL: &str = "strictly sequential (%)";
pub const BEGIN_ON_4K: &str = "start on 4 KiB (%)";
pub const WHOLE_4K: &str = "whole 4 KiB (%)";

/// What was touched, counted in pages of this size.
pub fn touched(page_bytes: u64) -> String {
    format!("footprint, in pages of {} (MB)", Bytes(page_bytes))
}

/// A range of queue depths: `4 to 7`.
pub fn depths(share: &DepthShare) -> String {
    match share.to {
        Some(to) if to == share.from => to.to_string(),
        Some(to) => format!("{} to {to}", share.from),
        None => format!("{} and more", share.from),
    }
}

/// The mean queue depth, and how many of the records have no completion.
pub fn queue_depth(depth: &QueueDepth, without_completion: u64, records: u64) -> String {
    let gap = match without_completion {
        0 => String::new(),
        some => {
            format!(" ({some} of {records} records have no completion and are left out.)")
        }
    };
    format!(
        "Mean queue depth {:.2} while busy, maximum {}.{gap}",
        depth.mean, depth.max
    )
}

/// No queue: no I/O has a duration.
pub const NO_TIME: &str = "Queue depth: not known (the trace has no I/O times).";

/// No queue: records are not in order.
pub const OUT_OF_PLACE: &str = "Queue depth and busy time: not known (records too far out of \
     order; sort the file by time).";

/// No queue: too many of the records have no completion.
pub fn no_completion(without_completion: u64, records: u64) -> String {
    format!(
        "Queue depth and busy time: not known ({without_completion} of {records} records have no \
         completion)."
    )
}

/// How long the trace lasts, and of that: seconds busy, long pauses, and seconds in those.
pub fn duration(duration_s: f64, idle: Option<(f64, u64, f64)>) -> String {
    let duration = seconds(duration_s);
    match idle {
        Some((busy_s, pauses, idle_s)) => format!(
            "Duration {duration}, busy {}; {} in {pauses} pauses of more than 25 ms.",
            seconds(busy_s),
            seconds(idle_s)
        ),
        None => format!("Duration {duration}."),
    }
}

fn seconds(seconds: f64) -> String {
    match seconds {
        ..1.0 => format!("{:.1} ms", seconds * 1e3),
        1.0..100.0 => format!("{seconds:.2} s"),
        _ => format!("{seconds:.0} s"),
    }
}

/// How much of the work goes to the busiest places.
pub fn hot(hot: &Hot) -> String {
    format!(
        "{:.1} % of the I/Os start in the busiest 5 % of the {} extents in use, of {} each.",
        hot.share * 100.0,
        hot.extents,
        Bytes(hot.extent_bytes)
    )
}

/// The end of its span.
pub fn end(end_bytes: u64) -> String {
    format!("All I/Os end below byte {end_bytes}.")
}

/// What is counted besides reads and writes.
#[derive(Clone, Copy)]
pub enum Counted {
    Trims,
    Flushes,
    WithPredecessor,
    OutOfOrder,
    Streams,
}

/// Their number.
pub fn counted(count: u64, what: Counted) -> String {
    let what = match what {
        Counted::Trims => "TRIMs",
        Counted::Flushes => "Flushes",
        Counted::WithPredecessor => "Records that name their predecessor",
        Counted::OutOfOrder => "Records out of order",
        Counted::Streams => "Streams",
    };
    format!("{what}: {count}.")
}

/// What the rows' names mean.
pub const TERMS: &str = "Sequential: starts where one of the last 32 I/Os of its kind and stream \
                         ended. Strictly sequential: starts\nwhere the previous I/O of its stream \
                         ended, whether read or write. Whole 4 KiB: starts and ends at a multiple \
                         of 4 KiB.";

/// Above the picture's addresses, in units of this name, one I/O in `stride` drawn.
pub fn first_bytes(unit: &str, stride: u64) -> String {
    match stride {
        1 => format!("First byte of each I/O ({unit})"),
        stride => format!("First byte of each I/O ({unit}), one I/O in {stride}"),
    }
}

/// Above the picture's sizes.
pub const SHARES_OF_SIZES: &str = "Sizes (% of the reads, of the writes)";

/// Below its places.
pub const ISSUED: &str = "issued (s)";

/// What its colors stand for.
pub const READS: &str = "reads";
pub const WRITES: &str = "writes";
