//! Names that ports and tests had before: files, runs and command lines with them are understood.

use crate::definition::PageDef;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;

/// Two ports were named as if by gigabytes per second.
const PORTS: [(&str, &str); 3] = [
    ("sata-1.5", "sata-1.5gbps"),
    ("sata-3", "sata-3gbps"),
    ("sata-6", "sata-6gbps"),
];

/// Garbage collection has its name.
const TESTS: [(&str, &str); 1] = [("idle-collection", "idle-gc")];

fn today<'a>(name: &'a str, former: &[(&'static str, &'static str)]) -> &'a str {
    let known = former.iter().find(|(before, _)| *before == name);
    known.map_or(name, |(_, today)| today)
}

/// What a port is named today.
pub fn port(name: &str) -> &str {
    today(name, &PORTS)
}

/// What a test, or the suite of it alone, is named today.
pub fn test(id: &str) -> &str {
    today(id, &TESTS)
}

/// Reads the id of a test.
pub fn read_test<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let id = String::deserialize(deserializer)?;
    // Lines of samples are many: the text that was read stays, if it is of today.
    Ok(match test(&id) {
        today if today == id => id,
        today => today.into(),
    })
}

/// Reads the name of a port that may be missing.
pub fn read_some_port<'de, D>(deserializer: D) -> Result<Option<String>, D::Error>
where
    D: Deserializer<'de>,
{
    let name = Option::<String>::deserialize(deserializer)?;
    Ok(name.map(|name| port(&name).into()))
}

/// Reads titles of phases, which begin with the id of their test.
pub fn read_titles<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let titles = Vec::<String>::deserialize(deserializer)?;
    let of_today = |title: String| match title.split_once(' ') {
        Some((id, rest)) => format!("{} {rest}", test(id)),
        None => test(&title).into(),
    };
    Ok(titles.into_iter().map(of_today).collect())
}

/// Reads how tests are shown, by their ids. A page of a newer program may say what is not known
/// here: then the shipped one counts.
pub fn read_pages<'de, D>(deserializer: D) -> Result<BTreeMap<String, PageDef>, D::Error>
where
    D: Deserializer<'de>,
{
    let pages = BTreeMap::<String, Value>::deserialize(deserializer)?;
    let of_today = |(id, page): (String, Value)| {
        let page = serde_json::from_value(page).ok()?;
        Some((test(&id).into(), page))
    };
    Ok(pages.into_iter().filter_map(of_today).collect())
}
