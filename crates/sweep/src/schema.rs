//! The JSON schema of what `--json` prints of sweeps, and of their folders' lines.

use crate::folder::Row;
use crate::run::Done;
use crate::sweep::SweepLine;
use serde_json::{Map, Value, json};

/// A schema per document.
pub fn schema() -> Map<String, Value> {
    let documents = json!({
        "sweep --json": schemars::schema_for!(Done),
        "list sweeps --json": schemars::schema_for!(Vec<SweepLine>),
        "points.jsonl": schemars::schema_for!(Row),
    });
    documents.as_object().cloned().unwrap_or_default()
}
