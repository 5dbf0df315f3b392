//! The bytes that writes carry, and the memory that all transfers use.
//!
//! How each class (decision 0001) becomes bytes:
//! * `Zero` and `OneBuffer` are written straight from two shared buffers; nothing is filled.
//! * `Repeating` fills with the byte `identity & 0xff`.
//! * `FullRandom`: each slot's buffer is filled once with random bytes, and before each write
//!   the first 16 bytes of every 512 are overwritten by a running number that went through
//!   SplitMix64, started from the kernel's random generator. So no two sectors ever written are
//!   equal, none compresses, and the clock pays for 16 bytes in 512.
//! * `Ratio(p)`: p thousandths of every 4 KiB are random and the rest zero; the random part is
//!   stamped likewise, from the identity instead of the running number.
//!
//! The random bytes are 16 MiB of Xoshiro256++, made when the drive is opened for writing.
//! A slot keeps what it was filled with, so a test that stays with one class fills once.

use crate::memory::Pages;
use fourcorners_block::{Data, DataClass, Seed};
use std::io;

const POOL_BYTES: usize = 16 << 20;
const SECTOR: usize = 512;
const CHUNK: usize = 4096;
const STAMP: usize = 16;

/// What a slot's write buffer holds, and how many bytes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Content {
    class: DataClass,
    byte: u8,
    len: usize,
}

/// Transfer buffers for a number of slots: one to read into and one to write from each, behind
/// the two shared ones.
pub struct Buffers {
    pages: Pages,
    pool: Vec<u8>,
    content: Vec<Option<Content>>,
    slot_bytes: usize,
    running: u64,
}

impl Buffers {
    /// Buffers for no slots yet. With `write`, makes the random bytes.
    pub fn new(write: bool, nonce: u64) -> io::Result<Self> {
        let mut pool = Vec::new();
        if write {
            pool = vec![0; POOL_BYTES];
            let mut generator = Seed(0).child("fourcorners-real pool").generator();
            generator.fill(&mut pool);
        }
        Ok(Self {
            pages: Pages::new(0)?,
            pool,
            content: Vec::new(),
            slot_bytes: 0,
            running: nonce,
        })
    }

    /// Replaces the memory by room for `slots` slots of `slot_bytes` (a multiple of 4 KiB)
    /// each. No transfer may be in flight.
    pub fn resize(&mut self, slots: usize, slot_bytes: usize) -> io::Result<()> {
        let buffers = if self.pool.is_empty() { 1 } else { 2 };
        let len = slots
            .checked_mul(buffers)
            .and_then(|all| all.checked_add(2)?.checked_mul(slot_bytes));
        self.pages = Pages::new(len.ok_or_else(|| io::Error::from_raw_os_error(libc::ENOMEM))?)?;
        self.slot_bytes = slot_bytes;
        self.content.clear();
        self.content.resize(slots, None);
        if !self.pool.is_empty() {
            copy_wrapping(self.pages.part(0, slot_bytes), &self.pool, 0);
        }
        Ok(())
    }

    /// All of the memory, for registering it.
    pub fn pages(&self) -> &Pages {
        &self.pages
    }
    /// Bytes of one slot.
    pub fn slot_bytes(&self) -> usize {
        self.slot_bytes
    }
    /// Slots.
    pub fn slots(&self) -> usize {
        self.content.len()
    }

    /// Address of `len` bytes at `offset`, which must lie within the pages.
    #[inline]
    pub fn address(&self, offset: usize, len: usize) -> *mut u8 {
        assert!(
            offset + len <= self.pages.len(),
            "a transfer within the pages"
        );
        self.pages.start().wrapping_add(offset)
    }

    /// Offset within the pages of the slot's memory to read into.
    pub fn read_offset(&self, slot: usize) -> usize {
        (2 + slot) * self.slot_bytes
    }

    /// `len` bytes at `offset` of the pages, of a slot whose transfer is not under way.
    pub fn part(&mut self, offset: usize, len: usize) -> &mut [u8] {
        self.pages.part(offset, len)
    }

