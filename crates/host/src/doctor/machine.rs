//! Whether this is a machine of its own: virtual machines, containers, limits of control groups.

use super::{Finding, Subject, read};
use fourcorners_real::Host;
use std::path::{Path, PathBuf};

pub fn findings(host: &Host, root: &Path) -> Vec<Finding> {
    let mut findings = vec![machine(host)];
    findings.extend(container(host, root));
    findings.extend(limits(host));
    findings
}

fn machine(host: &Host) -> Finding {
    let about = Subject::Machine;
    let dmi =
        ["sys_vendor", "product_name"].map(|name| read(&host.sys.join("class/dmi/id").join(name)));
    let name = dmi.join(" ").trim().to_string();
    let cpu = read(&host.proc.join("cpuinfo"));
    let is_virtual = cpu
        .lines()
        .find(|line| line.starts_with("flags") || line.starts_with("Features"))
        .is_some_and(|line| line.split(' ').any(|flag| flag == "hypervisor"));
    let known_by = "the flag 'hypervisor' in /proc/cpuinfo, /sys/class/dmi/id";
    if !is_virtual {
        let name = if name.is_empty() {
            "physical".into()
        } else {
            name
        };
        return Finding::fine(about, name, known_by);
    }
    let of = if name.is_empty() {
        name
    } else {
        format!(" ({name})")
    };
    Finding::may_spoil(
        about,
        format!("virtual{of}: results include the host's other load, caches and limits"),
        known_by,
        "compare only with runs on this machine, or pass the drive through to it (PCI passthrough)",
    )
}

fn container(host: &Host, root: &Path) -> Option<Finding> {
    let marks = [".dockerenv", "run/.containerenv", "run/systemd/container"];
    let mark = marks.iter().find(|mark| root.join(mark).exists());
    let groups = read(&host.proc.join("1/cgroup"));
    let runtime = ["docker", "kubepods", "containerd", "lxc", "libpod"]
        .into_iter()
        .find(|name| groups.contains(name));
    let known_by = mark
        .map(|mark| format!("/{mark}"))
        .or_else(|| runtime.map(|name| format!("'{name}' in /proc/1/cgroup")))?;
    Some(Finding::may_spoil(
        Subject::Container,
        "in a container: mounts and programs outside it are not visible",
        &known_by,
        "run it on the host itself; the kernel's exclusive claim (O_EXCL) protects mounted drives \
         in any case",
    ))
}

/// Limits of this process's control group and of those above it.
fn limits(host: &Host) -> Vec<Finding> {
    let groups = read(&host.proc.join("self/cgroup"));
    let mut findings = Vec::new();
    let mut limited = |about: Subject, found: String, file: &Path| {
        findings.push(Finding::may_spoil(
            about,
            found,
            &file.display().to_string(),
            "start it outside the limited group (not in that container or service), or raise the \
             limit",
        ));
    };
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"));
    for group in own.map_or(Vec::new(), |own| above(host, own)) {
        let file = group.join("cpu.max");
        let text = read(&file);
        if !text.is_empty() && !text.starts_with("max") {
            limited(
                Subject::CpuLimit,
                format!("'{text}' us of each period"),
                &file,
            );
        }
        let file = group.join("io.max");
        let text = read(&file);
        if !text.is_empty() {
            limited(Subject::IoLimit, text.replace('\n', ", "), &file);
        }
    }
    let quota = host.sys.join("fs/cgroup/cpu/cpu.cfs_quota_us");
    if read(&quota).parse::<i64>().is_ok_and(|quota| quota > 0) {
        limited(
            Subject::CpuLimit,
            format!("{} us of each period", read(&quota)),
            &quota,
        );
    }
    for name in ["read", "write"] {
        for unit in ["bps", "iops"] {
            let file = format!("fs/cgroup/blkio/blkio.throttle.{name}_{unit}_device");
            let file = host.sys.join(file);
            let text = read(&file);
            if !text.is_empty() {
                limited(Subject::IoLimit, text.replace('\n', ", "), &file);
            }
        }
    }
    findings
}

/// A control group's folder (version 2) and all above it.
fn above(host: &Host, own: &str) -> Vec<PathBuf> {
    let all = host.sys.join("fs/cgroup");
    let own = Path::new(own.trim_start_matches('/'));
    own.ancestors().map(|group| all.join(group)).collect()
}
