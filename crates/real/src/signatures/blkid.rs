//! A second opinion: what `blkid -p` finds, which knows more formats than our table.

use super::Signature;
use std::path::Path;
use std::process::{Command, Stdio};

/// What blkid calls parts of something larger; all others are content of the device's own.
const MEMBERS: &[&str] = &[
    "_member",
    "bcache",
    "ceph_bluestore",
    "drbd",
    "jbd",
    "xfs_external_log",
    "DM_snapshot_cow",
    "stratis",
    "vdo",
];

/// What `blkid -p` finds in `len` bytes from `start`; nothing where that command is not there.
pub fn find(path: &Path, start: u64, len: u64) -> Option<Signature> {
    let output = Command::new("blkid")
        .args(["-p", "-o", "export", "--offset", &start.to_string()])
        .args(["--size", &len.to_string(), "--"])
        .arg(path)
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    // blkid(8): 2 is nothing found, 8 is more than one thing found.
    if output.status.code() == Some(8) {
        return Some(Signature {
            what: "more than one signature (blkid -p is ambivalent)".into(),
            offset: start,
            member: false,
        });
    }
    said(&String::from_utf8_lossy(&output.stdout), start)
}

fn said(printed: &str, start: u64) -> Option<Signature> {
    let value = |key: &str| {
        printed
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix('='))
    };
    let kind = value("TYPE").map(|found| {
        let member = MEMBERS.iter().any(|member| found.contains(member));
        (format!("{found} (found by blkid)"), member)
    });
    let table = || {
        let table = value("PTTYPE")?;
        Some((format!("a {table} partition table (found by blkid)"), false))
    };
    let (what, member) = kind.or_else(table)?;
    Some(Signature {
        what,
        offset: start,
        member,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_member_told_by_blkids_name_for_it() {
        for (kind, member) in [
            ("zfs_member", true),
            ("linux_raid_member", true),
            ("LVM2_member", true),
            ("ceph_bluestore", true),
            ("ext4", false),
            ("crypto_LUKS", false),
        ] {
            let found = said(&format!("DEVNAME=/dev/sdz\nTYPE={kind}\n"), 0).expect("found");
            assert_eq!(found.member, member, "{kind}");
            assert_eq!(found.what, format!("{kind} (found by blkid)"));
        }
        let table = said("DEVNAME=/dev/sdz\nPTTYPE=gpt\n", 0).expect("found");
        assert!(!table.member && table.what.starts_with("a gpt partition table"));
        assert!(said("", 0).is_none());
    }
}
