//! Traces made from what was published about traces that never were: a definition
//! (`traces/*.toml`) says how many reads and writes there were, how large, how many of them
//! sequential and how deep the queue was; [`Synthesis`] makes such records, the same ones from
//! the same seed on any machine, without holding the trace.
//!
//! A [`Scenario`] (`scenarios/*.toml`) is a person's operations one after the other, each of them
//! such a trace with computing in it.
//!
//! Everything that is counted is drawn from an [`urn::Urn`], so that counts, sizes and bytes
//! come out exactly; no floating point is used once the file has been read.

mod bursts;
mod definition;
mod facts;
mod file;
mod generate;
mod pace;
mod places;
mod scenario;
mod sizes;
mod sourced;
mod synthetic;
mod urn;

pub use definition::Definition;
pub use facts::Fact;
pub use generate::Synthesis;
pub use scenario::{Acting, Scenario};
pub use synthetic::{Synthetic, is_synthetic, synthetic};
