//! Speed by position: the span in 256 equal zones, each with the time that it took.

use fourcorners_bench::PhaseKey;
use fourcorners_bench::record::Position;
use fourcorners_block::Completion;
use std::ops::Range;

/// Points of a curve by position.
const ZONES: u64 = 256;

/// The offsets of the zone in which one lies.
fn zone_around(offset: u64, span: u64) -> Range<u64> {
    let (zones, span) = (u128::from(ZONES), u128::from(span));
    let number = u128::from(offset) * zones / span;
    let begins = |number: u128| u64::try_from((number * span).div_ceil(zones)).unwrap_or(u64::MAX);
    begins(number)..begins(number + 1)
}

/// The zone that a sequential pass is in.
#[derive(Default)]
pub struct Zones {
    current: Option<Zone>,
}

struct Zone {
    /// The offsets that lie in it.
    span: Range<u64>,
    /// The first that was read or written.
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
        let mut ended = None;
        let current = self.current.as_ref();
        if current.is_none_or(|zone| !zone.span.contains(&offset)) {
            // At QD1 an I/O is admitted when the one before it finishes: no time is lost.
            let began = completion.admitted.0;
            ended = self.end(key, began);
            self.current = Some(Zone {
                span: zone_around(offset, span.max(1)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn zones_are_equal_shares_of_the_span(
            // Of a smaller one, some zones hold no byte.
            span in prop_oneof![ZONES..100_000, ZONES..1 << 50],
            at in 0.0..1.0,
            near in 0..9,
        ) {
            let number = |offset: u64| u128::from(offset) * u128::from(ZONES) / u128::from(span);
            let offset = (at * span as f64) as u64 + near as u64;
            let zone = zone_around(offset, span);
            prop_assert!(zone.contains(&offset));
            prop_assert_eq!(number(zone.start), number(offset));
            prop_assert_eq!(number(zone.end - 1), number(offset));
            prop_assert_eq!(number(zone.end), number(offset) + 1);
            prop_assert!(zone.start == 0 || number(zone.start - 1) < number(offset));
        }
    }
}
