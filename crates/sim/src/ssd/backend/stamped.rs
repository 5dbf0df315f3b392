//! A small number and when it came about, in one word: half the memory of two.

use serde::{Deserialize, Serialize};

const NUMBER_BITS: u32 = 24;

/// The largest number.
pub const NUMBER_AT_MOST: u32 = (1 << NUMBER_BITS) - 1;

/// A number of up to 24 bits, and a point of a count that does not reach 2^40: units written, or
/// superblocks filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamped(u64);

impl Stamped {
    /// Both.
    #[inline]
    pub fn new(when: u64, number: u32) -> Self {
        Self(when << NUMBER_BITS | u64::from(number))
    }
    /// The number.
    #[inline]
    pub fn number(self) -> u32 {
        (self.0 & u64::from(NUMBER_AT_MOST)) as u32 // of 24 bits
    }
    /// When.
    #[inline]
    pub fn when(self) -> u64 {
        self.0 >> NUMBER_BITS
    }
    /// The same with a number that is larger by so much.
    #[inline]
    pub fn plus(self, more: u32) -> Self {
        Self(self.0 + u64::from(more))
    }
    /// The same with a number that is smaller by so much.
    #[inline]
    pub fn minus(self, less: u32) -> Self {
        Self(self.0 - u64::from(less))
    }
}
