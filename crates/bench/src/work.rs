//! One kind of I/O until its end: what a phase or a preparation does to this drive.

use crate::definition::{Direction, Pattern, Until};
use fourcorners_block::{Bytes, DataClass, QueueDepth};

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
    /// When it is over.
    pub until: Until,
    /// With [`Until::Duration`], in seconds.
    pub duration_s: u64,
    /// Only so many zones of [`ZONE_BYTES`], evenly spread.
    pub zones: Option<u32>,
}

impl Work {
    /// Bytes and seconds, about.
    pub fn estimate(&self) -> (f64, f64) {
        let rate = ASSUMED_MB_PER_S * 1e6;
        match (self.until, self.zones) {
            (Until::Duration, _) => (self.duration_s as f64 * rate, self.duration_s as f64),
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
