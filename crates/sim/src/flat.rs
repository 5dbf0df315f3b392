//! Large arrays of a saved state: bytes in little-endian order, in parts. Number by number they
//! would take several times as long.

use crate::memory::Table;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Numbers of a part: no second copy of a whole table is needed.
const PART: usize = 1 << 16;

/// What such an array holds.
pub trait Number: Copy + Default {
    const BYTES: usize;
    fn write(self, to: &mut [u8]);
    fn read(from: &[u8]) -> Option<Self>;
}

macro_rules! number {
    ($($name:ty),*) => {$(
        impl Number for $name {
            const BYTES: usize = size_of::<Self>();
            #[inline]
            fn write(self, to: &mut [u8]) {
                to.copy_from_slice(&self.to_le_bytes());
            }
            #[inline]
            fn read(from: &[u8]) -> Option<Self> {
                from.try_into().ok().map(Self::from_le_bytes)
            }
        }
    )*};
}
number!(u8, u32, u64);

struct Part<'a, N>(&'a [N]);

impl<N: Number> Serialize for Part<'_, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = vec![0; self.0.len() * N::BYTES];
        let places = bytes.chunks_exact_mut(N::BYTES);
        places.zip(self.0).for_each(|(to, number)| number.write(to));
        serializer.serialize_bytes(&bytes)
    }
}

/// As an array's `#[serde(with)]`.
pub fn serialize<N: Number, S: Serializer>(
    numbers: &[N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.chunks(PART).map(Part))
}

/// The same.
pub fn deserialize<'de, N: Number, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<N>, D::Error> {
    let parts = Parts::new::<N, D>(deserializer)?;
    let mut numbers = vec![N::default(); parts.numbers];
    parts.copy_to(&mut numbers);
    Ok(numbers)
}

/// An array's bytes, where they lie.
struct Parts<'de> {
    parts: Vec<&'de [u8]>,
    numbers: usize,
}

impl<'de> Parts<'de> {
    fn new<N: Number, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Vec::<&[u8]>::deserialize(deserializer)?;
        if parts
            .iter()
            .any(|part| !part.len().is_multiple_of(N::BYTES))
        {
            return Err(D::Error::custom("part of a number"));
        }
        let bytes: usize = parts.iter().map(|part| part.len()).sum();
        Ok(Self {
            parts,
            numbers: bytes / N::BYTES,
        })
    }
    fn copy_to<N: Number>(&self, mut numbers: &mut [N]) {
        for part in &self.parts {
            let (first, rest) = numbers.split_at_mut(part.len() / N::BYTES);
            for (number, bytes) in first.iter_mut().zip(part.chunks_exact(N::BYTES)) {
                *number = N::read(bytes).unwrap_or_default();
            }
            numbers = rest;
        }
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Parts::new::<u32, D>(deserializer)?;
        let mut table = Self::zeroed(parts.numbers);
        parts.copy_to(&mut table);
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Serialize;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Arrays {
        #[serde(with = "super")]
        small: Vec<u8>,
        #[serde(with = "super")]
        large: Vec<u64>,
    }

    proptest! {
        #[test]
        fn arrays_come_back_as_they_were(small: Vec<u8>, large: Vec<u64>) {
            let arrays = Arrays { small, large };
            let bytes = postcard::to_allocvec(&arrays).expect("bytes");
            prop_assert_eq!(postcard::from_bytes(&bytes), Ok(arrays));
        }
    }

    #[test]
    fn table_of_several_parts_comes_back() {
        for len in [0, 1, PART - 1, PART, PART + 1, 3 * PART] {
            let mut table = Table::zeroed(len);
            table.iter_mut().zip(7..).for_each(|(entry, n)| *entry = n);
            let bytes = postcard::to_allocvec(&table).expect("bytes");
            let back: Table = postcard::from_bytes(&bytes).expect("a table");
            assert_eq!(*back, *table, "{len}");
        }
    }
}
