//! What all that a synthetic trace can be made from has in common.

use super::definition::Definition;
use super::facts::Fact;
use super::scenario::Scenario;
use crate::{Records, TraceError};
use fourcorners_block::{Bytes, DataClass, Nanos, Seed};
use std::fmt::Debug;

/// What a synthetic trace is made from: statistics ([`Definition`]) or operations ([`Scenario`]).
pub trait Synthetic: Debug + Send + Sync {
    /// Name: the file's.
    fn name(&self) -> &str;

    /// Title for people.
    fn title(&self) -> &str;

    fn why(&self) -> &str;

    /// Reads and writes together.
    fn records(&self) -> u64;

    /// What is read, as the trace will have it: of the file's bytes as near as whole I/Os come.
    fn read_bytes(&self) -> Bytes;

    /// What is written, likewise.
    fn written_bytes(&self) -> Bytes;

    /// All I/Os lie below this byte; the drive has to have as many.
    fn footprint(&self) -> Bytes;

    /// How long the recording lasts, about: computing and pauses; longer where its work takes
    /// longer.
    fn duration(&self) -> Nanos;

    /// Classes of what is written, each with its share in thousandths of a per cent.
    fn data(&self) -> &[(DataClass, u64)];

    /// Every number of the file with where it is from, in the file's order.
    fn facts(&self) -> &[Fact];

    /// The trace, from its first record on: the same one for a seed.
    fn trace(&self, seed: Seed) -> Box<dyn Records>;
}

/// A key that both have, and no other file of ours.
const KEY: &str = "recorded_on";
/// A key of scenarios only.
const KEY_OF_SCENARIOS: &str = "operation";

/// Whether a file is one of them if it is anything.
pub fn is_synthetic(text: &str) -> bool {
    has(text, KEY)
}

/// Reads either. `file` is its name, for messages.
///
/// # Errors
/// As [`Definition::parse`] and [`Scenario::parse`].
pub fn synthetic(file: &str, text: &str) -> Result<Box<dyn Synthetic>, TraceError> {
    Ok(match has(text, KEY_OF_SCENARIOS) {
        true => Box::new(Scenario::parse(file, text)?),
        false => Box::new(Definition::parse(file, text)?),
    })
}

fn has(text: &str, key: &str) -> bool {
    let table = text.parse::<toml::Table>();
    table.is_ok_and(|table| table.contains_key(key))
}
