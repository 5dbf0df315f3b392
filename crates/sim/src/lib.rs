//! Simulated drives. Results follow from mechanisms: NAND that is busy, mapping, write buffer,
//! garbage collection, spare area, link and firmware time. No operating system (except huge
//! pages, in `memory.rs`), no threads, no wall clock; integers only, except the seek curve in
//! `disk/arm.rs`.
//!
//! `station.rs` is the clock and the host queue of every drive; an SSD (`ssd/`), a hard disk
//! (`disk/`), a RAM disk (`ram_disk.rs`) and a medium written in place (`in_place.rs`) are devices
//! in it.
//!
//! Reading order of an SSD: [`spec`] (what a drive is), `ssd/mod.rs` (its parts), `ssd/host/` (what
//! a request does), `ssd/ftl/` (where its data goes), `ssd/gc/` (garbage collection), and what they
//! work on, `ssd/backend/`.

pub mod disk;
mod drive_spec;
mod flat;
mod identity;
pub mod in_place;
mod memory;
pub mod ram_disk;
pub mod spec;
mod ssd;
mod state;
mod station;

pub use drive_spec::{DriveSpec, SpecFact};
pub use spec::SsdSpec;
pub use ssd::{Ssd, UNITS_AT_MOST};
pub use station::Station;
