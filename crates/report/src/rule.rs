//! How findings and recommendations are decided.

use schemars::JsonSchema;
use serde::Serialize;

/// How something was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// A word or two; also its id on the page, `rule-` before it.
    pub name: &'static str,
    pub says: &'static str,
}
