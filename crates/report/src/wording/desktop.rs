//! Words of the quick look: a block on the terminal, a line and an image to share.

use super::numbers::{count, short, time};
use super::remarks;
use crate::desktop::{Attached, Quartet, QuartetKind, QuartetRow, Rate};
use fourcorners_bench::record::Remark;
use fourcorners_block::Bytes;

/// Of a drive that is a model.
pub const SIMULATED: &str = "SIMULATED";
/// The same on an image, which goes where nobody knows the program.
pub const A_MODEL: &str = "SIMULATED: a model, not a measurement";
/// Above the columns of figures.
pub const READ: &str = "read MB/s";
pub const WRITE: &str = "write MB/s";
pub const IOPS: &str = "IOPS";
/// Below the table of a drive that nothing was written to.
pub const EXISTING_DATA: &str = "Reads existing data; unwritten or trimmed areas read faster.";
/// Behind a row with remarks, which follow the table.
pub const MARK: &str = " *";
/// Where nothing was measured.
pub const NO_FIGURE: &str = "-";

/// `SATA 6 Gbps`; `None`: not known, or said by the name.
pub fn attached(to: &Attached) -> Option<String> {
    match to {
        Attached::Port(port) => Some(format!("port {port}")),
        Attached::Link(link) => Some(link.clone()),
        Attached::BlockDevice => Some("block device".into()),
        // A file's name says on what file system it is.
        Attached::File | Attached::Unknown => None,
    }
}

/// `, SATA 6 Gbps, SIMULATED`: what follows the drive's name.
pub fn behind_name(of: &Quartet) -> String {
    let simulated = of.simulated.then(|| SIMULATED.to_string());
    let parts = attached(&of.attached).into_iter().chain(simulated);
    parts.map(|part| format!(", {part}")).collect()
}

/// `1 GiB, 5 s per test`, with the number of runs if there are several.
pub fn span_and_time(of: &Quartet) -> String {
    let one = format!("{}, {} per test", size(of.span), time(of.seconds));
    match of.runs {
        0 | 1 => one,
        runs => format!("{one}, median of {runs}"),
    }
}

/// `firmware 0309, 256 GB, SATA 6 Gbps`.
pub fn about(of: &Quartet) -> String {
    let firmware = Some(&of.firmware).filter(|it| !it.is_empty());
    let parts = [
        firmware.map(|firmware| format!("firmware {firmware}")),
        of.capacity.map(capacity),
        attached(&of.attached),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn capacity(bytes: Bytes) -> String {
    let gb = bytes.0 as f64 / 1e9;
    match gb {
        ..10.0 => format!("{gb:.1} GB"),
        _ => format!("{gb:.0} GB"),
    }
}

/// `1 GiB`.
fn size(bytes: Bytes) -> String {
    let of = |unit: u32| bytes.0 as f64 / f64::from(1 << unit);
    match bytes.0 {
        gib if gib >= 1 << 30 && gib.is_multiple_of(1 << 30) => format!("{} GiB", gib >> 30),
        gib if gib >= 1 << 30 => format!("{:.1} GiB", of(30)),
        mib if mib >= 1 << 20 => format!("{:.0} MiB", of(20)),
        _ => format!("{:.0} KiB", of(10)),
    }
}

/// `428.0`, `29.2`, `7,023`.
pub fn speed(rate: Option<Rate>) -> String {
    let Some(rate) = rate else {
        return NO_FIGURE.into();
    };
    match rate.mb_per_s {
        slow if slow < 9.995 => format!("{slow:.2}"),
        fast if fast < 999.95 => format!("{fast:.1}"),
        faster => count(faster),
    }
}

/// `37,036`.
pub fn iops(rate: Option<Rate>) -> String {
    rate.map_or(String::new(), |rate| count(rate.iops))
}

/// The same where no column says what it is.
pub fn with_unit(iops: &str) -> String {
    format!("{iops} {IOPS}")
}

/// What precedes the figures in the line to share.
pub fn shared_name(drive: &str, simulated: bool) -> String {
    match simulated {
        true => format!("{drive} ({SIMULATED}): "),
        false => format!("{drive}: "),
    }
}

/// Figures of the line to share, read and write of each row:
/// `SEQ1M Q8 428/253 Q1 423/252, RND4K Q32 152/212 Q1 29/104 MB/s`; without depths if it has to be
/// short.
pub fn shared_figures(rows: &[QuartetRow], with_depths: bool) -> String {
    let mut text = String::new();
    let mut before: Option<QuartetKind> = None;
    let only_reads = rows.iter().all(|row| row.write.is_none());
    for row in rows {
        let Some(kind) = row.kind else { continue };
        let is_like = |other: QuartetKind| (other.random, other.block) == (kind.random, kind.block);
        match before {
            Some(other) if is_like(other) => {}
            Some(_) => text.push_str(&format!(", {}", name(kind))),
            None => text.push_str(&name(kind)),
        }
        if with_depths {
            text.push_str(&format!(" Q{}", kind.queue_depth));
        }
        text.push_str(&match (row.read, row.write) {
            (read, None) if only_reads => format!(" {}", figure(read)),
            (read, write) => format!(" {}/{}", figure(read), figure(write)),
        });
        before = Some(kind);
    }
    match only_reads {
        true => text + " MB/s read",
        false => text + " MB/s",
    }
}

/// Below the table: remarks on the marked rows.
pub fn notes(all: &[Remark]) -> impl Iterator<Item = String> {
    remarks::clauses(all).map(|clause| format!("* {clause}"))
}

fn figure(rate: Option<Rate>) -> String {
    rate.map_or(NO_FIGURE.into(), |rate| short(rate.mb_per_s))
}

/// `SEQ1M`, `RND4K`.
fn name(kind: QuartetKind) -> String {
    let order = match kind.random {
        true => "RND",
        false => "SEQ",
    };
    let (size, unit) = match kind.block.0 {
        whole if whole.is_multiple_of(1 << 20) => (whole >> 20, "M"),
        whole if whole.is_multiple_of(1 << 10) => (whole >> 10, "K"),
        bytes => (bytes, "B"),
    };
    format!("{order}{size}{unit}")
}

/// `1 GiB, 5 s per test, random data`: at the foot of an image. `None`: date not known.
pub fn foot(of: &Quartet, date: Option<&str>) -> String {
    let made_by = format!("Four Corners {}", of.version);
    let parts = [
        Some(span_and_time(of)),
        of.existing_data.then(|| "existing data".into()),
        date.map(String::from),
        Some(made_by),
    ];
    parts
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("  |  ")
}
