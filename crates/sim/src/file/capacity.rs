//! How much a drive holds.

use super::checked::Sourced;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapacityFile {
    pub user_bytes: Sourced<u64>,
}
