//! Every number of a definition with where it is from, for people.

use super::sourced::Place;
use crate::TraceError;
use toml::{Table, Value};

const NAME: &str = "name";
const FROM: &str = "from";
const SOURCE: &str = "source";

/// One number of a definition, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its key in the file, as in `sequential.percent`; of a row of a table, with what tells it
    /// from the others, as in `sizes 4KiB percent`.
    pub name: String,
    /// Its value; the key ends in the unit.
    pub value: String,
    /// `published`, `measured`, `fitted` or `assumed`, and the source.
    pub source: String,
}

/// Every sourced value of a file.
pub(super) fn facts_of(place: &Place<'_>) -> Result<Vec<Fact>, TraceError> {
    let table = place.text.parse();
    let table = table.map_err(|error: toml::de::Error| place.wrong(error.to_string()))?;
    let mut found = Vec::new();
    collect(&table, "", &mut found);
    Ok(found)
}

fn collect(table: &Table, prefix: &str, found: &mut Vec<Fact>) {
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        match value {
            Value::Table(inner) => match sourced(inner) {
                Some((value, source)) => found.push(Fact {
                    name,
                    value,
                    source,
                }),
                None => collect(inner, &format!("{name}."), found),
            },
            Value::Array(rows) => {
                for row in rows.iter().filter_map(Value::as_table) {
                    match origin(row) {
                        Some(source) => row_of_one_source(row, &name, &source, found),
                        None => collect(row, &format!("{name} {} ", told_apart_by(row)), found),
                    }
                }
            }
            _ => {}
        }
    }
}

/// What tells a row from the others.
fn told_apart_by(row: &Table) -> String {
    let own = row.values().filter(|value| !value.is_table());
    own.map(plain).collect::<Vec<_>>().join(" to ")
}

/// A row whose numbers are all from one source, and which has a name.
fn row_of_one_source(row: &Table, table: &str, source: &str, found: &mut Vec<Fact>) {
    let row_name = row.get(NAME).map(plain).unwrap_or_default();
    for (key, value) in row {
        if ![NAME, FROM, SOURCE].contains(&key.as_str()) {
            found.push(Fact {
                name: format!("{table} {row_name} {key}"),
                value: plain(value),
                source: source.into(),
            });
        }
    }
}

/// Value and source of a table that holds a number.
fn sourced(table: &Table) -> Option<(String, String)> {
    Some((plain(table.get("value")?), origin(table)?))
}

fn origin(table: &Table) -> Option<String> {
    let (from, source) = (table.get(FROM)?.as_str()?, table.get(SOURCE)?.as_str()?);
    Some(format!("{from}: {source}"))
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
