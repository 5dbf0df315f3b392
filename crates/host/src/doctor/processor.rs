//! Processors: how fast they may run, and who else uses them.

use super::activity::Activity;
use super::{Finding, Subject, read};
use fourcorners_real::Host;
use std::fs;

/// Above this share of their time, in per cent, others are in the way.
const BUSY: f64 = 20.0;
/// Above this share, in per cent, tasks wait for a processor or a disk.
const PRESSURE: f64 = 5.0;

pub fn findings(host: &Host, activity: &Activity) -> Vec<Finding> {
    let mut findings = vec![governor(host)];
    findings.extend(throttled(host));
    findings.extend(busy(host, activity));
    findings.extend(pressure(host));
    findings.push(group(host));
    findings
}

/// A file of each processor, as `(text, how many have it)`.
fn of_each(host: &Host, name: &str) -> Vec<(String, usize)> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    let all = fs::read_dir(host.sys.join("devices/system/cpu"));
    for entry in all.into_iter().flatten().flatten() {
        let text = read(&entry.path().join(name));
        if text.is_empty() {
            continue;
        }
        match counted.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => counted.push((text, 1)),
        }
    }
    counted.sort();
    counted
}

fn governor(host: &Host) -> Finding {
    let (about, file) = (Subject::CpuGovernor, "cpufreq/scaling_governor");
    let known_by = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";
    let found = of_each(host, file);
    if found.is_empty() {
        let why = "none: this kernel does not control the frequency";
        return Finding::fine(about, why, known_by);
    }
    let said: Vec<String> = found
        .iter()
        .map(|(governor, count)| format!("{governor} on {count}"))
        .collect();
    let said = said.join(", ");
    if found.iter().all(|(governor, _)| governor == "performance") {
        return Finding::fine(about, said, known_by);
    }
    Finding::may_spoil(
        about,
        format!("{said}: processors slow down between I/Os, which increases latency"),
        known_by,
        "cpupower frequency-set --governor performance (as root)",
    )
}

fn throttled(host: &Host) -> Option<Finding> {
    let counts = of_each(host, "thermal_throttle/core_throttle_count");
    let total: u64 = counts
        .iter()
        .filter_map(|(count, processors)| Some(count.parse::<u64>().ok()? * *processors as u64))
        .sum();
    (total > 0).then(|| {
        Finding::may_spoil(
            Subject::CpuTemperature,
            format!("processors have been thermally throttled {total} times since boot"),
            "/sys/devices/system/cpu/cpu*/thermal_throttle/core_throttle_count",
            "cool the machine, and check whether the count still grows",
        )
    })
}

fn busy(host: &Host, activity: &Activity) -> Vec<Finding> {
    let load = read(&host.proc.join("loadavg"));
    let load = load.split(' ').next().unwrap_or_default().to_string();
    let Some((busy, stolen)) = activity.processors else {
        return Vec::new();
    };
    let found = format!("{busy:.0} % busy with other programs, load {load}");
    let by = "/proc/stat and /proc/loadavg, before any test runs";
    let mut findings = vec![if busy > BUSY {
        let remedy = "stop other programs (top shows them) before measuring";
        Finding::may_spoil(Subject::CpuUse, found, by, remedy)
    } else {
        Finding::fine(Subject::CpuUse, found, by)
    }];
    if stolen > 1.0 {
        findings.push(Finding::may_spoil(
            Subject::CpuTimeStolen,
            format!("{stolen:.0} % of CPU time was stolen by other virtual machines"),
            "steal in /proc/stat",
            "measure on a dedicated machine, or when its neighbors are idle",
        ));
    }
    findings
}

fn pressure(host: &Host) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (what, about) in [
        ("cpu", Subject::WaitingForProcessor),
        ("io", Subject::WaitingForDisk),
    ] {
        let name = format!("pressure/{what}");
        let text = read(&host.proc.join(&name));
        let some = text.lines().find(|line| line.starts_with("some "));
        let average = some.and_then(|line| {
            let value = line.split("avg10=").nth(1)?.split(' ').next()?;
            value.parse::<f64>().ok()
        });
        let Some(average) = average else { continue };
        let found = format!("{average:.0} % of the last 10 s");
        let known_by = format!("/proc/{name}");
        findings.push(if average > PRESSURE {
            let remedy = "stop other programs, and wait until this value drops";
            Finding::may_spoil(about, found, &known_by, remedy)
        } else {
            Finding::fine(about, found, &known_by)
        });
    }
    findings
}

/// Autogroup shares processors between sessions first; `setsid`, which gives a session of its
/// own, is refused to the leader of a process group.
fn group(host: &Host) -> Finding {
    let about = Subject::SchedulerGroup;
    let known_by = "/proc/sys/kernel/sched_autogroup_enabled, /proc/self/stat";
    if read(&host.proc.join("sys/kernel/sched_autogroup_enabled")) != "1" {
        return Finding::fine(about, "not shared (no autogroup)", known_by);
    }
    let stat = read(&host.proc.join("self/stat"));
    let process = stat.split(' ').next().unwrap_or_default().to_string();
    // After the name, which may hold anything: state, parent, process group, session.
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let mut rest = rest.split_whitespace().skip(2);
    let (group, session) = (rest.next(), rest.next());
    if session == Some(&process) {
        Finding::fine(about, "its own session", known_by)
    } else if group == Some(&process) {
        Finding::may_spoil(
            about,
            "shared with everything started from this terminal (autogroup)",
            known_by,
            "start it as 'setsid --wait fourcorners ...'",
        )
    } else {
        Finding::fine(about, "a review starts its own session", known_by)
    }
}
