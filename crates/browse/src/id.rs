//! What a run is called in an address: never its path.

use sha2::{Digest as _, Sha256};
use std::fmt;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// Sixteen hexadecimal digits of the SHA-256 of a run's path: the same as long as the folder stays.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct RunId(String);

const DIGITS: usize = 16;

impl RunId {
    /// Of a run's folder, by its path without links.
    pub fn of(folder: &Path) -> Self {
        Self(hex(folder.as_os_str().as_bytes()))
    }

    /// A readable one, of a site; the caller knows that no other run has it.
    pub(crate) fn of_site(name: String) -> Self {
        Self(name)
    }

    /// As it stands in an address; `None` if it cannot be one.
    pub fn parse(text: &str) -> Option<Self> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == DIGITS && text.bytes().all(digit)).then(|| Self(text.into()))
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The first digits of a SHA-256.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let mut text: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    text.truncate(DIGITS);
    text
}
