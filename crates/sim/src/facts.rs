//! Every number of a drive or NAND file with where it is from, for people.

/// One number of a drive, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecFact {
    /// Its key in the file, as in `nand.channels`.
    pub name: String,
    /// Its value; the key ends in the unit.
    pub value: String,
    /// `published`, `measured`, `fitted` or `assumed`, and the source.
    pub source: String,
}

/// Of a bare number.
const BARE: &str = "assumed: no source given";

/// Every value of a file.
pub(crate) fn facts(table: &toml::Table, prefix: &str) -> Vec<SpecFact> {
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
