//! Recorded tools: what they print is as nvme-cli 2.3 and hdparm 9.65 print it. No drive was at
//! hand.

use super::*;
use crate::test_tools::{put, recorded};
use std::fs;
use std::path::PathBuf;

const SECURITY: &str = "
/dev/sdz:

ATA device, with non-removable media
	Model Number:       Example SSD 256GB
Commands/features:
	Enabled	Supported:
	   *	Security Mode feature set
Security: 
	Master password revision code = 65534
		supported
	not	enabled
	not	locked
	not	frozen
	not	expired: security count
		supported: enhanced erase
	2min for SECURITY ERASE UNIT. 8min for ENHANCED SECURITY ERASE UNIT. 
Logical Unit WWN Device Identifier: 5002538000000000
Checksum: correct
";

fn node(name: &str, dir: &str) -> Node {
    Node {
        name: name.into(),
        number: (8, 0),
        dir: PathBuf::from(dir),
    }
}

fn sata() -> Node {
    node("sdz", "/sys/devices/pci0000:00/ata3/block/sdz")
}

/// An hdparm whose drive keeps its state in the file `enabled`; `erasing` is what an erase does.
fn hdparm(security: &str, erasing: &str) -> tempfile::TempDir {
    let tools = recorded(&[]);
    fs::write(tools.path().join("off"), security).expect("a text");
    let enabled = security.replace("not\tenabled", "\tenabled");
    fs::write(tools.path().join("on"), enabled).expect("a text");
    let script = format!(
        r#"here=$(dirname "$0"); echo "$*" >> $here/asked
case "$*" in
-I*) test -e $here/enabled && cat $here/on || cat $here/off;;
*--security-set-pass*) touch $here/enabled;;
*--security-erase*) {erasing};;
*--security-disable*) test -e $here/stuck || rm -f $here/enabled;;
esac"#
    );
    put(&tools, "hdparm", &script);
    tools
}

fn asked(tools: &tempfile::TempDir) -> String {
    fs::read_to_string(tools.path().join("asked")).unwrap_or_default()
}

fn erased(way: Erase, tools: &tempfile::TempDir, node: &Node) -> Result<(), String> {
    let host = Host {
        sys: tools.path().into(),
        proc: tools.path().into(),
        dev: tools.path().into(),
    };
    erase(way, &host, &Tools::in_folder(tools.path()), node, "S1")
        .map_err(|error| error.to_string())
}

#[test]
fn is_a_sata_drive_erased_and_left_without_a_password() {
    let tools = hdparm(SECURITY, "rm $here/enabled");
    erased(Erase::AtaSecureErase, &tools, &sata()).expect("erased");
    let asked = asked(&tools);
    let order = [
        "--security-set-pass fourcorners /dev/sdz",
        "--security-erase fourcorners /dev/sdz",
    ];
    let places = order.map(|words| asked.find(words).expect(words));
    assert!(places[0] < places[1], "{asked}");
    assert!(
        asked.ends_with("-I /dev/sdz\n"),
        "looked at afterwards: {asked}"
    );
}

#[test]
fn is_a_drive_that_must_not_or_cannot_be_erased_left_alone() {
    let usb = node("sdz", "/sys/devices/pci0000:00/usb4/4-2/host6/block/sdz");
    let cases = [
        (
            SECURITY.replace("not\tfrozen", "\tfrozen"),
            sata(),
            "systemctl suspend",
        ),
        (
            SECURITY.replace("not\tenabled", "\tenabled"),
            sata(),
            "already has a password",
        ),
        (
            SECURITY.replace("not\tlocked", "\tlocked"),
            sata(),
            "already has a password",
        ),
        (
            SECURITY.replace("\t\tsupported\n", "\tnot\tsupported\n"),
            sata(),
            "does not support ATA security",
        ),
        (
            "/dev/sdz:\n".into(),
            sata(),
            "does not support ATA security",
        ),
        (SECURITY.into(), usb, "USB"),
        (
            SECURITY.into(),
            node("nvme0n1", "/sys/block/nvme0n1"),
            "not a SATA drive",
        ),
    ];
    for (security, node, word) in cases {
        let tools = hdparm(&security, "true");
        let reason = erased(Erase::AtaSecureErase, &tools, &node).expect_err(word);
        assert!(
            reason.contains(word) && reason.contains("Nothing was changed"),
            "{reason}"
        );
        assert!(!asked(&tools).contains("--security"), "{}", asked(&tools));
    }
}

#[test]
fn is_a_drive_whose_erase_fails_in_the_middle_unlocked_again() {
    let tools = hdparm(SECURITY, "echo 'SG_IO: bad/missing sense data' >&2; exit 5");
    let reason = erased(Erase::AtaSecureErase, &tools, &sata()).expect_err("it failed");
    assert!(
        reason.contains("bad/missing sense data")
            && reason.contains("its password was then removed"),
        "{reason}"
    );
    assert!(!tools.path().join("enabled").exists());
    // One that says it did, and did not.
    let tools = hdparm(SECURITY, "true");
    let reason = erased(Erase::AtaSecureErase, &tools, &sata()).expect_err("still enabled");
    assert!(
        reason.contains("still set; its password was then removed"),
        "{reason}"
    );
}

