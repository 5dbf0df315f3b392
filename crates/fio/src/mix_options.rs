//! The options of a job that no single kind of work is, as the I/Os that it makes.

use crate::data;
use crate::mix::{Mix, Timing};
use crate::number::{self, Size};
use crate::settings::Settings;
use crate::sizes::sizes;
use crate::spread::Spread;
use crate::work::{at_once, direction, is_direct, queue_depth, runtime_s};
use fourcorners_bench::{Direction, Fit, Pace, Pattern, ReplayDef};
use fourcorners_block::{BLOCK_BYTES, DataClass, Nanos};

/// Bytes that no drive has more of.
const LARGEST: u64 = 1 << 60;
const RATE_MOST: u64 = 10_000_000;

/// Whether a job asks for what a single kind of I/O from LBA 0 on, kept at its queue depth, is not.
pub(crate) fn is_mixed(settings: &mut Settings<'_>) -> bool {
    let is_given = |name: &str| !matches!(settings.text(name), None | Some("0"));
    let names = ["bssplit", "rate_iops", "thinktime", "number_ios"];
    let is_uneven = !matches!(settings.text("random_distribution"), None | Some("random"));
    if names.into_iter().any(is_given) || is_uneven || mixed(settings).is_some() {
        return true;
    }
    // A sequential job that begins between two I/Os is work of ours.
    let is_between = || {
        let block = settings.quietly("bs", number::bytes).unwrap_or(4096);
        let offset = settings.quietly("offset", number::bytes)?;
        let is_sequential = matches!(settings.text("rw"), None | Some("read" | "write"));
        let is_timed = is_given("time_based");
        Some(is_sequential && is_timed && offset < block)
    };
    // What ends after its time or after its bytes, whichever comes first.
    let ends_by_either = is_given("runtime") && !is_given("time_based");
    let moves_otherwise = is_given("io_size")
        && settings.text("io_size") != settings.text("size")
        && settings.quietly("io_size", number::bytes) != settings.quietly("size", number::bytes);
    (is_given("offset") && is_between() != Some(true)) || ends_by_either || moves_otherwise
}

/// How the I/Os of a job that reads and writes follow each other.
fn mixed(settings: &Settings<'_>) -> Option<Pattern> {
    match settings.text("rw")? {
        "rw" | "readwrite" => Some(Pattern::Sequential),
        "randrw" => Some(Pattern::Random),
        _ => None,
    }
}

/// The I/Os of such a job, and how they are issued; `trace` is the name by which they are found.
/// None if something that decides it is wrong.
pub(crate) fn mix(settings: &mut Settings<'_>, trace: &str) -> Option<(ReplayDef, Mix)> {
    let (pattern, read_percent) = match mixed(settings) {
        Some(pattern) => (pattern, read_percent(settings)),
        None => match direction(settings) {
            Some((Direction::Write, pattern)) => (pattern, Some(0)),
            Some((_, pattern)) => (pattern, Some(100)),
            None => (Pattern::Sequential, None),
        },
    };
    let runtime_s = runtime_s(settings);
    let is_timed = settings.flag("time_based", false);
    if is_timed && runtime_s.is_none() {
        settings.wrong("time_based", "needs runtime, as in runtime=60");
    }
    let depth = queue_depth(settings);
    let depth = at_once(settings, pattern, depth);
    let spread = settings.read("random_distribution", Spread::parse);
    let spread = match settings.text("random_distribution") {
        None => Some(Spread::Even),
        Some(_) => spread,
    };
    is_direct(settings);
    if pattern == Pattern::Random && !settings.flag("norandommap", false) {
        settings.note(
            "without norandommap, fio visits each block once before it repeats any; here each \
             address is drawn independently, so some repeat",
        );
    }
    let data = match read_percent {
        Some(100) => DataClass::Zero,
        _ => data::class(settings),
    };
    let read_sizes = sizes(settings, Direction::Read);
    let write_sizes = sizes(settings, Direction::Write);
    let offset = offset(settings);
    let size = size(settings);
    let timing = timing(settings, read_percent, depth.map_or(1, u16::from));
    let number_ios = settings.read("number_ios", whole);
    let (read_percent, read_sizes, write_sizes) = (read_percent?, read_sizes?, write_sizes?);
    let (offset, (length, bytes), timing, depth) = (offset?, size?, timing?, depth?);
    let spread = spread?;
    let used = [
        (&read_sizes, read_percent > 0),
        (&write_sizes, read_percent < 100),
    ];
    let used = used.into_iter().filter(|(_, is_used)| *is_used);
    let all = used.flat_map(|(sizes, _)| sizes.iter().map(|(bytes, _)| *bytes));
    let (least, most) = all.fold((u64::MAX, 0), |(least, most), bytes| {
        (least.min(bytes), most.max(bytes))
    });
    if length < most {
        settings.wrong("size", "it is smaller than one I/O of the largest size");
        return None;
    }
    let align = match settings.text("blockalign") {
        Some(_) => settings.bytes("blockalign")?,
        None => least,
    };
    if align == 0 || !align.is_multiple_of(BLOCK_BYTES) {
        settings.wrong("blockalign", "expected a multiple of 512");
        return None;
    }
    // What has its instants ends with the last of them before the time is over.
    let by_time = match timing {
        Timing::Rate(a_second) => runtime_s.map(|seconds| a_second.saturating_mul(seconds.get())),
        _ => None,
    };
    let (pace, queue_depth) = match timing {
        Timing::AtOnce => (Pace::AsFastAsPossible, Some(depth)),
        Timing::Rate(_) => (Pace::Timestamps, None),
        Timing::Pauses { .. } => (Pace::Dependencies, None),
    };
    let replay = ReplayDef {
        trace: trace.into(),
        pace,
        idle_limit_ms: None,
        queue_depth,
        fit: Fit::Refuse,
        think_percent: None,
        at_most_s: runtime_s.filter(|_| by_time.is_none()),
        beside: None,
    };
    let mix = Mix {
        pattern,
        spread,
        read_percent,
        read_sizes,
        write_sizes,
        offset,
        length,
        align,
        data,
        timing,
        bytes,
        is_endless: is_timed,
        ios: number_ios.into_iter().chain(by_time).min(),
    };
    Some((replay, mix))
}

