//! What a drive numbers its parts by: each number a type of its own.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// Its place in a table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// Logical page number: a mapping unit of the host's address space.
    Lpn
);
id!(
    /// Physical page address: a superblock's number, shifted, and the position in it. Of a
    /// mapping unit, or of a slot where units are compressed.
    Ppa
);
id!(
    /// A superblock, numbered drive-wide.
    Superblock
);
id!(
    /// A die, numbered drive-wide.
    Die
);
id!(
    /// Superblocks that are collected apart from the others, over dies of their own.
    Pool
);

impl Ppa {
    /// The address a number of positions further.
    #[inline]
    pub fn plus(self, positions: u32) -> Self {
        Self(self.0 + positions)
    }
}

/// A range of logical pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lpns {
    /// The first.
    pub start: Lpn,
    /// One past the last.
    pub end: Lpn,
}

impl Lpns {
    /// From one to before another.
    #[inline]
    pub fn new(start: Lpn, end: Lpn) -> Self {
        Self { start, end }
    }
    /// So many from one on.
    #[inline]
    pub fn from(start: Lpn, count: u32) -> Self {
        Self::new(start, Lpn(start.0 + count))
    }
    /// One alone.
    #[inline]
    pub fn one(lpn: Lpn) -> Self {
        Self::from(lpn, 1)
    }
    /// How many; none if the end lies before the start.
    #[inline]
    pub fn len(self) -> u32 {
        self.end.0.saturating_sub(self.start.0)
    }
    /// Each of them.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Lpn> {
        (self.start.0..self.end.0).map(Lpn)
    }
}
