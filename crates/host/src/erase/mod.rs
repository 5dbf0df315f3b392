//! A drive made as new by its own command, asked for by name.
//!
//! The commands go through nvme-cli and hdparm, only to a whole disk that has passed every
//! check of `safety`, and that is open for writing because it was named for destruction. The disk
//! is closed for it and opened again, since it vanishes for a moment; whether it is the same one is
//! checked then.

mod again;
mod ata;
mod nvme;
mod sanitize;

pub use again::Erasing;
pub use sanitize::in_progress;

use crate::tool::Tools;
use fourcorners_real::{Erase, Host, Node};

/// Why a drive cannot be erased, or was not.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    /// It cannot be, or must not be; nothing was done.
    #[error("{device} cannot be erased with {}: {reason}. Nothing was changed", .way.description())]
    Refused {
        /// As in `/dev/nvme0n1`.
        device: String,
        way: Erase,
        /// Why, and what to do.
        reason: String,
    },
    /// It began, and did not end well.
    #[error("{device} was not erased with {}: {reason}", .way.description())]
    Failed {
        /// As in `/dev/sda`.
        device: String,
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
            "it is a partition, but the command erases the whole disk; name the disk ({})",
            node.disk().device()
        )));
    }
    if serial.is_empty() {
        return Err(refused(
            "it has no serial number to identify it after the erase; erase it with blkdiscard"
                .into(),
        ));
    }
    match way {
        Erase::NvmeFormat => nvme::check(host, tools, node),
        Erase::NvmeSanitize => sanitize::check(host, tools, node),
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
        Erase::NvmeSanitize => sanitize::erase(host, tools, node),
        Erase::AtaSecureErase => ata::erase(tools, node),
        _ => return Ok(()),
    }
    .map_err(|reason| EraseError::Failed {
        device: node.device(),
        way,
        reason,
    })
}

#[cfg(test)]
mod tests;
