//! Speed by position: the span in 256 equal zones, each with the time that it took.

use crate::plan::PhaseKey;
use crate::record::Position;
use fourcorners_block::Completion;

/// Points of a curve by position.
const ZONES: u64 = 256;

/// The zone that a sequential pass is in.
#[derive(Default)]
pub struct Zones {
    current: Option<Zone>,
}

struct Zone {
    number: u64,
    offset: u64,
    bytes: u64,
    began: u64,
}

impl Zones {
    /// Adds an I/O at a byte offset; hands out the zone that ended with it.
    pub fn take(
        &mut self,
        key: &PhaseKey,
        span: u64,
        offset: u64,
        completion: &Completion,
    ) -> Option<Position> {
        let number = (u128::from(offset) * u128::from(ZONES) / u128::from(span.max(1))) as u64;
        let mut ended = None;
        if self
            .current
            .as_ref()
            .is_none_or(|zone| zone.number != number)
        {
            // At QD1 an I/O is admitted when the one before it finishes: no time is lost.
            let began = completion.admitted.0;
            ended = self.end(key, began);
            self.current = Some(Zone {
                number,
                offset,
                bytes: 0,
                began,
            });
        }
        if let Some(zone) = &mut self.current {
            zone.bytes += completion.bytes.0;
        }
        ended
    }

    /// Ends the zone at an instant of the drive's clock.
    pub fn end(&mut self, key: &PhaseKey, ended: u64) -> Option<Position> {
        self.current.take().map(|zone| Position {
            test: key.test.clone(),
            variant: key.variant.clone(),
            phase: key.phase.clone(),
            offset_bytes: zone.offset,
            bytes: zone.bytes,
            duration_ns: ended.saturating_sub(zone.began),
        })
    }
}
