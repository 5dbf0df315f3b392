//! Which pages were touched: a bit for each, in chunks that exist once something in them was.

use crate::{Op, Record};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// What reads and writes touched.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Footprint {
    /// Bytes of a page: touched is touched as a whole. 4096, or more if the trace touches so much,
    /// or so scattered, that bits for pages of 4 KiB would not be held.
    pub page_bytes: u64,
    /// All I/Os end at or below this byte.
    pub end_bytes: u64,
    /// Pages that were read or written.
    pub all: Touched,
    /// Pages that were read.
    pub reads: Touched,
    /// Pages that were written.
    pub writes: Touched,
}

/// Pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Touched {
    /// So many.
    pub pages: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Pages of a chunk.
const CHUNK_PAGES: u64 = 32_768;
const WORDS: usize = (CHUNK_PAGES / 64) as usize;
/// Chunks that are held, of 8 KiB each: 64 MiB, enough for 1 TiB of pages of 4 KiB.
const CHUNKS: usize = 8192;

type Bits = [u64; WORDS];

struct Chunk {
    read: Bits,
    written: Bits,
}

/// The bits.
pub(super) struct Pages {
    /// A page has 2^shift bytes.
    shift: u32,
    /// By place and number.
    number: HashMap<(u32, u64), usize>,
    chunks: Vec<Chunk>,
    /// The chunk touched last: often it is touched again.
    last: Option<((u32, u64), usize)>,
    end: u64,
}

impl Default for Pages {
    fn default() -> Self {
        Self {
            shift: 12,
            number: HashMap::new(),
            chunks: Vec::new(),
            last: None,
            end: 0,
        }
    }
}

impl Pages {
    /// An I/O at a place that has addresses of its own; of places there are much fewer than chunks.
    pub fn add(&mut self, place: u32, record: &Record) {
        if record.bytes.0 == 0 {
            return;
        }
        self.end = self.end.max(record.end().0);
        let is_write = record.op == Op::Write;
        let (start, last) = (record.offset.0, record.end().0.saturating_sub(1));
        // One that needs more chunks than are held: not chunk by chunk until there are too many, at
        // each size of a page.
        let chunks =
            |shift: u32| (last >> shift) / CHUNK_PAGES - (start >> shift) / CHUNK_PAGES + 1;
        while chunks(self.shift) > CHUNKS as u64 {
            self.coarsen();
        }
        let mut at = start >> self.shift;
        while at <= last >> self.shift {
            let Some(chunk) = self.chunk((place, at / CHUNK_PAGES)) else {
                self.coarsen();
                at = start >> self.shift;
                continue;
            };
            let first = at % CHUNK_PAGES;
            let until = (last >> self.shift).min(at - first + CHUNK_PAGES - 1);
            let bits = match is_write {
                true => &mut self.chunks[chunk].written,
                false => &mut self.chunks[chunk].read,
            };
            set(bits, first, until % CHUNK_PAGES);
            at = until + 1;
        }
    }

    /// The chunk of that place and number; `None`: it is not there, and no more are held.
    fn chunk(&mut self, number: (u32, u64)) -> Option<usize> {
        if let Some((last, index)) = self.last
            && last == number
        {
            return Some(index);
        }
        let index = match self.number.get(&number) {
            Some(index) => *index,
            None if self.chunks.len() == CHUNKS => return None,
            None => {
                self.chunks.push(Chunk {
                    read: [0; WORDS],
                    written: [0; WORDS],
                });
                self.number.insert(number, self.chunks.len() - 1);
                self.chunks.len() - 1
            }
        };
        self.last = Some((number, index));
        Some(index)
    }

    /// Makes pages twice as large: what lay in two chunks lies in one.
    fn coarsen(&mut self) {
        let finer = std::mem::take(self);
        self.shift = finer.shift + 1;
        self.end = finer.end;
        for ((place, number), index) in finer.number {
            // Half as many chunks at the most are needed, or as many: there is room.
            let Some(into) = self.chunk((place, number / 2)) else {
                continue;
            };
            let half = number % 2 * (CHUNK_PAGES / 2);
            let from = &finer.chunks[index];
            let into = &mut self.chunks[into];
            for (from, into) in [
                (&from.read, &mut into.read),
                (&from.written, &mut into.written),
            ] {
                for (word, bits) in from.iter().enumerate() {
                    let mut bits = *bits;
                    while bits != 0 {
                        let bit = word as u64 * 64 + u64::from(bits.trailing_zeros());
                        set(into, half + bit / 2, half + bit / 2);
                        bits &= bits - 1;
                    }
                }
            }
        }
    }

    pub fn finish(&self) -> Footprint {
        let page_bytes = 1_u64 << self.shift;
        let count = |bits: &dyn Fn(&Chunk, usize) -> u64| {
            let words = self
                .chunks
                .iter()
                .flat_map(|c| (0..WORDS).map(move |word| (c, word)));
            let pages: u64 = words
                .map(|(c, word)| u64::from(bits(c, word).count_ones()))
                .sum();
            Touched {
                pages,
                bytes: pages.saturating_mul(page_bytes),
            }
        };
        Footprint {
            page_bytes,
            end_bytes: self.end,
            all: count(&|chunk, word| chunk.read[word] | chunk.written[word]),
            reads: count(&|chunk, word| chunk.read[word]),
            writes: count(&|chunk, word| chunk.written[word]),
        }
    }
}

/// Sets the bits `first` to `last`.
fn set(bits: &mut Bits, first: u64, last: u64) {
    let (from, to) = ((first / 64) as usize, (last / 64) as usize);
    let low = u64::MAX << (first % 64);
    let high = u64::MAX >> (63 - last % 64);
    if from == to {
        bits[from] |= low & high;
        return;
    }
    bits[from] |= low;
    bits[from + 1..to].fill(u64::MAX);
    bits[to] |= high;
}
