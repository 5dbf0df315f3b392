//! Whether a program writes to the drive without having claimed it, or another host by way of this
//! one.
//!
//! Of a regular file the kernel decides: it grants a lease for reading only while nobody has the
//! file open for writing, by whatever table, map, socket or kernel service. /proc only names who.
//! A block device has no such lease: /proc decides, and so all of it has to be in sight.

use super::shared::Sharing;
use crate::error::{Doubt, OpenError};
use crate::host::{Ground, Hidden, Host, Programs, number_of};
use crate::identify::refused;
use crate::pinned::Pinned;
use crate::system::{self, Lease, magic};
use std::fs::File;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// Who wrote last may still be ending.
const PATIENCE: Duration = Duration::from_millis(500);
/// A ring that the kernel takes apart, or a child process between fork and exec, has no name.
const PATIENCE_UNNAMED: Duration = Duration::from_secs(3);

/// Refuses what a program may write to without having claimed it: any device or file that shares
/// the drive's bytes. `file`: the drive, if it is a regular file that we have not opened.
///
/// # Errors
/// The program; or that it cannot be found out whether there is one.
pub fn check_writers(
    host: &Host,
    path: &Path,
    sharing: &Sharing,
    file: Option<&Pinned>,
) -> Result<(), OpenError> {
    let covered = host
        .covered()
        .map_err(|error| OpenError::host(path, "reading the mount table", error))?;
    if let Some(hidden) = covered {
        return Err(unseen(path, hidden));
    }
    check_exports(host, path, sharing)?;
    let numbers = sharing.numbers();
    let grounds: Vec<&Ground> = sharing.grounds().collect();
    let begin = Instant::now();
    loop {
        let lease = file.map_or(Ok(Lease::Unavailable), |file| leased(path, file))?;
        let programs = host
            .programs_on(&numbers, &grounds)
            .map_err(|error| OpenError::host(path, "looking for programs that use it", error))?;
        match (programs.writer(), lease) {
            (None, Lease::Granted) => return Ok(()),
            (None, Lease::Unavailable) => return all_seen(host, path, &programs),
            (Some(program), _) if begin.elapsed() > PATIENCE => {
                return Err(OpenError::InUse {
                    path: path.into(),
                    by: program.to_string(),
                });
            }
            (None, Lease::Refused) if begin.elapsed() > PATIENCE_UNNAMED => {
                return Err(OpenError::InUse {
                    path: path.into(),
                    by: "something that has it open for writing and is not visible in /proc \
                         (a program of another user or container, or process accounting)"
                        .into(),
                });
            }
            _ => thread::sleep(Duration::from_millis(25)),
        }
    }
}

/// Whether nobody has the file open for writing, as far as its file system says.
fn leased(path: &Path, file: &Pinned) -> Result<Lease, OpenError> {
    let opened = File::open(file.path());
    let opened = opened.map_err(|error| refused(path, "reading", "opening it", error))?;
    let lease = system::lease(&opened);
    // These refuse a lease that the server has not granted before.
    let kind = system::file_system(&file.path());
    let asks_server =
        kind.is_some_and(|kind| [magic::CIFS, magic::NFS, magic::SMB2].contains(&kind));
    Ok(match lease {
        Lease::Refused if asks_server => Lease::Unavailable,
        lease => lease,
    })
}

/// Refuses unless every program is in sight: that none was found proves nothing otherwise.
fn all_seen(host: &Host, path: &Path, programs: &Programs) -> Result<(), OpenError> {
    let some = (programs.unseen > 0).then_some(Hidden::Programs);
    match host.hidden_programs().or(some) {
        Some(hidden) => Err(unseen(path, hidden)),
        None => Ok(()),
    }
}

fn unseen(path: &Path, hidden: Hidden) -> OpenError {
    OpenError::Unproven {
        path: path.into(),
        doubt: Doubt::Unseen(hidden),
    }
}

/// Refuses what other hosts may use by way of this one.
pub fn check_exports(host: &Host, path: &Path, sharing: &Sharing) -> Result<(), OpenError> {
    for export in host.exports() {
        let device = number_of(&export.path);
        let shared = (sharing.devices.iter()).find(|one| Some(one.node.number) == device);
        let file = system::opened(&export.path).map(|there| there.file);
        let ground = sharing
            .grounds()
            .find(|one| file.is_some() && one.file == file);
        let said = shared
            .map(|shared| shared.said.clone())
            .or_else(|| ground.map(|_| export.path.display().to_string()));
        if let Some(device) = said {
            return Err(OpenError::Claimed {
                path: path.into(),
                device,
                by: export.by,
            });
        }
    }
    Ok(())
}
