//! Does any drive file, however broken, end in a drive or in a sentence? Real files are cut,
//! joined, and their values replaced; `cargo xtask soak` does it for as long as one likes. A case
//! is a number from which all follows.

use fourcorners_block::{Generator, Seed};
use fourcorners_sim::{FileText, load_among};
use std::path::{Path, PathBuf};

/// What the catalogue's files leave out, so that it is broken as well.
const MORE: &str = r#"
[collection.idle]
after_ms = { value = 100, from = "assumed", source = "test" }
stop_free = { value = 6, from = "assumed", source = "test" }
valid_at_most_per_mille = { value = 900, from = "assumed", source = "test" }
window_groups = { value = 4, from = "assumed", source = "test" }
[trim]
mode = "batched"
commands = { value = 8, from = "assumed", source = "test" }
[wear]
dynamic_leveling = { value = true, from = "assumed", source = "test" }
static_leveling_lag = { value = 10, from = "assumed", source = "test" }
[compression]
slot_bytes = { value = 512, from = "assumed", source = "test" }
stored_at_least_per_mille = { value = 140, from = "assumed", source = "test" }
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

/// One change: a value replaced, or a line left out, doubled, moved, cut or mangled.
fn broken(text: &str, generator: &mut Generator) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let at = below(generator, lines.len());
    let line = lines[at].clone();
    match below(generator, 9) {
        0..=3 => {
            let value = VALUES[below(generator, VALUES.len())];
            if let Some((before, rest)) = line.split_once("value = ")
                && let Some((_, after)) = rest.split_once(',')
            {
                lines[at] = format!("{before}value = {value},{after}");
            } else if let Some((key, _)) = line.split_once('=') {
                lines[at] = format!("{key}= {value}");
            }
        }
        4 => {
            lines.remove(at);
        }
        5 => lines.insert(at, line),
        6 => {
            let other = below(generator, lines.len());
            lines.swap(at, other);
        }
        7 => {
            let cut: Vec<char> = line.chars().collect();
            let keep = below(generator, cut.len());
            lines[at] = cut.into_iter().take(keep).collect();
        }
        _ => {
            let mut chars: Vec<char> = line.chars().collect();
            if !chars.is_empty() {
                let place = below(generator, chars.len());
                // Any printable character.
                chars[place] = char::from(b' ' + below(generator, 95) as u8);
            }
            lines[at] = chars.into_iter().collect();
        }
    }
    lines.join("\n")
}

fn setting(name: &str, absent: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(absent)
}

#[test]
fn does_any_drive_file_end_in_a_drive_or_a_sentence() {
    let (drives, nands) = (files("drives"), files("nand"));
    let first = setting("FOURCORNERS_SOAK_FROM", 0);
    let seconds = setting("FOURCORNERS_SOAK_SECONDS", 0);
    let start = std::time::Instant::now();
    let (mut case, mut made) = (first, 0);
    while case < first + 2_000 || start.elapsed().as_secs() < seconds {
        let mut generator = Seed(case).child("drive files").generator();
        let mut drive = drives[below(&mut generator, drives.len())].clone();
        if !drive.contains("kind = ") && !drive.contains("like = ") {
            drive = with_more(drive);
        }
        let mut nand = nands[below(&mut generator, nands.len())].clone();
        for line in MORE_NAND.lines() {
            let key = line.split_once(" = ").map_or(line, |(key, _)| key);
            if !nand.contains(key) {
                nand = nand + line + "\n";
            }
        }
        for _ in 0..below(&mut generator, 4) {
            drive = broken(&drive, &mut generator);
        }
        if generator.below(2) == 0 {
            nand = broken(&nand, &mut generator);
        }
        let outcome = std::panic::catch_unwind(|| {
            let other = |name: &str| {
                let own = format!("name = \"{name}\"");
                let text = drives.iter().find(|text| text.contains(&own))?.clone();
                let name = format!("{name}.toml");
                Some(FileText { name, text })
            };
            match load_among("fuzz.toml", &drive, &|_| Some(nand.clone()), &other) {
                Ok(spec) => {
                    // Its tables are made only as far as they are touched.
                    drop(spec.drive());
                    true
                }
                Err(error) => {
                    assert!(error.to_string().contains(".toml"), "which file? {error}");
                    false
                }
            }
        });
        let Ok(drive_made) = outcome else {
            panic!("case {case} failed with\n{drive}\n-- and nand --\n{nand}");
        };
        made += u64::from(drive_made);
        case += 1;
    }
    println!("soak: cases {first} to {case}, {} operations", case - first);
    assert!(
        made > (case - first) / 100,
        "hardly a file was a drive: {made}"
    );
}
