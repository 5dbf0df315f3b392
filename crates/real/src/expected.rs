//! Who a drive has to be when it is opened: the one that was planned for, whatever has its path by
//! now.

use crate::error::OpenError;
use fourcorners_block::{Identity, Meanwhile};
use std::path::Path;

/// A drive of before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Who it was.
    pub identity: Identity,
    /// What may have happened to the host since.
    pub meanwhile: Meanwhile,
}

impl Expected {
    /// A drive that this process has seen.
    pub fn seen(identity: Identity) -> Self {
        Self {
            identity,
            meanwhile: Meanwhile::Nothing,
        }
    }

    /// Refuses any other drive. `path` is where `now` is.
    ///
    /// # Errors
    /// What differs.
    pub fn check(&self, path: &Path, now: &Identity) -> Result<(), OpenError> {
        let differences = self.identity.differences(now, self.meanwhile);
        match differences.is_empty() {
            true => Ok(()),
            false => Err(OpenError::Another {
                path: path.into(),
                differences,
            }),
        }
    }
}
