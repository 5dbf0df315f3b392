//! How many I/Os of a job are in flight, from `iodepth`, `ioengine` and `numjobs`.

use crate::number;
use crate::settings::Settings;
use fourcorners_bench::Pattern;
use std::num::{NonZeroU16, NonZeroU64};

/// fio's engines that leave an I/O to finish before the next: a deeper queue is none with them.
const SYNCHRONOUS: [&str; 6] = ["sync", "psync", "vsync", "pvsync", "pvsync2", "mmap"];
const ASYNCHRONOUS: [&str; 3] = ["io_uring", "libaio", "posixaio"];

/// I/Os under way.
pub(crate) fn queue_depth(settings: &mut Settings<'_>) -> Option<NonZeroU16> {
    let depth = match settings.text("iodepth") {
        None => NonZeroU16::MIN,
        Some(_) => {
            let kb_base = settings.kb_base();
            settings.read("iodepth", |text| {
                let depth = number::bytes(text, kb_base).ok();
                let depth = depth.and_then(|depth| u16::try_from(depth).ok());
                let depth = depth.and_then(NonZeroU16::new);
                depth.ok_or_else(|| "expected 1 to 65535".to_string())
            })?
        }
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
    let jobs = settings.count("numjobs")?;
    if jobs == NonZeroU64::MIN {
        return depth;
    }
    let own_ways = ["rate_iops", "thinktime", "number_ios"];
    let has_own_way = own_ways.into_iter().any(|name| settings.is_given(name));
    if pattern != Pattern::Random || !settings.is_given("time_based") || has_own_way {
        settings.wrong(
            "numjobs",
            "parallel jobs are run as one job with the sum of their queue depths, which is the \
             same only for random I/O with time_based, without rate_iops, thinktime and \
             number_ios",
        );
        return None;
    }
    let jobs = NonZeroU16::try_from(jobs).ok();
    let Some(all) = depth?.checked_mul(jobs.unwrap_or(NonZeroU16::MAX)) else {
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
