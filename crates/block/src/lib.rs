//! The vocabulary that every other crate speaks: units, requests and completions, the
//! [`Drive`] trait, the seeds of all randomness, a drive that does nothing ([`NullDrive`]),
//! and the one list of rules that every drive must pass ([`conformance`]).
//!
//! No I/O, no threads, no floating point: two machines that run the same requests agree to
//! the bit.

#![warn(missing_docs)]

mod bad_block;
pub mod conformance;
mod counters;
mod data;
mod drive;
mod identity;
mod null;
mod nvme;
mod other_use;
mod power;
mod queue;
mod reads;
mod request;
mod seed;
mod smart;
mod units;

pub use bad_block::{BadBlock, Found};
pub use counters::Counters;
pub use data::{Data, DataClass};
pub use drive::{Drive, DriveError, Purge, Snapshot, StateError, Stop, Volatile};
pub use identity::{DiscardLimits, DriveKind, Identity};
pub use null::NullDrive;
pub use nvme::{
    Apst, HostBuffer, LbaFormat, Nvme, NvmeController, PowerState, SanitizeWays, Transition,
    faster_format,
};
pub use other_use::OtherUse;
pub use power::{Drawn, NoReading, NotDrawn};
pub use queue::{Admission, HostQueue};
pub use reads::Reads;
pub use request::{Completion, Op, Outcome, Request};
pub use seed::{Generator, Seed};
pub use smart::{Count, Smart};
pub use units::{BLOCK_BYTES, Blocks, Bytes, Lba, Nanos, QueueDepth};
