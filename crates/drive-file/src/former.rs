//! Keys that drive files had before. A file with one of them is refused with the new name, instead
//! of being told that the key is unknown.

use crate::checked::Checked;
use crate::error::SpecError;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A former key, and its name today; both from the top of the file. Sections come first: the former
/// key of a row is in its section of today.
const KEYS: &[(&str, &str)] = &[
    ("collection", "gc"),
    ("gc.start_free", "gc.low_watermark"),
    ("gc.stop_free", "gc.high_watermark"),
    ("gc.pace", "gc.pacing"),
    ("gc.window_groups", "gc.copies_in_flight"),
    ("gc.victim_choices", "gc.victim_candidates"),
    ("gc.moved_per_host_unit", "gc.copies_per_host_write"),
    (
        "gc.moved_per_sequential_unit",
        "gc.copies_per_sequential_write",
    ),
    ("gc.hot_cold.hot_from", "gc.hot_cold.hot_threshold"),
    ("gc.idle.stop_free", "gc.idle.high_watermark"),
    ("gc.idle.window_groups", "gc.idle.copies_in_flight"),
    (
        "gc.idle.valid_at_most_per_mille",
        "gc.idle.max_valid_per_mille",
    ),
    ("layout.mapping_cache_kib", "layout.l2p_cache_kib"),
    (
        "compression.stored_at_least_per_mille",
        "compression.min_stored_per_mille",
    ),
    ("controller.move_unit_us", "controller.copy_unit_us"),
    ("controller.waits_for_merges", "controller.blocking_rmw"),
    ("cache.patience_ms", "cache.deadline_ms"),
];

/// A key, as in `gc.low_watermark`, by its name today: facts of earlier runs have former ones.
pub fn key_of_today(key: &str) -> String {
    let parts = key.split('.');
    parts.fold(String::new(), |within, key| match today(&within, key) {
        Some(today) => today.into(),
        None => full(&within, key),
    })
}

/// What a former key is called today, with its tables. `within` is the name of its table today.
fn today(within: &str, key: &str) -> Option<&'static str> {
    let is_it = |former: &str| match former.strip_suffix(key) {
        Some("") => within.is_empty(),
        Some(table) => !within.is_empty() && table.strip_suffix('.') == Some(within),
        None => false,
    };
    let found = KEYS.iter().find(|(former, _)| is_it(former));
    found.map(|(_, today)| *today)
}

/// A key with the name of its table.
fn full(within: &str, key: &str) -> String {
    match within {
        "" => key.to_string(),
        within => format!("{within}.{key}"),
    }
}

/// Refuses a file with former keys: the error is about the first, its hint names all of them.
pub fn refuse_former(file: &Checked, table: &DeTable) -> Result<(), SpecError> {
    let mut found = Vec::new();
    find(table, "", "", false, &mut found);
    found.sort_by_key(|former| former.place.span().start);
    let Some(first) = found.first() else {
        return Ok(());
    };
    let problem = format!("{} is now {}", first.was, first.is);
    let hint = match found.as_slice() {
        [_] => "rename it and keep its value".into(),
        all => {
            let rows = all.iter().map(|former| {
                let (_, line) = file.line(former.place.span().start);
                format!("\n  line {line}: {} -> {}", former.was, former.is)
            });
            let rows: String = rows.collect();
            format!("rename these {} and keep their values{rows}", all.len())
        }
    };
    Err(file.wrong_at(&first.place, problem).with_hint(hint))
}

/// A former key in a file.
struct Former {
    place: Spanned<()>,
    was: String,
    is: String,
}

