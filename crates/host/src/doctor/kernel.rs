//! The kernel: its version, io_uring, locked memory, polled queues.

use super::{Finding, Subject, read};
use fourcorners_real::Host;
use std::io;

/// Buffers of 32 I/Os of 128 KiB, which most tests stay below.
const LOCKED_BYTES: u64 = 4 << 20;
/// `CAP_IPC_LOCK`, as a bit of `CapEff`.
const MAY_LOCK: u64 = 1 << 14;

pub fn findings(host: &Host, uring: fn() -> io::Result<()>) -> Vec<Finding> {
    let release = read(&host.proc.join("sys/kernel/osrelease"));
    let mut findings = vec![
        Finding::fine(Subject::Kernel, release, "/proc/sys/kernel/osrelease"),
        io_uring(host, uring()),
    ];
    findings.extend(locked_memory(host));
    findings.extend(polled_queues(host));
    findings
}

fn io_uring(host: &Host, probe: io::Result<()>) -> Finding {
    let about = Subject::IoUring;
    let setting = read(&host.proc.join("sys/kernel/io_uring_disabled"));
    let known_by = "/proc/sys/kernel/io_uring_disabled, and a test ring";
    let remedy = match (&probe, setting.as_str()) {
        (Ok(()), _) => return Finding::fine(about, "can be used", known_by),
        (Err(_), "2") => "allow it: sysctl kernel.io_uring_disabled=0",
        (Err(_), "1") => {
            "run as root, join the group of kernel.io_uring_group, or set sysctl \
             kernel.io_uring_disabled=0"
        }
        (Err(error), _) if error.raw_os_error() == Some(libc::ENOSYS) => {
            "use kernel 5.6 or later, built with io_uring"
        }
        _ => "allow io_uring_setup in the container's seccomp profile",
    };
    let why = probe.err().map_or(String::new(), |error| error.to_string());
    let found = format!("not usable ({why}): every test runs at queue depth 1");
    Finding::may_spoil(about, found, known_by, remedy)
}

fn locked_memory(host: &Host) -> Option<Finding> {
    let limits = read(&host.proc.join("self/limits"));
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max locked memory"))?;
    let limit = line.split_whitespace().next()?;
    let status = read(&host.proc.join("self/status"));
    let capabilities = status
        .lines()
        .find_map(|line| u64::from_str_radix(line.strip_prefix("CapEff:")?.trim(), 16).ok());
    let about = Subject::LockedMemory;
    let known_by = "/proc/self/limits, /proc/self/status";
    if capabilities.is_some_and(|all| all & MAY_LOCK != 0) {
        let found = "no limit for this user (CAP_IPC_LOCK)";
        return Some(Finding::fine(about, found, known_by));
    }
    let Ok(bytes) = limit.parse::<u64>() else {
        return Some(Finding::fine(about, limit, known_by));
    };
    let found = format!("{} KiB", bytes >> 10);
    Some(if bytes < LOCKED_BYTES {
        let found = format!("{found}: buffers are pinned for every I/O, which adds overhead");
        let remedy = "ulimit -l 65536 (a limit in /etc/security/limits.conf), or run as root";
        Finding::may_spoil(about, found, known_by, remedy)
    } else {
        Finding::fine(about, found, known_by)
    })
}

/// Only where there is an NVMe driver.
fn polled_queues(host: &Host) -> Option<Finding> {
    let queues = read(&host.sys.join("module/nvme/parameters/poll_queues"));
    if queues.is_empty() {
        return None;
    }
    let known_by = "/sys/module/nvme/parameters/poll_queues";
    let finding = Finding::fine(Subject::PolledQueues, queues.clone(), known_by);
    Some(if queues == "0" {
        finding.with_remedy("for --engine polled: kernel parameter nvme.poll_queues=2")
    } else {
        finding
    })
}
