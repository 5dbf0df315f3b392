//! Drives so small that a review takes milliseconds.
#![allow(dead_code, reason = "each test program uses its part")]

use std::fs;
use std::path::{Path, PathBuf};

/// The catalogue's drive that the small one is made from.
pub const LIKE: &str = include_str!("../../../../drives/corsair-neutron-240.toml");

/// Four dies of 64 blocks of 16 pages of 4 KiB: 16 MiB.
const NAND: &str = r#"part = "tiny"
planes = { value = 1, from = "assumed", source = "test" }
page_kib = { value = 4, from = "assumed", source = "test" }
pages_per_block = { value = 16, from = "assumed", source = "test" }
blocks_per_plane = { value = 64, from = "assumed", source = "test" }
t_read_us = { value = 75, from = "assumed", source = "test" }
t_prog_us = { value = 1300, from = "assumed", source = "test" }
t_erase_us = { value = 3000, from = "assumed", source = "test" }
endurance_cycles = { value = 10000, from = "assumed", source = "test" }
read_uj = { value = 12, from = "assumed", source = "test" }
program_uj = { value = 113, from = "assumed", source = "test" }
erase_uj = { value = 248, from = "assumed", source = "test" }
"#;

/// What outlasts a secure erase: wear, and the account of energy.
pub const WEAR_AND_POWER: &str = r#"
[wear]
dynamic_leveling = { value = true, from = "assumed", source = "test" }

[power]
idle_mw = { value = 333, from = "assumed", source = "test" }
active_mw = { value = 777, from = "assumed", source = "test" }
"#;

/// A small hard disk: 24 MiB, of tracks as short as allowed.
pub fn small_hard_disk_text() -> String {
    let like = include_str!("../../../../drives/wd-velociraptor-300.toml");
    [
        ("name", "\"tiny-disk\""),
        ("model", "\"Tiny disk\""),
        ("user_bytes", "25165824"),
    ]
    .into_iter()
    .fold(like.to_string(), |text, (key, value)| {
        with(&text, key, value)
    })
}

/// A drive file's text with the value of `key` replaced.
pub fn with(text: &str, key: &str, value: &str) -> String {
    let start = format!("{key} = ");
    let replaced: Vec<String> = text
        .lines()
        .map(|line| match line.strip_prefix(&start) {
            Some(old) if old.starts_with("{ value = ") => {
                format!("{start}{{ value = {value}, from = \"assumed\", source = \"test\" }}")
            }
            Some(_) => format!("{start}{value}"),
            None => line.to_string(),
        })
        .collect();
    let text = replaced.join("\n") + "\n";
    assert!(text.contains(&start), "there is no {key}");
    text
}

/// The text of the small drive: 12 MiB of LBAs.
pub fn small_drive_text() -> String {
    [
        ("name", "\"tiny\""),
        ("model", "\"Tiny 12MB\""),
        ("part", "\"tiny\""),
        ("user_bytes", "12582912"),
        ("dies", "4"),
        ("channels", "2"),
        ("superblock_dies", "4"),
        ("reserved_blocks_per_plane", "2"),
        ("buffer_kib", "64"),
    ]
    .into_iter()
    .fold(LIKE.to_string(), |text, (key, value)| {
        with(&text, key, value)
    })
}

/// Puts a drive's file into a folder, and the small drive's NAND beside it.
pub fn put(folder: &Path, text: &str) -> PathBuf {
    let nand = folder.join("nand");
    fs::create_dir_all(&nand).expect("a folder");
    fs::write(nand.join("tiny.toml"), NAND).expect("a file");
    let file = folder.join("tiny.toml");
    fs::write(&file, text).expect("a file");
    file
}