/// `was` is the table's name in the file, `is` today's. Of a renamed section the sections below it
/// are found, too: each has a header of its own.
fn find(table: &DeTable, was: &str, is: &str, below_renamed: bool, found: &mut Vec<Former>) {
    for (key, value) in table {
        let name = key.get_ref();
        let renamed = today(is, name);
        let below = match value.get_ref() {
            DeValue::Table(below) => Some(below),
            _ => None,
        };
        let is_section = below.is_some_and(|below| !below.contains_key("value"));
        let is_former = renamed.is_some() || (below_renamed && is_section);
        // Most keys are those of today, and have nothing below: they need no names.
        if !is_former && below.is_none() {
            continue;
        }
        let was = full(was, name);
        let is = renamed.map_or_else(|| full(is, name), String::from);
        if is_former {
            found.push(Former {
                place: Spanned::new(key.span(), ()),
                was: was.clone(),
                is: is.clone(),
            });
        }
        if let Some(below) = below {
            find(below, &was, &is, renamed.is_some(), found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;
    use std::ops::Range;
    use std::path::Path;

    /// What no drive of the catalogue has.
    const MORE: &str = "[gc]\n\
        victim = \"d-choices\"\n\
        victim_candidates = { value = 10, from = \"assumed\", source = \"test\" }\n\
        hot_cold.counters = { value = 4096, from = \"assumed\", source = \"test\" }\n\
        hot_cold.hot_threshold = { value = 4, from = \"assumed\", source = \"test\" }\n\
        hot_cold.decay_writes = { value = 5117, from = \"assumed\", source = \"test\" }\n";

    /// Files that have all keys of today between them.
    fn files() -> Vec<String> {
        let names = [
            "crucial-c300-256",
            "intel-x25-m-g1-160",
            "ocz-vertex-120",
            "ocz-vertex-2-100",
            "wd-velociraptor-300",
        ];
        let catalogue = names.map(|name| read(&format!("drives/{name}.toml")));
        let more = catalogue[0].replace("[gc]\n", MORE);
        catalogue.into_iter().chain([more]).collect()
    }

    fn read(path: &str) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        std::fs::read_to_string(root.join(path)).expect("a file")
    }

    fn error(text: &str) -> Option<String> {
        let nand = |part: &str| Some(read(&format!("nand/{part}.toml")));
        let loaded = load("x.toml", text, &nand);
        loaded.err().map(|error| error.to_string())
    }

    /// Where a key is.
    fn place(table: &DeTable, path: &str) -> Option<Range<usize>> {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let (key, value) = table.iter().find(|(key, _)| key.get_ref() == first)?;
        match (rest, value.get_ref()) {
            ("", _) => Some(key.span()),
            (rest, DeValue::Table(below)) => place(below, rest),
            _ => None,
        }
    }

    fn last(path: &str) -> &str {
        path.rsplit('.').next().expect("a key")
    }

    #[test]
    fn every_former_key_is_refused_with_a_name_that_exists() {
        let files = files();
        for file in &files {
            assert_eq!(error(file), None, "keys of today");
        }
        for (was, is) in KEYS {
            let found = files.iter().find_map(|text| {
                let table = DeTable::parse(text).expect("TOML");
                Some((text, place(table.get_ref(), is)?))
            });
            let (text, place) = found.unwrap_or_else(|| panic!("there is no key {is}"));
            let line = text[..place.start].matches('\n').count() + 1;
            assert_eq!(&text[place.clone()], last(is));
            let mut text = text.clone();
            text.replace_range(place, last(was));
            let message = error(&text).expect("a former key");
            let expected = format!("x.toml:{line}: {was} is now {is}\nhint: rename");
            assert!(message.starts_with(&expected), "{message}");
            assert_eq!(key_of_today(was), *is);
        }
    }

    #[test]
    fn names_of_today_are_not_renamed_again() {
        for (_, is) in KEYS {
            assert_eq!(key_of_today(is), *is);
        }
        let kept = ["gc.frontiers", "layout.mapping", "about.year", "like"];
        assert_eq!(kept.map(key_of_today), kept);
        let below = key_of_today("collection.idle.stop_free");
        assert_eq!(below, "gc.idle.high_watermark");
        assert_eq!(key_of_today("collection.victim"), "gc.victim");
    }
}
