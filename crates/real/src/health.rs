//! Whether the drive is still there: a failed I/O is a result, a drive that is gone ends the run.

use fourcorners_block::Outcome;
use std::io;

/// So many I/Os failed with EIO, and none was done in between: the drive is gone.
const FAILURES_IN_A_ROW: u32 = 64;

/// What the last outcomes say of the drive.
#[derive(Default)]
pub struct Health {
    failures: u32,
}

impl Health {
    /// Takes note of an outcome; a sentence for the user once the drive counts as gone.
    #[inline]
    pub fn after(&mut self, outcome: Outcome, name: &str) -> Option<String> {
        match outcome {
            Outcome::Failed(errno) => self.failed(errno, name),
            _ => {
                self.failures = 0;
                None
            }
        }
    }

    #[cold]
    fn failed(&mut self, errno: i32, name: &str) -> Option<String> {
        self.failures = if errno == libc::EIO {
            self.failures + 1
        } else {
            0
        };
        let gone = match errno {
            libc::ENODEV | libc::ENXIO | libc::ENOMEDIUM => {
                format!("{name} is gone: {}", io::Error::from_raw_os_error(errno))
            }
            libc::EIO if self.failures >= FAILURES_IN_A_ROW => {
                format!("{name} failed {FAILURES_IN_A_ROW} I/Os in a row")
            }
            _ => return None,
        };
        Some(format!(
            "{gone}; look at its cable, its power and the kernel's log (dmesg), then run the test again"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_vanished_device_lost_at_once() {
        for errno in [libc::ENODEV, libc::ENXIO] {
            let sentence = Health::default().after(Outcome::Failed(errno), "/dev/sdz");
            assert!(sentence.is_some_and(|sentence| sentence.starts_with("/dev/sdz is gone")));
        }
    }

    #[test]
    fn is_a_drive_lost_only_when_nothing_succeeds_any_more() {
        let mut health = Health::default();
        for _ in 0..10 {
            for _ in 1..FAILURES_IN_A_ROW {
                assert_eq!(health.after(Outcome::Failed(libc::EIO), "x"), None);
            }
            assert_eq!(health.after(Outcome::Done, "x"), None);
        }
        let lost =
            (0..FAILURES_IN_A_ROW).find_map(|_| health.after(Outcome::Failed(libc::EIO), "x"));
        assert!(lost.is_some());
    }

    #[test]
    fn is_a_full_disk_or_a_refused_command_no_lost_drive() {
        let mut health = Health::default();
        assert!((0..1000).all(|_| health.after(Outcome::Failed(libc::ENOSPC), "x").is_none()));
    }
}
