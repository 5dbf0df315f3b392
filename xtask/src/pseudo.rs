//! Wording is data at the edge: with every literal of `report/src/wording/` in another alphabet,
//! what is decided stays the same, and nothing that a person reads is English, but for data.

mod alphabet;
mod words;

use crate::browser;
use crate::run::{self, Failure, cargo, command, output, show};
use crate::tests_build;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// What the copy needs besides `crates`.
const COPIED: [&str; 8] = [
    "Cargo.lock",
    "Cargo.toml",
    "python",
    "xtask",
    "articles",
    "suites",
    "web/src",
    "web/build.mjs",
];
/// What is translated.
const WORDING: [&str; 2] = ["pseudo/report/src/wording", "web/src/wording"];

/// Builds both, has both say the same runs, and compares.
pub fn pseudo() -> Result<(), Failure> {
    let runs = runs()?;
    let plain = said(&tests_build::program("examples/texts")?, &runs)?;
    let pseudo = said(&translated()?, &runs)?;
    if plain["findings"] != pseudo["findings"] {
        return Err("findings depend on the wording".into());
    }
    if words::blank(&plain["page"]) != words::blank(&pseudo["page"]) {
        return Err("what the page shows, texts aside, depends on the wording".into());
    }
    if plain["terminal"] == pseudo["terminal"] {
        return Err("the wording was not replaced".into());
    }
    let page = run::scratch("pseudo-page")?.join("page.html");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    write(&page, &text(&pseudo["html"]))?;
    let data = words::of_data(&runs)?;
    let mut english = BTreeSet::new();
    let shown = browser::texts(&page)?;
    let surfaces = [
        ("terminal", text(&pseudo["terminal"])),
        ("markdown", text(&pseudo["markdown"])),
        ("junit", text(&pseudo["junit"])),
        ("page's data", words::texts(&pseudo["page"])),
        ("page in a browser", shown),
    ];
    for (surface, text) in surfaces {
        let strange = words::words(&text)
            .into_iter()
            .filter(|word| !data.contains(word));
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

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| at(path, &error))
}

/// Runs whose texts have most sentences.
fn runs() -> Result<Vec<PathBuf>, Failure> {
    let out = run::scratch("pseudo-runs")?;
    let binary = tests_build::fourcorners()?;
    let words = [
        "review",
        "crucial-m4-64",
        "intel-x25-e-32",
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

/// What the example `texts` says of them.
fn said(example: &Path, runs: &[PathBuf]) -> Result<Value, Failure> {
    let mut example = command(&example.to_string_lossy(), &[]);
    example.args(runs);
    let printed = output(example)?;
    serde_json::from_str(&printed).map_err(|error| format!("texts: {error}"))
}

/// The example `texts` of a copy of the sources, with every literal of the wording translated.
///
/// It is built in the same target folder, so that the dependencies are not compiled once more.
/// Cargo names what it builds by its place within the workspace: the copy's crates are in another
/// folder.
fn translated() -> Result<PathBuf, Failure> {
    let copy = run::scratch("pseudo")?;
    let to = copy.to_string_lossy();
    show(command("cp", &["-r", "crates", &format!("{to}/pseudo")]))?;
    let copied = [&["-r", "--parents"], &COPIED[..], &[&to]].concat();
    show(command("cp", &copied))?;
    let manifest = copy.join("Cargo.toml");
    write(
        &manifest,
        &read(&manifest)?.replace("\"crates/", "\"pseudo/"),
    )?;
    for folder in WORDING {
        for file in files(&copy.join(folder))? {
            let text = read(&file)?;
            let text = match file.extension().and_then(OsStr::to_str) {
                Some("rs") => alphabet::rust(&text),
                Some("ts") => alphabet::typescript(&text),
                _ => alphabet::html(&text),
            };
            write(&file, &text)?;
        }
    }
    browser::build_copy(&copy.join("web"))?;
    // --workspace: the dependencies get the features that they have in the tests.
    let words = ["build", "--offline", "--workspace", "--example", "texts"];
    let mut build = command(&cargo(), &words);
    let target = run::target();
    let folder = fs::canonicalize(&target).map_err(|error| at(&target, &error))?;
    build.current_dir(&copy).env("CARGO_TARGET_DIR", folder);
    show(build)?;
    Ok(target.join("debug/examples/texts"))
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
