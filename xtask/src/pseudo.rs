//! Wording is data at the edge: with every literal of `report/src/wording/` in another alphabet,
//! what is decided stays the same, and nothing that a person reads is English, but for data.

use crate::run::{self, Failure, cargo, command, output, show};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What the copy of the workspace needs.
const COPIED: [&str; 8] = [
    "Cargo.toml",
    "Cargo.lock",
    "crates",
    "xtask",
    "suites",
    "drives",
    "nand",
    "web",
];
const REST: [&str; 6] = [
    "ports",
    "traces",
    "scenarios",
    "published",
    "docs",
    "theory",
];
const WORDING: &str = "crates/report/src/wording";

/// Builds both, has both say the same runs, and compares.
pub fn pseudo() -> Result<(), Failure> {
    let runs = runs()?;
    let plain = said(&run::root(), &runs)?;
    let copy = copy()?;
    for file in files(&copy.join(WORDING))? {
        let text = read(&file)?;
        let text = match file.extension().is_some_and(|extension| extension == "rs") {
            true => translated_rust(&text),
            false => translated_html(&text),
        };
        fs::write(&file, text).map_err(|error| at(&file, &error))?;
    }
    let pseudo = said(&copy, &runs)?;
    if plain["findings"] != pseudo["findings"] {
        return Err("findings depend on the wording".into());
    }
    if plain["terminal"] == pseudo["terminal"] {
        return Err("the wording was not replaced".into());
    }
    let allowed = allowed(&runs)?;
    let mut english = BTreeSet::new();
    for surface in ["terminal", "markdown", "junit", "page"] {
        let text = match &pseudo[surface] {
            Value::String(text) => text.clone(),
            page => texts(page),
        };
        let strange = words(&text)
            .into_iter()
            .filter(|word| !allowed.contains(word));
        english.extend(strange.map(|word| format!("{surface}: {word}")));
    }
    match english.is_empty() {
        true => Ok(()),
        false => {
            let english: Vec<String> = english.into_iter().collect();
            Err(format!(
                "English outside of wording/:\n{}",
                english.join("\n")
            ))
        }
    }
}

fn at(path: &Path, error: &std::io::Error) -> Failure {
    format!("{}: {error}", path.display())
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| at(path, &error))
}

/// Runs whose texts have most sentences.
fn runs() -> Result<Vec<PathBuf>, Failure> {
    let out = run::scratch("pseudo-runs")?;
    let binary = run::of_the_tests("fourcorners")?;
    let words = [
        "review",
        "crucial-m4-256",
        "intel-x25-m-g2-160",
        "--suite",
        "quick",
        "--quiet",
        "--out",
        &out.to_string_lossy(),
    ];
    output(command(&binary.to_string_lossy(), &words))?;
    let entries = fs::read_dir(&out).map_err(|error| at(&out, &error))?;
    let paths = entries.flatten().map(|entry| entry.path());
    Ok(paths
        .filter(|path| path.join("run.json").exists())
        .collect())
}

/// What the example `texts` of a workspace says of them.
fn said(root: &Path, runs: &[PathBuf]) -> Result<Value, Failure> {
    // A folder each: cargo names what it builds by the place within the workspace, and would take
    // what one has built for the other's.
    let target = match root == run::root() {
        true => run::target(),
        false => root.join("target"),
    };
    let words = [
        "build",
        "--quiet",
        "--offline",
        "--workspace",
        "--example",
        "texts",
    ];
    let mut build = command(&cargo(), &words);
    build.current_dir(root).env("CARGO_TARGET_DIR", &target);
    show(build)?;
    let example = target.join("debug/examples/texts");
    let mut example = command(&example.to_string_lossy(), &[]);
    example.args(runs);
    let printed = output(example)?;
    serde_json::from_str(&printed).map_err(|error| format!("texts: {error}"))
}

/// A copy of the sources.
fn copy() -> Result<PathBuf, Failure> {
    let copy = run::scratch("pseudo")?;
    let folders: Vec<&str> = COPIED.into_iter().chain(REST).collect();
    let mut words = vec!["-r", "--"];
    words.extend(folders);
    let to = copy.to_string_lossy().into_owned();
    words.push(&to);
    show(command("cp", &words))?;
    Ok(copy)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).map_err(|error| at(folder, &error))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        match path.is_dir() {
            true => found.extend(files(&path)?),
            false => found.push(path),
        }
    }
    Ok(found)
}

