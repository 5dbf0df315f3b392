//! What a compressing controller could make of a write, from its bytes.
//!
//! The rule: all bytes zero; else one byte value throughout; else as far as zstd at its fastest
//! brings it, in thousandths. A write that stays above 97 % of its size does not compress. Equal
//! bytes have equal identities (their CRC-32), so that a controller that deduplicates finds them.

use fourcorners_block::{Data, DataClass};
use zstd::bulk::Compressor;

/// zstd's negative levels are as simple as what a controller does while data passes through.
const LEVEL: i32 = -3;
const INCOMPRESSIBLE_PER_MILLE: usize = 970;

/// The value of all bytes, if it is one. Comparing a slice to itself, shifted by one, takes a
/// hundredth of the time of a loop over bytes.
pub fn only_byte(bytes: &[u8]) -> Option<u8> {
    let (first, others) = bytes.split_first()?;
    (others == &bytes[..others.len()]).then_some(*first)
}

/// Classifies the data of writes.
pub struct Classifier {
    compressor: Compressor<'static>,
    compressed: Vec<u8>,
}

impl Classifier {
    /// # Errors
    /// There is no memory for it.
    pub fn new() -> std::io::Result<Self> {
        Ok(Self {
            compressor: Compressor::new(LEVEL)?,
            compressed: Vec::new(),
        })
    }

    /// What a write of these bytes carries.
    pub fn data(&mut self, bytes: &[u8]) -> Data {
        match only_byte(bytes) {
            Some(0) => return Data::ZERO,
            Some(byte) => {
                return Data {
                    class: DataClass::Repeating,
                    identity: u32::from(byte),
                };
            }
            None if bytes.is_empty() => return Data::ZERO,
            None => {}
        }
        let per_mille = self.per_mille(bytes);
        let class = match u16::try_from(per_mille) {
            Ok(per_mille) if usize::from(per_mille) < INCOMPRESSIBLE_PER_MILLE => {
                DataClass::Ratio(per_mille)
            }
            _ => DataClass::OneBuffer,
        };
        Data {
            class,
            identity: crc32fast::hash(bytes),
        }
    }

    fn per_mille(&mut self, bytes: &[u8]) -> usize {
        self.compressed.clear();
        self.compressed
            .reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        let compressed = self
            .compressor
            .compress_to_buffer(bytes, &mut self.compressed);
        compressed.map_or(1000, |length| length * 1000 / bytes.len())
    }
}
