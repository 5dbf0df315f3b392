//! The I/Os of a job that no single kind of work is: reads and writes mixed, sizes by shares, a
//! part of the drive, a rate, or pauses. They are made as they are needed, as a trace is that is
//! replayed.

use crate::spread::Spread;
use fourcorners_bench::{Extent, Pattern, Trace};
use fourcorners_block::{Bytes, DataClass, Generator, Nanos, Seed};
use fourcorners_trace::{About, Op, Predecessor, Record, Records, TraceError};
use std::num::NonZeroU32;

/// Sizes in bytes, each with its share in per cent; they make 100.
pub(crate) type Sizes = Vec<(u64, u64)>;

/// When I/Os are issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timing {
    /// As soon as there is a slot.
    AtOnce,
    /// So many a second.
    Rate(u64),
    /// One after the other; after so many of them nothing is issued for a time.
    Pauses { after: u64, pause: Nanos },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mix {
    pub pattern: Pattern,
    /// Which random places come how often.
    pub spread: Spread,
    /// Of 100 I/Os, those that read.
    pub read_percent: u64,
    pub read_sizes: Sizes,
    pub write_sizes: Sizes,
    /// Where its part of the drive begins, and how long it is.
    pub offset: u64,
    pub length: u64,
    /// Random places are multiples of this, from `offset` on.
    pub align: u64,
    /// What is written.
    pub data: DataClass,
    pub timing: Timing,
    /// It is over when so many bytes have been moved; it goes on as long as it is read if
    /// `is_endless`.
    pub bytes: u64,
    pub is_endless: bool,
    /// It is over after so many I/Os in any case.
    pub ios: Option<u64>,
}

impl Mix {
    /// As a trace of that name.
    pub fn trace(self, name: &str) -> Trace {
        let extent = self.extent();
        Trace::new(name, "", extent, move |seed| {
            Ok(Box::new(Mixing::new(self.clone(), seed)))
        })
    }

    /// Of what can be known without making it, the mean.
    fn extent(&self) -> Extent {
        let mean = |sizes: &Sizes| {
            sizes
                .iter()
                .map(|(bytes, share)| bytes * share)
                .sum::<u64>()
        };
        // In hundredths of a byte, and then of a hundredth of an I/O.
        let read = mean(&self.read_sizes) * self.read_percent;
        let written = mean(&self.write_sizes) * (100 - self.read_percent);
        let an_io = u128::from((read + written).max(1));
        let ios = (u128::from(self.bytes) * 10_000).div_ceil(an_io) as u64;
        let ios = match self.ios {
            Some(most) if self.is_endless => most,
            Some(most) => ios.min(most),
            None => ios,
        };
        let of = |part: u64| Bytes((u128::from(ios) * u128::from(part) / 10_000) as u64);
        let duration_ns = match self.timing {
            Timing::AtOnce => 0,
            Timing::Rate(a_second) => ios.saturating_mul(1_000_000_000) / a_second,
            Timing::Pauses { after, pause } => (ios / after).saturating_mul(pause.0),
        };
        Extent {
            records: ios,
            read_bytes: of(read),
            written_bytes: of(written),
            end: Bytes(self.offset + self.length),
            volumes: 0,
            has_dependencies: matches!(self.timing, Timing::Pauses { .. }),
            duration: Nanos(duration_ns),
            data: (self.read_percent < 100).then_some(self.data),
        }
    }
}

/// Its I/Os, one after the other: the same ones for a seed.
struct Mixing {
    mix: Mix,
    about: About,
    streams: [String; 1],
    random: Generator,
    /// Made so far.
    ios: u64,
    bytes: u64,
    /// Where sequential reads and writes go on, from the part's beginning.
    next: [u64; 2],
}

impl Mixing {
    fn new(mix: Mix, seed: Seed) -> Self {
        Self {
            mix,
            about: About {
                form: "synthetic".into(),
                ..About::default()
            },
            streams: ["fio".into()],
            random: seed.generator(),
            ios: 0,
            bytes: 0,
            next: [0; 2],
        }
    }

    fn is_over(&self) -> bool {
        let has_moved_all = !self.mix.is_endless && self.bytes >= self.mix.bytes;
        has_moved_all || self.mix.ios.is_some_and(|ios| self.ios >= ios)
    }

    fn next(&mut self) -> Record {
        let (mix, random) = (&self.mix, &mut self.random);
        let reads = match mix.read_percent {
            0 => false,
            100 => true,
            percent => random.below(100) < percent,
        };
        let (sizes, next) = match reads {
            true => (&mix.read_sizes, &mut self.next[0]),
            false => (&mix.write_sizes, &mut self.next[1]),
        };
        let bytes = match sizes.as_slice() {
            [(bytes, _)] => *bytes,
            sizes => {
                let mut drawn = random.below(100);
                let chosen = sizes.iter().find(|(_, share)| {
                    let is_it = drawn < *share;
                    drawn = drawn.saturating_sub(*share);
                    is_it
                });
                chosen.map_or(mix.align, |(bytes, _)| *bytes)
            }
        };
        let place = match mix.pattern {
            Pattern::Random => {
                let places = (mix.length - bytes) / mix.align + 1;
                mix.spread.draw(places, random) * mix.align
            }
            Pattern::Sequential => {
                let place = if *next + bytes > mix.length { 0 } else { *next };
                *next = place + bytes;
                place
            }
        };
        let (issued, after) = match mix.timing {
            Timing::AtOnce => (Nanos(0), None),
            Timing::Rate(a_second) => {
                let ns = u128::from(self.ios) * 1_000_000_000 / u128::from(a_second);
                (Nanos(ns as u64), None)
            }
            Timing::Pauses { after, pause } => {
                let is_paused = self.ios.is_multiple_of(after);
                let think = if is_paused { pause } else { Nanos(0) };
                let before = NonZeroU32::new(u32::from(self.ios > 0));
                let issued = Nanos((self.ios / after).saturating_mul(pause.0));
                (issued, before.map(|back| Predecessor { back, think }))
            }
        };
        self.ios += 1;
        self.bytes += bytes;
        Record {
            issued,
            took: None,
            op: if reads { Op::Read } else { Op::Write },
            offset: Bytes(mix.offset + place),
            bytes: Bytes(bytes),
            stream: 0,
            after,
            data: (!reads).then_some(mix.data),
            rest: None,
        }
    }
}

impl Records for Mixing {
    fn about(&self) -> &About {
        &self.about
    }

    fn streams(&self) -> &[String] {
        &self.streams
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        for _ in 0..most {
            if self.is_over() {
                break;
            }
            let record = self.next();
            into.push(record);
        }
        Ok(())
    }
}
