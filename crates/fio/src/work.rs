//! What a job does until it is over, from the options that say it.

use crate::data;
use crate::number::{self, Size};
use crate::settings::Settings;
use fourcorners_bench::{Direction, Pattern, Span, Until, WorkDef};
use fourcorners_block::{BLOCK_BYTES, Bytes};
use std::num::{NonZeroU16, NonZeroU64};

/// As of `--duration`.
pub(crate) const LONGEST_S: u64 = 10_000_000;
/// fio's engines that leave an I/O to finish before the next: a deeper queue is none with them.
const SYNCHRONOUS: [&str; 6] = ["sync", "psync", "vsync", "pvsync", "pvsync2", "mmap"];
const ASYNCHRONOUS: [&str; 3] = ["io_uring", "libaio", "posixaio"];

/// The work of a job; none if something that decides it is wrong.
pub(crate) fn work(settings: &mut Settings<'_>) -> Option<WorkDef> {
    // Each is looked at, whatever is wrong with the others, so that all that is wrong is told at
    // once.
    let direction = direction(settings);
    let (op, pattern) = direction.unwrap_or((Direction::Read, Pattern::Sequential));
    let (until, duration_s) = until(settings, pattern);
    let queue_depth = queue_depth(settings);
    let queue_depth = at_once(settings, pattern, queue_depth);
    is_direct(settings);
    if pattern == Pattern::Random && !settings.flag("norandommap", false) {
        settings.note(
            "without norandommap, fio visits each block once before it repeats any; here each \
             address is drawn independently, so some repeat",
        );
    }
    let data = match op {
        Direction::Write => Some(data::class(settings)),
        _ => None,
    };
    let block = block(settings, op)?;
    let align = align(settings, block, pattern, until);
    let span = span(settings, block, align.flatten(), pattern);
    let (Some(_), Some(align), Some(span), Some(queue_depth)) =
        (direction, align, span, queue_depth)
    else {
        return None;
    };
    Some(WorkDef {
        op,
        read_percent: None,
        trim_percent: None,
        pattern,
        block: Bytes(block),
        align,
        queue_depth,
        rate_iops: None,
        span,
        start: None,
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
        "randread" => Ok((Direction::Read, Pattern::Random)),
        "randwrite" => Ok((Direction::Write, Pattern::Random)),
        _ => Err("expected read, write, randread, randwrite, rw or randrw".into()),
    })
}

