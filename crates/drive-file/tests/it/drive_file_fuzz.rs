//! Does any drive file, however broken, end in a drive or in a sentence? Real files are cut,
//! joined, and their values replaced; `cargo xtask soak` does it for as long as one likes. A case
//! is a number from which all follows.

use fourcorners_block::Generator;
use fourcorners_drive_file::{FileText, load_among};
use fourcorners_testkit::soak::{Cases, line};
use std::path::{Path, PathBuf};

/// What the catalogue's files leave out, so that it is broken as well.
const MORE: &str = r#"
[gc.idle]
after_ms = { value = 100, from = "assumed", source = "test" }
high_watermark = { value = 6, from = "assumed", source = "test" }
max_valid_per_mille = { value = 900, from = "assumed", source = "test" }
copies_in_flight = { value = 4, from = "assumed", source = "test" }
[trim]
mode = "batched"
commands = { value = 8, from = "assumed", source = "test" }
[wear]
dynamic_leveling = { value = true, from = "assumed", source = "test" }
static_leveling_lag = { value = 10, from = "assumed", source = "test" }
[compression]
slot_bytes = { value = 512, from = "assumed", source = "test" }
min_stored_per_mille = { value = 140, from = "assumed", source = "test" }
unit_us = { value = 2, from = "assumed", source = "test" }
slot_us = { value = 0.5, from = "assumed", source = "test" }
deduplication_units = { value = 8, from = "assumed", source = "test" }
[power]
idle_mw = { value = 400, from = "assumed", source = "test" }
active_mw = { value = 1000, from = "assumed", source = "test" }
"#;

const MORE_NAND: &str = r#"
endurance_cycles = { value = 3000, from = "assumed", source = "test" }
read_uj = { value = 20, from = "assumed", source = "test" }
program_uj = { value = 70, from = "assumed", source = "test" }
erase_uj = { value = 120, from = "assumed", source = "test" }
"#;

const VALUES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "1000",
    "65_536",
    "4_294_967_295",
    "4_294_967_296",
    "9_223_372_036_854_775_807",
    "-9_223_372_036_854_775_808",
    "0.5",
    "-0.0",
    "1e308",
    "inf",
    "nan",
    "true",
    "\"text\"",
    "[]",
    "{}",
    "",
];

fn files(folder: &str) -> Vec<String> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a file"))
        .collect()
}

/// The sections that a file leaves out.
fn with_more(mut drive: String) -> String {
    for section in MORE.split("\n[").skip(1) {
        let (name, _) = section.split_once(']').expect("a name");
        if !drive.contains(&format!("[{name}]")) {
            drive = drive + "\n[" + section;
        }
    }
    drive
}

fn below(generator: &mut Generator, bound: usize) -> usize {
    generator.below(bound.max(1) as u64) as usize
}

const CASES: Cases = Cases {
    label: "drive files",
    at_least: 2_000,
    most_kib: None,
};

/// A drive's file and its NAND part's, broken or not.
#[derive(Debug)]
struct Files {
    drive: String,
    nand: String,
}

fn any_files(drives: &[String], nands: &[String], generator: &mut Generator) -> Files {
    let mut drive = drives[below(generator, drives.len())].clone();
    if !drive.contains("kind = ") && !drive.contains("like = ") {
        drive = with_more(drive);
    }
    let mut nand = nands[below(generator, nands.len())].clone();
    for line in MORE_NAND.lines() {
        let key = line.split_once(" = ").map_or(line, |(key, _)| key);
        if !nand.contains(key) {
            nand = nand + line + "\n";
        }
    }
    for _ in 0..below(generator, 4) {
        drive = line(&drive, VALUES, generator);
    }
    if generator.below(2) == 0 {
        nand = line(&nand, VALUES, generator);
    }
    Files { drive, nand }
}

#[test]
fn does_any_drive_file_end_in_a_drive_or_a_sentence() {
    let (drives, nands) = (files("drives"), files("nand"));
    let mut made = 0;
    let load = |Files { drive, nand }: &Files| {
        let other = |name: &str| {
            let own = format!("name = \"{name}\"");
            let text = drives.iter().find(|text| text.contains(&own))?.clone();
            let name = format!("{name}.toml");
            Some(FileText { name, text })
        };
        match load_among("fuzz.toml", drive, &|_| Some(nand.clone()), &other) {
            Ok(spec) => {
                // Its tables are made only as far as they are touched.
                drop(spec.drive());
                made += 1;
            }
            Err(error) => assert!(error.to_string().contains(".toml"), "which file? {error}"),
        }
        1
    };
    let done = CASES.run(|generator| any_files(&drives, &nands, generator), load);
    assert!(made > done.cases / 100, "hardly a file was a drive: {made}");
}
