//! How a real drive is made as new: TRIM of all, or an erase by its own command, asked for by name.
//!
//! The drive's own commands go through nvme-cli and hdparm, only to a whole disk that has passed every
//! check of `safety`, and that is open for writing because it was named for destruction. The disk is closed
//! for it and opened again, since it vanishes for a moment; whether it is the same one is checked then.

mod again;
mod ata;
mod nvme;

pub use again::Erasing;

use crate::error::OpenError;
use crate::host::{Host, Node};
use crate::tool::Tools;
use std::path::Path;
use std::str::FromStr;

/// How a drive is made as new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Erase {
    /// TRIM of all where the drive takes it, else nothing.
    #[default]
    Nearest,
    /// TRIM of all, or an error when the drive is opened.
    Discard,
    /// NVMe: format with user data erase.
    NvmeFormat,
    /// ATA: security erase.
    AtaSecureErase,
    /// Nothing is erased.
    Leave,
}

/// Names of the ways, as `--erase` and `run.json` have them.
const NAMES: [(&str, Erase); 4] = [
    ("blkdiscard", Erase::Discard),
    ("nvme-format", Erase::NvmeFormat),
    ("ata-secure-erase", Erase::AtaSecureErase),
    ("none", Erase::Leave),
];

impl FromStr for Erase {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let way = NAMES.iter().find(|(name, _)| *name == text);
        way.map(|(_, way)| *way).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            format!(
                "'{text}' is no way to erase a drive: allowed are {}",
                names.join(", ")
            )
        })
    }
}

impl Erase {
    /// Its name; none for the way that is taken when nothing is asked for.
    pub fn name(self) -> Option<&'static str> {
        let named = NAMES.iter().find(|(_, way)| *way == self);
        named.map(|(name, _)| *name)
    }

    /// For the table of what the run was.
    pub fn description(self) -> &'static str {
        match self {
            Self::Nearest => "TRIM of all where the drive takes it",
            Self::Discard => "TRIM of all (blkdiscard)",
            Self::NvmeFormat => "NVMe format with user data erase (nvme format --ses=1)",
            Self::AtaSecureErase => "ATA security erase (hdparm --security-erase)",
            Self::Leave => "nothing is erased",
        }
    }

    /// Whether it is one of the drive's own commands.
    pub fn is_a_command(self) -> bool {
        matches!(self, Self::NvmeFormat | Self::AtaSecureErase)
    }
}

/// Why a drive cannot be erased, or was not.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    /// It cannot be, or must not be; nothing was done.
    #[error("{device} cannot be erased by {}: {reason}. Nothing was done to it", .way.description())]
    Refused {
        /// As in `/dev/nvme0n1`.
        device: String,
        /// As asked.
        way: Erase,
        /// Why, and what to do.
        reason: String,
    },
    /// It began, and did not end well.
    #[error("{device} was not erased by {}: {reason}", .way.description())]
    Failed {
        /// As in `/dev/sda`.
        device: String,
        /// As asked.
        way: Erase,
        /// What happened, what state the drive is in, and what to do.
        reason: String,
    },
}

/// Looks whether a disk can be erased so, and changes nothing. Called when it is opened, and again
/// before each erase.
///
/// # Errors
/// Why not.
pub fn check(
    way: Erase,
    host: &Host,
    tools: &Tools,
    node: &Node,
    serial: &str,
) -> Result<(), EraseError> {
    if !way.is_a_command() {
        return Ok(());
    }
    let refused = |reason: String| EraseError::Refused {
        device: node.device(),
        way,
        reason,
    };
    if node.disk() != *node {
        return Err(refused(format!(
            "it is a partition, and the command erases the whole disk; name that ({})",
            node.disk().device()
        )));
    }
    if serial.is_empty() {
        return Err(refused(
            "it has no serial number by which it could be known again afterwards; erase it by blkdiscard".into(),
        ));
    }
    match way {
        Erase::NvmeFormat => nvme::check(host, tools, node),
        _ => ata::check(tools, node).map(drop),
    }
    .map_err(refused)
}

/// Erases a disk that has passed [`check`]. It takes from seconds to hours.
///
/// # Errors
/// What went wrong.
pub fn erase(
    way: Erase,
    host: &Host,
    tools: &Tools,
    node: &Node,
    serial: &str,
) -> Result<(), EraseError> {
    check(way, host, tools, node, serial)?;
    match way {
        Erase::NvmeFormat => nvme::erase(tools, node),
        Erase::AtaSecureErase => ata::erase(tools, node),
        _ => return Ok(()),
    }
    .map_err(|reason| EraseError::Failed {
        device: node.device(),
        way,
        reason,
    })
}

impl EraseError {
    /// As what keeps a drive from being opened.
    pub fn when_opening(self, path: &Path) -> OpenError {
        OpenError::NoErase {
            path: path.into(),
            reason: self.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
