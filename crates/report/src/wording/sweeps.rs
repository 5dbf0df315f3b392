//! Sweeps in words: what differs, what is shown, and the heads of tables.

use super::numbers::{count, duration, speed, whole_time};
use super::tables::Head;
use fourcorners_bench::{SweepBy, SweepFigure};
use fourcorners_block::Bytes;
use fourcorners_findings::sweeps::SweepChart;

/// In place of a latency at a rate that the drive cannot serve.
pub const TOO_SLOW: &str = "too slow";

/// What differs between the points.
pub fn by(by: SweepBy) -> &'static str {
    match by {
        SweepBy::QueueDepth => "queue depth",
        SweepBy::ReadPercent => "reads, %",
        SweepBy::TrimPercent => "TRIM commands, % of I/Os",
        SweepBy::Span => "range",
        SweepBy::Rate => "I/Os per second",
        SweepBy::Interval => "one I/O every",
    }
}

/// A point.
pub fn place(by: SweepBy, at: u64) -> String {
    match by {
        SweepBy::QueueDepth | SweepBy::ReadPercent | SweepBy::TrimPercent => at.to_string(),
        SweepBy::Rate => count(at as f64),
        SweepBy::Interval => whole_time(at),
        SweepBy::Span if at.is_multiple_of(1 << 30) => Bytes(at).to_string(),
        SweepBy::Span if at < 1 << 30 => format!("{:.0} MB", at as f64 / 1e6),
        SweepBy::Span => format!("{:.0} GB", at as f64 / 1e9),
    }
}

/// A remark on one drive in a row of several.
pub fn remark_on_drive(drive: &str, remark: &str) -> String {
    format!("{drive}: {remark}")
}

/// What is shown.
pub fn figure(figure: SweepFigure) -> &'static str {
    match figure {
        SweepFigure::Iops => "IOPS",
        SweepFigure::MbPerS => "MB/s",
        SweepFigure::Mean => "mean latency",
        SweepFigure::P99 => "p99 latency",
        SweepFigure::P999 => "p99.9 latency",
        SweepFigure::ReadP999 => "p99.9 read latency",
        SweepFigure::ReadP9999 => "p99.99 read latency",
    }
}

/// What counts as an I/O, where not only reads and writes do.
fn counted(sweep: &SweepChart) -> &'static str {
    match (sweep.by, sweep.figure) {
        (SweepBy::TrimPercent, SweepFigure::Iops) => ", TRIM commands included",
        _ => "",
    }
}

/// A value with the unit of a time.
pub fn value(figure: SweepFigure, value: f64) -> String {
    match figure {
        SweepFigure::Iops => count(value),
        SweepFigure::MbPerS => speed(value),
        _ => duration(value),
    }
}

/// A column per drive.
pub fn head(sweep: &SweepChart, drives: impl Iterator<Item = String>) -> Head {
    let first = std::iter::once(by(sweep.by).into());
    Head {
        title: format!(
            "{}: {}{}",
            sweep.title,
            figure(sweep.figure),
            counted(sweep)
        ),
        header: first.chain(drives).collect(),
    }
}
