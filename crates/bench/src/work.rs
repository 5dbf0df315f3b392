//! One kind of I/O until its end: what a phase or a preparation does to this drive.

use crate::definition::{Direction, Pattern, Until};
use fourcorners_block::{BLOCK_BYTES, Bytes, DataClass, QueueDepth};

/// The drive's own clock runs at this speed in an estimate where nothing better is known.
const ASSUMED_MB_PER_S: f64 = 300.0;

/// Sampled zone of a whole-drive pass on a real drive: 8 MiB.
pub const ZONE_BYTES: u64 = 8 << 20;

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Read or write.
    pub op: Direction,
    /// Order of addresses.
    pub pattern: Pattern,
    /// Size of one I/O.
    pub block: Bytes,
    /// Queue depth.
    pub queue_depth: QueueDepth,
    /// From LBA 0 on. A pass covers it to the last LBA, with a shorter last I/O if need be; for
    /// anything else it is a multiple of `block`.
    pub span: Bytes,
    /// What is written.
    pub data: DataClass,
    /// Addresses are multiples of this; a divisor of `block`. A sequential pass that is aligned to less
    /// than its I/Os begins there, not at LBA 0.
    pub align: Bytes,
    /// When it is over.
    pub until: Until,
    /// With [`Until::Duration`], in seconds; with [`Until::SteadyState`], at most.
    pub duration_s: u64,
    /// With [`Until::SteadyState`], in seconds.
    pub round_s: u64,
    /// Only so many zones of [`ZONE_BYTES`], evenly spread.
    pub zones: Option<u32>,
}

impl Work {
    /// The host does nothing for so many seconds.
    pub fn idle(duration_s: u64) -> Self {
        Self {
            op: Direction::Idle,
            pattern: Pattern::Sequential,
            block: Bytes(BLOCK_BYTES),
            queue_depth: QueueDepth::ONE,
            span: Bytes(0),
            data: DataClass::Zero,
            align: Bytes(BLOCK_BYTES),
            until: Until::Duration,
            duration_s,
            round_s: 0,
            zones: None,
        }
    }

    /// Whether it ends at an instant, not with its last I/O.
    pub fn is_timed(&self) -> bool {
        matches!(self.until, Until::Duration | Until::SteadyState)
    }

    /// Bytes and seconds, about; of work until a steady state, at most.
    pub fn estimate(&self) -> (f64, f64) {
        let rate = ASSUMED_MB_PER_S * 1e6;
        match (self.until, self.zones) {
            (Until::Duration, _) if self.op == Direction::Idle => (0.0, self.duration_s as f64),
            (Until::Duration | Until::SteadyState, _) => {
                (self.duration_s as f64 * rate, self.duration_s as f64)
            }
            (_, Some(zones)) => {
                let bytes = (u64::from(zones) * ZONE_BYTES).min(self.span.0) as f64;
                (bytes, bytes / rate)
            }
            (Until::Pass | Until::SpanBytes, None) => {
                (self.span.0 as f64, self.span.0 as f64 / rate)
            }
        }
    }
}
