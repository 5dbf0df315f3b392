//! Lists to which a newer program may have added.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Reads those values that are known here: a newer program may have recorded others.
pub(super) fn known<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let values = Vec::<Value>::deserialize(deserializer)?;
    let known = values.into_iter().map(serde_json::from_value);
    Ok(known.filter_map(Result::ok).collect())
}
