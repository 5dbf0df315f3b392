//! Every number of a definition with where it is from, for people.

use toml::{Table, Value};

/// One number of a definition, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its key in the file, as in `sequential.percent`; of a row of a table, with what tells it from the
    /// others, as in `sizes 4KiB percent`.
    pub name: String,
    /// Its value; the key ends in the unit.
    pub value: String,
    /// `published`, `measured`, `fitted` or `assumed`, and the source.
    pub source: String,
}

/// Every sourced value below a table.
pub(super) fn facts(table: &Table) -> Vec<Fact> {
    let mut found = Vec::new();
    collect(table, "", &mut found);
    found
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
                    let own = row.values().filter(|value| !value.is_table());
                    let own: Vec<String> = own.map(plain).collect();
                    collect(row, &format!("{name} {} ", own.join(" to ")), found);
                }
            }
            _ => {}
        }
    }
}

/// Value and source of a table that holds a number.
fn sourced(table: &Table) -> Option<(String, String)> {
    let (from, source) = (table.get("from")?.as_str()?, table.get("source")?.as_str()?);
    Some((plain(table.get("value")?), format!("{from}: {source}")))
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
