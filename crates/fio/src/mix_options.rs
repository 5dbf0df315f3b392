//! The options of a job that no single kind of work is, as the I/Os that it makes.

use crate::data;
use crate::depth::{at_once, queue_depth};
use crate::mix::{Mix, Timing};
use crate::number::{self, Size};
use crate::range::{LARGEST, offset};
use crate::settings::Settings;
use crate::sizes::sizes;
use crate::spread::Spread;
use crate::work::{
    block_quietly, direction, is_direct, note_repeats, rate, read_percent, runtime_us,
};
use fourcorners_bench::{Direction, Fit, Pace, Pattern, ReplayDef};
use fourcorners_block::{BLOCK_BYTES, DataClass, Nanos};

/// I/Os at a fixed rate that one kind of work has at least: its first is due after an interval.
const DUE_MIN: u64 = 3;

/// Whether a job is not a single kind of I/O in a part of the drive, kept at its queue depth or at
/// a rate.
pub(crate) fn is_mixed(settings: &Settings<'_>) -> bool {
    let names = ["bssplit", "thinktime", "number_ios"];
    let is_uneven = !matches!(settings.text("random_distribution"), None | Some("random"));
    if names.into_iter().any(|name| settings.is_given(name)) || is_uneven {
        return true;
    }
    match settings.text("rw") {
        // Reads follow reads, and writes follow writes.
        Some("rw" | "readwrite") => return true,
        Some("randrw") if has_two_sizes(settings) => return true,
        _ => {}
    }
    let is_timed = settings.is_given("time_based");
    // What ends after its time or after its bytes, whichever comes first.
    let ends_by_either = settings.is_given("runtime") && !is_timed;
    let lasts_a_fraction = runtime_quietly(settings).is_some_and(|us| us % 1_000_000 > 0);
    ends_by_either
        || lasts_a_fraction
        || moves_otherwise(settings)
        || begins_between(settings, is_timed)
        || is_paced_otherwise(settings, is_timed)
}

/// Whether reads have another size than writes.
fn has_two_sizes(settings: &Settings<'_>) -> bool {
    let sizes = settings.text("bs").unwrap_or("").split(',');
    let sizes: Vec<&str> = sizes.filter(|size| !size.is_empty()).collect();
    matches!(sizes.as_slice(), [read, write, ..] if read != write)
}

/// Whether a job moves more or less than the size of its part of the drive.
fn moves_otherwise(settings: &Settings<'_>) -> bool {
    settings.is_given("io_size")
        && match settings.quiet_size("io_size") {
            // A share is one of the job's own size.
            Some(Size::Percent(percent)) => percent != 100,
            io_size => io_size.is_none() || io_size != settings.quiet_size("size"),
        }
}

/// Whether a job begins between two I/Os, and is not a stream that ours has, too: one of I/Os that
/// are so many times as long as what they are aligned to.
fn begins_between(settings: &Settings<'_>, is_timed: bool) -> bool {
    let Some(Size::Bytes(offset)) = settings.quiet_size("offset") else {
        return false;
    };
    let block = block_quietly(settings);
    let is_stream = matches!(settings.text("rw"), None | Some("read" | "write"));
    let divides = offset > 0 && offset < block && block.is_multiple_of(offset);
    let is_ours = is_stream && is_timed && divides && offset.is_multiple_of(BLOCK_BYTES);
    offset % block > 0 && !is_ours
}

/// Whether a job has a rate, but no time, or too little of it.
fn is_paced_otherwise(settings: &Settings<'_>, is_timed: bool) -> bool {
    let rate = settings
        .text("rate_iops")
        .and_then(|text| text.split(',').next());
    let rate = rate.and_then(|rate| number::bytes(rate, settings.kb_base()).ok());
    let us = runtime_quietly(settings).unwrap_or(0);
    let ios = rate.map(|rate| rate.saturating_mul(us) / 1_000_000);
    settings.is_given("rate_iops") && (!is_timed || ios.is_some_and(|ios| ios < DUE_MIN))
}

/// How long a job lasts in microseconds, as it would be read.
fn runtime_quietly(settings: &Settings<'_>) -> Option<u64> {
    number::runtime(settings.text("runtime")?).ok()
}

