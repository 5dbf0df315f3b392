//! GC policies that are functions of the program that simulates; no drive file can name them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Functions that make decisions of garbage collection. A drive's state is saved and restored
/// without them, so they may depend on nothing but their arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnPolicy {
    /// Chooses victims, in place of [`GcSpec::victim`](super::GcSpec::victim).
    pub victim: Option<Chooser>,
    /// Says when GC begins, in place of the pacing.
    pub begin: Option<Begin>,
}

/// Gets the full superblocks of a pool, at least one, in an order that is the same in every run,
/// and the units that each holds at most; returns the index of the victim. Anything else: greedy
/// chooses.
pub type Chooser = Own<dyn Fn(&[FullSuperblock], u32) -> Option<usize> + Send + Sync>;

/// Asked when a host write needs a new superblock and GC does not run; returns whether it begins.
/// `None`: the pacing says. GC begins in any case once host writes may take no more superblocks.
pub type Begin = Own<dyn Fn(GcState) -> Option<bool> + Send + Sync>;

/// A full superblock: one that GC may collect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullSuperblock {
    /// Units that hold current data.
    pub valid: u32,
    /// Superblocks of the pool filled since it was, itself included.
    pub age: u64,
    /// How often it has been erased.
    pub erases: u32,
}

/// How much room a pool has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GcState {
    /// Superblocks that are free now.
    pub free_superblocks: u32,
    pub low_watermark: u32,
    pub high_watermark: u32,
}

/// A function with a name. Only a copy of it is equal to it.
pub struct Own<F: ?Sized> {
    /// Its own, as in `greedy`.
    pub name: String,
    /// What it is, as in `Python function`.
    pub kind: &'static str,
    /// No other has it.
    number: u64,
    pub function: Arc<F>,
}

impl<F: ?Sized> Own<F> {
    pub fn new(kind: &'static str, name: impl Into<String>, function: Arc<F>) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        Self {
            name: name.into(),
            kind,
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            function,
        }
    }
}

impl<F: ?Sized> Clone for Own<F> {
    fn clone(&self) -> Self {
        Self {
            name: self.name.clone(),
            kind: self.kind,
            number: self.number,
            function: Arc::clone(&self.function),
        }
    }
}

impl<F: ?Sized> PartialEq for Own<F> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// With its number: drives are told apart by what they print.
impl<F: ?Sized> fmt::Debug for Own<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} #{}", self.kind, self.name, self.number)
    }
}

impl<F: ?Sized> fmt::Display for Own<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.name)
    }
}
