//! The JSON schema of what `--json` prints and of the run folder's lines.

use crate::compare::Compared;
use crate::documents::{
    ArticleLine, ArticleShown, DriveLine, DriveShown, RunLine, RunShown, SuiteLine, SuiteShown,
    SyntheticShown, TestLine, TestShown, TraceLine, TraceShown, TraceWritten,
};
use crate::outcome::Outcome;
use crate::qualify::Qualified;
use fourcorners_bench::power_loss::PowerLoss;
use fourcorners_bench::record::{Entry, HistogramLine, Position, Sample};
use fourcorners_host::doctor::Diagnosis;
use serde_json::{Value, json};

/// One document with a schema for each.
pub fn schema() -> Value {
    json!({
        "review and run --json": schemars::schema_for!(Outcome),
        "compare --json": schemars::schema_for!(Compared),
        "qualify --json": schemars::schema_for!(Qualified),
        "list drives --json": schemars::schema_for!(Vec<DriveLine>),
        "list suites --json": schemars::schema_for!(Vec<SuiteLine>),
        "list articles --json": schemars::schema_for!(Vec<ArticleLine>),
        "list tests --json": schemars::schema_for!(Vec<TestLine>),
        "list traces --json": schemars::schema_for!(Vec<TraceLine>),
        "list runs --json": schemars::schema_for!(Vec<RunLine>),
        "show DRIVE --json": schemars::schema_for!(DriveShown),
        "show SUITE --json": schemars::schema_for!(SuiteShown),
        "show ARTICLE --json": schemars::schema_for!(ArticleShown),
        "show TEST --json": schemars::schema_for!(TestShown),
        "show TRACE --json": schemars::schema_for!(SyntheticShown),
        "show RUN --json": schemars::schema_for!(RunShown),
        "doctor --json": schemars::schema_for!(Diagnosis),
        "power-loss --json": schemars::schema_for!(PowerLoss),
        "trace stat --json": schemars::schema_for!(Vec<TraceShown>),
        "trace convert, synth and record --json": schemars::schema_for!(TraceWritten),
        "results.jsonl": schemars::schema_for!(Entry),
        "samples.jsonl": schemars::schema_for!(Sample),
        "positions.jsonl": schemars::schema_for!(Position),
        "histograms.jsonl": schemars::schema_for!(HistogramLine),
    })
}
