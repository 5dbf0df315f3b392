//! Turns work into requests, in batches.

use crate::definition::{Direction, Pattern, Until};
use crate::plan::{Work, ZONE_BYTES};
use fourcorners_block::{Blocks, Data, Generator, Lba, Nanos, Op, Request, Seed};

/// An endless or finite stream of requests.
pub struct Workload {
    blocks_per_io: u64,
    ios_in_span: u64,
    pattern: Pattern,
    op: Op,
    generator: Generator,
    /// Requests made so far; also the next tag.
    made: u64,
    /// Requests in all.
    end: Option<u64>,
    zones: Option<Zones>,
}

/// Evenly spread samples of a pass.
struct Zones {
    count: u64,
    ios_per_zone: u64,
}

impl Workload {
    /// The stream of a piece of work.
    pub fn new(work: &Work, seed: Seed) -> Self {
        let ios_in_span = (work.span.0 / work.block.0).max(1);
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
        let end = match work.until {
            Until::Duration => None,
            Until::Pass | Until::SpanBytes => Some(
                zones
                    .as_ref()
                    .map_or(ios_in_span, |zones| zones.count * zones.ios_per_zone),
            ),
        };
        Self {
            blocks_per_io: Blocks::from_bytes(work.block).0,
            ios_in_span,
            pattern: work.pattern,
            op: match work.op {
                Direction::Read => Op::Read,
                Direction::Write => Op::Write {
                    data: Data {
                        class: work.data,
                        identity: 0,
                    },
                    fua: false,
                },
            },
            generator: seed.generator(),
            made: 0,
            end,
            zones,
        }
    }

    /// Requests in all, if they end by themselves.
    pub fn total(&self) -> Option<u64> {
        self.end
    }

    /// Appends up to `count` requests.
    pub fn fill(&mut self, count: usize, batch: &mut Vec<Request>) {
        let left = self.end.map_or(u64::MAX, |end| end - self.made);
        for _ in 0..left.min(count as u64) {
            let index = self.place();
            let op = match self.op {
                Op::Write { data, fua } => {
                    // Each I/O's content is its own, by its number.
                    Op::Write {
                        data: Data {
                            identity: self.made as u32,
                            ..data
                        },
                        fua,
                    }
                }
                other => other,
            };
            let lba = Lba(index * self.blocks_per_io);
            batch.push(Request {
                tag: self.made,
                due: Nanos(0),
                lba,
                blocks: Blocks(self.blocks_per_io),
                op,
            });
            self.made += 1;
        }
    }

    /// The I/O-sized place of the next request.
    fn place(&mut self) -> u64 {
        match (self.pattern, &self.zones) {
            (Pattern::Random, _) => self.generator.below(self.ios_in_span),
            (Pattern::Sequential, None) => self.made % self.ios_in_span,
            (Pattern::Sequential, Some(zones)) => zone_place(zones, self.made, self.ios_in_span),
        }
    }

    /// The place of a sequential request by its number, for speed by position.
    pub fn place_of(&self, number: u64) -> u64 {
        match &self.zones {
            None => number % self.ios_in_span,
            Some(zones) => zone_place(zones, number, self.ios_in_span),
        }
    }
}

fn zone_place(zones: &Zones, number: u64, ios_in_span: u64) -> u64 {
    let (zone, offset) = (number / zones.ios_per_zone, number % zones.ios_per_zone);
    zone * ios_in_span / zones.count + offset
}
