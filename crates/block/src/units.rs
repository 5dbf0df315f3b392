//! Newtypes with their units. One logical block address ([`Lba`]) counts 512 bytes whatever
//! the drive's own sector size is, as in the Linux block layer (`sector_t`) and in ATA.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// Bytes of one logical block, the unit of [`Lba`] and [`Blocks`].
pub const BLOCK_BYTES: u64 = 512;

macro_rules! unit {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize,
        Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }
        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                self.0 += other.0;
            }
        }
        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }
        impl $name {
            /// `self - other`, or zero where that would be negative.
            pub fn saturating_sub(self, other: Self) -> Self {
                Self(self.0.saturating_sub(other.0))
            }
        }
    };
}

unit!(
    /// A number of bytes.
    Bytes
);
unit!(
    /// A number of logical blocks of 512 bytes.
    Blocks
);
unit!(
    /// Nanoseconds on a drive's own clock, which starts at 0 when the drive is opened.
    Nanos
);

/// A logical block address: the number of the 512-byte block, from 0.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Lba(pub u64);

impl Lba {
    /// The address of a byte offset, which must be a multiple of 512.
    pub fn from_bytes(offset: Bytes) -> Self {
        debug_assert_eq!(offset.0 % BLOCK_BYTES, 0);
        Self(offset.0 / BLOCK_BYTES)
    }
    /// The byte offset of this address.
    pub fn bytes(self) -> Bytes {
        Bytes(self.0 * BLOCK_BYTES)
    }
}

impl Add<Blocks> for Lba {
    type Output = Self;
    fn add(self, blocks: Blocks) -> Self {
        Self(self.0 + blocks.0)
    }
}

impl Blocks {
    /// The blocks that hold `bytes`, which must be a multiple of 512.
    pub fn from_bytes(bytes: Bytes) -> Self {
        debug_assert_eq!(bytes.0 % BLOCK_BYTES, 0);
        Self(bytes.0 / BLOCK_BYTES)
    }
    /// The bytes of these blocks.
    pub fn bytes(self) -> Bytes {
        Bytes(self.0 * BLOCK_BYTES)
    }
}

impl Bytes {
    /// `n` KiB (2^10 bytes).
    pub const fn kib(n: u64) -> Self {
        Self(n << 10)
    }
    /// `n` MiB (2^20 bytes).
    pub const fn mib(n: u64) -> Self {
        Self(n << 20)
    }
    /// `n` GiB (2^30 bytes).
    pub const fn gib(n: u64) -> Self {
        Self(n << 30)
    }
}

impl Nanos {
    /// The end of time: a wait until here ends only when its [`Stop`](crate::Stop) says so.
    pub const MAX: Self = Self(u64::MAX);
    /// `n` microseconds.
    pub const fn micros(n: u64) -> Self {
        Self(n * 1_000)
    }
    /// `n` milliseconds.
    pub const fn millis(n: u64) -> Self {
        Self(n * 1_000_000)
    }
    /// `n` seconds.
    pub const fn secs(n: u64) -> Self {
        Self(n * 1_000_000_000)
    }
}

impl fmt::Display for Bytes {
    /// The shortest exact binary form: `4KiB`, `8GiB`, `1000B`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] {
            if self.0 != 0 && self.0.trailing_zeros() >= shift {
                return write!(f, "{}{unit}", self.0 >> shift);
            }
        }
        write!(f, "{}B", self.0)
    }
}

impl std::str::FromStr for Bytes {
    type Err = String;
    /// `4KiB`, `8GiB`, `512B`, `240GB`, or a bare number of bytes. KiB is 2^10, kB is 10^3.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let split = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let expected = || {
            format!(
                "'{text}' is not a size: expected a whole number and a unit, as in 512B, 4KiB, \
                 8GiB (2^30) or 240GB (10^9)"
            )
        };
        let number: u64 = number.parse().map_err(|_| expected())?;
        let factor: u64 = match unit.trim() {
            "" | "B" => 1,
            "KiB" | "K" | "k" => 1 << 10,
            "MiB" | "M" => 1 << 20,
            "GiB" | "G" => 1 << 30,
            "TiB" | "T" => 1 << 40,
            "kB" | "KB" => 1_000,
            "MB" => 1_000_000,
            "GB" => 1_000_000_000,
            "TB" => 1_000_000_000_000,
            _ => return Err(expected()),
        };
        number
            .checked_mul(factor)
            .map(Self)
            .ok_or_else(|| format!("'{text}' is 2^64 bytes or more"))
    }
}

/// How many requests a drive holds admitted and unfinished at once: 1 to 65,535.
/// SATA's native command queueing ends at 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct QueueDepth(u16);

impl QueueDepth {
    /// `None` for 0, which would never finish anything.
    pub const fn new(depth: u16) -> Option<Self> {
        if depth == 0 { None } else { Some(Self(depth)) }
    }
    /// Queue depth 1.
    pub const ONE: Self = Self(1);
    /// The depth as a count.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_size_read_as_it_is_written() {
        for (text, bytes) in [
            ("4KiB", 4096),
            ("8GiB", 8 << 30),
            ("240GB", 240_000_000_000),
            ("512B", 512),
            ("7", 7),
        ] {
            assert_eq!(text.parse::<Bytes>(), Ok(Bytes(bytes)), "{text}");
        }
        for text in ["", "GiB", "4 parsecs", "-1KiB", "99999999999TiB"] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
        assert_eq!(Bytes::gib(8).to_string(), "8GiB");
        assert_eq!(Bytes(1000).to_string(), "1000B");
    }
}
