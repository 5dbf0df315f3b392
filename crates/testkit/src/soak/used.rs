//! What this process has used so far.

use nix::sys::resource::{Usage, UsageWho, getrusage};

/// User and system time.
pub(crate) fn cpu_us() -> u64 {
    let times = |usage: Usage| {
        [usage.user_time(), usage.system_time()]
            .iter()
            .map(|time| time.tv_sec() * 1_000_000 + time.tv_usec())
            .sum::<i64>()
    };
    getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| times(usage) as u64)
}

/// Whether it has taken more than so many KiB at once.
pub(crate) fn has_taken_more(most_kib: u64) -> bool {
    // At once told, but with what the program took that started this one.
    let at_most_kib = getrusage(UsageWho::RUSAGE_SELF).map_or(u64::MAX, |it| it.max_rss() as u64);
    at_most_kib > most_kib && peak_kib() > most_kib
}

/// The most memory that it has had at once (Linux: VmHWM), in KiB.
pub(crate) fn peak_kib() -> u64 {
    status_kib("VmHWM:")
}

/// The memory that it has now (Linux: VmRSS), in KiB.
pub(crate) fn resident_kib() -> u64 {
    status_kib("VmRSS:")
}

fn status_kib(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}
