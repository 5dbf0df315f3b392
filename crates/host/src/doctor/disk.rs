//! How the kernel drives a disk, and what kind of disk it is.

use super::activity::Activity;
use super::{Finding, Subject};
use fourcorners_real::{Node, chosen_scheduler, names};

/// More I/Os a second of others than an idle system does are in the way.
const OTHERS_IOPS: f64 = 10.0;

/// What is no drive of its own, by the start of the kernel's name.
const BY_NAME: [(&str, &str); 9] = [
    ("vd", "a disk of a virtual machine (virtio)"),
    ("xvd", "a disk of a virtual machine (Xen)"),
    ("loop", "a file on a file system, not a drive"),
    ("zram", "compressed memory, not a drive"),
    ("ram", "memory, not a drive"),
    ("nbd", "a network disk"),
    ("rbd", "a network disk (Ceph)"),
    ("dm-", "a device-mapper device on other disks"),
    ("md", "a RAID array of other disks"),
];

/// The same by part of the model, in lower case.
const BY_MODEL: [(&str, &str); 10] = [
    (
        "amazon elastic block store",
        "a network disk, throttled to its provisioned limits (Amazon EBS)",
    ),
    (
        "amazon ec2 nvme instance",
        "drive shared with other machines (Amazon instance store)",
    ),
    (
        "google persistentdisk",
        "a network disk, throttled to its provisioned limits (Google)",
    ),
    (
        "nvme_card-pd",
        "a network disk, throttled to its provisioned limits (Google)",
    ),
    (
        "msft virtual disk",
        "virtual disk (Hyper-V, Azure: throttled)",
    ),
    (
        "alibaba cloud",
        "a network disk, throttled to its provisioned limits (Alibaba)",
    ),
    ("qemu", "virtual disk (QEMU)"),
    ("vbox", "virtual disk (VirtualBox)"),
    ("vmware", "virtual disk (VMware)"),
    ("virtual disk", "virtual disk"),
];

pub fn findings(disk: &Node, activity: &Activity) -> Vec<Finding> {
    let mut findings = vec![kind(disk)];
    findings.extend(scheduler(disk));
    findings.push(trim(disk));
    findings.extend(write_cache(disk));
    findings.extend(read_ahead(disk));
    findings.extend(others(disk, activity));
    findings
}

fn known_by(disk: &Node, name: &str) -> String {
    format!("/sys/block/{}/{name}", disk.name.replace('/', "!"))
}

fn kind(disk: &Node) -> Finding {
    let (model, ..) = names(disk);
    let rotational = disk.attribute("queue/rotational").is_some_and(|r| r == "1");
    let name = BY_NAME.iter().find(|(start, _)| {
        let rest = disk.name.strip_prefix(start);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    });
    let lower = model.to_lowercase();
    let by_model = BY_MODEL.iter().find(|(part, _)| lower.contains(part));
    let about = Subject::Kind;
    if let Some((_, what)) = by_model.or(name) {
        let says = if rotational {
            " (reported as rotational)"
        } else {
            ""
        };
        return Finding::may_spoil(
            about,
            format!("{what}{says}"),
            "its name and model",
            "results include the whole path to it; compare them only with other runs on it",
        );
    }
    let found = if rotational { "hard disk" } else { "SSD" };
    Finding::fine(about, found, &known_by(disk, "queue/rotational"))
}

fn scheduler(disk: &Node) -> Option<Finding> {
    let about = Subject::Scheduler;
    let all = disk.attribute("queue/scheduler")?;
    let chosen = chosen_scheduler(&all);
    let file = known_by(disk, "queue/scheduler");
    let rotational = disk.attribute("queue/rotational").is_some_and(|r| r == "1");
    Some(if chosen == "none" || rotational {
        Finding::fine(about, chosen, &file)
    } else {
        let found = format!("{chosen}: it reorders requests and adds overhead");
        Finding::may_spoil(about, found, &file, format!("echo none > {file} (as root)"))
    })
}

fn trim(disk: &Node) -> Finding {
    let about = Subject::Trim;
    let file = known_by(disk, "queue/discard_max_bytes");
    if disk
        .number_attribute("queue/discard_max_bytes")
        .unwrap_or(0)
        > 0
    {
        return Finding::fine(about, "offered", &file);
    }
    if disk.attribute("queue/rotational").is_some_and(|r| r == "1") {
        return Finding::fine(about, "not supported", &file);
    }
    Finding::may_spoil(
        about,
        "not supported: the drive cannot be erased and keeps its old data",
        &file,
        "connect it directly (USB bridges and RAID controllers often hide it), or erase it with \
         its own command",
    )
}

/// A cache that lies about flushes cannot be known from here.
fn write_cache(disk: &Node) -> Option<Finding> {
    let mode = disk.attribute("queue/write_cache")?;
    Some(Finding::fine(
        Subject::WriteCache,
        mode,
        &known_by(disk, "queue/write_cache"),
    ))
}

fn read_ahead(disk: &Node) -> Option<Finding> {
    let kib = disk.attribute("queue/read_ahead_kb")?;
    let found = format!("{kib} KiB; direct I/O does not use it");
    Some(Finding::fine(
        Subject::ReadAhead,
        found,
        &known_by(disk, "queue/read_ahead_kb"),
    ))
}

fn others(disk: &Node, activity: &Activity) -> Option<Finding> {
    let (iops, busy) = activity.disks.get(&disk.name)?;
    let found = format!("{iops:.0} I/Os per second, busy {busy:.0} % of the time");
    let (about, file) = (
        Subject::UseByOthers,
        "/proc/diskstats, before any test runs",
    );
    Some(if *iops > OTHERS_IOPS {
        let remedy = "stop the programs that use it (iotop lists them), or test another disk";
        Finding::may_spoil(about, found, file, remedy)
    } else {
        Finding::fine(about, found, file)
    })
}
