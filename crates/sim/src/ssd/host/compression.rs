//! Compression in the controller: a unit is stored in as many slots of a group as its content
//! needs. What the host's data lacks in content becomes spare area, and the NAND writes less than
//! the host did (SandForce's "write amplification of 0.5").
//!
//! A unit never lies in two groups: where the rest of the open one is too small, it stays empty.
//! A unit keeps its stored size when it is moved. Content that was seen a moment ago is stored as
//! a reference of one slot; that it outlives what it refers to is assumed.

use crate::spec::{CompressionSpec, SsdSpec};
use crate::ssd::id::Lpn;
use fourcorners_block::{BLOCK_BYTES, Data, DataClass, Op, Request};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// How the drive stores what it is given. Without compression: a unit in one slot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compression {
    spec: Option<CompressionSpec>,
    unit_bytes: u64,
    /// Contents stored last, the latest at the end.
    seen: VecDeque<Content>,
}

/// What two units have in common that hold equal bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    class: DataClass,
    identity: u32,
    /// Which unit of its I/O, where that makes a difference.
    index: u32,
}

/// Content of a request's unit that may be met again; `None`: it is met only once.
fn content(data: Data, index: u32) -> Option<Content> {
    let (identity, index) = match data.class {
        DataClass::FullRandom => return None,
        DataClass::Zero => (0, 0),
        DataClass::Repeating => (data.identity, 0),
        DataClass::OneBuffer | DataClass::Ratio(_) => (data.identity, index),
    };
    Some(Content {
        class: data.class,
        identity,
        index,
    })
}

/// Thousandths of their size to which a good compressor brings such bytes.
fn per_mille(class: DataClass) -> u64 {
    match class {
        DataClass::Zero | DataClass::Repeating => 0,
        DataClass::OneBuffer | DataClass::FullRandom => 1000,
        DataClass::Ratio(per_mille) => u64::from(per_mille.min(1000)),
    }
}

/// A unit as it will be stored.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Stored {
    /// Slots it takes.
    pub slots: u32,
    content: Option<Content>,
}

impl Stored {
    /// A unit of a drive that does not compress.
    pub const PLAIN: Self = Self {
        slots: 1,
        content: None,
    };
}

impl Compression {
    /// As the spec says; nothing has been seen.
    pub fn new(spec: &SsdSpec) -> Self {
        Self {
            spec: spec.compression,
            unit_bytes: u64::from(spec.layout.unit_bytes),
            seen: VecDeque::new(),
        }
    }
    /// Whether units differ in their stored size.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.spec.is_some()
    }
    /// How a request's unit is stored. Part of a unit is taken to be like the rest of it.
    #[inline]
    pub fn stored(&self, request: &Request, lpn: Lpn) -> Stored {
        match &self.spec {
            None => Stored::PLAIN,
            Some(spec) => self.compressed(spec, request, lpn),
        }
    }
    fn compressed(&self, spec: &CompressionSpec, request: &Request, lpn: Lpn) -> Stored {
        let data = match request.op {
            Op::Write { data, .. } => data,
            _ => Data::ZERO,
        };
        let first = request.lba.0 * BLOCK_BYTES / self.unit_bytes;
        let content = content(data, lpn.0 - first as u32);
        let repeats = content.is_some_and(|content| self.seen.contains(&content));
        let per_mille = if repeats {
            0
        } else {
            per_mille(data.class).max(u64::from(spec.min_stored_per_mille))
        };
        let bytes = self.unit_bytes * per_mille / 1000;
        Stored {
            // At most a unit's slots.
            slots: bytes.div_ceil(u64::from(spec.slot_bytes)).max(1) as u32,
            content,
        }
    }
    /// A unit has been stored.
    pub fn saw(&mut self, stored: Stored) {
        let window = self.spec.map_or(0, |spec| spec.deduplication_units) as usize;
        if let Some(content) = stored.content
            && window > 0
        {
            if self.seen.len() >= window {
                self.seen.pop_front();
            }
            self.seen.push_back(content);
        }
    }
    /// Host processor time for a unit, whatever it holds, and flash processor time for its slots.
    pub fn costs(&self, stored: Stored) -> (u64, u64) {
        self.spec.map_or((0, 0), |spec| {
            (spec.unit_ns, u64::from(stored.slots) * spec.slot_ns)
        })
    }
}
