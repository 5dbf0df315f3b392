//! A trace of several volumes or files: each has a byte 0 of its own, and on one drive they lie one
//! behind the other.

use fourcorners_block::Bytes;
use fourcorners_trace::{About, Op, Record, Records, TraceError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Each begins at a multiple of this, so that what was aligned stays so.
const ALIGNED_BYTES: u64 = 4096;

/// Where each stream begins.
#[derive(Clone, Debug)]
pub struct Volumes {
    begins: Arc<BTreeMap<u32, u64>>,
    /// The byte after the last.
    pub end: Bytes,
}

impl Volumes {
    /// Of streams that reach so far each, in their order. `None`: no two of them have a byte.
    pub(super) fn of(ends: &BTreeMap<u32, u64>) -> Option<Self> {
        let mut end = 0_u64;
        let mut begins = BTreeMap::new();
        for (stream, length) in ends.iter().filter(|(_, length)| **length > 0) {
            let begin = end.div_ceil(ALIGNED_BYTES).saturating_mul(ALIGNED_BYTES);
            begins.insert(*stream, begin);
            end = begin.saturating_add(*length);
        }
        (begins.len() > 1).then(|| Self {
            begins: Arc::new(begins),
            end: Bytes(end),
        })
    }

    pub fn count(&self) -> u64 {
        self.begins.len() as u64
    }

    /// The same records, each in its stream's place.
    pub fn lay(&self, records: Box<dyn Records>) -> Box<dyn Records> {
        Box::new(Laid {
            records,
            begins: Arc::clone(&self.begins),
        })
    }
}

struct Laid {
    records: Box<dyn Records>,
    begins: Arc<BTreeMap<u32, u64>>,
}

impl Records for Laid {
    fn about(&self) -> &About {
        self.records.about()
    }

    fn streams(&self) -> &[String] {
        self.records.streams()
    }

    fn source(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        let before = into.len();
        self.records.read(most, into)?;
        let has_place = |record: &&mut Record| record.op != Op::Flush;
        for record in into[before..].iter_mut().filter(has_place) {
            let begin = self.begins.get(&record.stream).copied().unwrap_or(0);
            record.offset.0 = record.offset.0.saturating_add(begin);
        }
        Ok(())
    }
}
