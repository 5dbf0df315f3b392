//! What two runs must have in common, besides drive, suite and request, to be repetitions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the drive was connected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RunConditions {
    /// Port that a simulated drive was plugged into, as in `sata-3gbps`, where one was asked for.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::former::read_some_port"
    )]
    pub port: Option<String>,
    /// Link that a real drive and its host negotiated, as the host reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

impl RunConditions {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
