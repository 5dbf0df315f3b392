//! The wall clock as the drive's: when it is now for the drive, and when an instant of the drive
//! comes here.

use fourcorners_block::Nanos;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

/// Couples the drive's clock to the wall clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// One and the same instant on both.
    here: Instant,
    drive: Nanos,
    dilation: NonZeroU32,
}

impl Clock {
    /// A drive at `drive` is served from now on, `dilation` times slower than it is.
    pub fn starting(drive: Nanos, dilation: NonZeroU32) -> Self {
        Self {
            here: Instant::now(),
            drive,
            dilation,
        }
    }

    /// The drive's time at an instant.
    pub fn at(&self, here: Instant) -> Nanos {
        let passed = here.saturating_duration_since(self.here).as_nanos();
        let passed = passed / u128::from(self.dilation.get());
        Nanos(self.drive.0.saturating_add(passed as u64))
    }

    /// When the drive's time has come here; `None`: never.
    pub fn instant(&self, drive: Nanos) -> Option<Instant> {
        let passed = drive.saturating_sub(self.drive).0;
        let passed = passed.checked_mul(self.dilation.get().into())?;
        self.here.checked_add(Duration::from_nanos(passed))
    }

    /// How many times slower than the drive it goes.
    pub fn dilation(&self) -> NonZeroU32 {
        self.dilation
    }
}