    /// As [`fill`](Self::fill), always in the slot's own memory, which may be changed then.
    pub fn fill_own(&mut self, slot: usize, data: Data, done: u64, len: usize) -> usize {
        let filled = self.fill(slot, data, done, len);
        let own = (2 + self.content.len() + slot) * self.slot_bytes;
        if filled != own {
            let shared = self.pages.part(filled, len).to_vec();
            self.pages.part(own, len).copy_from_slice(&shared);
            self.content[slot] = None;
        }
        own
    }

    /// Makes `len` bytes for a write of `data`, `done` bytes into the request, in the idle
    /// `slot`; returns their offset within the pages.
    pub fn fill(&mut self, slot: usize, data: Data, done: u64, len: usize) -> usize {
        let offset = match data.class {
            DataClass::OneBuffer => return 0,
            DataClass::Zero | DataClass::Ratio(0) => return self.slot_bytes,
            _ => (2 + self.content.len() + slot) * self.slot_bytes,
        };
        let byte = if data.class == DataClass::Repeating {
            data.identity as u8
        } else {
            0
        };
        let wanted = Content {
            class: data.class,
            byte,
            len,
        };
        let holds = self.content[slot];
        let memory = self.pages.part(offset, len);
        if !holds.is_some_and(|holds| serves(holds, wanted)) {
            match data.class {
                DataClass::Repeating => memory.fill(byte),
                DataClass::Ratio(per_mille) => {
                    for (index, chunk) in memory.chunks_mut(CHUNK).enumerate() {
                        let (random, zero) =
                            chunk.split_at_mut(random_part(chunk.len(), per_mille));
                        copy_wrapping(random, &self.pool, index * CHUNK);
                        zero.fill(0);
                    }
                }
                // Each slot from another place, so that slots differ by more than the stamps.
                _ => copy_wrapping(memory, &self.pool, slot * 37 * CHUNK),
            }
            self.content[slot] = Some(wanted);
        }
        match data.class {
            DataClass::FullRandom => {
                for sector in memory.chunks_mut(SECTOR) {
                    self.running = self.running.wrapping_add(1);
                    stamp(sector, self.running);
                }
            }
            DataClass::Ratio(per_mille) => {
                let mut number = (u64::from(data.identity) << 32) ^ (done / SECTOR as u64);
                for chunk in memory.chunks_mut(CHUNK) {
                    let random = random_part(chunk.len(), per_mille);
                    for sector in chunk[..random].chunks_mut(SECTOR) {
                        stamp(sector, number);
                        number = number.wrapping_add(1);
                    }
                }
            }
            _ => {}
        }
        offset
    }
}

/// Whether a buffer that holds one thing can be taken for another, stamps aside.
fn serves(holds: Content, wanted: Content) -> bool {
    let longer = match wanted.class {
        // The last, shorter chunk has its own random part.
        DataClass::Ratio(_) => {
            holds.len == wanted.len || holds.len > wanted.len && wanted.len.is_multiple_of(CHUNK)
        }
        _ => holds.len >= wanted.len,
    };
    holds.class == wanted.class && holds.byte == wanted.byte && longer
}

fn random_part(len: usize, per_mille: u16) -> usize {
    len * usize::from(per_mille.min(1000)) / 1000
}

fn copy_wrapping(target: &mut [u8], pool: &[u8], start: usize) {
    let mut from = start % pool.len();
    for part in target.chunks_mut(CHUNK) {
        if from + part.len() > pool.len() {
            from = 0;
        }
        part.copy_from_slice(&pool[from..from + part.len()]);
        from += part.len();
    }
}

/// Overwrites the first 16 bytes: twice SplitMix64, a bijection, so different numbers differ.
#[inline]
fn stamp(sector: &mut [u8], number: u64) {
    let first = mixed(number);
    let mut bytes = [0; STAMP];
    bytes[..8].copy_from_slice(&first.to_le_bytes());
    bytes[8..].copy_from_slice(&mixed(first).to_le_bytes());
    let len = sector.len().min(STAMP);
    sector[..len].copy_from_slice(&bytes[..len]);
}

