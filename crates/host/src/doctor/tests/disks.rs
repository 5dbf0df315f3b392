//! Recorded disks: how they are driven, what they are plugged into, what they are.

use super::{Subject, about, fine, spoils};
use crate::doctor::activity::Activity;
use crate::doctor::{Finding, Level, disk, link};
use crate::recorded::{Recorded, write};

/// An NVMe drive as the kernel shows it.
fn nvme(recorded: &Recorded) -> std::path::PathBuf {
    let bus = "pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0";
    let disk = recorded.disk_at(bus, "nvme0n1", "259:0");
    let files = [
        ("device/model", "Samsung SSD 990 PRO 1TB"),
        ("device/serial", "S6Z1NJ0W000000X"),
        ("size", "1953525168"),
        ("queue/rotational", "0"),
        ("queue/scheduler", "[none] mq-deadline kyber"),
        ("queue/discard_max_bytes", "2199023255040"),
        ("queue/write_cache", "write back"),
        ("queue/read_ahead_kb", "128"),
        ("device/device/current_link_speed", "16.0 GT/s PCIe"),
        ("device/device/max_link_speed", "16.0 GT/s PCIe"),
        ("device/device/current_link_width", "4"),
        ("device/device/max_link_width", "4"),
        ("device/hwmon1/temp1_input", "38850"),
        ("device/hwmon1/temp1_max", "81850"),
    ];
    for (name, text) in files {
        write(&disk.join(name), text);
    }
    disk
}

fn of(recorded: &Recorded, number: &str, activity: &Activity) -> Vec<Finding> {
    let node = recorded.node(number);
    let mut findings = disk::findings(&node, activity);
    findings.extend(link::findings(&node));
    findings
}

#[test]
fn is_nothing_wrong_with_a_drive_as_it_should_be() {
    let recorded = Recorded::new();
    nvme(&recorded);
    let findings = of(&recorded, "259:0", &Activity::default());
    assert!(
        findings.iter().all(|one| one.level == Level::Fine),
        "{findings:?}"
    );
    assert!(
        about(&findings, Subject::Link)
            .found
            .contains("16.0 GT/s PCIe x4")
    );
    assert!(
        about(&findings, Subject::Temperature)
            .found
            .contains("38 °C")
    );
    for what in [
        Subject::Kind,
        Subject::Scheduler,
        Subject::Trim,
        Subject::WriteCache,
        Subject::ReadAhead,
    ] {
        fine(&findings, what);
    }
}

#[test]
fn is_everything_said_that_is_wrong_with_a_drive() {
    let recorded = Recorded::new();
    let disk = nvme(&recorded);
    for (name, text) in [
        ("queue/scheduler", "none [mq-deadline] kyber"),
        ("queue/discard_max_bytes", "0"),
        ("device/device/current_link_speed", "2.5 GT/s PCIe"),
        ("device/hwmon1/temp1_input", "75850"),
    ] {
        write(&disk.join(name), text);
    }
    let activity = Activity {
        processors: None,
        disks: [("nvme0n1".to_string(), (250.0, 31.0))].into(),
    };
    let findings = of(&recorded, "259:0", &activity);
    spoils(
        &findings,
        Subject::Scheduler,
        "mq-deadline",
        "echo none > /sys/block/nvme0n1/queue/scheduler",
    );
    spoils(&findings, Subject::Trim, "not supported", "directly");
    spoils(
        &findings,
        Subject::Link,
        "2.5 GT/s PCIe x4; the drive supports 16.0 GT/s PCIe x4",
        "slot",
    );
    spoils(&findings, Subject::Temperature, "75 °C", "cool");
    spoils(
        &findings,
        Subject::UseByOthers,
        "250 I/Os per second, busy 31 %",
        "iotop",
    );
}

#[test]
fn are_sata_and_usb_links_told() {
    let recorded = Recorded::new();
    let port = "pci0000:00/0000:00:17.0/ata3";
    recorded.disk_at(
        &format!("{port}/host2/target2:0:0/2:0:0:0/block"),
        "sda",
        "8:0",
    );
    let link = format!("devices/{port}/link3/ata_link/link3");
    recorded.sys(&format!("{link}/sata_spd"), "3.0 Gbps");
    recorded.sys(&format!("{link}/hw_sata_spd_limit"), "6.0 Gbps");
    let found = |number| of(&recorded, number, &Activity::default());
    spoils(
        &found("8:0"),
        Subject::Link,
        "3.0 Gbps; the port supports 6.0 Gbps",
        "cable",
    );

    let stick = "pci0000:00/0000:00:14.0/usb2/2-3";
    recorded.disk_at(
        &format!("{stick}/2-3:1.0/host6/target6:0:0/6:0:0:0/block"),
        "sdb",
        "8:16",
    );
    recorded.sys("devices/pci0000:00/0000:00:14.0/usb2/speed", "10000");
    recorded.sys(&format!("devices/{stick}/speed"), "5000");
    spoils(
        &found("8:16"),
        Subject::Link,
        "USB at 5000 Mbit/s",
        "directly",
    );
}

#[test]
fn are_disks_known_that_are_no_drives() {
    for (name, model, says) in [
        ("vda", "", "virtio"),
        ("xvdb", "", "Xen"),
        ("nvme1n1", "Amazon Elastic Block Store", "throttled"),
        ("sdb", "Virtual disk", "virtual disk"),
        ("zram0", "", "memory"),
        ("md127", "", "RAID"),
    ] {
        let recorded = Recorded::new();
        let disk = recorded.disk(name, "8:0");
        if !model.is_empty() {
            write(&disk.join("device/model"), model);
        }
        write(&disk.join("queue/rotational"), "0");
        let findings = of(&recorded, "8:0", &Activity::default());
        spoils(&findings, Subject::Kind, says, "whole path to it");
    }
}
