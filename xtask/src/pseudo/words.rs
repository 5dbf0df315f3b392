//! The words of texts, and those of them that are data.

use super::{files, read};
use crate::run::{self, Failure};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Words of JUnit's own elements and attributes.
const JUNIT: &str = "xml version fourcorners encoding utf testsuites testsuite testcase \
                     classname time name tests failures errors skipped failure error message \
                     type system out properties property value timestamp hostname apos quot amp";

/// Words of data: names and titles of the catalogue, what the runs say of drive and phases, units.
pub fn of_data(runs: &[PathBuf]) -> Result<BTreeSet<String>, Failure> {
    let mut allowed = words(JUNIT);
    allowed.extend(words("IOPS KiB MiB GiB USD CSV PNG SVG"));
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
pub fn texts(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone() + "\n",
        Value::Array(all) => all.iter().map(texts).collect(),
        Value::Object(members) => {
            // Ids, which the page does not show, and rows as the run has recorded them.
            const IDS: [&str; 15] = [
                "id", "evidence", "test", "phase", "variant", "section", "state", "op", "facts",
                "bench", "command", "runs", "status", "better", "data",
            ];
            let shown = members
                .iter()
                .filter(|(key, _)| !IDS.contains(&key.as_str()));
            shown.map(|(_, value)| texts(value)).collect()
        }
        _ => String::new(),
    }
}

/// A value with every text empty.
pub fn blank(value: &Value) -> Value {
    match value {
        Value::String(_) => Value::String(String::new()),
        Value::Array(all) => all.iter().map(blank).collect(),
        Value::Object(members) => {
            let members = members.iter();
            Value::Object(
                members
                    .map(|(name, value)| (name.clone(), blank(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

/// Words of three ASCII letters or more.
pub fn words(text: &str) -> BTreeSet<String> {
    let parts = text.split(|letter: char| !letter.is_ascii_alphabetic());
    let long = parts.filter(|part| part.len() > 2);
    long.map(str::to_ascii_lowercase).collect()
}
