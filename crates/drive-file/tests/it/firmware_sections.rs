//! Is what a drive's file says of its firmware read, and are mistakes named?

use fourcorners_drive_file::{SpecError, load};
use fourcorners_sim::DriveSpec;
use fourcorners_sim::spec::{JournalSpec, OpeningSpec, SsdSpec};
use std::path::Path;

/// The Summit's file, whose pages are 4 KiB, with another end in place of its journal.
fn with(more: &str) -> Result<SsdSpec, SpecError> {
    changed(|text| {
        let (before, after) = text.split_once("[journal]\n").expect("a journal");
        let (_, after) = after.split_once("\n[").expect("another section");
        format!("{before}[{after}\n{more}")
    })
}

fn changed(change: impl Fn(&str) -> String) -> Result<SsdSpec, SpecError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: String| std::fs::read_to_string(root.join(path)).ok();
    let text = read("drives/ocz-summit-256.toml".into()).expect("the drive's file");
    let spec = load("test", &change(&text), &|part| {
        read(format!("nand/{part}.toml"))
    })?;
    match spec {
        DriveSpec::Ssd(spec) => Ok(*spec),
        other => panic!("an SSD: {other:?}"),
    }
}

fn field(key: &str, value: &str) -> String {
    format!("{key} = {{ value = {value}, from = \"assumed\", source = \"test\" }}\n")
}

fn opening(dies: &str, erased: &str) -> String {
    let (dies, erased) = (
        field("erase_dies_at_once", dies),
        field("erased_when_new", erased),
    );
    format!("[opening]\n{dies}{erased}")
}

fn problem(more: &str) -> String {
    with(more).expect_err(more).to_string()
}

#[test]
fn sections_are_read_and_absent_ones_are_off() {
    let plain = with("").expect("a drive");
    assert_eq!((plain.opening, plain.journal), (None, None));
    let spec = with(&opening("8", "false")).expect("a drive");
    let expected = OpeningSpec {
        erase_dies_at_once: 8,
        erased_when_new: false,
    };
    assert_eq!(spec.opening, Some(expected));
    let journal = format!("[journal]\n{}", field("entries", "100"));
    let page_us = field("page_us", "2.5");
    for (more, page_ns) in [("", 0), (page_us.as_str(), 2500)] {
        let spec = with(&format!("{journal}{more}")).expect("a drive");
        let expected = JournalSpec {
            entries: 100,
            page_ns,
        };
        assert_eq!(spec.journal, Some(expected));
    }
}

#[test]
fn values_out_of_range_are_named_with_their_line() {
    for (more, expected) in [
        (
            opening("0", "true"),
            "erase_dies_at_once is 0; expected 1 to 4096",
        ),
        (
            opening("4097", "true"),
            "erase_dies_at_once is 4097; expected 1 to 4096",
        ),
        (
            format!("[journal]\n{}", field("entries", "0")),
            "entries is 0; expected 1 to 512 (8 bytes each in a page of 4 KiB)",
        ),
        (
            format!("[journal]\n{}", field("entries", "513")),
            "entries is 513; expected 1 to 512",
        ),
        (
            format!(
                "[journal]\n{}{}",
                field("entries", "8"),
                field("page_us", "-1")
            ),
            "page_us is -1; expected 0 to 1000000000",
        ),
    ] {
        let message = problem(&more);
        assert!(message.starts_with("test:"), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn missing_and_unknown_keys_are_named() {
    let half = format!("[opening]\n{}", field("erase_dies_at_once", "8"));
    assert!(problem(&half).contains("missing field `erased_when_new`"));
    assert!(problem("[journal]\n").contains("missing field `entries`"));
    let other = format!("[journal]\n{}", field("pages", "8"));
    assert!(problem(&other).contains("unknown field `pages`"));
}

#[test]
fn firmware_waits_for_entries_only_where_they_have_to_be_loaded() {
    let blocking = |value| {
        let more = field("blocking_l2p_loads", value);
        changed(|text| text.replace("[controller]\n", &format!("[controller]\n{more}")))
    };
    assert!(
        !blocking("false")
            .expect("a drive")
            .controller
            .blocking_l2p_loads
    );
    let message = blocking("true").expect_err("no cache").to_string();
    assert!(
        message.contains("blocking_l2p_loads needs layout.l2p_cache_kib"),
        "{message}"
    );
}

/// Fuzzing found blocks of three QLC pages: an SLC superblock without bytes, and a cache of more
/// superblocks than a number holds.
#[test]
fn slc_cache_without_a_page_per_block_is_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: String| std::fs::read_to_string(root.join(path)).ok();
    let text = read("drives/intel-660p-1000.toml".into()).expect("the drive's file");
    let error = load("test", &text, &|part| {
        let nand = read(format!("nand/{part}.toml"))?;
        let lines = nand.lines().map(|line| match line.split_once(" = ") {
            Some(("pages_per_block", _)) => field("pages_per_block", "3"),
            _ => format!("{line}\n"),
        });
        Some(lines.collect())
    });
    let problem = error.expect_err("no page in SLC mode").to_string();
    assert!(
        problem.contains("have 3 pages of 4 bits per cell"),
        "{problem}"
    );
}