/// Each letter in another alphabet.
fn translated(letter: char) -> char {
    let to =
        |first: char, from: u8| char::from_u32(u32::from(first) + u32::from(letter as u8 - from));
    match letter {
        'a'..='z' => to('\u{24d0}', b'a').unwrap_or(letter),
        'A'..='Z' => to('\u{24b6}', b'A').unwrap_or(letter),
        other => other,
    }
}

/// String literals of Rust, with placeholders and escapes as they are; up to the tests, and not in
/// attributes and comments.
fn translated_rust(text: &str) -> String {
    let end = text.find("#[cfg(test)]").unwrap_or(text.len());
    let mut out = String::with_capacity(2 * text.len());
    let mut literal = false;
    for line in text[..end].split_inclusive('\n') {
        let start = line.trim_start();
        let is_text = !line.contains("include_str!");
        let is_code = !start.starts_with("//") && !start.starts_with('#') && is_text;
        if !literal && !is_code {
            out.push_str(line);
            continue;
        }
        let mut letters = line.chars().peekable();
        let mut depth = 0_u32;
        while let Some(letter) = letters.next() {
            match letter {
                '"' => literal = !literal,
                '\\' if literal => {
                    out.push(letter);
                    out.extend(letters.next());
                    continue;
                }
                '{' if literal => depth += 1,
                '}' if literal => depth = depth.saturating_sub(1),
                '\'' if !literal => {
                    // A character, or a lifetime.
                    out.push(letter);
                    if letters.peek() == Some(&'"') {
                        out.extend(letters.next());
                    }
                    continue;
                }
                _ => {}
            }
            out.push(match literal && depth == 0 {
                true => translated(letter),
                false => letter,
            });
        }
    }
    out + &text[end..]
}

/// What stands between tags, but for places that are filled in.
fn translated_html(text: &str) -> String {
    let (mut tag, mut place) = (false, false);
    let letters = text.chars().map(|letter| {
        match letter {
            '<' => tag = true,
            '>' => tag = false,
            '{' | '&' => place = true,
            '}' | ';' => place = false,
            _ => {}
        }
        match tag || place {
            true => letter,
            false => translated(letter),
        }
    });
    letters.collect()
}

/// Words of JUnit's own elements and attributes.
const JUNIT: &str = "xml version fourcorners encoding utf testsuites testsuite testcase \
                     classname time name tests failures errors skipped failure error message \
                     type system out properties property value timestamp hostname apos quot amp";

/// Words of data: names and titles of the catalogue, what the runs say of drive and phases, units.
fn allowed(runs: &[PathBuf]) -> Result<BTreeSet<String>, Failure> {
    let mut allowed = words(JUNIT);
    allowed.extend(words("IOPS KiB MiB GiB USD"));
    for file in files(&run::root().join("suites"))? {
        let text = read(&file)?;
        let is_named = |line: &&str| {
            let keys = ["id = ", "name = ", "title = ", "    ["];
            keys.iter().any(|key| line.starts_with(key))
        };
        let named: Vec<&str> = text.lines().filter(is_named).collect();
        allowed.extend(words(&named.join("\n")));
    }
    for run in runs {
        allowed.extend(words(&run.display().to_string()));
        let header: Value = serde_json::from_str(&read(&run.join("run.json"))?)
            .map_err(|error| format!("run.json: {error}"))?;
        allowed.extend(words(&header["identity"].to_string()));
        allowed.extend(words(&header["phases"].to_string()));
        allowed.extend(words(&header["command"].to_string()));
    }
    Ok(allowed)
}

/// All texts of a JSON value that people read.
fn texts(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone() + "\n",
        Value::Array(all) => all.iter().map(texts).collect(),
        Value::Object(members) => {
            // Ids, which the page does not show, and rows as the run has recorded them.
            const IDS: [&str; 13] = [
                "id", "evidence", "test", "phase", "variant", "section", "state", "op", "facts",
                "bench", "command", "runs", "status",
            ];
            let shown = members
                .iter()
                .filter(|(key, _)| !IDS.contains(&key.as_str()));
            shown.map(|(_, value)| texts(value)).collect()
        }
        _ => String::new(),
    }
}

/// Words of three ASCII letters or more.
fn words(text: &str) -> BTreeSet<String> {
    let parts = text.split(|letter: char| !letter.is_ascii_alphabetic());
    let long = parts.filter(|part| part.len() > 2);
    long.map(str::to_ascii_lowercase).collect()
}
