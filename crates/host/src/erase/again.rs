//! The disk closed, erased by its own command, and opened again: the same disk, and nobody else's
//! by now.

use super::erase;
use crate::tool::Tools;
use fourcorners_block::{Identity, Meanwhile};
use fourcorners_real::{
    Access, Erase, Host, Node, Pinned, identify_node, identify_on, node_of, rehearsal,
};
use std::fs::File;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// A disk that was erased is away for some seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// What it takes to erase an open disk by its own command.
pub struct Erasing {
    pub way: Erase,
    pub host: Host,
    pub tools: Tools,
    pub path: PathBuf,
}

impl Erasing {
    /// Erases the disk, which nobody has open by now, and opens it again.
    ///
    /// # Errors
    /// A sentence. The drive must not be used any more.
    pub fn carry_out(&self, before: &Identity) -> Result<File, String> {
        let now = identify_on(&self.host, &self.path).map_err(|error| error.to_string())?;
        self.is(before, &now, Meanwhile::Nothing)?;
        let (_, node) = self.found()?;
        match self.same(&node, before) {
            Ok(()) => {}
            Err(Back::NotYet(reason) | Back::Never(reason)) => return Err(reason),
        }
        rehearsal::unused(&self.host, &self.path, &node).map_err(|error| error.to_string())?;
        erase(self.way, &self.host, &self.tools, &node, &before.serial)
            .map_err(|error| error.to_string())?;
        let until = Instant::now() + PATIENCE;
        loop {
            match self.reopened(before) {
                Ok(file) => return Ok(file),
                Err(Back::Never(reason)) => return Err(reason),
                Err(Back::NotYet(reason)) if Instant::now() >= until => {
                    return Err(format!(
                        "{} did not reappear within {} s after the erase: {reason}. Check the \
                         kernel log (dmesg)",
                        self.path.display(),
                        PATIENCE.as_secs()
                    ));
                }
                Err(Back::NotYet(_)) => thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn found(&self) -> Result<(Pinned, Node), String> {
        let pinned = Pinned::at(&self.path).map_err(|error| error.to_string())?;
        let number = pinned
            .device()
            .ok_or_else(|| format!("{} is no longer a block device", self.path.display()))?;
        let node = node_of(&self.host, &self.path, number).map_err(|error| error.to_string())?;
        Ok((pinned, node))
    }

    /// Whether the disk is the one that was opened first. While it is set up again, some of it is
    /// not known yet.
    fn same(&self, node: &Node, before: &Identity) -> Result<(), Back> {
        let now =
            identify_node(&self.path, node).map_err(|error| Back::NotYet(error.to_string()))?;
        if now.serial.is_empty() {
            return Err(Back::NotYet("its serial number is not known".into()));
        }
        // It may have been given another number when it came back.
        self.is(before, &now, Meanwhile::Reboot)
            .map_err(Back::Never)
    }

    fn is(&self, before: &Identity, now: &Identity, meanwhile: Meanwhile) -> Result<(), String> {
        let differences = before.differences(now, meanwhile);
        let first = differences.first().map(|difference| {
            format!(
                "{} is no longer the drive that was opened: {difference}. It will not be touched \
                 again",
                self.path.display()
            )
        });
        first.map_or(Ok(()), Err)
    }

    fn reopened(&self, before: &Identity) -> Result<File, Back> {
        let (pinned, node) = self.found().map_err(Back::NotYet)?;
        self.same(&node, before)?;
        rehearsal::unclaimed(&self.host, &self.path, &node)
            .map_err(|error| Back::Never(error.to_string()))?;
        let access = Access {
            write: true,
            claim: true,
        };
        pinned
            .open(access)
            .map_err(|error| Back::NotYet(error.to_string()))
    }
}

/// Why the disk is not open.
enum Back {
    NotYet(String),
    Never(String),
}