fn whole(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "expected a whole number of at least 1".into())
}

/// Of a job that reads and writes, so many of 100 I/Os read.
fn read_percent(settings: &mut Settings<'_>) -> Option<u64> {
    let percent = |text: &str| {
        let percent = text.parse().ok().filter(|percent| *percent <= 100);
        percent.ok_or_else(|| "expected 0 to 100".to_string())
    };
    let is_given = |settings: &Settings<'_>, name| settings.text(name).is_some();
    let (of_reads, of_writes) = (
        is_given(settings, "rwmixread"),
        is_given(settings, "rwmixwrite"),
    );
    let read: Option<u64> = settings.read("rwmixread", percent);
    let write: Option<u64> = settings.read("rwmixwrite", percent);
    match (of_reads, of_writes) {
        (false, false) => Some(50),
        (true, false) => read,
        (false, true) => write.map(|write| 100 - write),
        (true, true) => {
            if read? + write? != 100 {
                settings.wrong(
                    "rwmixwrite",
                    "it and rwmixread do not add up to 100; give one of them",
                );
                return None;
            }
            read
        }
    }
}

fn offset(settings: &mut Settings<'_>) -> Option<u64> {
    if settings.text("offset").is_none() {
        return Some(0);
    }
    match settings.bytes("offset")? {
        bytes if bytes <= LARGEST && bytes.is_multiple_of(BLOCK_BYTES) => Some(bytes),
        _ => {
            settings.wrong("offset", "expected a multiple of 512");
            None
        }
    }
}

/// The length of its part of the drive, and the bytes that it moves.
fn size(settings: &mut Settings<'_>) -> Option<(u64, u64)> {
    let bytes = |settings: &mut Settings<'_>, name| match settings.text(name) {
        None | Some("0") => Some(None),
        Some(_) => match settings.size(name)? {
            Size::Bytes(bytes @ 1..=LARGEST) => Some(Some(bytes)),
            _ => {
                settings.wrong(name, "a mixed job needs its size in bytes here, as in 8g");
                None
            }
        },
    };
    let (length, moved) = (bytes(settings, "size"), bytes(settings, "io_size"));
    let Some(length) = length? else {
        let ends_by_either =
            settings.text("runtime").is_some() && !settings.flag("time_based", false);
        match ends_by_either {
            true => settings.wrong(
                "runtime",
                "the job ends at its runtime or its size, whichever comes first, so it needs a \
                 size here, as in size=8g; or add time_based",
            ),
            false => settings.wrong(
                "size",
                "mixed reads and writes, split block sizes, an offset, a rate or think times need \
                 a size here for the span, as in size=8g",
            ),
        }
        return None;
    };
    Some((length, moved?.unwrap_or(length)))
}

fn timing(settings: &mut Settings<'_>, read_percent: Option<u64>, depth: u16) -> Option<Timing> {
    let rate = match settings.text("rate_iops") {
        None | Some("0") => None,
        Some(_) => Some(settings.read("rate_iops", |text| match text.parse() {
            Ok(a_second @ 1..=RATE_MOST) => Ok(a_second),
            _ => Err(format!("expected one number from 1 to {RATE_MOST}")),
        })?),
    };
    let pause = match settings.text("thinktime") {
        None | Some("0") => None,
        Some(_) => Some(settings.read("thinktime", number::microseconds)?),
    };
    match (rate, pause) {
        (None, None) => Some(Timing::AtOnce),
        (Some(_), Some(_)) => {
            settings.wrong(
                "thinktime",
                "cannot be combined with rate_iops here; keep one of them",
            );
            None
        }
        (Some(_), None) if read_percent.is_some_and(|percent| percent % 100 > 0) => {
            settings.wrong(
                "rate_iops",
                "fio then has separate rates for reads and writes, which is not supported here; \
                 use one job for each, or remove it",
            );
            None
        }
        (Some(a_second), None) => {
            settings.note(
                "rate_iops: each I/O has a due time, and delays on a slow drive are counted; fio \
                 lowers the rate to what the queue depth allows",
            );
            Some(Timing::Rate(a_second))
        }
        (None, Some(pause)) => {
            let after = match settings.text("thinktime_blocks") {
                None => 1,
                Some(_) => settings.read("thinktime_blocks", whole)?,
            };
            if after > 1 && depth > 1 {
                settings.wrong(
                    "thinktime_blocks",
                    "several I/Os between two pauses run one after another here; use iodepth=1",
                );
                return None;
            }
            Some(Timing::Pauses {
                after,
                pause: Nanos::micros(pause),
            })
        }
    }
}