#[test]
fn is_a_drive_that_stays_locked_told_with_its_password() {
    let tools = hdparm(SECURITY, "exit 5");
    fs::write(tools.path().join("stuck"), "").expect("a file");
    let reason = erased(Erase::AtaSecureErase, &tools, &sata()).expect_err("it failed");
    for word in [
        "'fourcorners'",
        "--security-disable fourcorners /dev/sdz",
        "--security-erase",
    ] {
        assert!(reason.contains(word), "{reason}");
    }
}

/// An nvme whose `format` does this; the host has these namespaces.
fn nvme(identity: &str, format: &str, namespaces: &[&str]) -> tempfile::TempDir {
    let script = format!(
        r#"here=$(dirname "$0"); echo "$*" >> $here/asked
case $1 in id-ctrl) echo '{identity}';; format) {format};; esac"#
    );
    let tools = recorded(&[("nvme", &script)]);
    for name in namespaces {
        fs::create_dir_all(tools.path().join("block").join(name)).expect("a folder");
    }
    tools
}

fn namespace() -> Node {
    node("nvme0n1", "/sys/devices/pci0000:00/nvme/nvme0/nvme0n1")
}

#[test]
fn is_an_nvme_drive_formatted_with_user_data_erase() {
    let format = "echo 'Success formatting namespace:1'";
    let tools = nvme(
        r#"{"oacs":23,"fna":4}"#,
        format,
        &["nvme0n1", "nvme0n2", "nvme1n1"],
    );
    erased(Erase::NvmeFormat, &tools, &namespace()).expect("erased");
    assert!(
        asked(&tools).contains("format /dev/nvme0n1 --ses=1 --force"),
        "{}",
        asked(&tools)
    );
    // All namespaces at once, of which there is one.
    let alone = nvme(
        r#"{"oacs":23,"fna":3,"nn":1}"#,
        format,
        &["nvme0n1", "nvme1n1", "nvme0c0n1"],
    );
    erased(Erase::NvmeFormat, &alone, &namespace()).expect("erased");
}

#[test]
fn is_an_nvme_drive_that_would_lose_more_or_cannot_left_alone() {
    let cases = [
        (r#"{"oacs":0,"fna":0}"#, namespace(), "Format NVM"),
        (
            r#"{"oacs":2,"fna":2}"#,
            namespace(),
            "nvme0n2 would be erased",
        ),
        (r#"{"oacs":2}"#, namespace(), "does not report fna"),
        ("what", namespace(), "did not print JSON"),
        (r#"{"oacs":2,"fna":0}"#, sata(), "not an NVMe drive"),
    ];
    for (identity, node, word) in cases {
        let tools = nvme(identity, "true", &["nvme0n1", "nvme0n2"]);
        let reason = erased(Erase::NvmeFormat, &tools, &node).expect_err(word);
        assert!(
            reason.contains(word) && reason.contains("Nothing was changed"),
            "{reason}"
        );
        assert!(!asked(&tools).contains("format"), "{}", asked(&tools));
    }
    let missing = erased(Erase::NvmeFormat, &recorded(&[]), &namespace()).expect_err("no tool");
    assert!(missing.contains("nvme is not installed"), "{missing}");
}

#[test]
fn is_a_format_that_fails_told_with_what_to_do() {
    let fails = "echo 'NVMe status: Invalid Format(0x10a)' >&2; exit 1";
    let tools = nvme(r#"{"oacs":2,"fna":0}"#, fails, &["nvme0n1"]);
    let reason = erased(Erase::NvmeFormat, &tools, &namespace()).expect_err("it failed");
    assert!(
        reason.contains("Invalid Format") && reason.contains("dmesg"),
        "{reason}"
    );
}

#[test]
fn is_a_disk_without_a_serial_number_or_a_part_of_one_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("sdz");
    fs::create_dir_all(disk.join("sdz1")).expect("a folder");
    for (file, text) in [("dev", "8:0"), ("sdz1/dev", "8:1"), ("sdz1/partition", "1")] {
        fs::write(disk.join(file), text).expect("an attribute");
    }
    let part = node("sdz1", &disk.join("sdz1").display().to_string());
    let tools = hdparm(SECURITY, "true");
    let reason = erased(Erase::AtaSecureErase, &tools, &part).expect_err("a partition");
    assert!(reason.contains("/dev/sdz)"), "{reason}");
    let nameless = check(
        Erase::AtaSecureErase,
        &Host::default(),
        &Tools::in_folder(tools.path()),
        &sata(),
        "",
    );
    assert!(
        nameless
            .expect_err("no serial")
            .to_string()
            .contains("serial number")
    );
    assert_eq!(asked(&tools), "");
}
