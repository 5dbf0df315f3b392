//! The JSON schema of what the pages are made from, and of what the verbs print.

use crate::collection::{FiguresDocument, RunsDocument};
use crate::server::Listening;
use crate::site::Site;
use serde_json::{Map, Value, json};

/// Documents by name, each with its schema.
pub fn schema() -> Map<String, Value> {
    [
        ("browse --json", json!(schemars::schema_for!(Listening))),
        ("site --json", json!(schemars::schema_for!(Site))),
        ("runs.json", json!(schemars::schema_for!(RunsDocument))),
        (
            "figures/ID.json",
            json!(schemars::schema_for!(FiguresDocument)),
        ),
    ]
    .map(|(name, schema)| (name.to_string(), schema))
    .into_iter()
    .collect()
}