/// The I/Os of such a job, and how they are issued; `trace` is the name by which they are found.
/// None if something that decides it is wrong.
pub(crate) fn mix(settings: &mut Settings<'_>, trace: &str) -> Option<(ReplayDef, Mix)> {
    let direction = direction(settings);
    let (op, pattern) = direction.unwrap_or((Direction::Read, Pattern::Sequential));
    let read_percent = direction.and_then(|(op, _)| match op {
        Direction::Mixed => read_percent(settings).map(u64::from),
        Direction::Write => Some(0),
        _ => Some(100),
    });
    let runtime_us = runtime_us(settings);
    let is_timed = is_timed(settings);
    let depth = queue_depth(settings);
    let depth = at_once(settings, pattern, depth);
    let spread = settings.read("random_distribution", Spread::parse);
    let spread = match settings.text("random_distribution") {
        None => Some(Spread::Even),
        Some(_) => spread,
    };
    is_direct(settings);
    note_repeats(settings, pattern);
    let data = match read_percent {
        Some(100) => DataClass::Zero,
        _ => data::class(settings),
    };
    let read_sizes = sizes(settings, Direction::Read);
    let write_sizes = sizes(settings, Direction::Write);
    let offset = offset(settings);
    let size = size(settings, offset.unwrap_or(0));
    let op = match read_percent {
        Some(0) => Direction::Write,
        Some(100) => Direction::Read,
        _ => op,
    };
    let timing = timing(settings, op, depth.map_or(1, u16::from));
    let number_ios = match settings.is_given("number_ios") {
        true => settings.count("number_ios").map(u64::from),
        false => None,
    };
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
    let (pace, queue_depth) = match timing {
        Timing::AtOnce => (Pace::AsFastAsPossible, Some(depth)),
        // An I/O that is due waits for a slot, as with fio.
        Timing::Rate(_) => (Pace::Timestamps, Some(depth)),
        Timing::Pauses { .. } => (Pace::Dependencies, None),
    };
    let replay = ReplayDef {
        trace: trace.into(),
        pace,
        idle_limit_ms: None,
        queue_depth,
        fit: Fit::Refuse,
        think_percent: None,
        at_most_s: runtime_us.map(|us| us.get() as f64 / 1e6),
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
        ios: number_ios,
    };
    Some((replay, mix))
}

/// The length of its part of the drive, and the bytes that it moves.
fn size(settings: &mut Settings<'_>, offset: u64) -> Option<(u64, u64)> {
    // What is left of the drive, in whole blocks.
    let rest = settings.capacity().map(|all| all.saturating_sub(offset));
    let rest = rest.map(|rest| rest / BLOCK_BYTES * BLOCK_BYTES);
    let size = match settings.is_given("size") {
        true => settings.size("size")?,
        false => Size::Percent(100),
    };
    let length = match size {
        Size::Bytes(bytes) => Some(bytes),
        Size::Percent(_) => {
            let share = settings.of_drive(size).zip(rest);
            share.map(|(share, rest)| share.min(rest) / BLOCK_BYTES * BLOCK_BYTES)
        }
    };
    if length.is_some_and(|length| length > LARGEST) {
        settings.wrong("size", "larger than any drive");
        return None;
    }
    let Some(length) = length else {
        settings.wrong(
            if settings.is_given("size") {
                "size"
            } else {
                ""
            },
            "the drive's size is not known here, and this job needs its size in bytes, as in \
             size=8g",
        );
        return None;
    };
    let moved = match settings.is_given("io_size") {
        false => length,
        true => match settings.size("io_size")? {
            Size::Bytes(bytes) => bytes,
            // Of what the job covers, not of the drive.
            Size::Percent(percent) => length / 100 * percent + length % 100 * percent / 100,
        },
    };
    Some((length, moved))
}

fn timing(settings: &mut Settings<'_>, op: Direction, depth: u16) -> Option<Timing> {
    let rate = rate(settings, op)?;
    let pause = match settings.is_given("thinktime") {
        false => None,
        true => Some(settings.read("thinktime", number::microseconds)?),
    };
    match (rate, pause) {
        (None, None) => Some(Timing::AtOnce),
        (Some(_), Some(_)) => {
            settings.wrong("thinktime", "it cannot be combined with rate_iops here");
            None
        }
        (Some(a_second), None) => Some(Timing::Rate(a_second.into())),
        (None, Some(pause)) => {
            let after = match settings.text("thinktime_blocks") {
                None => 1,
                Some(_) => settings.count("thinktime_blocks")?.into(),
            };
            if after > 1 && depth > 1 {
                settings.wrong(
                    "thinktime_blocks",
                    "several I/Os between two pauses run one after another here, which is the \
                     same only with iodepth=1",
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
