//! Recorded hosts: what would spoil a measurement is found, and each finding has its remedy.

mod disks;

use super::activity::Activity;
use super::*;
use crate::recorded::Recorded;
use std::collections::HashMap;
use std::fs;

/// The one about that.
fn about(findings: &[Finding], what: Subject) -> &Finding {
    let found = findings.iter().find(|one| one.about == what);
    found.unwrap_or_else(|| panic!("nothing about {what:?}: {findings:?}"))
}

/// It may spoil, says this, and can be mended like that.
fn spoils(findings: &[Finding], what: Subject, says: &str, remedy: &str) {
    let finding = about(findings, what);
    assert_eq!(finding.level, Level::MaySpoil, "{finding:?}");
    assert!(finding.found.contains(says), "'{says}' in {finding:?}");
    assert!(finding.remedy.contains(remedy), "'{remedy}' in {finding:?}");
    assert!(!finding.known_by.is_empty(), "{finding:?}");
}

fn fine(findings: &[Finding], what: Subject) {
    let finding = about(findings, what);
    assert_eq!(finding.level, Level::Fine, "{finding:?}");
}

fn processor(recorded: &Recorded, activity: &Activity) -> Vec<Finding> {
    super::processor::findings(&recorded.host, activity)
}

#[test]
fn is_a_governor_that_saves_power_said() {
    let recorded = Recorded::new();
    fine(
        &processor(&recorded, &Activity::default()),
        Subject::CpuGovernor,
    );
    for (cpu, governor) in [(0, "powersave"), (1, "performance"), (2, "powersave")] {
        let file = format!("devices/system/cpu/cpu{cpu}/cpufreq/scaling_governor");
        recorded.sys(&file, governor);
    }
    let findings = processor(&recorded, &Activity::default());
    spoils(
        &findings,
        Subject::CpuGovernor,
        "powersave on 2",
        "--governor performance",
    );
    for cpu in [0, 2] {
        let file = format!("devices/system/cpu/cpu{cpu}/cpufreq/scaling_governor");
        recorded.sys(&file, "performance");
    }
    fine(
        &processor(&recorded, &Activity::default()),
        Subject::CpuGovernor,
    );
}

#[test]
fn are_busy_stolen_and_hot_processors_said() {
    let recorded = Recorded::new();
    recorded.proc("loadavg", "3.20 2.10 1.00 4/310 9999");
    let waiting =
        |avg: &str| format!("some avg10={avg} avg60=1.00 avg300=1.00 total=1\nfull avg10=0.00");
    recorded.proc("pressure/cpu", &waiting("31.40"));
    recorded.proc("pressure/io", &waiting("0.10"));
    recorded.sys(
        "devices/system/cpu/cpu0/thermal_throttle/core_throttle_count",
        "17",
    );
    let activity = Activity {
        processors: Some((63.0, 4.0)),
        disks: HashMap::new(),
    };
    let findings = processor(&recorded, &activity);
    spoils(
        &findings,
        Subject::CpuUse,
        "63 % busy with other programs, load 3.20",
        "stop other programs",
    );
    spoils(
        &findings,
        Subject::CpuTimeStolen,
        "4 %",
        "dedicated machine",
    );
    spoils(
        &findings,
        Subject::WaitingForProcessor,
        "31 %",
        "stop other programs",
    );
    spoils(&findings, Subject::CpuTemperature, "17 times", "cool");
    fine(&findings, Subject::WaitingForDisk);
}

#[test]
fn is_a_scheduler_group_shared_with_a_terminal_said() {
    let recorded = Recorded::new();
    let group = || processor(&recorded, &Activity::default());
    fine(&group(), Subject::SchedulerGroup);
    recorded.proc("sys/kernel/sched_autogroup_enabled", "1");
    // Started by an interactive shell: 4711 leads its process group in the shell's session.
    recorded.proc(
        "self/stat",
        "4711 (four) corners) R 4000 4711 4000 34816 4711",
    );
    spoils(
        &group(),
        Subject::SchedulerGroup,
        "this terminal",
        "setsid --wait",
    );
    for alone in ["4711 (x) R 4000 4711 4711 0", "4711 (x) R 4000 4000 4000 0"] {
        recorded.proc("self/stat", alone);
        fine(&group(), Subject::SchedulerGroup);
    }
}

#[test]
fn is_a_kernel_without_io_uring_said() {
    let refused = || Err(io::Error::from_raw_os_error(libc::EPERM));
    let absent = || Err(io::Error::from_raw_os_error(libc::ENOSYS));
    let recorded = Recorded::new();
    let found = |probe| kernel::findings(&recorded.host, probe);
    fine(&found(|| Ok(())), Subject::IoUring);
    recorded.proc("sys/kernel/io_uring_disabled", "2");
    spoils(
        &found(refused),
        Subject::IoUring,
        "queue depth 1",
        "sysctl kernel.io_uring_disabled=0",
    );
    recorded.proc("sys/kernel/io_uring_disabled", "1");
    spoils(
        &found(refused),
        Subject::IoUring,
        "queue depth 1",
        "kernel.io_uring_group",
    );
    recorded.proc("sys/kernel/io_uring_disabled", "0");
    spoils(
        &found(refused),
        Subject::IoUring,
        "queue depth 1",
        "seccomp",
    );
    spoils(&found(absent), Subject::IoUring, "queue depth 1", "5.6");
}

