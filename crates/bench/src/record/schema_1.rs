//! What schema 1 of a run's folder said otherwise: sentences where there are values now.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

/// A value; of schema 1 the sentence that stood there.
pub(super) fn or_sentence<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + From<String>,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either<T> {
        Sentence(String),
        Value(T),
    }
    Either::deserialize(deserializer).map(|either| match either {
        Either::Sentence(sentence) => T::from(sentence),
        Either::Value(value) => value,
    })
}

/// Brings the members of a `run.json` of schema 1 to this one.
pub(crate) fn upgrade_header(header: &mut Map<String, Value>) {
    let because = header.remove("not_comparable_because");
    let text = because.as_ref().and_then(Value::as_str).unwrap_or_default();
    let comparable = header.remove("comparable") == Some(Value::Bool(true));
    let reasons = match comparable {
        true => json!([]),
        false => json!([{ "because": "earlier", "text": text }]),
    };
    header.insert("not_comparable".into(), reasons);
    let row = |table: &str, name: &str| {
        let rows = header.get(table)?.as_array()?;
        let row = rows.iter().find(|row| row["name"] == name)?;
        Some(row["value"].clone())
    };
    let conditions = json!({
        "port": row("facts", "host port"),
        "link": row("bench", "Link, as negotiated"),
    });
    header.insert("conditions".into(), conditions);
}
