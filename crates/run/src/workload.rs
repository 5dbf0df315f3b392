//! Turns work into requests, in batches.

use crate::mix::{Kind, Mix};
use fourcorners_bench::{Direction, IoLayout, Pattern, Work};
use fourcorners_block::{
    Blocks, Bytes, Completion, Data, DataClass, Generator, Lba, Nanos, Op, Request, Seed,
};

/// An endless or finite stream of requests.
pub struct Workload {
    blocks_per_io: u64,
    /// Distance of neighboring I/Os, in blocks.
    step_blocks: u64,
    /// The first place.
    first_block: u64,
    layout: IoLayout,
    pattern: Pattern,
    op: Op,
    /// With [`Direction::Mixed`]: what each of them is.
    mix: Option<Mix>,
    due: Option<Due>,
    generator: Generator,
    /// Requests made so far; also the next tag.
    made: u64,
    /// Requests in all, of passes as far as they have been asked for.
    end: Option<u64>,
}

/// When I/Os at a fixed rate are due.
struct Due {
    start: Nanos,
    rate_iops: u64,
}

impl Due {
    /// The first is due an interval after the start, so that a second has as many as the rate.
    fn at(&self, number: u64) -> Nanos {
        let after_ns = (u128::from(number) + 1) * 1_000_000_000 / u128::from(self.rate_iops);
        Nanos(self.start.0.saturating_add(after_ns as u64))
    }
}

impl Workload {
    /// The stream of a piece of work that begins at an instant of the drive's clock.
    pub fn new(work: &Work, seed: Seed, start: Nanos) -> Self {
        let layout = IoLayout::of(work);
        Self {
            blocks_per_io: Blocks::from_bytes(work.block).0,
            step_blocks: Blocks::from_bytes(Bytes(layout.step_bytes)).0,
            first_block: Blocks::from_bytes(work.start + Bytes(layout.first_bytes)).0,
            pattern: work.pattern,
            op: match work.op {
                Direction::Read | Direction::Idle | Direction::Replay => Op::Read,
                Direction::Write | Direction::Mixed => Op::Write {
                    data: Data {
                        class: work.data,
                        identity: 0,
                    },
                    fua: false,
                },
            },
            mix: (work.op == Direction::Mixed)
                .then(|| Mix::new(work.read_percent, work.trim_percent, seed)),
            due: work.rate_iops.map(|rate_iops| Due {
                start,
                rate_iops: rate_iops.max(1),
            }),
            generator: seed.generator(),
            made: work.first,
            end: layout.end,
            layout,
        }
    }

    /// I/Os in all, if they end by themselves; at most, of passes.
    pub fn total(&self) -> Option<u64> {
        self.layout.total()
    }

    /// One pass more.
    pub fn pass_again(&mut self) {
        if let Some(passes) = &self.layout.passes {
            self.end = self.end.map(|end| end + passes.ios);
        }
    }

    /// Appends up to `count` requests.
    #[inline]
    pub fn fill(&mut self, count: usize, batch: &mut Vec<Request>) {
        let left = self.end.map_or(u64::MAX, |end| end - self.made);
        // Extended and inlined, each is made where it stays, and not copied in pieces.
        batch.extend((0..left.min(count as u64)).map(|_| self.next()));
    }

    #[inline(always)]
    fn next(&mut self) -> Request {
        let tag = self.made;
        let index = match self.pattern {
            Pattern::Random => self.generator.below(self.layout.ios_in_span),
            Pattern::Sequential => self.place_of(tag),
        };
        let in_pass = self.layout.passes.as_ref().map(|passes| passes.ios);
        let is_tail = self.layout.tail_blocks > 0 && index + 1 == in_pass.or(self.end).unwrap_or(0);
        let blocks = if is_tail {
            self.layout.tail_blocks
        } else {
            self.blocks_per_io
        };
        let op = match (self.op, self.kind(tag)) {
            (Op::Write { .. }, Some(Kind::Read)) => Op::Read,
            (Op::Write { .. }, Some(Kind::Trim)) => Op::Discard,
            // Each I/O's content is its own, by its number; some have but one content.
            (Op::Write { data, fua }, _)
                if !matches!(data.class, DataClass::Zero | DataClass::OneBuffer) =>
            {
                Op::Write {
                    data: Data {
                        identity: tag as u32,
                        ..data
                    },
                    fua,
                }
            }
            (other, _) => other,
        };
        self.made += 1;
        Request {
            tag,
            due: self.due.as_ref().map_or(Nanos(0), |due| due.at(tag)),
            lba: Lba(self.first_block + index * self.step_blocks),
            blocks: Blocks(blocks),
            op,
        }
    }

    /// What the I/O of a number is; `None`: the work is not mixed.
    #[inline]
    pub fn kind(&self, number: u64) -> Option<Kind> {
        self.mix.as_ref().map(|mix| mix.kind(number))
    }

    /// Bytes that an I/O moved: TRIM moves none.
    #[inline]
    pub fn moved(&self, io: &Completion) -> u64 {
        match self.mix.as_ref().is_some_and(|mix| mix.is_trim(io.tag)) {
            true => 0,
            false => io.bytes.0,
        }
    }

    /// The place of a sequential request by its number, in I/Os from LBA 0.
    #[inline]
    pub fn place_of(&self, number: u64) -> u64 {
        if let Some(passes) = &self.layout.passes {
            return number % passes.ios;
        }
        match (&self.layout.zones, self.end) {
            (None, Some(_)) => number,
            (None, None) => number % self.layout.ios_in_span,
            (Some(zones), _) => {
                let (zone, offset) = (number / zones.ios_per_zone, number % zones.ios_per_zone);
                zone * self.layout.ios_in_span / zones.count + offset
            }
        }
    }

    /// The request of a number, made again from the start: for the sentence about its failure.
    pub fn request(work: &Work, seed: Seed, number: u64) -> Request {
        let mut again = Self::new(work, seed, Nanos(0));
        again.end = again.layout.total();
        if again.pattern == Pattern::Sequential {
            again.made = number;
        } else {
            for _ in work.first..number {
                again.next();
            }
        }
        again.next()
    }
}
