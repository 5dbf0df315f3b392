//! What a job does until it is over, from the options that say it.

use crate::data;
use crate::depth::{at_once, queue_depth};
use crate::number;
use crate::range::place;
use crate::settings::Settings;
use fourcorners_bench::{Direction, Pattern, Until, WorkDef};
use fourcorners_block::{BLOCK_BYTES, Bytes};
use std::num::{NonZeroU32, NonZeroU64};

/// As of `--duration`.
pub(crate) const LONGEST_S: u64 = 10_000_000;
const RATE_MOST: u64 = 10_000_000;

/// The work of a job; none if something that decides it is wrong.
pub(crate) fn work(settings: &mut Settings<'_>) -> Option<WorkDef> {
    // Each is looked at, whatever is wrong with the others, so that all that is wrong is told at
    // once.
    let direction = direction(settings);
    let (op, pattern) = direction.unwrap_or((Direction::Read, Pattern::Sequential));
    let mix = match op {
        Direction::Mixed => read_percent(settings),
        _ => None,
    };
    let (op, read_percent) = match mix {
        Some(0) => (Direction::Write, None),
        Some(100) => (Direction::Read, None),
        mix => (op, mix.and_then(NonZeroU32::new)),
    };
    let (until, duration_s) = until(settings, pattern);
    let queue_depth = queue_depth(settings);
    let queue_depth = at_once(settings, pattern, queue_depth);
    let rate_iops = rate(settings, op);
    is_direct(settings);
    note_repeats(settings, pattern);
    let data = match op {
        Direction::Write | Direction::Mixed => Some(data::class(settings)),
        _ => None,
    };
    let block = block(settings, op)?;
    let place = place(settings, block, pattern);
    let (Some(_), Some(place), Some(queue_depth), Some(rate_iops)) =
        (direction, place, queue_depth, rate_iops)
    else {
        return None;
    };
    Some(WorkDef {
        op,
        read_percent,
        trim_percent: None,
        pattern,
        block: Bytes(block),
        align: place.align,
        queue_depth,
        rate_iops,
        span: place.span,
        start: place.start,
        data,
        until,
        duration_s,
        round_s: None,
        rounds_max: None,
        clean_phase: None,
        clean_percent: None,
        passes_max: None,
    })
}

/// Sequential reads where nothing is said, as with fio.
pub(crate) fn direction(settings: &mut Settings<'_>) -> Option<(Direction, Pattern)> {
    if settings.text("rw").is_none() {
        return Some((Direction::Read, Pattern::Sequential));
    }
    settings.read("rw", |text| match text {
        "read" => Ok((Direction::Read, Pattern::Sequential)),
        "write" => Ok((Direction::Write, Pattern::Sequential)),
        "rw" | "readwrite" => Ok((Direction::Mixed, Pattern::Sequential)),
        "randread" => Ok((Direction::Read, Pattern::Random)),
        "randwrite" => Ok((Direction::Write, Pattern::Random)),
        "randrw" => Ok((Direction::Mixed, Pattern::Random)),
        _ => Err("expected read, write, randread, randwrite, rw or randrw".into()),
    })
}

/// Of a job that reads and writes, so many of 100 I/Os read.
pub(crate) fn read_percent(settings: &mut Settings<'_>) -> Option<u32> {
    let kb_base = settings.kb_base();
    let percent = |text: &str| match number::bytes(text, kb_base) {
        Ok(percent @ 0..=100) => Ok(percent as u32),
        _ => Err("expected 0 to 100".to_string()),
    };
    let is_named = |name: &str| settings.text(name).is_some();
    let (of_reads, of_writes) = (is_named("rwmixread"), is_named("rwmixwrite"));
    let read = settings.read("rwmixread", percent);
    let write = settings.read("rwmixwrite", percent);
    match (of_reads, of_writes) {
        (false, false) => Some(50),
        (true, false) => read,
        (false, true) => write.map(|write| 100 - write),
        (true, true) => {
            if read? + write? != 100 {
                settings.wrong("rwmixwrite", "it and rwmixread do not add up to 100");
                return None;
            }
            read
        }
    }
}

/// I/Os a second, if they are limited. fio keeps reads and writes at rates of their own.
pub(crate) fn rate(settings: &mut Settings<'_>, op: Direction) -> Option<Option<NonZeroU64>> {
    if !settings.is_given("rate_iops") {
        return Some(None);
    }
    if op == Direction::Mixed {
        settings.wrong(
            "rate_iops",
            "fio then keeps reads and writes at separate rates, which is not supported here yet",
        );
        return None;
    }
    let kb_base = settings.kb_base();
    let rate = settings.read("rate_iops", |text| {
        let mut rates = text.split(',').filter(|rate| !rate.is_empty());
        let first = rates.next().unwrap_or("");
        let rate = match op {
            Direction::Write => rates.next().unwrap_or(first),
            _ => first,
        };
        match number::bytes(rate, kb_base) {
            Ok(1..=RATE_MOST) => number::bytes(rate, kb_base),
            _ => Err(format!("expected one number from 1 to {RATE_MOST}")),
        }
    })?;
    settings.note(
        "rate_iops: latency counts from the instant an I/O is due, so a wait behind slow ones is \
         part of it; fio counts from submission",
    );
    Some(NonZeroU64::new(rate))
}

