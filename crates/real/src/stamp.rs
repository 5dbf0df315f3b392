//! The stamp that marks a 512-byte block as ours, and its layout.
//!
//! It is the block's first 32 bytes, little-endian: the run's random key (8), the block's LBA
//! (8), the sequence number of the write (8), its mark (1), three zeros, and the CRC-32 of the
//! other 508 bytes of the block.

use fourcorners_block::BLOCK_BYTES;

/// Bytes of a stamped block.
pub const STAMPED: usize = BLOCK_BYTES as usize;
/// Marks are 1 to this.
const MARKS: u64 = 253;

/// What a block's stamp says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The block that it was written to.
    pub lba: u64,
    /// The write.
    pub number: u64,
    /// Low bits of the number; repeats every 253 writes.
    pub mark: u8,
}

/// What was found where a stamp may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A stamp of this key.
    Stamp(Stamp),
    /// A stamp of this key over other bytes than it was made for.
    Damaged,
    /// Only zeros.
    Zeros,
    /// Anything else.
    Foreign,
}

/// Stamps a block, of which everything else is in place.
pub fn put(block: &mut [u8], key: u64, lba: u64, number: u64) {
    block[..8].copy_from_slice(&key.to_le_bytes());
    block[8..16].copy_from_slice(&lba.to_le_bytes());
    block[16..24].copy_from_slice(&number.to_le_bytes());
    block[24..28].copy_from_slice(&[mark(number), 0, 0, 0]);
    let sum = checksum(block);
    block[28..32].copy_from_slice(&sum.to_le_bytes());
}

/// Looks for a stamp of this key.
pub fn find(block: &[u8], key: u64) -> Found {
    let number = |at: usize| {
        let bytes = block[at..at + 8].try_into();
        bytes.map_or(0, u64::from_le_bytes)
    };
    if number(0) != key {
        return match block.iter().all(|byte| *byte == 0) {
            true => Found::Zeros,
            false => Found::Foreign,
        };
    }
    if block[28..32] != checksum(block).to_le_bytes() {
        return Found::Damaged;
    }
    Found::Stamp(Stamp {
        lba: number(8),
        number: number(16),
        mark: block[24],
    })
}

/// The mark of a write.
pub fn mark(number: u64) -> u8 {
    (1 + number % MARKS) as u8
}

/// Of all but the sum itself.
fn checksum(block: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&block[..28]);
    hasher.update(&block[32..]);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamp_says_what_was_put_into_it() {
        let mut block = [0xa5; STAMPED];
        put(&mut block, 7, 4711, 300);
        let (lba, number, mark) = (4711, 300, 48);
        let stamp = Stamp { lba, number, mark };
        assert_eq!(find(&block, 7), Found::Stamp(stamp));
        assert_eq!(find(&block, 8), Found::Foreign);
        assert_eq!(find(&[0; STAMPED], 7), Found::Zeros);
        block[511] ^= 1;
        assert_eq!(find(&block, 7), Found::Damaged);
    }
}
