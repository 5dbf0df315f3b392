//! What a call that cannot be given up is at, for another thread to say so; and that the user wants
//! no further one.

use fourcorners_block::Nanos;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Shared between the thread that calls and one that watches it. Only calls that block are
/// seen: zeroing, TRIM that is not queued, and everything of the synchronous engine.
pub struct Pulse {
    origin: Instant,
    /// Nanoseconds from `origin` at which the present call began; 0: there is none.
    began: AtomicU64,
    offset_bytes: AtomicU64,
    frees_blocks: AtomicBool,
    stopped: AtomicBool,
}

impl Default for Pulse {
    fn default() -> Self {
        Self {
            origin: Instant::now(),
            began: AtomicU64::new(0),
            offset_bytes: AtomicU64::new(0),
            frees_blocks: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
        }
    }
}

impl Pulse {
    /// A call at this offset of the drive begins.
    pub(crate) fn begin(&self, offset_bytes: u64) {
        self.begin_as(offset_bytes, false);
    }

    /// A call begins in which a file system frees blocks of a file.
    pub(crate) fn begin_to_free(&self, offset_bytes: u64) {
        self.begin_as(offset_bytes, true);
    }

    fn begin_as(&self, offset_bytes: u64, frees_blocks: bool) {
        self.frees_blocks.store(frees_blocks, Ordering::Relaxed);
        self.offset_bytes.store(offset_bytes, Ordering::Relaxed);
        self.began.store(self.now(), Ordering::Release);
    }

    /// It came back.
    pub(crate) fn end(&self) {
        self.began.store(0, Ordering::Release);
    }

    /// Whether the present call frees blocks of a file: a matter of the file system.
    pub fn frees_blocks(&self) -> bool {
        self.frees_blocks.load(Ordering::Relaxed)
    }

    /// The user wants the end: an erase that takes several calls ends after the present one.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// At least 1; 2^64 ns are 584 years.
    fn now(&self) -> u64 {
        self.origin.elapsed().as_nanos().max(1) as u64
    }

    /// How long the present call has been under way, and the byte of the drive at which it
    /// began; nothing while there is none.
    pub fn under_way(&self) -> Option<(Duration, u64)> {
        match self.began.load(Ordering::Acquire) {
            0 => None,
            began => {
                let since = Nanos(self.now()).saturating_sub(Nanos(began));
                let offset = self.offset_bytes.load(Ordering::Relaxed);
                Some((Duration::from_nanos(since.0), offset))
            }
        }
    }
}
