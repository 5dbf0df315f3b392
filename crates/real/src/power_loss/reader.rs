//! A drive that is read back, past the page cache.

use crate::error::OpenError;
use crate::host::Host;
use crate::identify::{of_pinned, refused};
use crate::memory::{ALIGNMENT, Pages};
use crate::open::DEFAULT_TIMEOUT_S;
use crate::pinned::{Access, Pinned};
use crate::presence::{self, Presence};
use fourcorners_block::{Identity, Request};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A drive that is open for reading, and the identity of what was opened.
pub struct Reader {
    file: File,
    identity: Identity,
}

impl Reader {
    /// Opens what the path leads to now.
    ///
    /// # Errors
    /// It is no drive, or cannot be opened or looked at.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let opened = Pinned::at(path)?.open(Access::READ);
        let file = opened.map_err(|error| refused(path, "reading", "opening it", error))?;
        // The open file, because the path may lead to another drive by now.
        let identity = of_pinned(&Host::default(), path, &Pinned::of(path, &file)?)?;
        Ok(Self { file, identity })
    }

    /// Which drive it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether anything of it can be read, asked after a read failed.
    ///
    /// # Errors
    /// The kernel's answer, if nothing can.
    pub(super) fn is_there(&self) -> io::Result<()> {
        let within = Duration::from_secs(DEFAULT_TIMEOUT_S);
        let errno = match presence::ask(&self.file, &self.identity, &Request::flush(0), within) {
            Presence::There(_) => return Ok(()),
            Presence::Removed => libc::ENODEV,
            Presence::Unreadable(errno) => errno,
            Presence::Silent => libc::ETIMEDOUT,
        };
        Err(io::Error::from_raw_os_error(errno))
    }

    pub(super) fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut done = 0;
        while done < bytes.len() {
            let read = self.file.read_at(&mut bytes[done..], offset + done as u64);
            match read {
                // A drive that was unplugged has no size any more.
                Ok(0) => return Err(io::Error::from_raw_os_error(libc::ENODEV)),
                Ok(count) => done += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads as little as direct I/O to it can.
    fn read_first(&self) -> io::Result<()> {
        let bytes = (self.identity.logical_block.0 as usize).max(ALIGNMENT);
        self.read(0, Pages::new(bytes)?.part(0, bytes))
    }
}

/// Which drive is at the path, once its first block could be read; waits this long for that.
///
/// # Errors
/// The kernel's answer.
pub fn answers(path: &Path, within: Duration) -> io::Result<Identity> {
    let path = path.to_path_buf();
    let (sender, answer) = mpsc::channel();
    // A read that never returns must not take the caller with it.
    thread::spawn(move || {
        let read = Reader::open(&path).map_err(io::Error::other);
        let read = read.and_then(|drive| drive.read_first().map(|()| drive.identity));
        let _ = sender.send(read);
    });
    let late = |_| Err(io::ErrorKind::TimedOut.into());
    answer.recv_timeout(within).unwrap_or_else(late)
}
