//! Simulated drives. Results follow from mechanisms: NAND that is busy, mapping, write buffer,
//! garbage collection, spare area, link and firmware time. No operating system (but for huge
//! pages, in one file), no threads, no wall clock, integers only.
//!
//! Reading order: [`spec`] (what a drive is), `ssd/mod.rs` (its state and its event loop),
//! `ssd/host.rs` (what a request does), `ssd/collect.rs` (garbage collection), and the small
//! rooms they use.

mod facts;
pub mod file;
mod memory;
pub mod spec;
mod ssd;

pub use facts::SpecFact;
pub use file::{SpecError, load, load_port};
pub use spec::SsdSpec;
pub use ssd::Ssd;