/// Says that addresses repeat, where they do not with fio.
pub(crate) fn note_repeats(settings: &mut Settings<'_>, pattern: Pattern) {
    if pattern == Pattern::Random && !settings.flag("norandommap", false) {
        settings.note(
            "without norandommap, fio visits each block once before it repeats any; here each \
             address is drawn independently, so some repeat",
        );
    }
}

/// Bytes of an I/O.
pub(crate) fn block(settings: &mut Settings<'_>, op: Direction) -> Option<u64> {
    if settings.text("bs").is_none() {
        return Some(4096);
    }
    let kb_base = settings.kb_base();
    settings.read("bs", |text| {
        let bytes = number::bytes(one_size(text, op), kb_base)?;
        whole_blocks(bytes)
    })
}

/// Of `bs=4k,8k` the first is that of reads, the second that of writes.
fn one_size(text: &str, op: Direction) -> &str {
    let mut sizes = text.split(',').filter(|size| !size.is_empty());
    let first = sizes.next().unwrap_or("");
    match op {
        Direction::Write => sizes.next().unwrap_or(first),
        _ => first,
    }
}

/// Bytes of an I/O of a job as they would be read.
pub(crate) fn block_quietly(settings: &Settings<'_>) -> u64 {
    let op = match settings.text("rw") {
        Some("write" | "randwrite") => Direction::Write,
        _ => Direction::Read,
    };
    let size = one_size(settings.text("bs").unwrap_or(""), op);
    let bytes = number::bytes(size, settings.kb_base()).ok();
    bytes.filter(|bytes| *bytes > 0).unwrap_or(4096)
}

pub(crate) fn whole_blocks(bytes: u64) -> Result<u64, String> {
    match bytes {
        0 => Err("an I/O must be at least 512 bytes".into()),
        // A request's length has 32 bits in the record of I/Os.
        _ if bytes >= 1 << 31 => Err("an I/O must be smaller than 2 GiB".into()),
        _ if bytes.is_multiple_of(BLOCK_BYTES) => Ok(bytes),
        _ => Err(format!("{bytes} bytes is not a multiple of 512")),
    }
}

/// How long a job lasts, in microseconds.
pub(crate) fn runtime_us(settings: &mut Settings<'_>) -> Option<NonZeroU64> {
    let runtime_us = settings.read("runtime", |text| match number::runtime(text)? {
        us if us <= LONGEST_S * 1_000_000 => Ok(us),
        _ => Err(format!("expected 1 to {LONGEST_S} s")),
    });
    runtime_us.and_then(NonZeroU64::new)
}

/// When the job is over: after its time, of whole seconds, or after its bytes.
fn until(settings: &mut Settings<'_>, pattern: Pattern) -> (Until, Option<NonZeroU64>) {
    let runtime_us = runtime_us(settings);
    let once = match pattern {
        Pattern::Sequential => Until::Pass,
        Pattern::Random => Until::SpanBytes,
    };
    if !is_timed(settings) {
        return (once, None);
    }
    let seconds = runtime_us.and_then(|us| NonZeroU64::new(us.get() / 1_000_000));
    (Until::Duration, seconds)
}

/// Whether a job lasts as long as its `runtime` says.
pub(crate) fn is_timed(settings: &mut Settings<'_>) -> bool {
    let is_timed = settings.flag("time_based", false);
    if is_timed && !settings.is_given("runtime") {
        settings.wrong("time_based", "needs runtime, as in runtime=60");
    }
    is_timed
}

/// Nothing goes through the host's cache.
pub(crate) fn is_direct(settings: &mut Settings<'_>) {
    let asked = |settings: &mut Settings<'_>, name| {
        let given = settings.text(name).is_some();
        let on = settings.flag(name, false);
        given.then_some(on)
    };
    match (asked(settings, "direct"), asked(settings, "buffered")) {
        (Some(true), None | Some(false)) | (None, Some(false)) => {}
        (None, None) => settings
            .note("without direct=1, fio uses the host's page cache; here every I/O bypasses it"),
        (direct, _) => settings.wrong(
            if direct == Some(false) {
                "direct"
            } else {
                "buffered"
            },
            "I/O through the page cache is not supported here; only direct=1 is measured",
        ),
    }
}