/// Bytes of an I/O; of `bs=4k,8k` the first is that of reads, the second that of writes.
pub(crate) fn block(settings: &mut Settings<'_>, op: Direction) -> Option<u64> {
    if settings.text("bs").is_none() {
        return Some(4096);
    }
    let one = settings.text("bs").map(|text| {
        let mut sizes = text.split(',').filter(|size| !size.is_empty());
        let first = sizes.next();
        match op {
            Direction::Write => sizes.next().or(first),
            _ => first,
        }
    });
    let kb_base = settings.kb_base();
    settings.read("bs", |_| {
        let bytes = number::bytes(one.flatten().unwrap_or(""), kb_base)?;
        whole_blocks(bytes)
    })
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

/// How long a job lasts, in seconds.
pub(crate) fn runtime_s(settings: &mut Settings<'_>) -> Option<NonZeroU64> {
    let runtime_s = settings.read("runtime", |text| match number::seconds(text)? {
        seconds @ 0..=LONGEST_S => Ok(seconds),
        _ => Err(format!("expected 1 to {LONGEST_S} s")),
    });
    runtime_s.and_then(NonZeroU64::new)
}

/// When the job is over: after its time, or after its bytes.
fn until(settings: &mut Settings<'_>, pattern: Pattern) -> (Until, Option<NonZeroU64>) {
    let runtime_s = runtime_s(settings);
    let once = match pattern {
        Pattern::Sequential => Until::Pass,
        Pattern::Random => Until::SpanBytes,
    };
    match (settings.flag("time_based", false), runtime_s) {
        (true, Some(_)) => (Until::Duration, runtime_s),
        (true, None) => {
            settings.wrong("time_based", "needs runtime, as in runtime=60");
            (once, None)
        }
        (false, _) => (once, None),
    }
}

/// What addresses are multiples of. An offset is that of a sequential job that begins between two
/// I/Os.
fn align(
    settings: &mut Settings<'_>,
    block: u64,
    pattern: Pattern,
    until: Until,
) -> Option<Option<Bytes>> {
    let offset = match settings.text("offset") {
        Some(_) => settings.bytes("offset")?,
        None => 0,
    };
    let divides = |bytes: u64| bytes.is_multiple_of(BLOCK_BYTES) && block.is_multiple_of(bytes);
    match pattern {
        _ if offset == 0 && settings.text("blockalign").is_none() => Some(None),
        Pattern::Sequential if offset == 0 => Some(None),
        Pattern::Sequential if until == Until::Duration && offset < block && divides(offset) => {
            Some(Some(Bytes(offset)))
        }
        Pattern::Random if offset == 0 => {
            let align = settings.bytes("blockalign")?;
            if align > 0 && divides(align) {
                return Some(Some(Bytes(align)));
            }
            settings.wrong("blockalign", "expected a multiple of 512 that divides bs");
            None
        }
        _ => {
            settings.wrong(
                "offset",
                "a sequential job with time_based whose offset is less than bs needs an offset \
                 that divides bs, such as 512",
            );
            None
        }
    }
}

/// Where I/Os go.
fn span(
    settings: &mut Settings<'_>,
    block: u64,
    align: Option<Bytes>,
    pattern: Pattern,
) -> Option<Span> {
    let size = match settings.text("size") {
        None | Some("0") => None,
        Some(_) => Some(settings.size("size")?),
    };
    if settings.text("io_size").is_some() {
        let io_size = settings.size("io_size")?;
        if Some(io_size) != size && io_size != Size::Bytes(0) {
            settings.wrong(
                "io_size",
                "a job transfers exactly size bytes; give size alone, or runtime with time_based",
            );
        }
    }
    // A pass that begins late ends late.
    let late = u64::from(pattern == Pattern::Sequential && align.is_some());
    match size {
        None | Some(Size::Percent(100)) => Some(Span::All),
        Some(Size::Percent(percent)) => Some(Span::Share(percent as u32)),
        Some(Size::Bytes(bytes)) if bytes < block => {
            settings.wrong("size", "it is smaller than one I/O of size bs");
            None
        }
        Some(Size::Bytes(bytes)) => match (bytes / block + late).checked_mul(block) {
            Some(span) => Some(Span::Fixed(Bytes(span))),
            None => {
                settings.wrong("size", "larger than 2^64 bytes");
                None
            }
        },
    }
}

/// I/Os under way.
pub(crate) fn queue_depth(settings: &mut Settings<'_>) -> Option<NonZeroU16> {
    let depth = match settings.text("iodepth") {
        None => NonZeroU16::MIN,
        Some(_) => settings.read("iodepth", |text| {
            text.parse().map_err(|_| "expected 1 to 65535".to_string())
        })?,
    };
    let engine = settings.text("ioengine").unwrap_or("psync");
    if SYNCHRONOUS.contains(&engine) {
        if depth > NonZeroU16::MIN {
            settings.note(&format!(
                "its engine {engine} keeps one I/O in flight, so the queue depth is 1; iodepth is \
                 ignored"
            ));
        }
        return Some(NonZeroU16::MIN);
    }
    if !ASYNCHRONOUS.contains(&engine) {
        settings.wrong(
            "ioengine",
            &format!(
                "it is not a known engine for I/O to a drive (those are {} and {}); here --engine \
                 chooses the engine, and this option affects only the queue depth",
                ASYNCHRONOUS.join(", "),
                SYNCHRONOUS.join(", ")
            ),
        );
    }
    Some(depth)
}

/// Jobs of `numjobs` as one with the queue depths of all of them, where that is the same to a
/// drive: at random places, until a time is over.
pub(crate) fn at_once(
    settings: &mut Settings<'_>,
    pattern: Pattern,
    depth: Option<NonZeroU16>,
) -> Option<NonZeroU16> {
    if settings.text("numjobs").is_none() {
        return depth;
    }
    let jobs = settings.read("numjobs", |text| {
        let jobs = text.parse::<NonZeroU16>();
        jobs.map_err(|_| "expected a whole number of at least 1".to_string())
    })?;
    if jobs == NonZeroU16::MIN {
        return depth;
    }
    let is_given = |name: &str| !matches!(settings.text(name), None | Some("0"));
    let own_ways = ["rate_iops", "thinktime", "number_ios"];
    let is_alike =
        pattern == Pattern::Random && is_given("time_based") && !own_ways.into_iter().any(is_given);
    if !is_alike {
        settings.wrong(
            "numjobs",
            "parallel jobs are run as one job with the sum of their queue depths, which needs \
             random I/O, time_based, and no rate_iops, thinktime or number_ios; give numjobs=1",
        );
        return None;
    }
    let Some(all) = depth?.checked_mul(jobs) else {
        settings.wrong(
            "numjobs",
            "together they have more than 65535 I/Os in flight",
        );
        return None;
    };
    settings.note(&format!(
        "numjobs={jobs}: run as one job with the sum of their queue depths, {all}"
    ));
    Some(all)
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
            "every I/O bypasses the page cache here; set direct=1",
        ),
    }
}
