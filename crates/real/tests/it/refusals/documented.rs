//! The documentation's table of refusals lists every refusal by the phrase of its message.

use fourcorners_block::{Bytes, Difference, Trait};
use fourcorners_real::{Doubt, OpenError};
use std::path::PathBuf;

#[test]
fn documentation_lists_every_refusal() {
    let table = include_str!("../../../../../docs/methodology/safety.md");
    let path = PathBuf::from("/dev/sdz");
    let text = || "text".to_string();
    let confirm_is = "its serial number";
    let refusals = [
        (
            "would be overwritten",
            OpenError::NotNamed { path: path.clone() },
        ),
        (
            "it holds the running system",
            OpenError::SystemDisk {
                path: path.clone(),
                device: text(),
                mount_point: text(),
            },
        ),
        (
            "is mounted at",
            OpenError::Mounted {
                path: path.clone(),
                device: text(),
                mount_point: text(),
            },
        ),
        (
            "holds active swap",
            OpenError::Swap {
                path: path.clone(),
                device: text(),
                area: text(),
            },
        ),
        (
            "is in use by",
            OpenError::Held {
                path: path.clone(),
                device: text(),
                holder: text(),
            },
        ),
        (
            "is in use by",
            OpenError::InUse {
                path: path.clone(),
                by: text(),
            },
        ),
        (
            "is backed by it",
            OpenError::LoopBacked {
                path: path.clone(),
                device: text(),
            },
        ),
        (
            "is in use by",
            OpenError::Claimed {
                path: path.clone(),
                device: text(),
                by: text(),
            },
        ),
        (
            "it may be the file",
            OpenError::Unproven {
                path: path.clone(),
                doubt: Doubt::Loop {
                    device: text(),
                    file: path.clone(),
                },
            },
        ),
        (
            "it may be backed by the swap file",
            OpenError::Unproven {
                path: path.clone(),
                doubt: Doubt::Swap { area: path.clone() },
            },
        ),
        (
            "is a host-managed zoned drive",
            OpenError::Zoned { path: path.clone() },
        ),
        (
            "is read-only",
            OpenError::ReadOnlyDevice { path: path.clone() },
        ),
        (
            "is on a read-only file system",
            OpenError::ReadOnlyFileSystem { path: path.clone() },
        ),
        (
            "other devices may depend on it",
            OpenError::Member {
                path: path.clone(),
                found: text(),
            },
        ),
        (
            "contains",
            OpenError::Signature {
                path: path.clone(),
                found: text(),
                confirm: text(),
                confirm_is,
            },
        ),
        (
            "is not the device that",
            OpenError::WrongSerial {
                path: path.clone(),
                given: text(),
                found: text(),
                confirm: text(),
                confirm_is,
            },
        ),
        (
            "it may need",
            OpenError::NoRoom {
                path: path.clone(),
                store: text(),
                needed: Bytes(2),
                free: Bytes(1),
            },
        ),
        (
            "is no longer the drive that was checked",
            OpenError::Another {
                path: path.clone(),
                differences: vec![Difference {
                    of: Trait::Serial,
                    was: text(),
                    is: text(),
                }],
            },
        ),
        (
            "was replaced by something else",
            OpenError::Changed { path },
        ),
    ];
    for (phrase, refusal) in refusals {
        assert!(refusal.to_string().contains(phrase), "{refusal}");
        assert!(table.contains(&format!("\n| `{phrase}`")), "{phrase}");
    }
}
