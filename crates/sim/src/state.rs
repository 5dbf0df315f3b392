//! A drive's state as bytes: whose it is, then what the drive saves for a snapshot (decision 0018).

use fourcorners_block::StateError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What states begin with. The last byte changes with what follows up to [`Header`].
const MAGIC: &[u8] = b"Four Corners drive state\0\x01";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Whose state it is.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    version: String,
    name: String,
    /// All that decides what the drive does.
    behavior: String,
}

impl Header {
    /// Of a drive of this version.
    pub fn new(name: &str, behavior: String) -> Self {
        Self {
            version: VERSION.into(),
            name: name.into(),
            behavior,
        }
    }
}

/// The bytes of a state; `None`: it holds what has no bytes, which no drive's does.
pub fn to_bytes(header: &Header, saved: &impl Serialize) -> Option<Vec<u8>> {
    let bytes = postcard::to_extend(header, MAGIC.to_vec()).ok()?;
    postcard::to_extend(saved, bytes).ok()
}

/// The state in some bytes, if they are of the same kind of drive.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8], expected: &Header) -> Result<T, StateError> {
    let rest = bytes
        .strip_prefix(MAGIC)
        .ok_or(if MAGIC.starts_with(bytes) {
            StateError::Incomplete
        } else {
            StateError::NotAState
        })?;
    let (header, rest) =
        postcard::take_from_bytes::<Header>(rest).map_err(|_| StateError::Incomplete)?;
    if header.version != expected.version {
        return Err(StateError::OtherVersion(header.version));
    }
    if header.behavior != expected.behavior {
        return Err(StateError::OtherDrive(header.name));
    }
    match postcard::take_from_bytes(rest) {
        Ok((saved, [])) => Ok(saved),
        Ok(_) | Err(_) => Err(StateError::Incomplete),
    }
}
