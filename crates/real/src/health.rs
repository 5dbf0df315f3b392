//! Whether the drive is still there: a failed I/O is a result, a drive that is gone ends the run.

use crate::presence::{self, Presence};
use fourcorners_block::{BadBlock, Op, Outcome, Request};
use std::io;

const LOOK: &str = "Check its cable, its power and the kernel log (dmesg), then repeat the run";

/// What an outcome says of the drive.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is there.
    Fine,
    /// It is there, and this block is bad.
    Bad(BadBlock),
    /// It is not: a sentence for the user.
    Gone(String),
}

/// What the last outcomes say of the drive.
#[derive(Default)]
pub struct Health {
    /// I/Os that failed, and none was done in between.
    failures: u32,
}

impl Health {
    /// Takes note of how a request ended. Where it is in doubt whether the drive is there,
    /// `ask`s it.
    #[inline]
    pub fn after(
        &mut self,
        outcome: Outcome,
        request: &Request,
        name: &str,
        ask: impl FnOnce() -> Presence,
    ) -> Verdict {
        match outcome {
            Outcome::Failed(errno) => self.failed(errno, request, name, ask),
            _ => {
                self.failures = 0;
                Verdict::Fine
            }
        }
    }

    #[cold]
    fn failed(
        &mut self,
        errno: i32,
        request: &Request,
        name: &str,
        ask: impl FnOnce() -> Presence,
    ) -> Verdict {
        self.failures = self.failures.saturating_add(1);
        let presence = match errno {
            _ if presence::is_removed(errno) => Presence::Removed,
            // At the first failure, and more and more rarely while they go on.
            _ if self.failures.is_power_of_two() => ask(),
            _ => Presence::There(None),
        };
        let what = described(request);
        match presence {
            Presence::There(None) => Verdict::Fine,
            Presence::There(Some(block)) => Verdict::Bad(block),
            Presence::Removed => Verdict::Gone(format!(
                "{name} is gone: {what} failed because the drive disappeared. {LOOK}"
            )),
            Presence::Unreadable(found) => Verdict::Gone(format!(
                "{name} is gone: {what} failed ({}), and the drive can no longer be read ({}). \
                 {LOOK}",
                io::Error::from_raw_os_error(errno),
                io::Error::from_raw_os_error(found)
            )),
            Presence::Silent => Verdict::Gone(format!(
                "{name} does not answer: {what} failed ({}), and later reads never completed. \
                 {LOOK}",
                io::Error::from_raw_os_error(errno)
            )),
        }
    }
}

/// The sentence for an I/O that was given up after so many seconds.
pub fn silent(name: &str, request: &Request, waited_s: u64) -> String {
    format!(
        "{name} does not answer: {} has been in flight for {waited_s} s. {LOOK}; --timeout allows \
         more time",
        described(request)
    )
}

/// As in `the read of 4 KiB at LBA 8 (512-byte blocks)`.
fn described(request: &Request) -> String {
    let what = match request.op {
        Op::Read => "the read",
        Op::Write { .. } => "the write",
        Op::Discard => "the TRIM",
        Op::WriteZeroes => "writing zeroes",
        Op::Flush => return "the flush".into(),
    };
    let (bytes, lba) = (request.blocks.bytes(), request.lba.0);
    format!("{what} of {bytes} at LBA {lba} (512-byte blocks)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::{Blocks, Lba};

    fn after(health: &mut Health, errno: i32, presence: Presence) -> Verdict {
        let request = Request::read(0, Lba(4711), Blocks(8));
        health.after(Outcome::Failed(errno), &request, "/dev/sdz", || presence)
    }

    #[test]
    fn is_a_vanished_device_lost_at_once_and_the_address_named() {
        for (errno, presence) in [
            (libc::ENODEV, Presence::There(None)),
            (libc::ENXIO, Presence::There(None)),
            (libc::EIO, Presence::Unreadable(libc::EIO)),
            (libc::ENOSPC, Presence::Removed),
        ] {
            let Verdict::Gone(sentence) = after(&mut Health::default(), errno, presence) else {
                panic!("lost");
            };
            assert!(
                sentence.starts_with("/dev/sdz is gone") && sentence.contains("LBA 4711"),
                "{sentence}"
            );
        }
    }

    /// The story: an NVMe drive that was unplugged was "gone (No space left on device)": its size
    /// is 0 from then on, and what the kernel says of a write is that it lies behind the end.
    #[test]
    fn removed_drive_is_gone_without_a_misleading_reason() {
        for errno in [libc::ENOSPC, libc::EIO, libc::ENODEV, libc::ENXIO] {
            let Verdict::Gone(sentence) = after(&mut Health::default(), errno, Presence::Removed)
            else {
                panic!("lost");
            };
            let reason = io::Error::from_raw_os_error(errno).to_string();
            assert!(!sentence.contains(&reason), "{sentence}");
            assert!(sentence.contains("the drive disappeared"), "{sentence}");
        }
    }

    #[test]
    fn is_a_drive_of_which_something_can_be_read_never_lost() {
        let mut health = Health::default();
        for errno in [libc::EIO, libc::ENOSPC, libc::ETIMEDOUT] {
            let fine = || after(&mut health, errno, Presence::There(None)) == Verdict::Fine;
            assert!(std::iter::repeat_with(fine).take(1000).all(|fine| fine));
        }
    }

    #[test]
    fn is_a_drive_that_goes_later_noticed_while_it_fails() {
        let mut health = Health::default();
        after(&mut health, libc::EIO, Presence::There(None));
        let mut verdict = || after(&mut health, libc::EIO, Presence::Unreadable(libc::EIO));
        assert!((0..2).any(|_| matches!(verdict(), Verdict::Gone(_))));
    }
}
