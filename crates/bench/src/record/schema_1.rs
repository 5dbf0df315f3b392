//! What schema 1 of a run's folder said otherwise: sentences where there are values now.

use super::{Event, Fact};
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

/// An event; of the machine of a simulated run there was a sentence.
pub(super) fn event<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
    Event::deserialize(deserializer).map(|event| match event {
        Event::Earlier { event } if event.starts_with("host: ") => Event::Host {
            machine: Vec::new(),
        },
        other => other,
    })
}

/// The year of a simulated drive, which was told only among the facts.
pub(crate) fn year(facts: &[Fact]) -> Option<u32> {
    let year = facts.iter().find(|fact| fact.name == "about.year")?;
    year.value.parse().ok()
}

/// What a table of facts says of a name.
fn row(header: &Map<String, Value>, table: &str, name: &str) -> Option<Value> {
    let rows = header.get(table)?.as_array()?;
    let row = rows.iter().find(|row| row["name"] == name)?;
    Some(row["value"].clone())
}

/// Brings the members of a `run.json` of schema 1 to this one.
pub(crate) fn upgrade_header(header: &mut Map<String, Value>) {
    let because = header.remove("not_comparable_because");
    let text = because.as_ref().and_then(Value::as_str).unwrap_or_default();
    let comparable = header.remove("comparable") == Some(Value::Bool(true));
    let reasons = match comparable {
        true => json!([]),
        false => not_comparable(text),
    };
    header.insert("not_comparable".into(), reasons);
    let conditions = json!({
        "port": row(header, "facts", "host port"),
        "link": row(header, "bench", "Link, as negotiated"),
    });
    header.insert("conditions".into(), conditions);
}

/// Sentences of schema 1, and what they are now.
const REASONS: [(&str, &str); 9] = [
    ("durations were changed on the command line", "durations"),
    (
        "traces that reach beyond the end of the drive were wrapped",
        "wrapped-traces",
    ),
    (
        "spans of a fixed size were cut to half of the drive",
        "halved-spans",
    ),
    ("spare area was changed on the command line", "spare-area"),
    ("conditions were changed on the command line", "conditions"),
    (
        "the data carried stamps, and reads were checked",
        "verified",
    ),
    ("passes were sampled by zones", "zones"),
    (
        "nothing was erased before tests that begin from a new drive",
        "not-erased",
    ),
    (
        "what was done is the job file's, and another of its name may do something else",
        "job-file",
    ),
];

/// The reasons that a text of schema 1 gives; kept as it stands if one is not known.
fn not_comparable(text: &str) -> Value {
    let reasons: Option<Vec<Value>> = text.split("; ").map(reason).collect();
    reasons.map_or_else(
        || json!([{ "because": "earlier", "text": text }]),
        Value::from,
    )
}

fn reason(sentence: &str) -> Option<Value> {
    if let Some((_, because)) = REASONS.iter().find(|(known, _)| *known == sentence) {
        return Some(json!({ "because": because }));
    }
    let between = |text: &str, before: &str, after: &str| {
        let rest = text.strip_prefix(before)?;
        rest.split_once(after)
            .map(|(value, rest)| (value.to_string(), rest.to_string()))
    };
    let quick = "' is a quick look: nothing in it reaches a steady state";
    if let Some((suite, _)) = between(sentence, "the suite '", quick) {
        return Some(json!({ "because": "quick-look", "suite": suite }));
    }
    let driven = ", and the drive was driven at ";
    let (asked, rest) = between(sentence, "its tests go to queue depth ", driven)?;
    let (reached, _) = between(&rest, "", " at most")?;
    let [asked, reached] = [asked, reached].map(|depth| depth.parse::<usize>().ok());
    Some(json!({ "because": "queue-depth", "asked": asked?, "reached": reached? }))
}
