//! The seconds of a run as one table (RFC 4180), for spreadsheets and plots.

use crate::visible::visible;
use fourcorners_bench::record::{NandSample, Run, Sample};

/// Columns; those of the NAND are empty for real drives.
const COLUMNS: [&str; 15] = [
    "test",
    "variant",
    "phase",
    "second",
    "ios",
    "mb_per_s",
    "latency_mean_us",
    "latency_p99_us",
    "latency_max_us",
    "host_units",
    "moved_units",
    "erases",
    "free_superblocks",
    "stalls",
    "stall_ms",
];

/// A line per second, after one of names.
pub fn seconds_csv(run: &Run) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for sample in &run.samples {
        text += &cells(sample).join(",");
        text.push('\n');
    }
    text
}

fn cells(sample: &Sample) -> Vec<String> {
    let us = |ns: u64| match sample.ios {
        0 => String::new(),
        _ => format!("{:.3}", ns as f64 / 1e3),
    };
    let mut cells = vec![
        quoted(&sample.test),
        quoted(&sample.variant),
        quoted(&sample.phase),
        sample.second.to_string(),
        sample.ios.to_string(),
        format!("{:.3}", sample.bytes as f64 / 1e6),
        us(sample.latency_mean_ns),
        us(sample.latency_p99_ns),
        us(sample.latency_max_ns),
    ];
    cells.extend(of_nand(sample.nand.as_ref()));
    cells
}

fn of_nand(nand: Option<&NandSample>) -> [String; 6] {
    let told = |value: fn(&NandSample) -> Option<String>| nand.and_then(value).unwrap_or_default();
    [
        told(|nand| Some(nand.host_units.to_string())),
        told(|nand| Some(nand.moved_units.to_string())),
        told(|nand| Some(nand.erases.to_string())),
        told(|nand| Some(nand.free_superblocks.to_string())),
        told(|nand| nand.stalls.map(|stalls| stalls.to_string())),
        told(|nand| nand.stall_ns.map(|ns| format!("{:.3}", ns as f64 / 1e6))),
    ]
}

/// A name in one line, in quotes where it needs them.
fn quoted(name: &str) -> String {
    let name = visible(name);
    match name.contains([',', '"']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name,
    }
}
