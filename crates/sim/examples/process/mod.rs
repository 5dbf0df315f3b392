//! What a process has cost so far: for the speed benchmarks of this crate and of traces.

/// User and system time of this process (Linux: utime and stime in /proc/self/stat). The system
/// time is the kernel's clearing of new memory.
pub fn cpu_seconds() -> (f64, f64) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let seconds = |at: usize| {
        let ticks = fields.get(at).and_then(|field| field.parse::<f64>().ok());
        ticks.unwrap_or(0.0) / 100.0
    };
    (seconds(11), seconds(12))
}

/// The most memory that this process has had at once (Linux: VmHWM).
pub fn peak_rss_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| {
            line.strip_prefix("VmHWM:")?
                .split_whitespace()
                .next()?
                .parse::<u64>()
                .ok()
        })
        .unwrap_or(0)
        * 1024
}
