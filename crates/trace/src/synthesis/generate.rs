//! The records of a definition, one after the other.

use super::bursts::Bursts;
use super::definition::{Definition, Direction, is_whole_pages};
use super::pace::{Recorder, Thinking};
use super::places::{Places, Streams};
use super::synthetic::Synthetic;
use super::urn::Urn;
use crate::{About, Op, Predecessor, Record, Records, TraceError};
use fourcorners_block::{Bytes, DataClass, Generator, Nanos, Seed};
use std::num::NonZeroU32;

/// The trace of a definition: the same one for a seed, whatever the machine. It holds no more
/// than the counts of what is still to come.
#[derive(Clone, Debug)]
pub struct Synthesis {
    about: About,
    streams: Vec<String>,
    places: Places,
    hot: Vec<u64>,
    reads: Source,
    writes: Source,
    data: Vec<(DataClass, u64)>,
    recorder: Recorder,
    bursts: Bursts,
    thinking: Thinking,
    randoms: Randoms,
    burst: Burst,
    records: u64,
    done: u64,
}

/// A generator a subject, so that a change of one leaves the others' draws alone.
#[derive(Clone, Debug)]
struct Randoms {
    bursts: Generator,
    thinking: Generator,
    data: Generator,
}

/// I/Os that are issued together.
#[derive(Clone, Debug, Default)]
struct Burst {
    is_write: bool,
    left: u64,
    issued: u64,
    /// Records of it that have been made; the one before its first is what all of it waited for.
    made: u32,
    think: Option<u64>,
    /// Its bytes so far on the link, and its I/Os' times summed, in ns.
    link: u64,
    times: u64,
}

impl Synthesis {
    /// A trace from its beginning.
    pub fn new(definition: &Definition, seed: Seed) -> Self {
        let seed = seed.child("trace").child(&definition.name);
        let mut thinking = seed.child("thinking").generator();
        let records = definition.records();
        Self {
            about: About {
                form: "synthetic".into(),
                title: definition.title.clone(),
                records: Some(records),
                ..About::default()
            },
            streams: vec![definition.name.clone()],
            hot: definition.places.hot(&mut seed.child("hot").generator()),
            places: definition.places.clone(),
            reads: Source::new(&definition.reads, seed.child("reads")),
            writes: Source::new(&definition.writes, seed.child("writes")),
            data: definition.data.clone(),
            recorder: definition.recorder.clone(),
            bursts: Bursts::new(&definition.depths, records),
            thinking: Thinking::new(&definition.pace, &mut thinking),
            randoms: Randoms {
                bursts: seed.child("bursts").generator(),
                thinking,
                data: seed.child("data").generator(),
            },
            burst: Burst::default(),
            records,
            done: 0,
        }
    }

    /// Ends the burst, and begins another of one kind: somebody reads something, or writes it.
    fn next_burst(&mut self) {
        let before = &self.burst;
        let (mut issued, mut think) = (0, None);
        if before.made > 0 {
            let busy = self.recorder.io.0 + before.link;
            self.bursts.was(before.times, busy);
            let end = before.issued + busy;
            let random = &mut self.randoms.thinking;
            let pause = self.thinking.next(end, self.done, self.records, random);
            issued = end + pause;
            think = Some(pause);
        }
        let random = &mut self.randoms.bursts;
        let (reads, writes) = (
            self.reads.sizes_left.total(),
            self.writes.sizes_left.total(),
        );
        let is_write = random.below(reads + writes) >= reads;
        let most = if is_write { writes } else { reads };
        self.burst = Burst {
            is_write,
            left: self.bursts.next(most, random),
            issued,
            think,
            ..Burst::default()
        };
    }

    fn next_record(&mut self) -> Option<Record> {
        if self.done == self.records {
            return None;
        }
        if self.burst.left == 0 {
            self.next_burst();
        }
        let burst = &mut self.burst;
        let (op, source) = match burst.is_write {
            true => (Op::Write, &mut self.writes),
            false => (Op::Read, &mut self.reads),
        };
        let (offset, bytes) = source.next(&self.places, &self.hot)?;
        burst.link += self.recorder.transfer_ns(bytes);
        let took = self.recorder.io.0 + burst.link;
        burst.times += took;
        burst.left -= 1;
        burst.made += 1;
        self.done += 1;
        let after = |think| {
            let back = NonZeroU32::new(burst.made)?;
            let think = Nanos(think);
            Some(Predecessor { back, think })
        };
        Some(Record {
            issued: Nanos(burst.issued),
            took: Some(Nanos(took)),
            op,
            offset: Bytes(offset),
            bytes: Bytes(bytes),
            stream: 0,
            after: burst.think.and_then(after),
            data: burst
                .is_write
                .then(|| class(&self.data, &mut self.randoms.data)),
            rest: None,
        })
    }
}

/// One of the classes, by its share.
fn class(classes: &[(DataClass, u64)], random: &mut Generator) -> DataClass {
    let mut at = random.below(100_000);
    for (class, share) in classes {
        if at < *share {
            return *class;
        }
        at -= share;
    }
    DataClass::FullRandom
}

/// Sizes and places of the reads, or of the writes.
#[derive(Clone, Debug)]
struct Source {
    sizes: Vec<u64>,
    sizes_left: Urn,
    /// Of those of whole pages: still to come, and how many of them continue a stream.
    whole_left: u64,
    sequential_left: u64,
    streams: Streams,
    made: u64,
    random: Generator,
}

impl Source {
    fn new(direction: &Direction, seed: Seed) -> Self {
        let (sizes, counts) = direction.sizes.iter().copied().unzip();
        Self {
            sizes,
            sizes_left: Urn::new(counts),
            whole_left: direction.whole_pages(),
            sequential_left: direction.sequential,
            streams: Streams::new(direction.streams, direction.run_ios),
            made: 0,
            random: seed.generator(),
        }
    }

    /// First byte and bytes.
    fn next(&mut self, places: &Places, hot: &[u64]) -> Option<(u64, u64)> {
        let bytes = self.sizes[self.sizes_left.draw(&mut self.random)?];
        self.made += 1;
        if is_whole_pages(bytes) {
            let goes_on = self.random.below(self.whole_left) < self.sequential_left;
            self.whole_left -= 1;
            let random = &mut self.random;
            if goes_on
                && let Some(offset) = self
                    .streams
                    .go_on(self.made, bytes, places.footprint, random)
            {
                self.sequential_left -= 1;
                return Some((offset, bytes));
            }
        }
        let offset = places.anywhere(hot, bytes, &mut self.random);
        if is_whole_pages(bytes) {
            self.streams
                .begin(self.made, offset + bytes, &mut self.random);
        }
        Some((offset, bytes))
    }
}

impl Records for Synthesis {
    fn about(&self) -> &About {
        &self.about
    }

    fn streams(&self) -> &[String] {
        &self.streams
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        into.extend((0..most).map_while(|_| self.next_record()));
        Ok(())
    }
}
