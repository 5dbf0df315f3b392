//! The ways in which transfers reach the kernel, and which of them is used at which queue depth.

use fourcorners_block::QueueDepth;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// io_uring; the drive interrupts when it has finished.
    IoUring,
    /// io_uring that asks the drive again and again (`IORING_SETUP_IOPOLL`).
    Polled,
    /// `io_submit`: for drives that finish an I/O within the call.
    Aio,
    /// `preadv2` and `pwritev2`: one I/O at a time.
    Synchronous,
}

impl Way {
    /// As the identity says it.
    pub fn name(self) -> &'static str {
        match self {
            Self::IoUring => "io_uring",
            Self::Polled => "io_uring, polled",
            Self::Aio => "Linux AIO",
            Self::Synchronous => "synchronous",
        }
    }
}

/// The way at queue depth 1, and the way of deeper queues. [`Way::Synchronous`] is none of the
/// latter unless the drive's deepest queue is 1: the depth asked for is the depth that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// At queue depth 1.
    pub single: Way,
    /// At any other.
    pub deeper: Way,
}

impl Ways {
    /// One for all.
    pub fn only(way: Way) -> Self {
        Self {
            single: way,
            deeper: way,
        }
    }

    /// At a depth.
    pub fn at(self, depth: QueueDepth) -> Way {
        if depth == QueueDepth::ONE {
            self.single
        } else {
            self.deeper
        }
    }

    /// As the identity says it.
    pub fn name(self) -> String {
        let (single, deeper) = (self.single.name(), self.deeper.name());
        if self.single == self.deeper {
            single.into()
        } else {
            format!("{single} at queue depth 1, {deeper} at deeper ones")
        }
    }
}
