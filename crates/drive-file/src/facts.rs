//! Every number of a drive or NAND file with where it is from, for people.

use fourcorners_sim::SpecFact;

/// Of a bare number.
const BARE: &str = "assumed: no source given";

/// Every value of a file.
pub fn facts(table: &toml::Table, prefix: &str) -> Vec<SpecFact> {
    let mut found = Vec::new();
    collect_facts(table, prefix, &mut found);
    found
}

fn collect_facts(table: &toml::Table, prefix: &str, found: &mut Vec<SpecFact>) {
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        match value {
            toml::Value::Table(inner) => {
                match (inner.get("value"), inner.get("from"), inner.get("source")) {
                    (
                        Some(value),
                        Some(toml::Value::String(from)),
                        Some(toml::Value::String(source)),
                    ) => {
                        found.push(SpecFact {
                            name,
                            value: match value {
                                toml::Value::String(text) => text.clone(),
                                other => other.to_string(),
                            },
                            source: format!("{from}: {source}"),
                        });
                    }
                    _ => collect_facts(inner, &format!("{name}."), found),
                }
            }
            toml::Value::String(text) => found.push(SpecFact {
                name,
                value: text.clone(),
                source: String::new(),
            }),
            other => found.push(SpecFact {
                name,
                value: other.to_string(),
                source: BARE.into(),
            }),
        }
    }
}