#[inline]
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn buffers() -> Buffers {
        let mut buffers = Buffers::new(true, 7).expect("memory");
        buffers.resize(4, 64 << 10).expect("memory");
        buffers
    }

    fn bytes(
        buffers: &mut Buffers,
        slot: usize,
        class: DataClass,
        identity: u32,
        len: usize,
    ) -> Vec<u8> {
        let offset = buffers.fill(slot, Data { class, identity }, 0, len);
        buffers.pages.part(offset, len).to_vec()
    }

    #[test]
    fn does_equal_identity_mean_equal_bytes_in_any_slot() {
        let mut buffers = buffers();
        for class in [
            DataClass::Zero,
            DataClass::Repeating,
            DataClass::OneBuffer,
            DataClass::Ratio(460),
        ] {
            let first = bytes(&mut buffers, 0, class, 5, 8192);
            bytes(&mut buffers, 1, DataClass::FullRandom, 0, 65536);
            assert_eq!(first, bytes(&mut buffers, 1, class, 5, 8192), "{class:?}");
            let other = bytes(&mut buffers, 0, class, 6, 8192);
            let one_content = matches!(class, DataClass::Zero | DataClass::OneBuffer);
            assert_eq!(first == other, one_content, "{class:?}");
        }
    }

    #[test]
    fn is_every_random_sector_new() {
        let mut buffers = buffers();
        let mut seen = HashSet::new();
        for round in 0..50 {
            for sector in
                bytes(&mut buffers, round % 4, DataClass::FullRandom, 0, 65536).chunks(512)
            {
                assert!(seen.insert(sector.to_vec()), "round {round}");
            }
        }
    }

    /// FNV-1a of the first MiB that slot 0 writes, 64 KiB an I/O, each with the next identity.
    fn of_the_first_mib(class: DataClass) -> u64 {
        let mut buffers = buffers();
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for identity in 0..16 {
            for byte in bytes(&mut buffers, 0, class, identity, 65536) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        }
        hash
    }

    #[test]
    fn are_the_bytes_of_every_class_those_of_the_version_before() {
        for (class, expected) in [
            (DataClass::Zero, 0xa967_7706_9d62_2325),
            (DataClass::Repeating, 0xec79_57a5_90fa_2325),
            (DataClass::OneBuffer, 0x5549_d71f_bc54_34a5),
            (DataClass::FullRandom, 0xe540_5ecd_cc4a_d5fd),
            (DataClass::Ratio(460), 0xfa1a_0571_f0ea_51b4),
        ] {
            assert_eq!(
                of_the_first_mib(class),
                expected,
                "{class}: results would not compare"
            );
        }
    }

    #[test]
    fn is_the_wanted_share_random() {
        let mut buffers = buffers();
        for (per_mille, len) in [
            (0, 4096),
            (250, 16384),
            (460, 512),
            (1000, 65536),
            (250, 4096),
            (250, 1536),
        ] {
            let bytes = bytes(&mut buffers, 2, DataClass::Ratio(per_mille), 1, len);
            let zeros = bytes.iter().filter(|byte| **byte == 0).count();
            let expected = len - len * usize::from(per_mille) / 1000;
            // A random byte is zero once in 256.
            assert!(
                (expected..=expected + len / 64 + 8).contains(&zeros),
                "{per_mille}: {zeros} zeros of {len}"
            );
        }
    }

    #[test]
    fn is_a_buffer_filled_anew_when_it_is_too_short_or_of_another_class() {
        let mut buffers = buffers();
        assert_eq!(
            bytes(&mut buffers, 0, DataClass::Repeating, 0x141, 512),
            [0x41; 512]
        );
        assert_eq!(
            bytes(&mut buffers, 0, DataClass::Repeating, 0x41, 4096),
            [0x41; 4096]
        );
        assert_eq!(
            bytes(&mut buffers, 0, DataClass::Repeating, 0x42, 4096),
            [0x42; 4096]
        );
    }
}
