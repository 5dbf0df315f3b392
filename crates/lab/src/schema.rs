//! The JSON schema of what `--json` prints and of the run folder's lines.

use crate::outcome::Outcome;
use fourcorners_bench::record::{Entry, HistogramLine, Position, Sample};
use serde_json::{Value, json};

/// One document with a schema for each.
pub fn schema() -> Value {
    json!({
        "review and run --json": schemars::schema_for!(Outcome),
        "results.jsonl": schemars::schema_for!(Entry),
        "samples.jsonl": schemars::schema_for!(Sample),
        "positions.jsonl": schemars::schema_for!(Position),
        "histograms.jsonl": schemars::schema_for!(HistogramLine),
    })
}
