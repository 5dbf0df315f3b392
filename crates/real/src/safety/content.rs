//! What confirms that a drive may be destroyed, in spite of what it carries.

use super::carried::{Carried, carried};
use super::shared::Sharing;
use crate::error::OpenError;
use crate::host::{Host, Node};
use crate::open::OpenRequest;
use fourcorners_block::Identity;
use std::fs::File;

/// Refuses a member of a RAID, volume group or pool. Any other content must be confirmed; a
/// wrong confirmation is refused whether there is content or not.
///
/// # Errors
/// What the drive, or something beneath it, carries; or that this cannot be read.
pub fn check_content(
    host: &Host,
    request: &OpenRequest,
    sharing: &Sharing,
    identity: &Identity,
    file: &File,
) -> Result<(), OpenError> {
    let path = &request.path;
    let Some(node) = &sharing.drive else {
        return Ok(());
    };
    let reading = |error| OpenError::host(path, "looking for file systems on it", error);
    let content = carried(host, path, sharing, file).map_err(reading)?;
    if let Some(member) = content.first().filter(|one| one.signature.member) {
        return Err(OpenError::Member {
            path: path.clone(),
            found: said(member, node),
            device: member.on.clone(),
        });
    }
    let found = (!content.is_empty()).then(|| {
        let all: Vec<String> = content.iter().map(|one| said(one, node)).collect();
        all.join(", ")
    });
    let disk = node.disk();
    let (confirm, confirm_is) = if identity.serial.is_empty() {
        (
            node.device(),
            "the device file that stands in for its missing serial number",
        )
    } else {
        (identity.serial.clone(), "its serial number")
    };
    let backing = disk
        .attribute("loop/backing_file")
        .filter(|_| disk == *node);
    let confirms = |given: &str| {
        let named = given == node.name
            || given == path.to_string_lossy()
            || Some(given) == backing.as_deref();
        given == confirm || identity.serial.is_empty() && named
    };
    match (&request.confirm_serial, found) {
        (Some(given), found) if !confirms(given.trim()) => Err(OpenError::WrongSerial {
            path: path.clone(),
            given: given.clone(),
            found: found.unwrap_or_else(|| "no known file system".into()),
            confirm,
            confirm_is,
        }),
        (None, Some(found)) => Err(OpenError::Signature {
            path: path.clone(),
            found,
            confirm,
            confirm_is,
        }),
        _ => Ok(()),
    }
}

/// What was found; and on what, if not on the drive itself.
fn said(one: &Carried, drive: &Node) -> String {
    match one.on == drive.device() {
        true => one.signature.what.clone(),
        false => format!("{} on {}", one.signature.what, one.on),
    }
}