#[test]
fn is_a_low_limit_on_locked_memory_said() {
    let recorded = Recorded::new();
    let found = || kernel::findings(&recorded.host, || Ok(()));
    let limits = |limit: &str| {
        let header = "Limit                     Soft Limit           Hard Limit           Units";
        format!(
            "{header}\nMax locked memory         {limit}                65536                bytes"
        )
    };
    recorded.proc("self/limits", &limits("65536"));
    spoils(&found(), Subject::LockedMemory, "64 KiB", "ulimit -l");
    recorded.proc("self/limits", &limits("8388608"));
    fine(&found(), Subject::LockedMemory);
    recorded.proc("self/limits", &limits("65536"));
    recorded.proc("self/status", "Name:\tx\nCapEff:\t0000000000004000\n");
    fine(&found(), Subject::LockedMemory);
}

#[test]
fn are_polled_queues_told_where_there_is_nvme() {
    let recorded = Recorded::new();
    let found = || kernel::findings(&recorded.host, || Ok(()));
    assert!(!found().iter().any(|one| one.about == Subject::PolledQueues));
    recorded.sys("module/nvme/parameters/poll_queues", "0");
    assert!(
        about(&found(), Subject::PolledQueues)
            .remedy
            .contains("nvme.poll_queues")
    );
}

#[test]
fn are_virtual_machines_containers_and_their_limits_said() {
    let recorded = Recorded::new();
    let root = tempfile::tempdir().expect("a folder");
    let found = || machine::findings(&recorded.host, root.path());
    fine(&found(), Subject::Machine);
    assert_eq!(found().len(), 1);
    recorded.proc(
        "cpuinfo",
        "processor\t: 0\nflags\t\t: fpu vme hypervisor sse",
    );
    recorded.sys("class/dmi/id/sys_vendor", "Amazon EC2");
    recorded.sys("class/dmi/id/product_name", "m7i.large");
    fs::write(root.path().join(".dockerenv"), "").expect("a mark");
    recorded.proc("self/cgroup", "0::/system.slice/bench.service");
    recorded.sys("fs/cgroup/system.slice/cpu.max", "50000 100000");
    recorded.sys("fs/cgroup/system.slice/bench.service/cpu.max", "max 100000");
    recorded.sys(
        "fs/cgroup/system.slice/bench.service/io.max",
        "8:0 rbps=max wbps=max riops=max wiops=500",
    );
    let findings = found();
    spoils(
        &findings,
        Subject::Machine,
        "virtual (Amazon EC2 m7i.large)",
        "passthrough",
    );
    spoils(
        &findings,
        Subject::Container,
        "not visible",
        "on the host itself",
    );
    spoils(
        &findings,
        Subject::CpuLimit,
        "50000 100000",
        "raise the limit",
    );
    spoils(&findings, Subject::IoLimit, "wiops=500", "raise the limit");
}

#[test]
fn are_missing_programs_told_and_no_fault() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("smartctl"), "").expect("a program");
    let findings = tools::findings(&[dir.path().into()]);
    assert_eq!(about(&findings, Subject::Programs).found, "smartctl");
    assert!(
        about(&findings, Subject::Tool("nvme"))
            .remedy
            .contains("nvme-cli")
    );
    assert!(findings.iter().all(|one| one.level == Level::Fine));
}

#[test]
fn is_a_named_file_looked_at_and_a_wrong_name_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("scratch.img");
    fs::write(&file, vec![0; 1 << 20]).expect("a file");
    let around = Surroundings {
        window: Duration::ZERO,
        ..Surroundings::here(&dir.path().join("runs"))
    };
    let diagnosis = examine(&around, std::slice::from_ref(&file)).expect("looked at");
    let [found] = &diagnosis.devices[..] else {
        panic!("{diagnosis:?}")
    };
    assert!(found.named && found.refused.is_none(), "{found:?}");
    spoils(
        &found.findings,
        Subject::Size,
        "tests of 8 GiB do not fit",
        "--suite quick",
    );
    assert!(diagnosis.worst >= Level::MaySpoil);
    assert!(!around.out.exists(), "nothing is made");
    let absent = examine(&around, &[dir.path().join("absent")]);
    assert!(matches!(absent, Err(OpenError::NotFound { .. })));
    let folder = examine(&around, &[dir.path().into()]);
    assert!(matches!(folder, Err(OpenError::WrongKind { .. })));
}

#[test]
fn do_disks_that_were_not_named_not_count() {
    let dir = tempfile::tempdir().expect("a folder");
    let around = Surroundings {
        window: Duration::ZERO,
        ..Surroundings::here(dir.path())
    };
    let diagnosis = examine(&around, &[]).expect("looked at");
    let host = diagnosis.host.iter().map(|one| one.level).max();
    assert_eq!(Some(diagnosis.worst), host);
    assert!(diagnosis.devices.iter().all(|device| !device.named));
}
