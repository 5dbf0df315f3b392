//! Number and position of the I/Os of a piece of work, as far as they follow from the work
//! alone.

use crate::definition::{Direction, Pattern, Until};
use crate::work::{Work, ZONE_BYTES};
use fourcorners_block::BLOCK_BYTES;

/// The I/Os of a piece of work.
pub struct IoLayout {
    /// The first place, in bytes from the start of the work.
    pub first_bytes: u64,
    /// Distance of neighboring I/Os.
    pub step_bytes: u64,
    /// Places in the span, at least 1; of a sequential stream, whole I/Os.
    pub ios_in_span: u64,
    /// Blocks of the shorter I/O with which a pass ends; 0 if none is left over.
    pub tail_blocks: u64,
    /// I/Os in all, of passes in one; `None`: it ends otherwise.
    pub end: Option<u64>,
    /// With [`Until::Recovered`].
    pub passes: Option<Passes>,
    pub zones: Option<Zones>,
}

/// Passes, one after the other.
pub struct Passes {
    pub ios: u64,
    pub most: u64,
}

/// Evenly spread samples of a pass.
pub struct Zones {
    pub count: u64,
    pub ios_per_zone: u64,
}

impl IoLayout {
    pub fn of(work: &Work) -> Self {
        let first = match work.pattern {
            Pattern::Sequential if work.align < work.block => work.align.0,
            _ => 0,
        };
        let step = match work.pattern {
            Pattern::Sequential => work.block.0,
            Pattern::Random => work.align.0,
        };
        let length = work.span.0.saturating_sub(first);
        // With one place every whole I/O, this is the number of I/Os.
        let ios_in_span = (length + step).saturating_sub(work.block.0) / step;
        let zones = work
            .zones
            .filter(|_| work.until == Until::Pass)
            .and_then(|count| {
                let zones = Zones {
                    count: u64::from(count.max(1)),
                    ios_per_zone: (ZONE_BYTES / work.block.0).max(1),
                };
                // Zones that would touch are the whole pass.
                (zones.count * zones.ios_per_zone < ios_in_span).then_some(zones)
            });
        let tail_blocks = match (work.until, &zones) {
            (Until::Pass | Until::Recovered, None) => length % work.block.0 / BLOCK_BYTES,
            _ => 0,
        };
        let end = match (work.until, &zones) {
            (Until::Duration, _) if work.op == Direction::Idle => Some(0),
            (Until::Duration | Until::SteadyState, _) => None,
            (_, Some(zones)) => Some(zones.count * zones.ios_per_zone),
            (Until::Pass | Until::Recovered, None) => {
                Some(ios_in_span + u64::from(tail_blocks > 0))
            }
            (Until::SpanBytes, None) => Some(work.span.0 / work.block.0),
        };
        Self {
            first_bytes: first,
            step_bytes: step,
            ios_in_span: ios_in_span.max(1),
            tail_blocks,
            passes: end.zip(work.recovery.as_ref()).map(|(ios, goal)| Passes {
                ios,
                most: u64::from(goal.passes_max),
            }),
            end,
            zones,
        }
    }

    /// I/Os in all, if they end by themselves; at most, of passes.
    pub fn total(&self) -> Option<u64> {
        match &self.passes {
            Some(passes) => Some(passes.ios * passes.most),
            None => self.end,
        }
    }
}
