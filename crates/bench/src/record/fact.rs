//! Facts for people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One row of a table of facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// What.
    pub name: String,
    /// Its value with its unit.
    pub value: String,
    /// Where it is from: `published`, `measured`, `fitted`, `assumed` and the source; may be empty.
    pub source: String,
}
