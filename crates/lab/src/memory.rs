//! How much memory simulated drives need, and how many fit at once.

use crate::error::LabError;
use crate::message::Message;
use fourcorners_sim::DriveSpec;

/// How many simulated drives fit into memory at once, whichever they are. `say`: called with a
/// sentence if these are fewer than wanted.
pub fn affordable(
    specs: &[&DriveSpec],
    wanted: usize,
    say: &dyn Fn(&str),
) -> Result<usize, LabError> {
    let Some(available) = available_memory() else {
        return Ok(wanted.max(1));
    };
    let mut sizes: Vec<u64> = specs.iter().map(|spec| needed_bytes(spec)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let largest = specs.iter().max_by_key(|spec| needed_bytes(spec));
    if let Some(spec) = largest
        && needed_bytes(spec) > available
    {
        let error = format!(
            "simulating {} needs about {} MiB of memory, but only {} MiB are available",
            spec.name(),
            needed_bytes(spec) >> 20,
            available >> 20
        );
        let hint = "free some memory, or simulate a smaller drive";
        return Err(LabError::Refused(Message::new(error).hint(hint)));
    }
    let mut threads = wanted.clamp(1, specs.len().max(1));
    while threads > 1 && sizes.iter().take(threads).sum::<u64>() > available {
        threads -= 1;
    }
    if threads < wanted.min(specs.len()) {
        say(&format!(
            "{} MiB of memory are available: {threads} drive(s) in parallel",
            available >> 20
        ));
    }
    Ok(threads)
}

/// What a run on it takes: at most two snapshots beside the drive itself. Whoever helps with it
/// takes another drive.
pub fn needed_bytes(spec: &DriveSpec) -> u64 {
    spec.memory_bytes() * 3
}

/// Bytes that can be had without swapping, as far as the kernel says.
pub fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<u64>()
        .ok()
        .map(|kib| kib << 10)
}
